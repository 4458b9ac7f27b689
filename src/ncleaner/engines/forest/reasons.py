"""Reasons: why the forest kept or dropped a block, in words for readers who know nothing of forests.

Strategy: features about the same thing belong to one topic, and their contributions are added up. The topics that speak
most for the decision are put into words, one to three of them, each by the feature that contributed most. What is true
of the block or its surroundings goes before how it compares with the rest of the page. What is true of the whole page,
and what tells readers little, such as that a block is not in a list, is mentioned only if nothing else speaks for the
decision. The topic that speaks most against the decision is mentioned at the end if it is the strongest of all topics,
and large.

What is said of a feature follows from its value (`ncleaner.engines.forest.reason_texts`).
"""

from __future__ import annotations

from ncleaner.engines.forest.columns import COL_PAGE_BLOCKS, COLUMNS
from ncleaner.engines.forest.reason_texts import FOUND, PAGE, POSITION, REASON_TEXTS, VERBS, is_telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Values = Callable[[int, int], int]  # column and shift to the byte in the table
    Contribution = tuple[int, int, int]  # column, shift, and units for (or, if negative, against) keeping

LONGEST = 199  # characters of a reason
MOST = 3  # topics that speak for the decision
ENOUGH = 4  # a topic is left out if it contributed less than this fraction of the first one: 1/4,
NEARLY = 2  # a feature contributed nearly most if it has this fraction of the most: 1/2
FEW = 2  # topics; with so many about the block, how it compares with the page is left out
LARGE = 4  # and so is one against the decision with less than this fraction of all contributions: 1/4

_NEIGHBOURS = {-2: "the block two above", -1: "the block above", 1: "the block below", 2: "the block two below"}
_EDGES = {
    -2: "is at the beginning of the page",
    -1: "is the first block of the page",
    1: "is the last block of the page",
    2: "is at the end of the page",
}
_UNDECIDED = {True: "too little evidence against it", False: "too little evidence for it"}

# The features of a single block that stand for those of all blocks like it, if there is no other block like it.
_OF_ONE = {"path words": "words", "path link share": "link share", "path bits": "bits"}
_PATH_BLOCKS = COLUMNS.index("path blocks")
_ONE = 8  # the logarithm of 1

_TOPICS = [REASON_TEXTS[name].topic for name in COLUMNS]


def reason(contributions: Iterable[Contribution], values: Values, keep: bool) -> str:
    """Return why a block was kept or dropped, in a line of less than 200 characters."""
    topics = _topics(contributions, values)
    pros = _chosen([topic for topic in topics if topic.speaks_for(keep)], values, keep)
    words = _as_note(pros[0].text(values)) if pros else _UNDECIDED[keep]
    objection = _objection(topics, values, keep)
    if len(words + objection) > LONGEST:
        objection = ""
    for topic in pros[1:]:
        longer = f"{words}; {_as_note(topic.text(values))}"
        if len(longer + objection) <= LONGEST:
            words = longer
    return words + objection


def _chosen(pros: list[_Topic], values: Values, keep: bool) -> list[_Topic]:
    """Return those of the topics for a decision, which begin with the strongest, that are put into words."""
    strong = [topic for topic in pros if ENOUGH * abs(topic.units) >= abs(pros[0].units)]
    of_block = [topic for topic in strong if topic.name not in (FOUND, PAGE)]
    telling = [topic for topic in of_block if is_telling(topic.text(values), keep)][:MOST]
    if len(telling) < FEW:
        telling += [topic for topic in strong if topic.name == FOUND]
    return telling or of_block[:FEW] or strong[:1]


def evidence(contributions: Iterable[Contribution], values: Values) -> list[tuple[str, int]]:
    """Return what counted for a block or against it, the strongest first, each in words and with its units."""
    return [(_as_clause(topic.text(values)), topic.units) for topic in _topics(contributions, values)]


def _objection(topics: list[_Topic], values: Values, keep: bool) -> str:
    """Return the words for the strongest topic, if it speaks against the decision."""
    if not topics or topics[0].speaks_for(keep):
        return ""
    is_large = LARGE * abs(topics[0].units) >= sum(abs(topic.units) for topic in topics)
    return f", although {_as_clause(topics[0].text(values))}" if is_large else ""


class _Topic:
    """The contributions of features about the same thing, and their sum."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.units = 0
        self.parts: list[Contribution] = []

    def speaks_for(self, keep: bool) -> bool:
        return (self.units > 0) == keep

    def text(self, values: Values) -> str:
        """Return the words for the feature that contributed most to the sum, or nearly most and tells more."""
        sign = 1 if self.units > 0 else -1
        parts = sorted(self.parts, key=lambda part: -sign * part[2])
        most = sign * parts[0][2]
        texts = (_text(part, values) for part in parts if NEARLY * sign * part[2] >= most)
        first = next(texts)
        return (
            first
            if is_telling(first, sign > 0)
            else next((text for text in texts if is_telling(text, sign > 0)), first)
        )


def _text(part: Contribution, values: Values) -> str:
    """Return the words for a feature."""
    column, shift, units = part
    if _is_beyond(values, shift):
        return _EDGES[shift]
    if values(column, shift) == values(column, 0):
        shift = 0  # if it is true of a neighbour and of the block, it is said of the block
    name = COLUMNS[column]
    if name in _OF_ONE and values(_PATH_BLOCKS, shift) <= _ONE:
        name = _OF_ONE[name]
    words = REASON_TEXTS[name].words(values(COLUMNS.index(name), shift), units > 0)
    if not shift:
        return words
    neighbour = _NEIGHBOURS[shift]
    return f"{neighbour} {words}" if _is_predicate(words) else f"for {neighbour}, {words}"


def _topics(contributions: Iterable[Contribution], values: Values) -> list[_Topic]:
    """Return the topics that speak for keeping the block or against it, the strongest first."""
    topics: dict[str, _Topic] = {}
    beyond = {shift for shift in _NEIGHBOURS if _is_beyond(values, shift)}
    for part in contributions:
        name = POSITION if part[1] in beyond else _TOPICS[part[0]]
        topic = topics.get(name)
        if topic is None:
            topic = topics[name] = _Topic(name)
        topic.units += part[2]
        topic.parts.append(part)
    return sorted((topic for topic in topics.values() if topic.units), key=lambda topic: -abs(topic.units))


def _is_beyond(values: Values, shift: int) -> bool:
    """Return whether a neighbour is beyond the page: its number of blocks is then 0, which no page with a block has."""
    return shift != 0 and not values(COL_PAGE_BLOCKS, shift)


def _is_predicate(words: str) -> bool:
    return words.partition(" ")[0] in VERBS


def _as_note(words: str) -> str:
    """Return the words as they are written beside a block."""
    return words.removeprefix("is ")


def _as_clause(words: str) -> str:
    """Return the words as a clause."""
    return f"it {words}" if _is_predicate(words) else words
