"""What the Markdown of a page loses of the structures of its source.

A structure of the source counts if the engine kept some of it. It is compared with the structure of the Markdown that
has most of its pieces: cells, items or lines. A piece is then

- whole: in that structure;
- loose: elsewhere in the Markdown;
- absent: kept by the engine, but not in the Markdown;
- dropped: dropped by the engine.

A short text such as "7" is found anywhere; so it is only looked for as a line, as a word and as two words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import NamedTuple

from ncleaner.evaluate.structure.forms import Formula, Structures, joined, plain

_LONG = 6  # characters of a text that is unlikely to be part of another by chance

_PUNCTUATION = ".,;:!?()[]"


class Texts:
    """Lines of text, to look up pieces in."""

    def __init__(self, lines: Iterable[str]) -> None:
        lines = list(lines)
        self._lines = set(map(plain, lines))
        words = [plain(word) for line in lines for word in line.split()]
        bare = [word.strip(_PUNCTUATION) for word in words]
        self._words = {*words, *bare, *map("".join, pairwise(words)), *map("".join, pairwise(bare))}
        self._all = "".join(map(plain, lines))

    def has_all(self, piece: str) -> bool:
        """Return whether all lines of a piece, in their `plain` form, are in the text."""
        return all(self._has(plain(line)) for line in piece.split("\n"))

    def count(self, piece: str) -> int:
        """Count how often a piece, in its `plain` form, is in the text; short ones are not looked for."""
        return self._all.count(piece) if len(piece) >= _LONG else 0

    def _has(self, piece: str) -> bool:
        if piece in self._lines or (len(piece) >= _LONG and piece in self._all):
            return True
        return len(piece) < _LONG and piece in self._words


class Example(NamedTuple):
    """Something that was lost: its kind, what happened to it, and its text."""

    kind: str
    fate: str
    text: str


@dataclass(slots=True)
class Losses:
    """Counts of the structures of one kind, and of their pieces."""

    structures: int = 0
    whole_structures: int = 0
    pieces: int = 0
    whole: int = 0
    loose: int = 0
    absent: int = 0
    dropped: int = 0

    def __iadd__(self, other: Losses) -> Losses:
        _add(self, other)
        return self


@dataclass(slots=True)
class FormulaCounts:
    """Counts of formulas that are never in the Markdown, as often as in the source, more often, or only as text."""

    formulas: int = 0
    never: int = 0
    once: int = 0
    repeated: int = 0
    loose: int = 0

    def __iadd__(self, other: FormulaCounts) -> FormulaCounts:
        _add(self, other)
        return self


@dataclass(slots=True)
class HeadingCounts:
    """Counts of headings of the Markdown; ``unmarked`` are those that are no headings in the source."""

    headings: int = 0
    unmarked: int = 0

    def __iadd__(self, other: HeadingCounts) -> HeadingCounts:
        _add(self, other)
        return self


@dataclass(slots=True)
class PageLosses:
    """What the Markdown of one page loses, and the lost pieces themselves."""

    tables: Losses = field(default_factory=Losses)
    lists: Losses = field(default_factory=Losses)
    code: Losses = field(default_factory=Losses)
    formulas: FormulaCounts = field(default_factory=FormulaCounts)
    headings: HeadingCounts = field(default_factory=HeadingCounts)
    examples: list[Example] = field(default_factory=list)


def _add(here: Losses | FormulaCounts | HeadingCounts, other: Losses | FormulaCounts | HeadingCounts) -> None:
    for each in fields(here):
        setattr(here, each.name, getattr(here, each.name) + getattr(other, each.name))


def losses(source: Structures, output: Structures) -> PageLosses:
    """Compare the structures of a page and of its Markdown."""
    page = PageLosses()
    comparison = _Comparison(Texts(output.texts), page)
    page.tables = comparison.losses("table", _cells(source), _cells(output), source.dropped_cells)
    page.lists = comparison.losses("list", _items(source), _items(output), [each.dropped for each in source.lists])
    page.code = comparison.losses("code", _lines(source), _lines(output), [each.dropped for each in source.code])
    page.formulas = comparison.formulas(source.formulas, output.formulas)
    page.headings = comparison.headings(source, output)
    return page


Pieces = Sequence[Sequence[str]]
"""The pieces of each structure."""


def _cells(structures: Structures) -> Pieces:
    return [[cell for row in table for cell in row if cell] for table in structures.tables]


def _items(structures: Structures) -> Pieces:
    return [[text for text in items.texts if text] for items in structures.lists]


def _lines(structures: Structures) -> Pieces:
    return [[line for line in code.lines if line] for code in structures.code]


def _is_part(text: str, heading: str) -> bool:
    """Return whether a heading of the Markdown is most of one of the source, or has little more than it."""
    short, long = sorted((text, heading), key=len)
    return short in long and 2 * len(short) >= len(long)


class _Comparison:
    """Compares the structures of one page."""

    def __init__(self, output: Texts, page: PageLosses) -> None:
        self._output = output
        self._examples = page.examples

    def losses(self, kind: str, source: Pieces, output: Pieces, dropped: Sequence[int]) -> Losses:
        """Return the losses of the structures of one kind; ``dropped`` has how many pieces of each were dropped."""
        result = Losses()
        left = [Counter(map(joined, pieces)) for pieces in output]
        places: dict[str, set[int]] = {}
        for number, pieces in enumerate(output):
            for piece in map(joined, pieces):
                places.setdefault(piece, set()).add(number)
        for pieces, count in zip(source, dropped, strict=True):
            if pieces:
                result += self._structure(kind, pieces, self._best(pieces, left, places), count)
        return result

    @staticmethod
    def _best(pieces: Sequence[str], left: list[Counter[str]], places: dict[str, set[int]]) -> Counter[str]:
        """Return the pieces of the structure that has most of these pieces, without those that others have taken."""
        votes = Counter(
            number for piece in set(map(joined, pieces)) for number in places.get(piece, ()) if left[number][piece] > 0
        )
        return left[max(votes, key=lambda number: (votes[number], -number))] if votes else Counter()

    def _structure(self, kind: str, pieces: Sequence[str], best: Counter[str], dropped: int) -> Losses:
        result = Losses(1, pieces=len(pieces) + dropped, dropped=dropped)
        for piece in pieces:
            fate = "whole" if best[joined(piece)] > 0 else "loose" if self._output.has_all(piece) else "absent"
            best[joined(piece)] -= 1
            setattr(result, fate, getattr(result, fate) + 1)
            if fate != "whole":
                self._examples.append(Example(kind, fate, piece))
        result.whole_structures = int(result.whole == result.pieces)
        return result

    def formulas(self, source: Sequence[Formula], output: Sequence[Formula]) -> FormulaCounts:
        """Count how often the formulas of the source are in the Markdown, as formulas or as text."""
        result = FormulaCounts()
        wanted = Counter(formula.key for formula in source)
        first = {formula.key: formula for formula in reversed(source)}
        there = Counter(formula.key for formula in output)
        for key, count in wanted.items():
            typed = self._typed(first[key])
            if not there[key] + typed and not first[key].is_kept:
                continue
            result.formulas += 1
            fate = "once" if there[key] else "loose" if typed else "never"
            fate = fate if there[key] + typed <= count else "repeated"
            setattr(result, fate, getattr(result, fate) + 1)
            if fate != "once":
                self._examples.append(Example("formula", fate, first[key].tex or first[key].shown))
        return result

    def _typed(self, formula: Formula) -> int:
        """Count how often the TeX of a formula, or what the page shows of it, is in the text of the Markdown."""
        forms = {plain(formula.tex), plain(formula.shown)}
        return sum(map(self._output.count, forms))

    def headings(self, source: Structures, output: Structures) -> HeadingCounts:
        """Count the headings of the Markdown that are none in the source."""
        marked = {heading.text for heading in source.headings}
        result = HeadingCounts(len(output.headings))
        for heading in output.headings:
            text = heading.text
            if text and text not in marked and not any(_is_part(text, each) for each in marked):
                result.unmarked += 1
                self._examples.append(Example("heading", "unmarked", text))
        return result
