"""Figures to report, from the results of single pages: dictionaries for JSON, rows for CSV.

All figures are percentages, except those with a unit in their names. ``summarize`` returns what ``--json`` prints::

    {"set": …, "pages": N, "marked": whether gold texts have marks (without marks their figures are meaningless),
     "cross_validated": folds or 0, "unpaired": [names], "empty": [ids of pages whose gold text has no words],
     "measure": that of the comparisons, "words", or "snippets" if there are snippets instead of gold texts (then each
     engine has "snippets", the same as "words", instead of the measures that follow),
     "engines": {ENGINE: {
        "words":       {"micro": {"precision", "recall", "f", "f_low", "f_high": 95 % interval, for words only},
                        "macro": {"precision", "recall", "f", "precision_sd", "recall_sd", "f_sd"}},
        "words+marks": the same, "bag": the same, "shingles": the same, "chars": the same,
        "marks":       the same, and "unlabelled": the same without regard to kinds,
        "edit":        {"text": {"min", "max", "average"}, "marks": …, "both": …},
        "cpu_ms_per_page", "mb_per_s", "memory_mb" (null if not measured),
        "failures":    [{"page": id, "error": message}],
        "types":       {TYPE: {"pages": n, and all measures as above}},
        "languages":   the same by language}},
     "comparisons": [{"engine", "baseline": the first engine,
        "difference": mean of the differences of the F of words on each page, "low", "high": 95 % interval of that, "p",
        "wilcoxon_p", "bootstrap": {"low", "high"}, "sentence": this in words}]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ncleaner.evaluate.results import COUNTED, EDIT, SNIPPETS, EngineResult, Evaluation, PageResult
from ncleaner.evaluate.statistics import Interval, bootstrap_difference, bootstrap_f, sentence, t_test, wilcoxon
from ncleaner.metrics.counts import Counts, Macro, macro, mean, micro

FIGURES = ("precision", "recall", "f")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how formulas begin in spreadsheets
DIGITS = 4  # decimals of a percentage: more than are meaningful for any set


def summarize(evaluation: Evaluation) -> dict[str, Any]:
    """Return all figures of an evaluation, ready for JSON."""
    first = evaluation.engines[0]
    return {
        "set": evaluation.name,
        "pages": len(first.pages),
        "measure": evaluation.measure,
        "marked": any(page.counts["marks"].gold for page in first.pages if "marks" in page.counts),
        "cross_validated": evaluation.cross_validated,
        "engines": {engine.name: _engine(engine, evaluation.measure) for engine in evaluation.engines},
        "comparisons": [_comparison(engine, first, evaluation.measure) for engine in evaluation.engines[1:]],
        "unpaired": list(evaluation.unpaired),
        "empty": [page.id for page in first.pages if not page.counts[evaluation.measure].gold],
    }


def _comparison(engine: EngineResult, first: EngineResult, measure: str) -> dict[str, Any]:
    """Compare an engine with the first one by the F of a measure."""
    ours, theirs = ([page.counts[measure].f for page in result.pages] for result in (engine, first))
    test = t_test(ours, theirs)
    return {
        "engine": engine.name,
        "baseline": first.name,
        "difference": percent(test.difference),
        **_interval(test.interval),
        "p": test.p,
        "wilcoxon_p": wilcoxon(ours, theirs),
        "bootstrap": _interval(bootstrap_difference(ours, theirs)),
        "sentence": sentence(engine.name, ours, first.name, theirs),
    }


def _interval(interval: Interval | None, name: str = "") -> dict[str, float | None]:
    if interval is None:
        return {f"{name}low": None, f"{name}high": None}
    return {f"{name}low": percent(interval.low), f"{name}high": percent(interval.high)}


def _engine(engine: EngineResult, measure: str) -> dict[str, Any]:
    pages = engine.pages
    seconds = sum(page.seconds for page in pages)
    scores = measures(pages)
    scores[measure]["micro"] |= _interval(bootstrap_f([page.counts[measure] for page in pages]), "f_")
    return {
        **scores,
        "cpu_ms_per_page": round(1e3 * seconds / len(pages), DIGITS) if pages else 0.0,
        "mb_per_s": round(sum(page.size for page in pages) / seconds / 1e6, DIGITS) if seconds else None,
        "memory_mb": round(engine.memory / 1e6, 1) if engine.memory else None,
        "failures": [{"page": page.id, "error": page.error} for page in pages if page.error],
        "types": _groups(pages, lambda page: page.type),
        "languages": _groups(pages, lambda page: page.language),
    }


def measures(pages: Sequence[PageResult]) -> dict[str, Any]:
    """Return all measures over some pages."""
    if any(SNIPPETS in page.counts for page in pages):
        return {SNIPPETS: _averages([page.counts[SNIPPETS] for page in pages])}
    scores: dict[str, Any] = {name: _averages([page.counts[name] for page in pages]) for name in COUNTED}
    scores["marks"]["unlabelled"] = scores.pop("marks-unlabelled")
    scores["edit"] = {part: _extremes([page.edit[part] for page in pages]) for part in EDIT}
    return scores


def _averages(counts: Sequence[Counts]) -> dict[str, dict[str, float]]:
    return {"micro": figures(micro(counts)), "macro": _macro_figures(macro(counts))}


def figures(counts: Counts) -> dict[str, float]:
    """Return precision, recall and F in percent."""
    return {name: percent(getattr(counts, name)) for name in FIGURES}


def _macro_figures(means: Macro) -> dict[str, float]:
    values = {name: percent(getattr(means, name).value) for name in FIGURES}
    return values | {f"{name}_sd": percent(getattr(means, name).deviation) for name in FIGURES}


def _extremes(values: Sequence[float]) -> dict[str, float]:
    return {
        "min": percent(min(values, default=0.0)),
        "max": percent(max(values, default=0.0)),
        "average": percent(mean(values).value),
    }


def percent(fraction: float) -> float:
    """Return a fraction as a percentage."""
    return round(100 * fraction, DIGITS)


def _groups(pages: Sequence[PageResult], key: Callable[[PageResult], str]) -> dict[str, dict[str, Any]]:
    """Return the figures of the pages with the same key, in alphabetical order; empty if no page has a key."""
    groups: dict[str, list[PageResult]] = {}
    for page in sorted(pages, key=key):
        groups.setdefault(key(page), []).append(page)
    return {name: {"pages": len(some), **measures(some)} for name, some in groups.items()} if any(groups) else {}


def rows(evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """Yield a row for each engine and page: all measures in percent, time, size and error."""
    for engine in evaluation.engines:
        for page in engine.pages:
            row: dict[str, Any] = {"engine": engine.name, "page": page.id, "type": page.type, "language": page.language}
            for name, counts in page.counts.items():
                column = name.replace("+", "_").replace("-", "_")  # valid identifiers
                row |= {f"{column}_{figure}": value for figure, value in figures(counts).items()}
            row |= {f"edit_{part}": percent(value) for part, value in page.edit.items()}
            row |= {"cpu_ms": round(1e3 * page.seconds, DIGITS), "bytes": page.size, "error": page.error}
            yield row


def to_csv(evaluation: Evaluation) -> str:
    """Return the rows as CSV."""
    return csv_of(list(rows(evaluation)))


def csv_of(table: Sequence[dict[str, Any]]) -> str:
    """Return rows, of which there is at least one, as CSV with a header line.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    import csv
    import io

    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _no_formula(value) for name, value in row.items()} for row in table)
    return file.getvalue()


def _no_formula(value: object) -> object:
    """Return a text with an apostrophe before it if it begins like a formula; other values as they are."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
