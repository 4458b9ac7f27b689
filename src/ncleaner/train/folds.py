"""The folds of training: the same as those of cross-validation, and never more than there are pages."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.train.examples import Lesson

FOLDS = 10


def fold_count(pages: Sequence[Lesson]) -> int:
    """How many folds the pages are divided into; those of a single site cannot be."""
    return min(FOLDS, max(2, len({page.site for page in pages})))


def held_out_folds(pages: Sequence[Lesson]) -> list[list[Lesson]]:
    """The pages in folds."""
    by_id = {page.id: page for page in pages}
    if len(by_id) < len(pages):
        raise NCleanerError("the ids of pages must differ to be divided into folds")
    return [
        [by_id[id] for id in fold] for fold in folds_by_site({page.id: page.site for page in pages}, fold_count(pages))
    ]
