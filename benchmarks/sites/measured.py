"""Pages cleaned alone, and with a site learnt from other pages of their site: all of them, or so many.

The site never includes the page itself. Other pages are taken in the order of the digests of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.sites.found import Found, SitePage
from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.engine import Forest
from ncleaner.gold.folds import shuffled
from ncleaner.gold.reading import read
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.scores import aligned
from ncleaner.sites.site import Site
from ncleaner.train.examples import Progress

STEPS = (1, 2, 3, 5, 10, 20, 30)
"""Numbers of other pages."""

CHINESE = "zh"

Engines = Callable[[str], Forest]
"""A function from the id of a page to the engine that may clean it."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was counted on a page: words, or sequences of characters of a Chinese page.

    ``alone`` is without a site, ``together`` with one learnt from all other pages, and ``by_step`` with one learnt from
    so many of them.
    """

    id: str
    is_chinese: bool
    others: int
    alone: Counts
    together: Counts
    by_step: Mapping[int, Counts] = field(default_factory=dict)


def measured(found: Found, engines: Engines, advance: Progress) -> list[Measured]:
    """Clean the pages of all sites of a set."""
    pages: list[Measured] = []
    for site in found.sites.values():
        for page in _site(site, engines):
            pages.append(page)
            advance(found.name, len(pages), found.measured)
    return pages


def _site(pages: Sequence[SitePage], engines: Engines) -> Iterator[Measured]:
    """Clean the pages of a site."""
    by_id = {page.example.id: page for page in pages}
    order = shuffled(by_id)
    sites = {id: Site.learn([by_id[id].example.page]) for id in order}
    for id in order:
        others = [other for other in order if other != id]
        count = _Counting(by_id[id], engines(id))
        by_step = {
            step: count(_merged([sites[other] for other in others[:step]])) for step in STEPS if step <= len(others)
        }
        yield Measured(
            id,
            count.is_chinese,
            len(others),
            count(None),
            count(_merged([sites[other] for other in others])),
            by_step,
        )


def _merged(sites: Sequence[Site]) -> Site:
    return sites[0].merge(*sites[1:])


class _Counting:
    """Counts what is right of a page; outputs that are the same are counted once."""

    def __init__(self, page: SitePage, engine: Forest) -> None:
        self.page = page
        self.engine = engine
        self.is_chinese = page.language == CHINESE
        self.gold = read(page.example.gold)
        self.known: dict[bytes, Counts] = {}

    def __call__(self, site: Site | None) -> Counts:
        """Clean the page with a site, and return its counts."""
        document = Cleaner(engine=self.engine, site=site).clean(self.page.example.page)
        keep = bytes(document.decisions.keep)
        if keep not in self.known:
            text = read(document.to("cleaneval"))
            counts = chars(text, self.gold) if self.is_chinese else aligned(text, self.gold)["words"]
            self.known[keep] = counts
        return self.known[keep]
