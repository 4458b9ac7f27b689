"""Evidence from the other pages of a site: what it adds to the score of a block, and what is said of it.

Strategy: a sum of terms. Each term holds of a block or does not, by what the other pages say about it
(`ncleaner.page.site_facts`), and has a weight, which `ncleaner.train.sites` learns. All terms speak against a block, so
weights are never positive. A term that holds on k pages counts k/(k + 1) of its weight: so one other page counts half
of what very many do, and more pages never count less. Where all that a page holds for readers is asked for, evidence
counts half: the labels of products and the headings of manuals stand on many pages, and are content there.

All numbers are integers, so that the sums are the same on every machine.
"""

from __future__ import annotations

import os
from zlib import crc32

from ncleaner.engines.forest.trees import UNITS
from ncleaner.errors import ModelError
from ncleaner.page.site_facts import SiteFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Sequence

    from ncleaner.models import Model
    from ncleaner.page.site_facts import SiteFacts

    Condition = Callable[[SiteFact], bool]

FILE = "forest-site.weights"
KIND = "forest-site"  # in place of the name of an engine in the file
WHOLE = 64  # the value of a term that holds on very many pages
HALVED = 2  # the evidence is divided by so much where the whole page is asked for
TOLD = 0.5  # bits: weaker evidence is not part of a reason

REPEATED = "stands on {here} of {others} other pages of this site"
ELSEWHERE = "stands elsewhere on {anywhere} of {others} other pages of this site"
FIXED = "is in a part that hardly varies on {place} other pages of this site"


class Term:
    """A term: its name, what is said of blocks for which it holds, and when it does.

    ``pages`` names the number of pages on which it holds. ``of_articles`` says that it counts only where the article
    alone is asked for: parts that hardly vary may be the content of other pages.
    """

    __slots__ = ("holds", "name", "of_articles", "pages", "text")

    def __init__(self, name: str, text: str, pages: str, holds: Condition, *, of_articles: bool = False) -> None:
        self.name = name
        self.text = text
        self.pages = pages
        self.holds = holds
        self.of_articles = of_articles

    def value(self, fact: SiteFact) -> int:
        """Return the value of the term for a block: with k pages, k/(k + 1) of `WHOLE`."""
        pages: int = getattr(fact, self.pages)
        return WHOLE * pages // (pages + 1) if self.holds(fact) else 0


def values(fact: SiteFact, is_article: bool) -> list[int]:
    """Return the value of each term for a block."""
    return [0 if term.of_articles and not is_article else term.value(fact) for term in TERMS]


TERMS = (
    Term("here", REPEATED, "here", lambda fact: fact.here > 0),
    Term("here on a third", REPEATED, "here", lambda fact: 3 * fact.here >= fact.others),
    Term("here on two thirds", REPEATED, "here", lambda fact: 3 * fact.here >= 2 * fact.others),
    Term("here on all", REPEATED, "here", lambda fact: fact.here == fact.others),
    Term("elsewhere", ELSEWHERE, "anywhere", lambda fact: not fact.here and fact.anywhere > 0),
    Term("fixed", FIXED, "place", lambda fact: not fact.here and fact.place > 1 and fact.is_fixed, of_articles=True),
)

DIGEST = crc32(" ".join(term.name for term in TERMS).encode())
"""A number that tells whether weights were learnt for these terms."""

MOST_KNOWN = 4096  # facts whose evidence is kept, for each number of other pages and scope

_shipped: list[SiteWeights] = []


class SiteWeights:
    """The weights of the terms, in units of a score, and what was computed from them."""

    __slots__ = ("_known", "weights")

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = weights
        self._known: dict[tuple[int, bool], dict[int, int]] = {}

    def known(self, others: int, is_article: bool) -> dict[int, int]:
        """Return the evidence of the facts that were met before."""
        known = self._known.setdefault((others, is_article), {})
        if len(known) > MOST_KNOWN:
            known.clear()
        return known

    def units(self, fact: SiteFact, is_article: bool) -> int:
        """Return what a fact adds to the score of a block."""
        found = sum(w * value for w, value in zip(self.weights, values(fact, is_article), strict=True))
        return found // (WHOLE if is_article else HALVED * WHOLE)


def weights_of(model: Model) -> SiteWeights:
    """Return the weights in a file; raise `ModelError` if they are not of these terms."""
    if model.engine != KIND or model.header.get("terms") != DIGEST:
        raise ModelError(f"{model.name} has no weights of evidence from sites, or those of another version of ncleaner")
    weights = model.array("weights", "I32").tolist()
    if len(weights) != len(TERMS) or max(weights) > 0:
        raise ModelError(f"{model.name}: a weight is missing, or has the wrong sign")
    return SiteWeights(weights)


def shipped_weights() -> SiteWeights:
    """Return the weights that come with ncleaner."""
    if not _shipped:
        from ncleaner.models import FOLDER
        from ncleaner.models.format import read

        _shipped[:] = [weights_of(read(os.path.join(FOLDER, FILE)))]
    return _shipped[0]


class SiteEvidence:
    """What the other pages of a site add to the scores of a page.

    ``turned`` are the indices of the blocks that would be kept without it.
    """

    __slots__ = ("facts", "is_article", "turned", "weights")

    def __init__(self, facts: SiteFacts, weights: SiteWeights, is_article: bool) -> None:
        self.facts = facts
        self.is_article = is_article
        self.weights = weights
        self.turned: list[int] = []

    def add(self, rows: array[int], sums: array[int], bar: int) -> None:
        """Add the evidence to the scores of the blocks with the indices ``rows``, in units of a score.

        Blocks with a score of ``bar`` or more are kept.
        """
        known, by_block = self.weights.known(self.facts.others, self.is_article), self.facts.by_block
        for row, index in enumerate(rows):
            fact = by_block[index]
            if fact:
                units = known.get(fact)
                if units is None:
                    units = known[fact] = self.units(index)
                if units and sums[row] >= bar > sums[row] + units:
                    self.turned.append(index)
                sums[row] += units

    def units(self, index: int) -> int:
        """Return what is added to the score of a block."""
        return self.weights.units(self.facts.of(index), self.is_article)

    def topics(self, index: int) -> list[tuple[str, float]]:
        """Return what is said of a block, each with its bits, the strongest first."""
        fact = self.facts.of(index)
        whole = UNITS * (WHOLE if self.is_article else HALVED * WHOLE)
        bits: dict[str, float] = {}
        for weight, term, value in zip(self.weights.weights, TERMS, values(fact, self.is_article), strict=True):
            units = weight * value
            if units:
                bits[term.text] = bits.get(term.text, 0.0) + units / whole
        fields = {name: getattr(fact, name) for name in ("here", "anywhere", "place", "others")}
        topics = [(_in_words(text, fields), found) for text, found in bits.items()]
        return sorted(topics, key=lambda topic: (topic[1], topic[0]))

    def note(self, index: int, keep: bool) -> str:
        """Return the strongest that is said for dropping a block, or nothing if it is kept, or if that is weak."""
        topics = [] if keep else self.topics(index)
        return topics[0][0] if topics and topics[0][1] <= -TOLD else ""


def _in_words(text: str, fields: dict[str, int]) -> str:
    words = text.format_map(fields)
    return words.replace(" 1 other pages", " 1 other page")
