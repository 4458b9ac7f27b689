"""Agreement: how far two people agree on what is to be kept of the same pages.

The measure of FIASCO's paper (section 5) is the minimum edit distance between two annotations. It does not say how a
distance becomes a percentage; here it is what `ncleaner.metrics.edit` has for outputs, the share of the longer text
that need not be edited: 1 − distance / words of the longer text. It is taken of the words alone (``words``) and of the
words with the segment marks among them (``words+marks``). The average over pages is what the paper reports; ``all`` is
of all pages together, so that long pages weigh more.

What the disagreement is made of: a word that only one has is one that is not in the longest sequence of words that
both have. A word that was replaced is a word that only the first has and another that only the second has.

The agreement on ``marks`` is F, as of the measure of that name (`ncleaner.metrics.marks`): twice the marks at the same
place and of the same kind, by the marks of both. It does not matter who is the first and who is the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ncleaner.evaluate.summary import DIGITS, percent
from ncleaner.gold.annotations import Annotations
from ncleaner.gold.reading import Text, read
from ncleaner.metrics.counts import Counts, mean, micro
from ncleaner.metrics.edit import common, distance
from ncleaner.metrics.scores import aligned

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Edits:
    """The length of the longer text, and how much of it has to be edited."""

    longer: int
    distance: int

    @property
    def agreement(self) -> float:
        """The share that need not be edited; two empty texts agree."""
        return 1 - self.distance / self.longer if self.longer else 1.0


@dataclass(frozen=True, slots=True)
class PageAgreement:
    """How two people agree on a page. ``counts`` are numbers of words that they have, and that both have.

    ``marks`` are those at the same place and of the same kind, ``places`` those at the same place.
    """

    id: str
    words: Edits
    tokens: Edits
    counts: Counts
    marks: Counts
    places: Counts


def compare(id: str, a: str, b: str) -> PageAgreement:
    """Compare two annotations of a page."""
    first, second = read(a), read(b)
    shared = common(first.words, second.words)
    counts = Counts(shared, len(first.words), len(second.words))
    marks, places = _marks(first, second)
    return PageAgreement(
        id, _edits(first.words, second.words), _edits(first.tokens, second.tokens), counts, marks, places
    )


def _edits(a: list[str], b: list[str]) -> Edits:
    return Edits(max(len(a), len(b)), distance(a, b))


def _marks(a: Text, b: Text) -> tuple[Counts, Counts]:
    """The marks of both, with their kinds and without, by an alignment that is the same whoever is the first."""
    found = aligned(a, b) if a.tokens <= b.tokens else aligned(b, a)
    labelled, bare = (found[name].matched for name in ("marks", "marks-unlabelled"))
    return Counts(labelled, len(a.marks), len(b.marks)), Counts(bare, len(a.marks), len(b.marks))


def together(pages: Sequence[PageAgreement]) -> PageAgreement:
    """Some pages as if they were one."""
    return PageAgreement(
        "",
        _sum(page.words for page in pages),
        _sum(page.tokens for page in pages),
        micro(page.counts for page in pages),
        micro(page.marks for page in pages),
        micro(page.places for page in pages),
    )


def _sum(edits: Iterable[Edits]) -> Edits:
    found = list(edits)
    return Edits(sum(one.longer for one in found), sum(one.distance for one in found))


def agreement(annotations: Annotations, progress: Progress | None = None) -> dict[str, Any]:
    """Compare all pages; what ``--json`` prints. Agreement is in percent, and the page with the least comes first.

    ::

        {"annotators": [A, B], "pages": N, "marked": whether there are marks, "unpaired": [names],
         "agreement": {"words": {"average", "all", "min", "max"}, "words+marks": …, "marks": …},
         "differences": [{"annotator": A, "words", "only_words", "marks", "only_marks", "other_kind"}, the same of B],
         "each": [{"page": id, "words": agreement, "words+marks": …, "marks": …, "differences": as above}]}
    """
    pages = []
    for number, page in enumerate(annotations.pages, 1):
        pages.append(compare(page.id, *page.texts()))
        if progress is not None:
            progress("pages compared", number, len(annotations.pages))
    names = annotations.names
    total = together(pages)
    ordered = sorted(pages, key=lambda page: (page.words.agreement, page.tokens.agreement))
    return {
        "annotators": list(names),
        "pages": len(pages),
        "marked": bool(total.marks.output or total.marks.gold),
        "unpaired": annotations.unpaired,
        "agreement": _averages(pages, total),
        "differences": _differences(names, total),
        "each": [{"page": page.id, **_figures(page), "differences": _differences(names, page)} for page in ordered],
    }


def _figures(page: PageAgreement) -> dict[str, float]:
    figures = {"words": page.words.agreement, "words+marks": page.tokens.agreement, "marks": page.marks.f}
    return {name: percent(value) for name, value in figures.items()}


def _averages(pages: Sequence[PageAgreement], total: PageAgreement) -> dict[str, dict[str, float]]:
    each = [_figures(page) for page in pages]
    found = {}
    for name, value in _figures(total).items():
        values = [figures[name] for figures in each]
        found[name] = {
            "average": round(mean(values).value, DIGITS),
            "all": value,
            "min": min(values),
            "max": max(values),
        }
    return found


def _differences(names: tuple[str, str], page: PageAgreement) -> list[dict[str, Any]]:
    """What each has, and what the other has not. Numbers of marks of another kind are the same for both."""
    return [
        {
            "annotator": name,
            "words": int(words),
            "only_words": int(words - page.counts.matched),
            "marks": int(marks),
            "only_marks": int(marks - page.places.matched),
            "other_kind": max(0, int(page.places.matched - page.marks.matched)),
        }
        for name, words, marks in zip(
            names,
            (page.counts.output, page.counts.gold),
            (page.marks.output, page.marks.gold),
            strict=True,
        )
    ]
