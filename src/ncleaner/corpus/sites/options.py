"""How a job uses sites: what makes pages a site, and how many pages it takes."""

from __future__ import annotations

from dataclasses import dataclass

DOMAIN = "domain"
PATH_PREFIX = "path-prefix"
KEYS = (DOMAIN, PATH_PREFIX)
"""What the pages of a site have in common: the domain, or the domain and the first folder of the path."""

FEWEST = 3


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What the pages of a site have in common, one of `KEYS`, and the fewest pages of a site that is used.

    ``load`` is a folder with the sites of an earlier crawl, which are added to those of this one.
    """

    key: str = DOMAIN
    fewest: int = FEWEST
    load: str | None = None
