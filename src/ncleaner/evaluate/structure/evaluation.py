"""The evaluation of a set: what the Markdown of each page loses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ncleaner.evaluate.structure.losses import PageLosses, losses
from ncleaner.evaluate.structure.markdown import read_markdown
from ncleaner.evaluate.structure.source import read_source
from ncleaner.evaluate.structure.tree import DROPPED, KEPT

if TYPE_CHECKING:
    from ncleaner.cleaner import Cleaner
    from ncleaner.gold.sets import Pair, Set
    from ncleaner.page.document import Document

UNKNOWN = "not known"  # type of pages that are not in the table of their set

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class PageRow:
    """The losses of a page, with its id and type."""

    id: str
    type: str
    losses: PageLosses


def evaluate_structure(set: Set, cleaner: Cleaner, progress: Progress | None = None) -> list[PageRow]:
    """Clean the pages of a set and return what the Markdown of each loses."""
    rows = []
    for pair in set.pages:
        rows.append(PageRow(pair.id, pair.type or UNKNOWN, page_losses(_cleaned(pair, cleaner))))
        if progress is not None:
            progress("pages", len(rows), len(set.pages))
    return rows


def _cleaned(pair: Pair, cleaner: Cleaner) -> Document:
    return cleaner.clean(pair.page(), url=pair.url, kind=pair.kind)


def page_losses(document: Document) -> PageLosses:
    """Return what the Markdown of a document loses."""
    source = read_source(marked_source(document), is_kept=False)
    output = read_markdown(document.to("markdown"), formulas=bool(source.formulas))
    return losses(source, output)


def marked_source(document: Document) -> str:
    """Return the source of a page with a sign before each block that says whether it is kept."""
    source = document.page.source
    pieces = []
    at = 0
    for block, keep in zip(document.blocks.items, document.decisions, strict=True):
        if block.start >= at:
            pieces.append(source[at : block.start].decode("utf-8", "replace"))
            pieces.append(KEPT if keep else DROPPED)
            at = block.start
    return "".join([*pieces, source[at:].decode("utf-8", "replace")])
