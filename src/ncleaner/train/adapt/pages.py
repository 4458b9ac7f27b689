"""Pages to hold out: whole sites or, if all pages are of one site, single pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ncleaner.errors import NCleanerError
from ncleaner.train.examples import TrainingPage

FEWEST = 2


def with_sites(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Return pages of two sites or more: pages of a single site count as sites of their own."""
    if len(pages) < FEWEST:
        raise NCleanerError(
            "a model can be adapted only to two pages or more: some are held out to choose how strongly"
        )
    if len({page.site for page in pages}) < FEWEST:
        return [replace(page, site=page.id) for page in pages]
    return list(pages)
