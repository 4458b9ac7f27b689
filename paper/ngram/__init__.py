"""The two papers on the n-gram cleaner, table by table.

What they published stands in `paper.ngram.published`, the prose around tables and figures in ``page.md``. Pages, models
and results that several tables need are made once, by `paper.ngram.materials`. Each of the other modules makes the
pieces of one section.
"""

from __future__ import annotations

from pathlib import Path

from paper.ngram import differences, external, internal, learning, overview, trust, tuning
from paper.ngram.materials import Materials
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")
MODULES = (overview, internal, external, tuning, learning, trust, differences)


def pieces(materials: Materials) -> Pieces:
    """All that goes into the page."""
    found = Pieces()
    for module in MODULES:
        found.add(module.pieces(materials))
    return found
