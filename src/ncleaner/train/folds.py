"""The folds of training: the same as in cross-validation, but never more than there are sites."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.train.examples import TrainingPage

FOLDS = 10


def fold_count(pages: Sequence[TrainingPage]) -> int:
    """Return the number of folds; pages of a single site cannot be divided."""
    return min(FOLDS, max(2, len({page.site for page in pages})))


def held_out_folds(pages: Sequence[TrainingPage]) -> list[list[TrainingPage]]:
    """Return the pages of each fold."""
    by_id = {page.id: page for page in pages}
    if len(by_id) < len(pages):
        raise NCleanerError("pages need distinct ids to be divided into folds")
    return [
        [by_id[id] for id in fold] for fold in folds_by_site({page.id: page.site for page in pages}, fold_count(pages))
    ]
