"""The paper on ICE, table by table.

What it published stands in `paper.ice.published`, the prose around tables and figures in ``page.md``; `paper.ice.runs`
lets the engines clean the pages, and `paper.ice.tables` makes the pieces of what they did.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ncleaner.train.examples import Example, Progress
from paper.ice import tables
from paper.ice.runs import clean_all
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")


def pieces(train: Sequence[Example], test: Sequence[Example], progress: Progress) -> Pieces:
    """All that goes into the page."""
    return tables.pieces(clean_all(train, test, progress))
