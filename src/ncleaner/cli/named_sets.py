"""Sets of pages and gold texts by name: a folder, or a folder in the one that ``NCLEANER_DATA`` names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ncleaner.errors import SetError, nearest

if TYPE_CHECKING:
    from ncleaner.gold.sets import Set

DATA = "NCLEANER_DATA"

SET_DESCRIPTION = """\
SET is a folder with pages in html/ and gold texts of the same names in gold/,
gzip-compressed or not; or the name of such a folder in the folder that the
environment variable NCLEANER_DATA names.
"""


def set_folder(name: str) -> str:
    """Return the folder of a set."""
    if not os.path.exists(name) and DATA in os.environ:
        folder = os.path.join(os.environ[DATA], name)
        if os.path.isdir(folder):
            return folder
    return name


def existing_set(name: str) -> str:
    """Return the folder of a set; raise `SetError` with a suggestion if there is none."""
    folder = set_folder(name)
    if os.path.lexists(folder):
        return folder
    places = [os.path.dirname(name) or os.curdir, *filter(None, [os.environ.get(DATA)])]
    near = nearest(
        os.path.basename(name), (other for place in places if os.path.isdir(place) for other in os.listdir(place))
    )
    hint = f"did you mean {near}?" if near else f"name a folder, or one in the folder that {DATA} names"
    raise SetError(f"there is no folder {name}: {hint}")


def read_named_set(name: str) -> Set:
    """Read a set."""
    from ncleaner.gold.sets import read_set

    return read_set(existing_set(name))
