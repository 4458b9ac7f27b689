"""The sites of a set: its pages by the host of their addresses, which a table gives, or else the pages themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ncleaner.cleaner import Cleaner
from ncleaner.gold.sets import Pair, read_set
from ncleaner.train.examples import Example, example_of

FEWEST = 5  # pages of a site that is measured


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of a site: its example, and its language if the set says it."""

    example: Example
    language: str


@dataclass(frozen=True, slots=True)
class Found:
    """The sites of a set that have enough pages, by host; ``pages`` pages of the set have a known host at all."""

    name: str
    total: int
    pages: int
    sites: dict[str, list[SitePage]]

    @property
    def measured(self) -> int:
        """The number of pages of these sites."""
        return sum(map(len, self.sites.values()))


def found(data: Path, name: str) -> Found:
    """Find the sites of a set."""
    pairs = read_set(data / name).pages
    by_host: dict[str, list[SitePage]] = {}
    for pair in pairs:
        host = _host(pair)
        if host:
            by_host.setdefault(host, []).append(SitePage(example_of(pair, f"{name}/{pair.id}"), pair.language))
    sites = {host: pages for host, pages in sorted(by_host.items()) if len(pages) >= FEWEST}
    return Found(name, len(pairs), sum(map(len, by_host.values())), sites)


def _host(pair: Pair) -> str:
    """Return the host of a page, or the empty string if neither the set nor the page says it."""
    address = pair.url or Cleaner(engine="dump").clean(pair.page()).metadata.url or ""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
