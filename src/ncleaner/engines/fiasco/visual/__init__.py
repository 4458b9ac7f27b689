"""FIASCO's visual features: how the regions of target nodes look where a browser shows the page (section 3.3).

- `browser` has Chromium render a page, without scripts and network, by way of `devtools`;
- `blobs` finds the regions of targets on the picture, `measures` has the five measures of them;
- `cache` keeps what was measured, `workers` has several browsers at work;
- `drawing` is the picture with the regions drawn in, as the paper's Figure 2.

For one browser with one set of fonts the results are always the same.
"""

from __future__ import annotations

from ncleaner.engines.fiasco.visual.browser import find_browser
from ncleaner.engines.fiasco.visual.measures import NAMES, Measures
from ncleaner.engines.fiasco.visual.workers import SECONDS, measure

__all__ = ["NAMES", "SECONDS", "Measures", "find_browser", "measure"]
