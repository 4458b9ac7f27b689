"""The annotation of a page: what a person keeps of it, and as what.

An annotation consists of units: the segments of the page that readers can see, or parts of them where the person has
divided a segment. A unit is addressed by its span in the source of the decoded page, so the strokes of two windows do
not disturb each other: a span that has been divided since stands for the units inside of it, and a span that has no
unit inside changes nothing.

All operations return another annotation. Each takes time linear in the number of units; dividing a block also takes
time linear in its source.

In JSON, an annotation is a list ``[[start, end, keep, kind, continues, decided], …]``: only spans and decisions.
`ncleaner.studio.placing` finds the texts again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ncleaner.errors import UsageError
from ncleaner.page.blocks import CONTINUES
from ncleaner.page.document import Document
from ncleaner.page.segment import KINDS
from ncleaner.studio.division import divided, divided_at
from ncleaner.studio.parts import count
from ncleaner.studio.unit import Record, Span, Unit, records_as_json, unit_text


@dataclass(frozen=True, slots=True)
class Annotation:
    """The units of a page, in the order of the page."""

    units: tuple[Unit, ...]

    def keep(self, spans: Iterable[Span], value: bool) -> Annotation:
        """Keep or drop units."""
        return self._changed(spans, lambda unit: unit._replace(keep=value, decided=True))

    def kind(self, spans: Iterable[Span], kind: str) -> Annotation:
        """Keep units as segments of a kind: paragraphs, headings or list items."""
        if kind not in KINDS:
            raise UsageError(f"there is no kind of segment {kind!r}; there are: {', '.join(KINDS)}")
        return self._changed(spans, lambda unit: unit._replace(keep=True, kind=kind, continues=False, decided=True))

    def continues(self, spans: Iterable[Span], value: bool) -> Annotation:
        """Make units continue the segment before them, or begin segments of their own."""
        return self._changed(spans, lambda unit: unit._replace(continues=value, decided=True))

    def split(self, document: Document, span: Span, offset: int) -> Annotation:
        """Divide a unit in two. The second part begins a segment of its own.

        ``offset`` is the number of characters other than white space before the place. Raises `UsageError` if a part
        would be empty, or if the place is inside a character reference.
        """
        inside = self._inside(span)
        before = 0
        if inside and offset <= 0:
            raise UsageError("there is no text before this place: choose a place inside the segment")
        for number in inside:
            unit = self.units[number]
            size = count(unit_text(document, unit))
            if before < offset < before + size:
                return self._with(number, number + 1, divided(document, unit, offset - before))
            before += size
            if offset == before and number != inside[-1]:
                return self  # another window has divided it here
        if inside:
            raise UsageError("there is no text after this place: choose a place inside the segment")
        return self

    def join(self, span: Span) -> Annotation:
        """Join a part of a block with the part after it; the result has the decision on the first one.

        Raises `UsageError` if no part of the same block follows.
        """
        inside = self._inside(span)
        if not inside:
            return self
        first, last = self.units[inside[0]], inside[-1] + 1
        if last == len(self.units) or self.units[last].block != first.block:
            raise UsageError("no part of the same segment follows: only parts that were divided can be joined")
        after = self.units[last]
        joined = first._replace(text_end=after.text_end, end=after.end, decided=True)
        return self._with(inside[0], last + 1, [joined])

    def decide(self, document: Document, records: Iterable[Record]) -> Annotation:
        """Decide as the records say. Each becomes one unit; units that it begins or ends inside of are divided."""
        records = sorted(records)
        finer = refined(document, self, {place for start, end, *_ in records for place in (start, end)})
        units: list[Unit] = []
        done = 0
        for start, end, keep, kind, continues, _ in records:
            inside = finer._inside((start, end))
            units += finer.units[done : inside.start]
            done = max(done, inside.stop)
            for _, parts in groupby(finer.units[inside.start : inside.stop], lambda unit: unit.block):
                first, *others = parts
                last = others[-1] if others else first
                joined = first._replace(text_end=last.text_end, end=last.end)
                units.append(joined._replace(keep=keep, kind=kind, continues=continues, decided=True))
        return Annotation((*units, *finer.units[done:]))

    def inside(self, span: Span) -> tuple[Unit, ...]:
        """Return the units inside of a span of the source."""
        found = self._inside(span)
        return self.units[found.start : found.stop]

    def to_json(self) -> str:
        """Return the spans and decisions as JSON on one line."""
        return records_as_json(unit.record for unit in self.units)

    def _inside(self, span: Span) -> range:
        """Return the indices of the units inside of a span."""
        start, end = span
        first = last = bisect_left(self.units, start, key=lambda unit: unit.start)
        while last < len(self.units) and self.units[last].end <= end:
            last += 1
        return range(first, last)

    def _changed(self, spans: Iterable[Span], change: Callable[[Unit], Unit]) -> Annotation:
        units = list(self.units)
        for span in spans:
            for number in self._inside(span):
                units[number] = change(self.units[number])
        return Annotation(tuple(units))

    def _with(self, first: int, last: int, units: Iterable[Unit]) -> Annotation:
        """Replace the units from ``first`` up to ``last``."""
        return Annotation((*self.units[:first], *units, *self.units[last:]))


def suggested(document: Document) -> Annotation:
    """Return the annotation that the engine of a document suggests."""
    keep, kinds = document.decisions.keep, document.kinds
    return Annotation(
        tuple(whole_block(document, index, span, keep[index] == 1, kinds[index]) for index, span in visible(document))
    )


def everything(document: Document) -> Annotation:
    """Return the annotation that keeps all that readers can see, with the kinds that the engine suggests."""
    units = []
    before = False
    for unit in suggested(document).units:
        units.append(unit._replace(keep=True, continues=unit.continues and before))
        before = unit.keep  # what the engine has dropped begins a segment, and so does what comes after it
    return Annotation(tuple(units))


def nothing(document: Document) -> Annotation:
    """Return the annotation that drops everything, with the kinds that the engine suggests."""
    return Annotation(tuple(unit._replace(keep=False, continues=False) for unit in suggested(document).units))


def visible(document: Document) -> list[tuple[int, Span]]:
    """Return the index and the span of each block that readers can see.

    Raises `UsageError` if the engine of the document does not work on the source of pages.
    """
    hidden = document.decisions.hidden
    result = []
    for index, (block, span) in enumerate(zip(document.blocks.items, document.blocks.spans(), strict=True)):
        if span[0] < 0:
            raise UsageError(
                f"the engine {document.engine!r} does not say where its segments are in the page, so they cannot be"
                " annotated: choose another engine"
            )
        if not block.state & hidden:
            result.append((index, span))
    return result


def refined(document: Document, annotation: Annotation, places: Iterable[int]) -> Annotation:
    """Divide the units of an annotation at places in the source, without changing what is decided.

    The parts of a kept unit are still one segment. Places that are not inside a unit change nothing, and neither do
    those where a unit cannot be divided.
    """
    places = sorted(places)
    units: list[Unit] = []
    for unit in annotation.units:
        first, last = bisect_right(places, unit.start), bisect_left(places, unit.end)
        units.extend(part for _, part in divided_at(document, unit, places[first:last]))
    return Annotation(tuple(units))


def unit_texts(document: Document, annotation: Annotation) -> Iterator[str]:
    """Yield the texts of all units."""
    block, text = -1, ""
    for unit in annotation.units:
        if unit.block != block:
            block, text = unit.block, document.blocks.text(unit.block)
        yield text[unit.text_start : unit.text_end]


def whole_block(document: Document, index: int, span: Span, keep: bool, kind: int) -> Unit:
    """Return a whole block as a unit."""
    length = len(document.blocks.text(index))
    return Unit(index, 0, length, *span, keep, KINDS[kind & ~CONTINUES], kind >= CONTINUES)
