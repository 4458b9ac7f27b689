"""Agreement of two annotators on the text to keep of the same pages.

The measure of FIASCO's paper (section 5) is the minimum edit distance between two annotations. The paper does not say
how a distance becomes a percentage; here it is the same as in `ncleaner.metrics.edit`, the share of the longer text
that needs no editing: 1 − distance / words of the longer text. It is computed for the words alone (``words``) and for
words and segment marks (``words+marks``). The paper reports the average over pages; ``all`` treats all pages as one
text, so that long pages weigh more.

Differences: words that only one annotator has are those outside the longest common subsequence of words. A replaced
word counts as one word that only the first has and one that only the second has.

Cohen's kappa is for annotators who decide on the same words of a page, so that it is known which word is which
(`Decisions`). It compares the share of words on which they agree with the share on which two annotators would agree who
keep as many words as these, but choose them by chance: (observed − expected) / (1 − expected).

The agreement on ``marks`` is the F of the measure of that name (`ncleaner.metrics.marks`): twice the number of marks at
the same place and of the same kind, divided by the number of marks of both. It is symmetric in the two annotators.
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
"""Called with the name of the step, the number of items done, and their total."""


@dataclass(frozen=True, slots=True)
class Edits:
    """The length of the longer of two texts, and their edit distance."""

    longer: int
    distance: int

    @property
    def agreement(self) -> float:
        """The share of the longer text that needs no editing; 1 for two empty texts."""
        return 1 - self.distance / self.longer if self.longer else 1.0


@dataclass(frozen=True, slots=True)
class PageAgreement:
    """The agreement of two annotators on a page.

    ``words`` and ``tokens`` are edit distances without and with marks. The others count the items of both and the
    matches: ``counts`` words, ``marks`` marks at the same place and of the same kind, ``places`` marks at the same
    place.
    """

    id: str
    words: Edits
    tokens: Edits
    counts: Counts
    marks: Counts
    places: Counts


@dataclass(frozen=True, slots=True)
class Decisions:
    """How many words of a page both annotators keep, only the first, only the second, and neither."""

    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def kappa(self) -> float:
        """Cohen's kappa, from −1 to 1.

        It is 1 for annotators who agree on all words, also if they keep or drop everything.
        """
        words = self.both + self.only_a + self.only_b + self.neither
        if self.only_a == self.only_b == 0:
            return 1.0
        kept_a, kept_b = self.both + self.only_a, self.both + self.only_b
        expected = (kept_a * kept_b + (words - kept_a) * (words - kept_b)) / words**2
        return ((self.both + self.neither) / words - expected) / (1 - expected)

    def __add__(self, other: Decisions) -> Decisions:
        """Return the counts of two pages together."""
        return Decisions(
            self.both + other.both,
            self.only_a + other.only_a,
            self.only_b + other.only_b,
            self.neither + other.neither,
        )


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
    """Count the matching marks, with kinds and without; the alignment is the same if the texts are swapped."""
    counts = aligned(a, b) if a.tokens <= b.tokens else aligned(b, a)
    labelled, bare = (counts[name].matched for name in ("marks", "marks-unlabelled"))
    return Counts(labelled, len(a.marks), len(b.marks)), Counts(bare, len(a.marks), len(b.marks))


def combined(pages: Sequence[PageAgreement]) -> PageAgreement:
    """Return the agreement on several pages as if they were one page."""
    return PageAgreement(
        "",
        _sum(page.words for page in pages),
        _sum(page.tokens for page in pages),
        micro(page.counts for page in pages),
        micro(page.marks for page in pages),
        micro(page.places for page in pages),
    )


def _sum(edits: Iterable[Edits]) -> Edits:
    edits = list(edits)
    return Edits(sum(edit.longer for edit in edits), sum(edit.distance for edit in edits))


def agreement(annotations: Annotations, progress: Progress | None = None) -> dict[str, Any]:
    """Compare all pages; return what ``--json`` prints. Agreement is in percent, and pages with the least come first.

    ::

        {"annotators": [A, B], "pages": N, "marked": whether there are marks, "unpaired": [names],
         "agreement": {"words": {"average", "all", "min", "max"}, "words+marks": …, "marks": …},
         "differences": [{"annotator": A, "words", "only_words", "marks", "only_marks", "other_kind"}, the same for B],
         "each": [{"page": id, "words": agreement, "words+marks": …, "marks": …, "differences": as above}]}
    """
    pages = []
    for number, page in enumerate(annotations.pages, 1):
        pages.append(compare(page.id, *page.texts()))
        if progress is not None:
            progress("pages compared", number, len(annotations.pages))
    names = annotations.names
    total = combined(pages)
    ordered = sorted(pages, key=lambda page: (page.words.agreement, page.tokens.agreement))
    return {
        "annotators": list(names),
        "pages": len(pages),
        "marked": bool(total.marks.output or total.marks.gold),
        "unpaired": annotations.unpaired,
        "agreement": averages(pages, total),
        "differences": _differences(names, total),
        "each": [{"page": page.id, **figures(page), "differences": _differences(names, page)} for page in ordered],
    }


def figures(page: PageAgreement) -> dict[str, float]:
    """Return the agreement on a page, in percent."""
    values = {"words": page.words.agreement, "words+marks": page.tokens.agreement, "marks": page.marks.f}
    return {name: percent(value) for name, value in values.items()}


def averages(pages: Sequence[PageAgreement], total: PageAgreement) -> dict[str, dict[str, float]]:
    """Return the agreement on several pages, in percent; ``total`` is that of all pages as one."""
    each = [figures(page) for page in pages]
    result = {}
    for name, value in figures(total).items():
        values = [found[name] for found in each]
        result[name] = {
            "average": round(mean(values).value, DIGITS),
            "all": value,
            "min": min(values),
            "max": max(values),
        }
    return result


def _differences(names: tuple[str, str], page: PageAgreement) -> list[dict[str, Any]]:
    """Count what each annotator has, and what only that one has; marks of another kind count for both."""
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
