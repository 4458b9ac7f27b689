"""Training pages of FIASCO: the features and the labels of their visible targets.

Keywords are learnt from the same pages. So a page keeps the words of each target, and `FiascoPage.with_keywords` fills
in the keyword features once the keywords are known.

For visual features, pages are rendered while they are read, several at a time.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from ncleaner.decode import decode
from ncleaner.engines.fiasco.features import GROUPS, VISUAL, features, names_of
from ncleaner.engines.fiasco.linguistic import KEYWORDS, tokenized_texts
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.targets import marked_html
from ncleaner.errors import NCleanerError
from ncleaner.read import read_page
from ncleaner.train.examples import Example, Progress
from ncleaner.train.fiasco.alignment import Align, by_words
from ncleaner.train.fiasco.keywords import Keywords, WordCounts

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.features import Regions, Table

ALL = tuple(GROUPS)
COLUMNS = names_of(ALL)
KEYWORD_COLUMNS = [COLUMNS.index(name) for name in KEYWORDS]


@dataclass(frozen=True, slots=True)
class FiascoPage:
    """A page: for each visible target, a row of features of all groups, a bag of words, and whether it is clean.

    ``segments`` is the number of segments of the gold text, ``aligned`` the share of them found on the page. Features
    of groups that were not computed are 0. Keyword features are 0 in ``table``; `with_keywords` fills them in.
    """

    id: str
    site: str
    weight: int
    table: Table
    bags: list[Counter[str]]
    clean: NDArray[bool_]
    segments: int
    aligned: float

    @property
    def set(self) -> str:
        """The name of the set, taken from the id, or an empty string."""
        return self.id.rpartition("/")[0]

    @property
    def word_counts(self) -> WordCounts:
        """The word counts of the clean targets and of the dirty targets."""
        clean: Counter[str] = Counter()
        dirty: Counter[str] = Counter()
        for bag, is_clean in zip(self.bags, self.clean, strict=True):
            (clean if is_clean else dirty).update(bag)
        return WordCounts(self.site, clean, dirty)

    def thinned(self, most: int) -> FiascoPage:
        """Return the page with at most ``most`` targets, drawn at random, so that no page outweighs all others."""
        if len(self.bags) <= most:
            return self
        chosen = sorted(Random(self.id).sample(range(len(self.bags)), most))
        bags = [self.bags[number] for number in chosen]
        return replace(self, table=self.table[chosen], bags=bags, clean=self.clean[chosen])

    def with_keywords(self, keywords: Keywords) -> Table:
        """Return the features with the shares of keywords filled in."""
        table = self.table.copy()
        for column, words in zip(KEYWORD_COLUMNS, map(frozenset, keywords), strict=True):
            table[:, column] = [
                sum(count for word, count in bag.items() if word in words) / (bag.total() or 1) for bag in self.bags
            ]
        return table


def read_pages(
    examples: Iterable[Example],
    groups: Sequence[str] = ALL,
    *,
    align: Align = by_words,
    cache: str | None = None,
    workers: int = 1,
    total: int = 0,
    progress: Progress | None = None,
) -> list[FiascoPage]:
    """Read pages, align them with their gold texts, and render them if ``groups`` has visual features.

    ``cache`` is a folder for the results of rendering, ``workers`` the number of browsers, and ``total`` the number of
    pages, for the progress.
    """
    pages = []
    for example, reading, regions in _rendered(examples, VISUAL in groups, cache, workers):
        pages.append(_fiasco_page(example, reading, align, groups, regions))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    if not pages:
        raise NCleanerError("there are no pages to learn from")
    return pages


def _rendered(
    examples: Iterable[Example], visual: bool, cache: str | None, workers: int
) -> Iterator[tuple[Example, PageTargets, Regions | None]]:
    """Yield pages with the regions of their targets, if ``visual``. Browsers render pages ahead of the consumer."""
    ahead: deque[tuple[Example, PageTargets]] = deque()

    def pages() -> Iterator[str]:
        for example in examples:
            reading = PageTargets(read_page(decode(example.page, kind=example.kind)))
            ahead.append((example, reading))
            yield marked_html(reading.tree, reading.targets) if visual else ""

    results: Iterator[Regions | None]
    if visual:
        with requires_package("opencv-python-headless"):
            from ncleaner.engines.fiasco.visual import measure

        results = measure(pages(), cache=cache, workers=workers)
    else:
        results = (None for _ in pages())
    for regions in results:
        yield *ahead.popleft(), regions


def _fiasco_page(
    example: Example, reading: PageTargets, align: Align, groups: Sequence[str], regions: Regions | None
) -> FiascoPage:
    import numpy

    alignment = align(reading, example.gold)
    table = numpy.zeros((len(reading.targets), len(COLUMNS)))
    own = names_of(groups)
    table[:, [COLUMNS.index(name) for name in own]] = features(reading, groups, regions=regions)
    words = tokenized_texts(reading)
    return FiascoPage(
        example.id,
        example.site or example.id,
        example.weight,
        table[reading.visible],
        [Counter(words[number].words) for number in reading.visible],
        numpy.array(alignment.clean, dtype=bool)[reading.visible],
        alignment.segments,
        alignment.share,
    )
