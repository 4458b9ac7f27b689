"""Sets by their names: a folder, or the name of one below the folder that ``NCLEANER_DATA`` names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ncleaner.gold.sets import Set

DATA = "NCLEANER_DATA"


def place_of(name: str) -> str:
    """The folder that is meant."""
    if not os.path.exists(name) and DATA in os.environ:
        below = os.path.join(os.environ[DATA], name)
        if os.path.isdir(below):
            return below
    return name


def set_of(name: str) -> Set:
    """The set in that folder."""
    from ncleaner.gold.sets import read_set

    return read_set(place_of(name))
