"""What a bias does: precision and recall of words on pages whose sites the models do not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.accuracy.readings import BIASES, Reading
from ncleaner.charts.numbers import MINUS
from ncleaner.metrics.counts import macro, micro
from paper.markdown import table

HEADS = ("precision", "recall", "F", "macro F")


def rows(sets: Mapping[str, Sequence[Reading]]) -> str:
    """The table: a line for each bias, and four columns for each set."""
    heads = ["bias in bits", *(f"{name}: {head}" if head == HEADS[0] else head for name in sets for head in HEADS)]
    return table(heads, [[bits(bias), *_figures(sets, bias)] for bias in BIASES])


def _figures(sets: Mapping[str, Sequence[Reading]], bias: float) -> list[str]:
    found = []
    for readings in sets.values():
        counts = [reading.by_bias[bias].words for reading in readings]
        whole = micro(counts)
        found += [whole.precision, whole.recall, whole.f, macro(counts).f.value]
    return [f"{100 * figure:.1f}" for figure in found]


def bits(bias: float) -> str:
    """Return bits with their sign."""
    return f"{bias:+g}".replace("-", MINUS) if bias else "0"
