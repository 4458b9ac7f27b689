"""The features of target nodes (section 3), in groups that can be left out.

`features` makes a table of them, `scaled` brings them to the interval from −1 to 1, as section 2.3 does.
"""

from __future__ import annotations

from ncleaner.engines.fiasco import linguistic, structural, tagger
from ncleaner.engines.fiasco.packages import needed
from ncleaner.engines.ice.lexicon import DEFAULT_LANGUAGE, language_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy import float64
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.reading import Reading

    Table = NDArray[float64]
    Regions = Mapping[int, tuple[float, ...]]

LINGUISTIC, POS, STRUCTURAL, VISUAL = "linguistic", "POS", "structural", "visual"

MEASURES = ("solidity 1", "solidity 2", "solidity 3", "relative width", "headline")
"""What `ncleaner.engines.fiasco.visual` measures; it is imported only where something is measured."""

SEEN = (*MEASURES, "on the picture")
NEIGHBOURS = 3  # targets before and after, whose means of what is seen of them are features, too

GROUPS: dict[str, tuple[str, ...]] = {
    LINGUISTIC: linguistic.NAMES,
    POS: tagger.NAMES,
    STRUCTURAL: structural.NAMES,
    VISUAL: (*SEEN, *(f"{name}, targets {where}" for where in ("before", "after") for name in SEEN)),
}
"""The names of features by group, in the order of the columns."""


LOGARITHMS = frozenset((*linguistic.LENGTHS, *structural.LOGARITHMS))


def names_of(groups: Sequence[str]) -> tuple[str, ...]:
    """The names of the features of some groups."""
    return tuple(name for group, names in GROUPS.items() if group in groups for name in names)


def features(
    reading: Reading,
    groups: Sequence[str],
    clean: frozenset[str] = frozenset(),
    dirty: frozenset[str] = frozenset(),
    regions: Regions | None = None,
) -> Table:
    """A row for each target of a page, with the features of some groups; keywords and regions are for those."""
    with needed("numpy"):
        import numpy

    parts: list[Table] = []
    if LINGUISTIC in groups or POS in groups:
        wordings = linguistic.wordings(reading)
    if LINGUISTIC in groups:
        parts.append(numpy.array(linguistic.lengths(reading, wordings)))
        parts.append(numpy.array(linguistic.keyword_shares(wordings, clean, dirty)))
    if POS in groups:
        parts.append(numpy.array(tagger.part_of_speech_shares(wordings, _language(reading))))
    if STRUCTURAL in groups:
        parts.append(numpy.array(structural.structural(reading)))
    if VISUAL in groups:
        parts.append(numpy.array(_visual(reading, regions or {})))
    if not reading.targets:
        return numpy.zeros((0, len(names_of(groups))))
    return numpy.concatenate(parts, axis=1)


def _language(reading: Reading) -> str:
    return language_of(reading.blocks, 0) if len(reading.blocks) else DEFAULT_LANGUAGE


def _visual(reading: Reading, regions: Regions) -> list[list[float]]:
    """What is seen of each target, and of those before and after it."""
    nothing = (0.0,) * len(SEEN)
    seen = [(*regions[number], 1.0) if number in regions else nothing for number in range(len(reading.targets))]
    return [
        [*own, *_means(seen[max(0, number - NEIGHBOURS) : number]), *_means(seen[number + 1 : number + 1 + NEIGHBOURS])]
        for number, own in enumerate(seen)
    ]


def _means(rows: Sequence[tuple[float, ...]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)] if rows else [0.0] * len(SEEN)


def shown(name: str, value: float) -> str:
    """A feature as people would like to read it: lengths and counts are no logarithms then."""
    return f"{name} {2**value - 1 if name in LOGARITHMS else value:.3g}"


def scaled(table: Table, lowest: Table, highest: Table) -> Table:
    """Features at a scale from −1 to 1; what is beyond the lowest and the highest ever seen counts as these."""
    import numpy

    span = numpy.where(highest > lowest, highest - lowest, 1.0)
    found: Table = numpy.clip(2 * (table - lowest) / span - 1, -1.0, 1.0)
    return found
