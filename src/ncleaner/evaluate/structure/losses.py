"""What the Markdown of a page loses of the structures of its source.

A structure of the source counts if the engine kept some of it: one of its pieces (cells, items, lines) is in the kept
text and not in the dropped text, or all of its pieces are in both. Each structure is compared with the structure of the
Markdown that has most of its pieces. A piece is then

- whole: in that structure;
- loose: elsewhere in the Markdown;
- absent: kept by the engine, but not in the Markdown;
- dropped: dropped by the engine.

Short texts such as "7" are found anywhere; so they are only looked for as whole lines and as words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields

from ncleaner.evaluate.structure.forms import Formula, Structures, plain

_LONG = 8  # characters of a text that is unlikely to be part of another by chance
_LEAST_SHARE = 0.5  # of an item, if the rest was dropped


class Texts:
    """Lines of text, to look up pieces in."""

    def __init__(self, lines: Iterable[str]) -> None:
        lines = list(lines)
        self.lines = set(map(plain, lines))
        self._words = {plain(word) for line in lines for word in line.split()}
        self.all = "".join(map(plain, lines))

    def has(self, piece: str) -> bool:
        """Return whether a piece, in its `plain` form, is in the text."""
        if piece in self.lines or (len(piece) >= _LONG and piece in self.all):
            return True
        return len(piece) < _LONG and piece in self._words


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
class Repetitions:
    """Counts of different formulas: not in the Markdown, there as often as in the source, or there more often."""

    formulas: int = 0
    never: int = 0
    once: int = 0
    repeated: int = 0

    def __iadd__(self, other: Repetitions) -> Repetitions:
        _add(self, other)
        return self


@dataclass(slots=True)
class Headings:
    """Counts of headings of the Markdown; ``unmarked`` are those that are no headings in the source."""

    headings: int = 0
    unmarked: int = 0

    def __iadd__(self, other: Headings) -> Headings:
        _add(self, other)
        return self


@dataclass(slots=True)
class PageLosses:
    """What the Markdown of one page loses, and the lost pieces themselves."""

    tables: Losses = field(default_factory=Losses)
    lists: Losses = field(default_factory=Losses)
    code: Losses = field(default_factory=Losses)
    formulas: Repetitions = field(default_factory=Repetitions)
    headings: Headings = field(default_factory=Headings)
    examples: list[tuple[str, str, str]] = field(default_factory=list)  # kind, what happened, text


def _add(here: Losses | Repetitions | Headings, other: Losses | Repetitions | Headings) -> None:
    for each in fields(here):
        setattr(here, each.name, getattr(here, each.name) + getattr(other, each.name))


def losses(source: Structures, output: Structures, kept: Iterable[str], dropped: Iterable[str]) -> PageLosses:
    """Compare the structures of a page and of its Markdown.

    ``kept`` and ``dropped`` are the texts of the kept and of the dropped blocks.
    """
    page = PageLosses()
    comparison = _Comparison(Texts(kept), Texts(dropped), Texts(output.texts), page)
    page.tables = comparison.losses("table", _cells(source), _cells(output))
    page.lists = comparison.losses("list", _items(source), _items(output), is_part=_is_part)
    page.code = comparison.losses("code", _lines(source), _lines(output))
    page.formulas = comparison.repetitions(source.formulas, output.formulas)
    page.headings = comparison.headings(source, output)
    return page


def _cells(structures: Structures) -> list[list[str]]:
    return [[cell for row in table for cell in row if cell] for table in structures.tables]


def _items(structures: Structures) -> list[list[str]]:
    return [[text for text in items.texts if text] for items in structures.lists]


def _lines(structures: Structures) -> list[list[str]]:
    return [[line for line in code.lines if line.strip()] for code in structures.code]


def _is_part(text: str, item: str) -> bool:
    """Return whether a text is most of an item, or an item has all of a text."""
    return (text in item and len(text) >= _LONG) or (item in text and len(item) >= _LEAST_SHARE * len(text) > 0)


class _Comparison:
    """Compares the structures of one page."""

    def __init__(self, kept: Texts, dropped: Texts, output: Texts, page: PageLosses) -> None:
        self._kept = kept
        self._dropped = dropped
        self._output = output
        self._examples = page.examples

    def losses(
        self,
        kind: str,
        source: Sequence[Sequence[str]],
        output: Sequence[Sequence[str]],
        is_part: Callable[[str, str], bool] = lambda text, piece: False,
    ) -> Losses:
        """Return the losses of the structures of one kind; ``is_part`` says which different texts are the same piece."""
        result = Losses()
        left = [Counter(pieces) for pieces in output]
        places: dict[str, set[int]] = {}
        for number, pieces in enumerate(output):
            for piece in pieces:
                places.setdefault(piece, set()).add(number)
        for pieces in source:
            if self._is_kept(pieces):
                result += self._structure(kind, pieces, self._best(pieces, left, places), is_part)
        return result

    def _is_kept(self, pieces: Sequence[str]) -> bool:
        certain = False
        for piece in map(plain, pieces):
            if not self._kept.has(piece):
                if self._dropped.has(piece):
                    certain = True  # not all pieces are kept, so one must be in the kept text alone
            elif not self._dropped.has(piece):
                return True
        return bool(pieces) and not certain and all(self._kept.has(plain(piece)) for piece in pieces)

    @staticmethod
    def _best(pieces: Sequence[str], left: list[Counter[str]], places: dict[str, set[int]]) -> Counter[str]:
        """Return the pieces of the structure that has most of these pieces, without those that others have taken."""
        votes = Counter(number for piece in set(pieces) for number in places.get(piece, ()) if left[number][piece] > 0)
        return left[max(votes, key=lambda number: (votes[number], -number))] if votes else Counter()

    def _structure(
        self, kind: str, pieces: Sequence[str], best: Counter[str], is_part: Callable[[str, str], bool]
    ) -> Losses:
        result = Losses(structures=1, pieces=len(pieces))
        others = []
        for piece in pieces:
            if best[piece] > 0:
                best[piece] -= 1
                result.whole += 1
            else:
                others.append(piece)
        for piece in others:
            fate = self._fate(piece, best, is_part)
            setattr(result, fate, getattr(result, fate) + 1)
            if fate in ("loose", "absent"):
                self._examples.append((kind, fate, piece))
        result.whole_structures = int(result.whole == result.pieces)
        return result

    def _fate(self, piece: str, best: Counter[str], is_part: Callable[[str, str], bool]) -> str:
        for other, count in best.items():
            if count > 0 and is_part(piece, other):
                best[other] -= 1
                return "whole"
        text = plain(piece)
        if text in self._dropped.lines and text not in self._kept.lines:
            return "dropped"
        if self._output.has(text):
            return "loose"
        return "absent" if self._kept.has(text) else "dropped"

    def repetitions(self, source: Sequence[Formula], output: Sequence[Formula]) -> Repetitions:
        """Count how often the formulas of the source are in the Markdown, as formulas or as text."""
        result = Repetitions()
        wanted = Counter(formula.key for formula in source)
        first = {formula.key: formula for formula in reversed(source)}
        there = Counter(formula.key for formula in output)
        for key, count in wanted.items():
            found = there[key] + self._typed(first[key])
            if not found and not self._is_kept_formula(first[key]):
                continue
            result.formulas += 1
            fate = "never" if not found else "once" if found <= count else "repeated"
            setattr(result, fate, getattr(result, fate) + 1)
            if fate != "once":
                self._examples.append(("formula", fate, first[key].tex or first[key].shown))
        return result

    def _typed(self, formula: Formula) -> int:
        """Count how often the TeX of a formula, or what the page shows of it, is in the text of the Markdown."""
        forms = {plain(formula.tex), plain(formula.shown)}
        return sum(self._output.all.count(form) for form in forms if len(form) >= _LONG)

    def _is_kept_formula(self, formula: Formula) -> bool:
        return True

    def headings(self, source: Structures, output: Structures) -> Headings:
        """Count the headings of the Markdown that are none in the source."""
        marked = {heading.text for heading in source.headings}
        result = Headings(len(output.headings))
        for heading in output.headings:
            text = heading.text
            if text and text not in marked and not any(_is_part(each, text) for each in marked):
                result.unmarked += 1
                self._examples.append(("heading", "unmarked", text))
        return result
