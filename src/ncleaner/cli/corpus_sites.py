"""The options of ``ncleaner corpus`` for sites."""

from __future__ import annotations

import argparse

from ncleaner.cli.argument_types import count
from ncleaner.cli.parser import Parser
from ncleaner.corpus.sites.options import DOMAIN, FEWEST, KEYS, PATH_PREFIX, SiteOptions
from ncleaner.errors import UsageError


class OptionsOfSites(argparse.Namespace):
    """The options for sites, with their defaults; ``None`` tells that an option was not given."""

    sites: bool = False
    site_pages: int | None = None
    site_key: str | None = None
    sites_save: str | None = None
    sites_load: str | None = None


def add_site_options(parser: Parser) -> None:
    """Add the options."""
    add = parser.group("sites")
    help = "learn what the pages of each site share in a first pass, and clean with it in a second one"
    add("--sites", action="store_true", help=help)
    help = f"use sites with N pages or more (default: {FEWEST})"
    add("--site-pages", type=count, metavar="N", help=help)
    help = f"group pages by {DOMAIN} (the default), or by domain and first folder of the path ({PATH_PREFIX})"
    add("--site-key", choices=KEYS, metavar="KEY", help=help)
    add("--sites-save", metavar="DIR", help="save what was learnt to this folder, for another crawl")
    add("--sites-load", metavar="DIR", help="add what an earlier crawl has saved to this folder")


def site_options(options: OptionsOfSites) -> SiteOptions | None:
    """Return how sites are used, or ``None`` if they are not; raise `UsageError` for options that need ``--sites``."""
    if options.sites:
        fewest = FEWEST if options.site_pages is None else options.site_pages
        return SiteOptions(options.site_key or DOMAIN, fewest, options.sites_load)
    for name in ("site_pages", "site_key", "sites_save", "sites_load"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name.replace('_', '-')} needs --sites, which learns the sites of the crawl")
    return None
