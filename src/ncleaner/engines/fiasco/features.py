"""The features of target nodes (section 3), in optional groups.

`features` computes a table of features, `scaled` scales them to the interval from −1 to 1, as in section 2.3.
"""

from __future__ import annotations

from ncleaner.engines.fiasco import linguistic, structural, tagger
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.ice.lexicon import DEFAULT_LANGUAGE, language_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy import float64
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.page_targets import PageTargets

    Table = NDArray[float64]
    Regions = Mapping[int, tuple[float, ...]]

LINGUISTIC, POS, STRUCTURAL, VISUAL = "linguistic", "POS", "structural", "visual"

MEASURES = ("solidity 1", "solidity 2", "solidity 3", "relative width", "headline")
"""The measures of `ncleaner.engines.fiasco.visual`, which is imported only to measure something."""

SEEN = (*MEASURES, "on the picture")
NEIGHBOURS = 3  # targets before and after, whose means of visual features are features, too

GROUPS: dict[str, tuple[str, ...]] = {
    LINGUISTIC: linguistic.NAMES,
    POS: tagger.NAMES,
    STRUCTURAL: structural.NAMES,
    VISUAL: (*SEEN, *(f"{name}, targets {where}" for where in ("before", "after") for name in SEEN)),
}
"""The names of features by group, in the order of the columns."""

LOGARITHMS = frozenset((*linguistic.LENGTHS, *structural.LOGARITHMS))


def names_of(groups: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the features of some groups."""
    return tuple(name for group, names in GROUPS.items() if group in groups for name in names)


def features(
    page: PageTargets,
    groups: Sequence[str],
    clean: frozenset[str] = frozenset(),
    dirty: frozenset[str] = frozenset(),
    regions: Regions | None = None,
) -> Table:
    """Return a table with the features of some groups: a row for each target of a page.

    ``clean`` and ``dirty`` are the keywords of the linguistic features, ``regions`` the measures of visible targets.
    """
    with requires_package("numpy"):
        import numpy

    parts: list[Table] = []
    if LINGUISTIC in groups or POS in groups:
        texts = linguistic.tokenized_texts(page)
    if LINGUISTIC in groups:
        parts.append(numpy.array(linguistic.lengths(page, texts)))
        parts.append(numpy.array(linguistic.keyword_shares(texts, clean, dirty)))
    if POS in groups:
        parts.append(numpy.array(tagger.part_of_speech_shares(texts, _language(page))))
    if STRUCTURAL in groups:
        parts.append(numpy.array(structural.structural(page)))
    if VISUAL in groups:
        parts.append(numpy.array(_visual(page, regions or {})))
    if not page.targets:
        return numpy.zeros((0, len(names_of(groups))))
    return numpy.concatenate(parts, axis=1)


def _language(page: PageTargets) -> str:
    return language_of(page.blocks, 0) if len(page.blocks) else DEFAULT_LANGUAGE


def _visual(page: PageTargets, regions: Regions) -> list[list[float]]:
    """Return the visual features of each target, and their means over the targets before and after it."""
    unseen = (0.0,) * len(SEEN)
    seen = [(*regions[number], 1.0) if number in regions else unseen for number in range(len(page.targets))]
    return [
        [*own, *_means(seen[max(0, number - NEIGHBOURS) : number]), *_means(seen[number + 1 : number + 1 + NEIGHBOURS])]
        for number, own in enumerate(seen)
    ]


def _means(rows: Sequence[tuple[float, ...]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)] if rows else [0.0] * len(SEEN)


def feature_text(name: str, value: float) -> str:
    """Return a feature for people, with lengths and counts instead of their logarithms."""
    return f"{name} {2**value - 1 if name in LOGARITHMS else value:.3g}"


def scaled(table: Table, lowest: Table, highest: Table) -> Table:
    """Return features scaled from −1 to 1; values beyond the lowest and highest of training are clamped."""
    import numpy

    span = numpy.where(highest > lowest, highest - lowest, 1.0)
    clipped: Table = numpy.clip(2 * (table - lowest) / span - 1, -1.0, 1.0)
    return clipped
