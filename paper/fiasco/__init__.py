"""The paper on FIASCO, table by table.

What it published stands in `paper.fiasco.published`, the prose in ``page.md``. `paper.fiasco.targets` classifies target
nodes (Tables 2 and 3), `paper.fiasco.grid` tries kernels and parameters (section 4.1), `paper.fiasco.words` has the
engine clean pages (section 6), and `paper.fiasco.tables` makes the pieces of what they found.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ncleaner.train.examples import Example, Progress
from paper.fiasco import tables
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")


def pieces(pages: Sequence[Example], progress: Progress) -> Pieces:
    """All that goes into the page."""
    return tables.pieces(pages, progress)
