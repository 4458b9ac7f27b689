"""Table 1 and Figure 2 of the paper, and how the expression of ``ice-ga`` has evolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ncleaner.engines.ice.c45 import Tree
from ncleaner.engines.ice.features import PUBLISHED
from ncleaner.train.ice.plot import TITLE, fitness_by_generation
from paper.ice.published import ERROR_RATE, INSTANCES, TABLE_1, Range
from paper.ice.runs import EVOLVED, FIXED, LEARNING, Runs, Score
from paper.markdown import NONE, number, picture, table
from paper.page import Pieces

PARTS = {"alignment": "marks", "text": "text", "combined": "both"}
"""What the paper calls the parts of the measure ``edit``, and what we do."""

FOUR = ("ice-baseline", "ice-heuristics", "ice-tree", "ice-lm")
LIMITS = {"ice-heuristics": 78.3, "ice-tree-plus": 57.3, "ice-lm": 69.9}
"""Averages for text that ours should have on the development set: the first at least, the others more."""

SHOWN_DEPTH = 3
FIGURE = "ice-fitness.svg"


def pieces(runs: Runs) -> Pieces:
    """All tables."""
    texts = {
        "ice_train_pages": str(len(runs.train[FOUR[0]])),
        "ice_test_pages": str(len(runs.test[FOUR[0]])),
        "ice_table_train": _table(runs.train),
        "ice_table_test": _table(runs.test),
        "ice_limits": _limits(runs.train),
        "ice_instances": _instances(runs),
        "ice_tree": "\n".join(Tree(runs.tree, PUBLISHED).lines(SHOWN_DEPTH)),
        "ice_expression": runs.evolved.parameter("expression", str),
        "ice_fitness": picture(FIGURE, TITLE),
    }
    return Pieces(texts, {FIGURE: fitness_by_generation(runs.evolved)})


def _table(scores: Mapping[str, Sequence[Score]]) -> str:
    """Smallest, largest and average scores; published averages beside ours."""
    heads = [""]
    for part in PARTS:
        heads += [f"{part} min", "max", "average", "published"]
    shares = _best(scores)
    rows = []
    for name, theirs in {**FIXED, **LEARNING, EVOLVED: ""}.items():
        row = [f"`{name}`"]
        for part, ours in PARTS.items():
            found = _range([score[ours] for score in scores[name]])
            published: Range | None = getattr(TABLE_1[theirs], part) if theirs else None
            row += [number(found.lowest, 1), number(found.highest, 1), number(found.average, 1)]
            row.append(number(published.average, 1) if published else NONE)
        row += [number(shares[name], 0), number(TABLE_1[theirs].best, 0)] if name in shares else [NONE, NONE]
        rows.append(row)
    return table([*heads, "best on", "published"], rows)


def _range(values: Sequence[float]) -> Range:
    percent = [100 * value for value in values]
    return Range(min(percent), max(percent), sum(percent) / len(percent))


def _best(scores: Mapping[str, Sequence[Score]]) -> dict[str, float]:
    """On how many pages of a hundred each of the paper's four has the best combined score; ties are shared."""
    shares = dict.fromkeys(FOUR, 0.0)
    pages = len(scores[FOUR[0]])
    for page in range(pages):
        figures = {name: scores[name][page]["both"] for name in FOUR}
        winners = [name for name in FOUR if figures[name] == max(figures.values())]
        for name in winners:
            shares[name] += 100 / pages / len(winners)
    return shares


def _limits(scores: Mapping[str, Sequence[Score]]) -> str:
    found = {name: _range([score["text"] for score in scores[name]]).average for name in LIMITS}
    missed = [name for name, limit in LIMITS.items() if found[name] < limit]
    figures = ", ".join(f"`{name}` {number(found[name], 1)} ({number(limit, 1)})" for name, limit in LIMITS.items())
    label = f"**Missed: {', '.join(missed)}.**" if missed else "All of them are reached."
    return f"Averages for text, with the published ones that they should reach: {figures}. {label}"


def _instances(runs: Runs) -> str:
    ours: dict[str, int] = runs.tree.header["instances"]
    rates = [figures["error rate"] for figures in runs.tree.scores.values()]
    heads = ["", *(f"class {name}" for name in INSTANCES), "error rate, elements", "error rate, pages"]
    rows = [
        ["published", *map(str, INSTANCES.values()), number(ERROR_RATE), NONE],
        ["ours", *(str(ours[name]) for name in INSTANCES), number(rates[-1]), number(rates[0])],
    ]
    return table(heads, rows)
