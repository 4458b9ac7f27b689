"""What knowing the words of a language is worth: the same pages, read as if nobody knew their language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.accuracy.readings import Judged, Reading
from ncleaner.metrics.counts import macro, micro
from paper.markdown import signed, table

HEADS = ("", "pages", "words F", "without words", "", "macro F", "without words", "", "bag F", "without words", "")


def rows(sets: Mapping[str, Sequence[Reading]]) -> str:
    """The table: a line for each set."""
    return table(HEADS, [_row(name, readings) for name, readings in sets.items()])


def _row(name: str, readings: Sequence[Reading]) -> list[str]:
    found = [name, f"{len(readings):,}"]
    plain = _figures([reading.plain for reading in readings])
    wordless = _figures([reading.wordless for reading in readings])
    for one, other in zip(plain, wordless, strict=True):
        found += [f"{100 * one:.1f}", f"{100 * other:.1f}", signed(other - one, 1)]
    return found


def _figures(pages: Sequence[Judged]) -> list[float]:
    words = [page.words for page in pages]
    return [micro(words).f, macro(words).f.value, macro([page.bag for page in pages]).f.value]
