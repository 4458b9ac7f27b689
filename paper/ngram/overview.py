"""What was to be shown: models that have learnt from 58 pages, on pages that they have not seen, and the limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ncleaner.evaluate.statistics import bootstrap_f
from paper.judging import Result
from paper.markdown import percent, signed, table
from paper.ngram import published
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.page import Pieces

HEADS = ("", "decisions", "words F", "words+marks F", "marks F, labelled", "words F, macro")
DECISIONS = {"independent": "independent", "viterbi": "in runs (Viterbi)"}
SOURCES = {"html": "HTML", "lynx": "text, dumps by Lynx", "dump": "text, dumps by `dump`"}


class Limits(NamedTuple):
    """The least words F, words+marks F and marks F, in percent."""

    words: float | None = None
    both: float | None = None
    marks: float | None = None


ALONE, RUNS, TEXT, SIMPLIFIED = (
    Limits(94.1, 93.2, 61.0),
    Limits(94.8, 93.8),
    Limits(93.9, 92.7),
    Limits(93.9, 92.9, 61.0),
)
MEASURES = {"words": "words", "both": "words+marks", "marks": "marks"}


class Row(NamedTuple):
    """A system, how it decides, what it must reach, and what it reaches."""

    name: str
    decode: str
    limits: Limits
    result: Result


def pieces(materials: Materials) -> Pieces:
    """The table of limits, what runs are good for, and the numbers of pages."""
    rows = list(_rows(materials))
    lynx = "" if materials.has_lynx else " Lynx is not installed here, so the rows with its dumps are left out."
    return Pieces(
        {
            "train_pages": str(len(materials.html.train)),
            "test_pages": str(len(materials.html.test)),
            "fiasco_pages": str(published.FIASCO_PAGES),
            "final_pages": str(published.FINAL_PAGES),
            "lynx_remark": lynx,
            "limits": table(HEADS, [_cells(row) for row in rows], labels=2),
            "verdict": _verdict(rows),
            "runs": table(["", "chosen", "runs − independent"], list(_runs(materials)), labels=2),
        }
    )


def _rows(materials: Materials) -> Iterator[Row]:
    yield from _both(materials, "html", False, ALONE, RUNS)
    for source in materials.text_sources:
        yield from _both(materials, source, False, TEXT, TEXT)
    yield from _both(materials, "html", True, SIMPLIFIED, SIMPLIFIED)


def _both(materials: Materials, source: str, simplified: bool, alone: Limits, runs: Limits) -> Iterator[Row]:
    """A system with both ways to decide."""
    recipe = NON_LEXICAL if simplified else LEXICAL
    name = f"{SOURCES[source]}, {'non-lexical, ' if simplified else ''}n = {recipe.n}, q = {recipe.q:g}"
    for decode, limits in (("independent", alone), ("viterbi", runs)):
        yield Row(name, decode, limits, materials.result(source, recipe, decode))


def _cells(row: Row) -> list[str]:
    return [
        row.name,
        DECISIONS[row.decode],
        *(_cell(row, limit) for limit in MEASURES),
        percent(row.result.macro("words").f.value),
    ]


def _cell(row: Row, name: str) -> str:
    """A figure with its limit behind it; in bold where it does not reach it."""
    figure = percent(row.result.micro(MEASURES[name]).f)
    limit: float | None = getattr(row.limits, name)
    if limit is None:
        return figure
    return f"**{figure} (< {limit:g})**" if _missed(row, name) else f"{figure} (≥ {limit:g})"


def _missed(row: Row, name: str) -> bool:
    limit: float | None = getattr(row.limits, name)
    return limit is not None and float(percent(row.result.micro(MEASURES[name]).f)) < limit


def _verdict(rows: Sequence[Row]) -> str:
    missed = [f"{row.name}, {row.decode} ({MEASURES[name]})" for row in rows for name in MEASURES if _missed(row, name)]
    verdict = f"Below their limits: {'; '.join(missed)}." if missed else "All limits are kept."
    interval = bootstrap_f([page["words"] for page in rows[0].result.pages])
    if interval is None:
        return verdict
    ends = f"{percent(interval.low)} and {percent(interval.high)}"
    return f"{verdict} The first words F lies between {ends} with a confidence of 95 % (bootstrap over the pages)."


def _runs(materials: Materials) -> Iterator[list[str]]:
    """By how much runs are better, and what was chosen in training."""
    for recipe, name in ((LEXICAL, "standard"), (NON_LEXICAL, "non-lexical")):
        for source in ("html", *materials.text_sources):
            alone, runs = (materials.result(source, recipe, decode).micro("words").f for decode in DECISIONS)
            yield [f"{SOURCES[source]}, {name}", DECISIONS[materials.decoding(source, recipe)], signed(runs - alone)]
