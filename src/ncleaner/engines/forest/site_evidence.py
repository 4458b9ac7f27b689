"""Evidence from the other pages of a site: what it adds to the score of a block, and what is said of it.

Strategy: a sum of terms. Each term holds of a block or does not, by what the other pages say about it
(`ncleaner.page.site_facts`), and has a weight, which `ncleaner.train.sites` learns. Terms that speak against a block
can only have negative weights, those that speak for it only positive ones. A term that holds on k pages counts
k/(k + 1) of its weight: so one other page counts half of what very many do, and more pages never count less.

All numbers are integers, so that the sums are the same on every machine.
"""

from __future__ import annotations

import os
from zlib import crc32

from ncleaner.engines.forest.trees import UNITS
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from ncleaner.models import Model
    from ncleaner.page.site_facts import SiteFact, SiteFacts

    Strength = Callable[[SiteFact], int]

FILE = "forest-site.weights"
KIND = "forest-site"  # in place of the name of an engine in the file
WHOLE = 64  # the strength of a term that holds
CERTAIN = 48  # eighths of a bit: larger mean scores say no more
TOLD = 0.5  # bits: weaker evidence is not part of a reason


def _is_old(fact: SiteFact) -> bool:
    """Return whether the text is new, but its place is known from two pages or more."""
    return not fact.here and fact.place > 1


def _is_fixed(fact: SiteFact) -> bool:
    return _is_old(fact) and 2 * fact.varying < fact.words


def _has_prose(fact: SiteFact) -> bool:
    return _is_old(fact) and not _is_fixed(fact) and 2 * fact.prose >= fact.words > 0


def _is_elsewhere(fact: SiteFact) -> bool:
    return not fact.here and fact.anywhere > 0


def _is_outside(fact: SiteFact) -> bool:
    return fact.others > 1 and fact.inside == 0


REPEATED = "stands on {here} of {others} other pages of this site"
ELSEWHERE = "stands elsewhere on {anywhere} of {others} other pages of this site"
FIXED = "is in a part that hardly varies on {place} other pages of this site"
PROSE = "is in a part with prose on {place} other pages of this site"
OUTSIDE = "is outside of the part with the text of {others} other pages of this site"
INSIDE = "is in the part with the text of {others} other pages of this site"
AS_BOILERPLATE = "is in a part that is boilerplate on {place} other pages of this site"
AS_CONTENT = "is in a part that is content on {place} other pages of this site"

AGAINST, FOR = -1, 1


class Term:
    """A term: its name, whether it speaks `FOR` or `AGAINST` a block, what is said of it, and how strongly it holds.

    ``pages`` names the number of pages on which it holds. ``of_articles`` says that it counts only where the article
    alone is asked for: lists without prose may be the content of other pages.
    """

    __slots__ = ("name", "of_articles", "pages", "side", "strength", "text")

    def __init__(
        self, name: str, side: int, text: str, pages: str, strength: Strength, *, of_articles: bool = False
    ) -> None:
        self.name = name
        self.side = side
        self.text = text
        self.pages = pages
        self.strength = strength
        self.of_articles = of_articles

    def value(self, fact: SiteFact) -> int:
        """Return how strongly the term holds of a block: with k pages, k/(k + 1) of its strength."""
        pages: int = getattr(fact, self.pages)
        return self.strength(fact) * pages // (pages + 1)


def values(fact: SiteFact, is_article: bool) -> list[int]:
    """Return the value of each term for a block."""
    return [0 if term.of_articles and not is_article else term.value(fact) for term in TERMS]


def _if(holds: Callable[[SiteFact], bool]) -> Strength:
    return lambda fact: WHOLE if holds(fact) else 0


def _worse(fact: SiteFact) -> int:
    return WHOLE // 8 * min(CERTAIN, max(0, -fact.score)) if fact.scored else 0


def _better(fact: SiteFact) -> int:
    return WHOLE // 8 * min(CERTAIN, max(0, fact.score)) if fact.scored and not fact.here else 0


TERMS = (
    Term("here", AGAINST, REPEATED, "here", _if(lambda fact: fact.here > 0)),
    Term("here on a third", AGAINST, REPEATED, "here", _if(lambda fact: 3 * fact.here >= fact.others)),
    Term("here on two thirds", AGAINST, REPEATED, "here", _if(lambda fact: 3 * fact.here >= 2 * fact.others)),
    Term("here on all", AGAINST, REPEATED, "here", _if(lambda fact: fact.here == fact.others)),
    Term("elsewhere", AGAINST, ELSEWHERE, "anywhere", _if(_is_elsewhere)),
    Term("fixed", AGAINST, FIXED, "place", _if(_is_fixed), of_articles=True),
    Term("prose", FOR, PROSE, "place", _if(_has_prose)),
    Term("outside", AGAINST, OUTSIDE, "others", _if(_is_outside), of_articles=True),
    Term("inside", FOR, INSIDE, "others", _if(lambda fact: fact.others > 1 and fact.inside == 1)),
    Term("worse", AGAINST, AS_BOILERPLATE, "place", _worse),
    Term("better", FOR, AS_CONTENT, "place", _better),
)

DIGEST = crc32(" ".join(term.name for term in TERMS).encode())
"""A number that tells whether weights were learnt for these terms."""

_shipped: list[int] = []


def weights_of(model: Model) -> list[int]:
    """Return the weights in a file, in units of a score; raise `ModelError` if they are not of these terms."""
    if model.engine != KIND or model.header.get("terms") != DIGEST:
        raise ModelError(f"{model.name} has no weights of evidence from sites, or those of another version of ncleaner")
    weights = model.array("weights", "I32").tolist()
    if len(weights) != len(TERMS) or any(w * term.side < 0 for w, term in zip(weights, TERMS, strict=True)):
        raise ModelError(f"{model.name}: a weight is missing, or has the wrong sign")
    return weights


def shipped_weights() -> list[int]:
    """Return the weights that come with ncleaner."""
    if not _shipped:
        from ncleaner.models import FOLDER
        from ncleaner.models.format import read

        _shipped[:] = weights_of(read(os.path.join(FOLDER, FILE)))
    return _shipped


class SiteEvidence:
    """What the other pages of a site add to the scores of a page."""

    __slots__ = ("facts", "is_article", "known", "weights")

    def __init__(self, facts: SiteFacts, weights: list[int], is_article: bool) -> None:
        self.facts = facts
        self.is_article = is_article
        self.weights = weights
        self.known: dict[tuple[int, ...], int] = {}  # by the facts that decide them

    def add(self, rows: array[int], sums: array[int]) -> None:
        """Add the evidence to the scores of the blocks with the indices ``rows``, in units of a score."""
        for row, index in enumerate(rows):
            fact = self.facts.by_block.get(index)
            if fact is not None:
                sums[row] += self.units(fact)

    def units(self, fact: SiteFact) -> int:
        """Return what is added to the score of a block."""
        key = fact.key()
        units = self.known.get(key)
        if units is None:
            pairs = zip(self.weights, values(fact, self.is_article), strict=True)
            units = sum(weight * value for weight, value in pairs) // WHOLE
            self.known[key] = units
        return units

    def topics(self, index: int) -> list[tuple[str, float]]:
        """Return what is said of a block, each with its bits, the strongest first."""
        fact = self.facts.by_block.get(index)
        if fact is None:
            return []
        bits: dict[str, float] = {}
        for weight, term, value in zip(self.weights, TERMS, values(fact, self.is_article), strict=True):
            units = weight * value
            if units:
                bits[term.text] = bits.get(term.text, 0.0) + units / (WHOLE * UNITS)
        fields = {name: getattr(fact, name) for name in ("here", "anywhere", "place", "others")}
        topics = [(_in_words(text, fields), found) for text, found in bits.items()]
        return sorted(topics, key=lambda topic: (-abs(topic[1]), topic[0]))

    def note(self, index: int, keep: bool) -> str:
        """Return the strongest that is said for the decision on a block, or the empty string if that is weak."""
        for words, bits in self.topics(index):
            if (bits > 0) == keep:
                return words if abs(bits) >= TOLD else ""
        return ""


def _in_words(text: str, fields: dict[str, int]) -> str:
    words = text.format_map(fields)
    return words.replace(" 1 other pages", " 1 other page")
