"""Folds for cross-validation, the same ones on every run and every machine.

The ids of the pages are put in the order of their SHA-256 digests, which has nothing to do with what the pages are, and
dealt out like cards. So the folds depend on the ids alone, and their sizes differ by one at most.

Pages of one site are alike, and who has seen one of them knows the others. So where sites are known they are dealt out
as a whole, in the order of the digests of their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from ncleaner.errors import NCleanerError


def shuffled(ids: Iterable[str]) -> list[str]:
    """The ids in the order of their digests."""
    return sorted(ids, key=lambda id: (sha256(id.encode("utf-8", "surrogatepass")).digest(), id))


def folds(ids: Iterable[str], k: int) -> list[list[str]]:
    """The ids in ``k`` folds."""
    order = shuffled(ids)
    if len(set(order)) < len(order):
        raise NCleanerError("the ids of pages must differ to be divided into folds")
    if k < 2:
        raise NCleanerError(f"cross-validation needs 2 folds or more, not {k}")
    if k > len(order):
        pages = f"{len(order)} {'page' if len(order) == 1 else 'pages'}"
        raise NCleanerError(f"{pages} cannot be divided into {k} folds")
    return [order[start::k] for start in range(k)]


def folds_by_site(sites: Mapping[str, str], k: int) -> list[list[str]]:
    """The ids in ``k`` folds, those of a site in the same one; ``sites`` has the site of each id, or the id itself."""
    members: dict[str, list[str]] = {}
    for id, site in sites.items():
        members.setdefault(site, []).append(id)
    if k > len(members) < len(sites):
        count = f"{len(members)} {'site' if len(members) == 1 else 'sites'}"
        raise NCleanerError(f"the pages of {count} cannot be divided into {k} folds")
    return [[id for site in fold for id in members[site]] for fold in folds(members, k)]
