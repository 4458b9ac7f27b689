"""Documents whose text is not that of their blocks, but one that the page declares in its metadata.

The blocks of the page stay as they are, and the lines of the declared text follow as blocks without a place in the
source. Of the page's own blocks none is kept, except the one that has its title.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import CONTINUES, HEADING, Block, Blocks, block_limit
from ncleaner.page.decisions import Decisions
from ncleaner.page.document import Document
from ncleaner.page.unspaced import has_unspaced, more_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Line = tuple[str, int]

DECLARED = "the articleBody of the page's JSON-LD"
REPLACED = "the articleBody of the page's JSON-LD is kept instead"
TITLE = "the title of the page"
WARNING = "the page shows next to nothing of its text: the text is the articleBody of its JSON-LD"


class DeclaredText:
    """The decider of such a document, and the grounds of its decisions; ``shown`` is the document without the text."""

    def __init__(self, shown: Document, title: range, kinds: bytes) -> None:
        self.shown = shown
        self.name = shown.engine
        self._title = title
        self._kinds = kinds

    def reason(self, index: int) -> str:
        """Return why a block was kept or dropped."""
        if index >= len(self.shown.blocks):
            return DECLARED
        if index in self._title:
            return TITLE
        return REPLACED if self.shown.decisions.keep[index] else self.shown.decisions.reason(index)

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return what counted for keeping a block of the page, or against it."""
        return self.shown.decisions.grounds.evidence(index) if index < len(self.shown.blocks) else []

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kind of each block; none continues a segment."""
        return bytes(kind & ~CONTINUES for kind in self.shown.kinds) + self._kinds

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each block that surely is a heading: for those of the text, their kinds say so."""
        return self.shown.headings + bytes(kind == HEADING for kind in self._kinds)

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return nothing: the engine has not seen the text."""
        return None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return the probability of each page type, by what the page shows."""
        return self.shown.page_types

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Return the score of each character of a text, in bits."""
        return self.shown.decider.explain(text)


def with_declared_text(shown: Document, lines: Sequence[Line], title: range) -> Document:
    """Return a document with a declared text, given as lines with their kinds, in place of what the page shows.

    ``title`` are the indices of the blocks with the title. The scores of the page's own blocks stay; those of the text
    are 0, because the engine has not seen it.
    """
    blocks = _blocks(shown.blocks, lines)
    count = len(shown.blocks)
    keep = bytes(index in title for index in range(count)) + b"\1" * len(lines)
    scores = shown.decisions.scores[:count] + array("d", bytes(8 * len(lines)))
    decider = DeclaredText(shown, title, bytes(kind for _, kind in lines))
    decisions = Decisions(keep, scores, shown.decisions.hidden, decider)
    return Document(shown.page, blocks, decisions, decider, shown.presenter)


def as_shown(document: Document) -> Document:
    """Return a document as the page shows it, without a declared text: all its blocks have a place in the source."""
    decider = document.decider
    return decider.shown if isinstance(decider, DeclaredText) else document


def room_for(blocks: Blocks) -> int:
    """Return how many lines can be added to the blocks of a page."""
    return max(block_limit(len(blocks.source)) - len(blocks), 1)


def _blocks(shown: Blocks, lines: Sequence[Line]) -> Blocks:
    buffer = bytearray(shown.buffer)
    items = list(shown.items)
    element = 0 if len(shown.elements) else -1
    for text, kind in lines:
        if buffer and not buffer.endswith(b"\n"):
            buffer += b"\n"
        items.append(_block(text, kind, buffer, element))
    return Blocks(
        shown.source,
        bytes(buffer),
        items,
        shown.elements,
        shown.inline_tags,
        shown.langs,
        shown.names,
        shown.head_spans,
        (*shown.warnings, WARNING),
        shown.is_xml,
        shown.objects,
    )


def _block(text: str, kind: int, buffer: bytearray, element: int) -> Block:
    """Write a line into the buffer and return its block."""
    data = text.encode("utf-8")
    block = Block()
    block.begin(-1, len(buffer), element)
    buffer += data
    block.text_end = len(buffer)
    block.kind = kind
    block.words, block.chars = word_count(data), len(text) - text.count(" ")
    return block


def word_count(line: bytes) -> int:
    """Return the number of words in a line whose white space is folded."""
    count = line.count(b" ") + 1
    return count + more_words(line, 0, len(line)) if has_unspaced(line) else count
