"""Pages for FIASCO to learn from: the features of their visible targets, and which of these are clean.

What is left of a page is small. Keywords are learnt from the same pages, so that the words of each target are kept, and
the features that count keywords are filled in when it is known which words these are.

Where visual features are wanted, pages are rendered on the way, several at a time.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from ncleaner.decode.decode import decode
from ncleaner.engines.fiasco.features import GROUPS, VISUAL, features, names_of
from ncleaner.engines.fiasco.linguistic import KEYWORDS, tokenized_texts
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.targets import marked_html
from ncleaner.errors import NCleanerError
from ncleaner.read import read_page
from ncleaner.train.examples import Example, Progress
from ncleaner.train.fiasco.alignment import Align, by_words
from ncleaner.train.fiasco.keywords import Keywords, Sides

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.features import Regions, Table

ALL = tuple(GROUPS)
COLUMNS = names_of(ALL)
KEYWORD_COLUMNS = [COLUMNS.index(name) for name in KEYWORDS]


@dataclass(frozen=True, slots=True)
class Study:
    """A page: for each of its visible targets a row of features of all groups, its words, and whether it is clean.

    ``aligned`` is the share of the gold text's segments that were found on the page, ``segments`` their number.
    Features of groups that were not wanted are 0, as are those that count keywords, but for what `with_keywords` gives.
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
        """The name of the set that the page is from, if its id tells."""
        return self.id.rpartition("/")[0]

    @property
    def sides(self) -> Sides:
        """The words of its clean and of its dirty targets."""
        clean: Counter[str] = Counter()
        dirty: Counter[str] = Counter()
        for bag, is_clean in zip(self.bags, self.clean, strict=True):
            (clean if is_clean else dirty).update(bag)
        return Sides(self.site, clean, dirty)

    def thinned(self, most: int) -> Study:
        """The same page with so many targets at most, drawn at random, so that no page outweighs all others."""
        if len(self.bags) <= most:
            return self
        chosen = sorted(Random(self.id).sample(range(len(self.bags)), most))
        bags = [self.bags[number] for number in chosen]
        return replace(self, table=self.table[chosen], bags=bags, clean=self.clean[chosen])

    def with_keywords(self, found: Keywords) -> Table:
        """The features with the shares of keywords filled in."""
        table = self.table.copy()
        for column, keywords in zip(KEYWORD_COLUMNS, map(frozenset, found), strict=True):
            table[:, column] = [
                sum(count for word, count in bag.items() if word in keywords) / (bag.total() or 1) for bag in self.bags
            ]
        return table


def studies(
    examples: Iterable[Example],
    groups: Sequence[str] = ALL,
    *,
    align: Align = by_words,
    cache: str | None = None,
    workers: int = 1,
    total: int = 0,
    progress: Progress | None = None,
) -> list[Study]:
    """Read pages, render them if need be, and align them with their gold texts.

    ``cache`` is a folder for what browsers have seen, ``workers`` the number of browsers, ``total`` the number of
    pages.
    """
    found = []
    for example, reading, regions in _seen(examples, VISUAL in groups, cache, workers):
        found.append(_study(example, reading, align, groups, regions))
        if progress is not None:
            progress("pages read", len(found), max(total, len(found)))
    if not found:
        raise NCleanerError("there are no pages to learn from")
    return found


def _seen(
    examples: Iterable[Example], visual: bool, cache: str | None, workers: int
) -> Iterator[tuple[Example, PageTargets, Regions | None]]:
    """The pages as they were read, and what was seen of them. Browsers are given pages ahead of what is asked for."""
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


def _study(
    example: Example, reading: PageTargets, align: Align, groups: Sequence[str], regions: Regions | None
) -> Study:
    import numpy

    alignment = align(reading, example.gold)
    table = numpy.zeros((len(reading.targets), len(COLUMNS)))
    own = names_of(groups)
    table[:, [COLUMNS.index(name) for name in own]] = features(reading, groups, regions=regions)
    words = tokenized_texts(reading)
    return Study(
        example.id,
        example.site or example.id,
        example.weight,
        table[reading.visible],
        [Counter(words[number].words) for number in reading.visible],
        numpy.array(alignment.clean, dtype=bool)[reading.visible],
        alignment.segments,
        alignment.share,
    )


def training_of(pages: Sequence[Study]) -> list[dict[str, Any]]:
    """What there was to learn from, set by set, for the header of a model."""
    found: Counter[tuple[str, int]] = Counter((page.set, page.weight) for page in pages)
    return [{"set": name or "pages", "pages": count, "weight": weight} for (name, weight), count in found.items()]
