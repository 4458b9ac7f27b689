"""Scores of models on held-out pages, by the measures of the papers, for the header of a model.

The measures are computed exactly as in ``ncleaner evaluate --cross-validate``. Only the bias and the decoding were
chosen on all pages: three numbers from some thousand blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import MARKS, read
from ncleaner.metrics.counts import Counts, macro, micro
from ncleaner.metrics.marks import marks
from ncleaner.metrics.words import words
from ncleaner.train.examples import TrainingPage

DIGITS = 2  # after the decimal point of a percentage


def scores_by_set(pages: Sequence[TrainingPage], keep: Sequence[bytearray], folds: int) -> dict[str, dict[str, float]]:
    """Return the figures of each set in percent, for the header of a model.

    ``keep`` has, for each page, the decisions on the blocks that no rule is certain about.
    """
    by_set: dict[str, list[dict[str, Counts]]] = {}
    for page, kept in zip(pages, keep, strict=True):
        by_set.setdefault(page.set, []).append(page_counts(page, kept))
    return {f"{name or 'pages'} ({folds} folds)": _figures(counts) for name, counts in by_set.items()}


def page_counts(page: TrainingPage, keep: Sequence[int]) -> dict[str, Counts]:
    """Return the counts of each measure on a page."""
    output, gold = read(_output(page, keep)), read(page.gold)
    blocks = matches(output.words, gold.words)
    counts = {"words": words(output.words, gold.words, blocks)}
    if gold.marks:
        blocks = matches(output.tokens, gold.tokens)
        counts["words+marks"] = words(output.tokens, gold.tokens, blocks)
        counts["marks"] = marks(output.tokens, gold.tokens, blocks)
    return counts


def _output(page: TrainingPage, keep: Sequence[int]) -> str:
    """Return the kept blocks of a page in CleanEval's format."""
    lines = []
    decisions = iter(keep)
    for index, certain in enumerate(page.certain):
        if not certain and next(decisions):
            text = page.buffer[page.starts[index] : page.ends[index]].decode("utf-8")
            lines.append(f"{MARKS[page.kinds[index]]}{text}\n")
    return "".join(lines)


def _figures(pages: Sequence[dict[str, Counts]]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for measure in ("words", "words+marks", "marks"):
        counts = [page[measure] for page in pages if measure in page]
        if measure == "words":
            whole = micro(counts)
            figures |= {"words P": whole.precision, "words R": whole.recall, "words F": whole.f}
            figures["words macro F"] = macro(counts).f.value
        elif counts:
            figures[f"{measure} F"] = micro(counts).f
    return {name: round(100 * figure, DIGITS) for name, figure in figures.items()}
