"""How well models do on the pages that they have not seen, by the measures of the papers, for the header of a model.

The texts are judged exactly as ``ncleaner evaluate --cross-validate`` judges them. Only the bias and the decoding were
chosen by looking at all pages: three numbers from some thousand blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import MARKS, read
from ncleaner.metrics.counts import Counts, macro, micro
from ncleaner.metrics.marks import marks
from ncleaner.metrics.words import words
from ncleaner.train.examples import Lesson

DIGITS = 2  # behind the point of a percentage


def scores_by_set(pages: Sequence[Lesson], keep: Sequence[bytearray], folds: int) -> dict[str, dict[str, float]]:
    """The figures of each set in percent, as in the header of a model.

    ``keep`` says for each page which of the blocks that are to be decided on were kept.
    """
    by_set: dict[str, list[dict[str, Counts]]] = {}
    for page, kept in zip(pages, keep, strict=True):
        by_set.setdefault(page.set, []).append(judged(page, kept))
    return {f"{name or 'pages'} ({folds} folds)": _figures(found) for name, found in by_set.items()}


def judged(page: Lesson, keep: Sequence[int]) -> dict[str, Counts]:
    """What the measures count on a page."""
    output, gold = read(_output(page, keep)), read(page.gold)
    blocks = matches(output.words, gold.words)
    found = {"words": words(output.words, gold.words, blocks)}
    if gold.marks:
        blocks = matches(output.tokens, gold.tokens)
        found["words+marks"] = words(output.tokens, gold.tokens, blocks)
        found["marks"] = marks(output.tokens, gold.tokens, blocks)
    return found


def _output(page: Lesson, keep: Sequence[int]) -> str:
    """What was kept of a page, in CleanEval's format."""
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
