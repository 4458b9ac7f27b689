"""Folds for cross-validation, the same on every run and every machine.

The ids of the pages are sorted by their SHA-256 digests, which are independent of the content, and dealt out in turn.
So the folds depend on the ids alone, and their sizes differ by one at most.

Pages of the same site are similar: a model trained on one of them would have an advantage on the others. So where sites
are known, whole sites are dealt out, in the order of the digests of their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from ncleaner.errors import NCleanerError


def shuffled(ids: Iterable[str]) -> list[str]:
    """Return the ids in the order of their digests."""
    return sorted(ids, key=lambda id: (sha256(id.encode("utf-8", "surrogatepass")).digest(), id))


def folds(ids: Iterable[str], k: int) -> list[list[str]]:
    """Divide ids into ``k`` folds."""
    order = shuffled(ids)
    if len(set(order)) < len(order):
        raise NCleanerError("cannot divide pages into folds: their ids must differ")
    if k < 2:
        raise NCleanerError(f"cross-validation needs 2 folds or more, not {k}")
    if k > len(order):
        pages = f"{len(order)} {'page' if len(order) == 1 else 'pages'}"
        raise NCleanerError(f"{pages} cannot be divided into {k} folds")
    return [order[start::k] for start in range(k)]


def folds_by_site(sites: Mapping[str, str], k: int) -> list[list[str]]:
    """Divide ids into ``k`` folds, with each site in one fold; ``sites`` maps ids to sites, or to the id itself."""
    members: dict[str, list[str]] = {}
    for id, site in sites.items():
        members.setdefault(site, []).append(id)
    if k > len(members) < len(sites):
        count = f"{len(members)} {'site' if len(members) == 1 else 'sites'}"
        raise NCleanerError(f"the pages of {count} cannot be divided into {k} folds")
    return [[id for site in fold for id in members[site]] for fold in folds(members, k)]
