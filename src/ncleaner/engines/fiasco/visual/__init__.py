"""FIASCO's visual features: measures of the regions of target nodes in a rendered page (section 3.3).

- `browser` renders a page in Chromium, without scripts and network, through `devtools`;
- `blobs` finds the regions of targets in the picture, `measures` computes their five measures;
- `cache` stores measures on disk, `workers` runs several browsers;
- `drawing` draws the regions into the picture, as in the paper's Figure 2.

Results are reproducible for a given browser and set of fonts.
"""

from __future__ import annotations

from ncleaner.engines.fiasco.visual.browser import find_browser
from ncleaner.engines.fiasco.visual.measures import NAMES, Measures
from ncleaner.engines.fiasco.visual.workers import SECONDS, measure

__all__ = ["NAMES", "SECONDS", "Measures", "find_browser", "measure"]
