"""A simulated annotator: how many strokes correct a page, starting from suggestions, from everything or from nothing.

The truth is the gold text, aligned with the blocks that readers can see (`ncleaner.train.labels`). The annotator goes
through the page. Adjacent blocks that are to be kept, or to be dropped, are one stroke if any of them is not so yet. If
the gold text has marks, adjacent blocks of the same kind are another stroke if any of them is of another kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from ncleaner.cleaner import Cleaner
from ncleaner.gold.sets import Pair
from ncleaner.metrics.counts import micro
from ncleaner.metrics.scores import score
from ncleaner.page.document import Document
from ncleaner.train.kinds import classes
from ncleaner.train.labels import label
from paper.markdown import table

HEADS = ("set", "pages", "blocks", "suggestions", "everything", "nothing", "no stroke needed", "F of suggestions")
STARTS = ("suggestions", "everything", "nothing")


@dataclass(frozen=True, slots=True)
class Work:
    """The strokes that a page takes by where one starts, its number of blocks, and the F of the suggestions."""

    strokes: dict[str, int]
    blocks: int
    document: Document
    gold: str


def work(pair: Pair, cleaner: Cleaner, *, with_kinds: bool = True) -> Work:
    """Annotate a page; its kinds of segments only if asked to."""
    document, gold = cleaner.clean(pair.page(), kind=pair.kind, url=pair.url), pair.gold()
    labels = label(document.blocks, gold)
    truth_kinds = classes(document.blocks, gold) if with_kinds else {}
    hidden = document.decisions.hidden
    units = [
        index for index, block in enumerate(document.blocks.items) if labels.words[index] and not block.state & hidden
    ]
    keep = [0 < labels.words[index] <= 2 * labels.matched[index] for index in units]
    kinds = [truth_kinds.get(index, -1) if kept else -1 for index, kept in zip(units, keep, strict=True)]
    suggested = [document.decisions.keep[index] == 1 for index in units]
    read_kinds = [int(document.blocks.items[index].kind) for index in units]
    suggested_kinds = [_class_of(document.kinds[index]) for index in units]
    count = len(units)
    return Work(
        {
            "suggestions": _strokes(keep, kinds, suggested, suggested_kinds),
            "everything": _strokes(keep, kinds, [True] * count, read_kinds),
            "nothing": _strokes(keep, kinds, [False] * count, read_kinds),
        },
        count,
        document,
        gold,
    )


def _strokes(keep: Sequence[bool], kinds: Sequence[int], kept: Sequence[bool], is_kind: Sequence[int]) -> int:
    """Return the number of strokes that make decisions right."""
    return _runs(keep, [a != b for a, b in zip(keep, kept, strict=True)]) + _runs(
        kinds, [truth >= 0 and truth != now for truth, now in zip(kinds, is_kind, strict=True)]
    )


def _runs(truth: Sequence[int], is_wrong: Sequence[bool]) -> int:
    """Return the number of runs of equal truth that have something wrong in them."""
    pairs = zip(truth, is_wrong, strict=True)
    return sum(any(wrong for _, wrong in run) for _, run in groupby(pairs, lambda pair: pair[0]))


def _class_of(kind: int) -> int:
    """Return the class of a kind of a document: a block that continues a segment has a class of its own."""
    from ncleaner.engines.forest.kinds import CLASSES
    from ncleaner.page.blocks import CONTINUES

    return CLASSES.index("continues") if kind >= CONTINUES else kind


def row(name: str, works: Iterable[Work]) -> list[str]:
    """Return a line of the table."""
    found = list(works)
    counts = [score(one.document.to("cleaneval"), one.gold)[0]["words"] for one in found]
    medians = [f"{median(one.strokes[start] for one in found):g}" for start in STARTS]
    untouched = sum(one.strokes["suggestions"] == 0 for one in found)
    blocks = f"{median(one.blocks for one in found):g}"
    share = f"{100 * untouched / len(found):.0f} %"
    return [name, str(len(found)), blocks, *medians, share, f"{100 * micro(counts).f:.1f}"]


def rows(lines: Sequence[Sequence[str]]) -> str:
    """Return the table."""
    return table(HEADS, lines)
