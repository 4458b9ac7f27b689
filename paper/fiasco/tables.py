"""Tables 2 and 3 of the paper, and the figures of its sections 4.1, 5.1 and 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ncleaner.decode import decode
from ncleaner.engines.fiasco.dom import Tree, tree_of
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.targets import characters, targets_of
from ncleaner.engines.fiasco.visual.cache import default_folder
from ncleaner.metrics.counts import Counts
from ncleaner.read import read_page
from ncleaner.train.examples import Example, Progress
from ncleaner.train.fiasco.alignment import by_dice, by_words
from ncleaner.train.fiasco.pages import read_pages
from paper.fiasco import grid, published, words
from paper.fiasco.published import Row, Words
from paper.fiasco.targets import FEWER, by_nodes, by_sites, rows, visual_alone
from paper.judging import Result
from paper.markdown import NONE, number, percent, table
from paper.page import Pieces

FEW = 4  # target nodes
WELL = 0.8  # of the segments
HALF = 0.5  # of the text
FEATURES, SEEN = "All but POS", "Visual only"
LIMITS = {FEATURES: 0.88, SEEN: 0.75}
"""Values of F that ours should have, in the paper's division into folds."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How target nodes of a page fit, as published and with our remedy, and what was aligned.

    For both there is how many there are, and the largest one's share of the text.
    """

    id: str
    published: tuple[int, float]
    ours: tuple[int, float]
    segments: int
    by_dice: float
    by_words: float


def pieces(pages: Sequence[Example], progress: Progress) -> Pieces:
    """All that goes into the page."""
    fits = [_fit(page) for page in pages]
    cache = default_folder()
    read = read_pages(pages, cache=cache, total=len(pages), progress=progress)
    well = {fit.id for fit in fits if fit.by_dice >= WELL}
    aligned = [page for page in read if page.id in well]
    second = rows(read, by_nodes, "Table 2", progress)
    best, tried = grid.search(read, progress)
    return Pieces(
        {
            "fiasco_pages": str(len(pages)),
            "fiasco_table_2": _table(second, rows(read, by_sites, "Table 2, sites", progress), published.TABLE_2),
            "fiasco_limits": _limits(second),
            "fiasco_fewer": str(FEWER),
            "fiasco_visual_fewer": number(visual_alone(read).f),
            "fiasco_well": str(len(well)),
            "fiasco_table_3": _table(
                rows(aligned, by_nodes, "Table 3", progress),
                rows(aligned, by_sites, "Table 3, sites", progress),
                published.TABLE_3,
            ),
            "fiasco_targets": _targets(fits),
            "fiasco_alignment": _alignment(fits),
            "fiasco_kernels": _kernels(best),
            "fiasco_grid": _grid(tried),
            "fiasco_words": _words(words.results(pages, read, cache, progress)),
        }
    )


def _fit(page: Example) -> Fit:
    blocks = read_page(decode(page.page, kind=page.kind))
    reading = PageTargets(blocks)
    undivided = tree_of(blocks, divided=False)
    dice, aligned = by_dice(reading, page.gold), by_words(reading, page.gold)
    return Fit(page.id, _sizes(undivided), _sizes(reading.tree), dice.segments, dice.share, aligned.share)


def _sizes(tree: Tree) -> tuple[int, float]:
    _, whole = characters(tree)
    sizes = [whole[row] for row in targets_of(tree)]
    return len(sizes), max(sizes, default=0) / max(1, whole[0])


def _table(by_node: Mapping[str, Row], by_site: Mapping[str, Row], theirs: Mapping[str, Row]) -> str:
    heads = ["", "accuracy", "precision", "recall", "F", "published F", "accuracy, sites", "F, sites"]
    lines = []
    for name, row in by_node.items():
        lines.append(
            [
                name,
                number(row.accuracy),
                number(row.precision),
                number(row.recall),
                number(row.f),
                number(theirs[name].f),
                number(by_site[name].accuracy),
                number(by_site[name].f),
            ]
        )
    return table(heads, lines)


def _limits(found: Mapping[str, Row]) -> str:
    figures = ", ".join(f"{name} {number(found[name].f, 3)} ({number(limit)})" for name, limit in LIMITS.items())
    missed = [name for name, limit in LIMITS.items() if found[name].f < limit]
    verdict = "**Not all of them are reached.**" if missed else "Both are reached."
    return f"F of nodes, with the figures that they should reach: {figures}. {verdict}"


def _targets(fits: Sequence[Fit]) -> str:
    heads = ["", "pages", f"up to {FEW} target nodes, but more segments", "one with more than half of the text"]
    lines = [["published", str(published.PAGES), str(published.TOO_FEW), NONE]]
    for name, found in (
        ("as published, on our pages", [fit.published for fit in fits]),
        ("with our remedy", [fit.ours for fit in fits]),
    ):
        few = sum(count <= FEW < fit.segments for fit, (count, _) in zip(fits, found, strict=True))
        lines.append([name, str(len(fits)), str(few), str(sum(share > HALF for _, share in found))])
    return table(heads, lines)


def _alignment(fits: Sequence[Fit]) -> str:
    lines = [["published", "33", "33", "33"]]
    for name, shares in (
        ("Dice coefficients", [fit.by_dice for fit in fits]),
        ("alignment of words", [fit.by_words for fit in fits]),
    ):
        whole = sum(share >= 1 for share in shares)
        good = sum(WELL <= share < 1 for share in shares)
        counts = (whole, good, len(shares) - whole - good)
        lines.append([name, *(number(100 * count / len(shares), 0) for count in counts)])
    return table(["pages of a hundred", "all segments found", "80 % or more", "fewer"], lines)


def _kernels(best: Mapping[str, grid.Best]) -> str:
    lines = []
    for name, (accuracy, parameters) in best.items():
        theirs = published.KERNELS.get(name)
        lines.append([name, parameters, number(accuracy), NONE if theirs is None else number(theirs, 1)])
    return table(["", "best with", "accuracy", "published"], lines, labels=2)


def _grid(tried: Mapping[tuple[float, float], float]) -> str:
    heads = ["C", *(f"γ = {gamma:g}" for gamma in grid.GAMMAS)]
    return table(heads, [[f"{c:g}", *(number(tried[c, gamma]) for gamma in grid.GAMMAS)] for c in grid.CS])


def _words(results: Mapping[str, Result]) -> str:
    names = {
        "visual": "`fiasco` with visual features",
        "plain": "`fiasco` without",
        "dump": "`dump`, without any cleaning",
    }
    theirs = {"visual": published.CLEANED, "dump": published.DUMPED}
    lines = []
    for name, title in names.items():
        result = results[name]
        mean = result.macro(words.MEASURE)
        lines.append(
            [
                title,
                *_triple(result.micro(words.MEASURE)),
                *(percent(value.value) for value in (mean.precision, mean.recall, mean.f)),
                *_published(theirs.get(name)),
            ]
        )
    heads = ["", "precision", "recall", "F", "mean precision", "mean recall", "mean F"]
    return table([*heads, "published precision", "recall", "F"], lines)


def _triple(counts: Counts) -> list[str]:
    return [percent(counts.precision), percent(counts.recall), percent(counts.f)]


def _published(theirs: Words | None) -> list[str]:
    if theirs is None:
        return [NONE, NONE, NONE]
    return [number(theirs.precision), number(theirs.recall) if theirs.recall else NONE, number(theirs.f)]
