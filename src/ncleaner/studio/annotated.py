"""A document with the decisions of a person instead of those of an engine.

Every output format and every trainer takes documents, so an annotation becomes one. Where it divides no block, the
document has the same blocks. Otherwise the buffer is written anew, with a line feed between any two parts, and each
part becomes a block with the facts of its own text: its characters and words, its links and bold type. Inline tags that
are open where a block is divided are closed in the first part and opened again in the second.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import groupby

from ncleaner.engines.base import INVISIBLE
from ncleaner.errors import NCleanerError
from ncleaner.page.blocks import (
    BOLD_OPEN,
    BY_ELEMENT,
    CONTINUES,
    HEADING,
    INLINE_WIDTH,
    LINK_OPEN,
    Block,
    Blocks,
)
from ncleaner.page.decisions import Decisions
from ncleaner.page.document import Document
from ncleaner.page.segment import KINDS
from ncleaner.page.unspaced import has_unspaced, more_words
from ncleaner.read.rules import BARS
from ncleaner.studio.annotation import Annotation
from ncleaner.studio.parts import count
from ncleaner.studio.unit import Unit

ANNOTATOR = "annotator"
KEPT = "kept by the annotator"
DROPPED = "dropped by the annotator"

Tag = tuple[int, int, int, int]  # position in the buffer, kind, start and end of the address in the source


class Annotator:
    """The decider of annotated documents, and the grounds of its decisions."""

    name = ANNOTATOR

    def __init__(self, keep: bytes, kinds: bytes, is_hidden: bytes) -> None:
        self._keep = keep
        self._kinds = kinds
        self._is_hidden = is_hidden

    def reason(self, index: int) -> str:
        """Return who decided on a block."""
        if self._is_hidden[index]:
            return INVISIBLE
        return KEPT if self._keep[index] else DROPPED

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return nothing: people do not say what counted."""
        return []

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kind of each block."""
        return self._kinds

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each block that is annotated as a heading."""
        return bytes(kind == HEADING for kind in self._kinds)

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return nothing: people give no estimate."""
        return None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return nothing: annotations do not say of which type a page is."""
        return {}

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Raise an error: people do not score characters."""
        raise NCleanerError("an annotator does not score characters; clean the page with an engine")


def annotated_document(document: Document, annotation: Annotation) -> Document:
    """Return a document with the blocks and decisions of the annotation; scores are 0.

    Blocks that are in no unit, which readers do not see, are dropped. The given document stays the same.
    """
    owners = block_units(document, annotation)
    keep = bytes(unit is not None and unit.keep for _, unit in owners)
    kinds = bytes(_kind(document, index, unit) for index, unit in owners)
    annotator = Annotator(keep, kinds, bytes(unit is None for _, unit in owners))
    decisions = Decisions(keep, array("d", bytes(8 * len(owners))), document.decisions.hidden, annotator)
    is_divided = len(owners) > len(document.blocks)
    blocks = _Division(document, owners).blocks() if is_divided else document.blocks
    result = Document(document.page, blocks, decisions, annotator, document.presenter)
    result._fill(_metadata=document.metadata)
    return result


def block_units(document: Document, annotation: Annotation) -> list[tuple[int, Unit | None]]:
    """Return what each block of the annotated document is made of: the index of a block, and its unit.

    Hidden blocks have no unit.
    """
    units = {block: list(group) for block, group in groupby(annotation.units, lambda unit: unit.block)}
    owners: list[tuple[int, Unit | None]] = []
    for index in range(len(document.blocks)):
        owners.extend((index, unit) for unit in units.get(index, (None,)))
    return owners


def _kind(document: Document, index: int, unit: Unit | None) -> int:
    if unit is None:
        return int(document.blocks.items[index].kind)
    return KINDS.index(unit.kind) + CONTINUES * unit.continues


class _Division:
    """The blocks of a page in the making, some of them divided."""

    def __init__(self, document: Document, owners: list[tuple[int, Unit | None]]) -> None:
        self._old = document.blocks
        self._owners = owners
        self._buffer = bytearray()
        self._tags = array("i")

    def blocks(self) -> Blocks:
        """Return the divided blocks."""
        old = self._old
        items = [
            block for _, group in groupby(self._owners, lambda owner: owner[0]) for block in self._parts(list(group))
        ]
        return Blocks(
            old.source,
            bytes(self._buffer),
            items,
            old.elements,
            self._tags,
            old.langs,
            old.names,
            old.head_spans,
            old.warnings,
            old.is_xml,
        )

    def _parts(self, owners: list[tuple[int, Unit | None]]) -> Iterator[Block]:
        """Yield the blocks that take the place of a block."""
        block = self._old.items[owners[0][0]]
        units = [unit for _, unit in owners if unit is not None]
        if len(units) < 2:
            yield self._copy(block)
            return
        text = self._old.text(owners[0][0])
        source = self._old.source[block.start : block.end].decode("utf-8")
        places = _byte_places(text, block.text_start, [at for unit in units for at in (unit.text_start, unit.text_end)])
        first = units[0].start
        spans = _byte_places(source, block.start, [at - first for unit in units for at in unit.span])
        for number in range(0, len(places), 2):
            part = self._part(block, places[number], places[number + 1])
            part.start, part.end = spans[number], spans[number + 1]
            part.breaks = BY_ELEMENT if number else block.breaks
            yield part

    def _copy(self, block: Block) -> Block:
        """Write a block as it is."""
        copy = _same(block)
        copy.text_start, copy.text_end = self._write(block.text_start, block.text_end)
        distance = copy.text_start - block.text_start
        copy.first_inline = len(self._tags) // INLINE_WIDTH
        for at, kind, start, end in self._old_tags(block):
            self._tags.extend((at + distance, kind, start, end))
        copy.last_inline = len(self._tags) // INLINE_WIDTH
        return copy

    def _part(self, block: Block, start: int, end: int) -> Block:
        """Write the part of a block that is between two positions in the old buffer."""
        part = _same(block)
        part.text_start, part.text_end = self._write(start, end)
        part.first_inline = len(self._tags) // INLINE_WIDTH
        tags = _tags_between(self._old_tags(block), start, end)
        for at, kind, address_start, address_end in tags:
            self._tags.extend((at - start + part.text_start, kind, address_start, address_end))
        part.last_inline = len(self._tags) // INLINE_WIDTH
        raw = self._old.buffer[start:end]
        text = raw.decode("utf-8")
        part.chars = count(text)
        part.words = len(text.split()) + (more_words(raw, 0, len(raw)) if has_unspaced(raw) else 0)
        part.bars = sum(map(text.count, BARS))
        part.links = sum(kind == LINK_OPEN for _, kind, _, _ in tags)
        part.link_chars = _chars_inside(self._old.buffer, tags, LINK_OPEN)
        part.bold_chars = _chars_inside(self._old.buffer, tags, BOLD_OPEN)
        return part

    def _write(self, start: int, end: int) -> tuple[int, int]:
        """Copy text from the old buffer; return where it is in the new one."""
        at = len(self._buffer)
        self._buffer += self._old.buffer[start:end]
        self._buffer += b"\n"
        return at, len(self._buffer) - 1

    def _old_tags(self, block: Block) -> Iterator[Tag]:
        for number in range(block.first_inline, block.last_inline):
            at, kind, start, end = self._old.inline_tags[number * INLINE_WIDTH : (number + 1) * INLINE_WIDTH]
            yield min(at, block.text_end), kind, start, end


def _same(block: Block) -> Block:
    """Return a copy of a block."""
    copy = Block()
    for name in Block.__slots__:
        setattr(copy, name, getattr(block, name))
    return copy


def _byte_places(text: str, start: int, places: list[int]) -> list[int]:
    """Return ascending places in a text, in characters, as offsets in bytes; the text itself begins at ``start``."""
    result = []
    at = 0
    for place in places:
        start += len(text[at:place].encode("utf-8"))
        at = place
        result.append(start)
    return result


def _tags_between(tags: Iterator[Tag], start: int, end: int) -> list[Tag]:
    """Return the inline tags of a part of a block: those that are open at its start are opened there again."""
    is_open: dict[int, Tag] = {}  # by kind, the outermost first
    result: list[Tag] = []
    for tag in tags:
        at, kind = tag[:2]
        if at >= end:
            break
        if at > start:
            if not result:
                result = [(start, *opened[1:]) for opened in is_open.values()]
            result.append(tag)
        if kind % 2:
            is_open[kind] = tag
        else:
            is_open.pop(kind - 1, None)
    if not result:
        result = [(start, *opened[1:]) for opened in is_open.values()]
    return result + [(end, kind + 1, 0, 0) for kind in reversed(is_open)]


def _chars_inside(buffer: bytes, tags: list[Tag], opening: int) -> int:
    """Return the number of characters other than white space between tags of a kind."""
    chars = since = 0
    for at, kind, _, _ in tags:
        if kind == opening:
            since = at
        elif kind == opening + 1:
            chars += count(buffer[since:at].decode("utf-8"))
    return chars
