"""Opening what the command names: a page, a folder of pages, or nothing, to begin with an empty window.

A folder of pages is a project, unless nothing can be written there. Then its pages can only be looked at.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from ncleaner.errors import InputError, OutputError
from ncleaner.gold.sets import ADDRESSES, PAGE_ENDINGS, PAGE_FOLDERS, natural_key, page_id, read_table
from ncleaner.studio.own_models import OwnModels
from ncleaner.studio.pages import Pages, page_in_file
from ncleaner.studio.project import Project, is_writable
from ncleaner.studio.store import Store
from ncleaner.system.files import unzipped_name

EMPTY = "no page"
ONLY_A_PAGE = "a page was opened, not a folder: start the studio with a folder of pages to annotate them"
NOTHING = "no folder was opened: start the studio with a folder of pages to annotate them"


class Opened(NamedTuple):
    """Pages with a title, and the project, or a sentence why there is none."""

    pages: Pages
    title: str
    project: Project | None
    problem: str


def opened(place: str | None) -> Opened:
    """Open a file or a folder; raise `InputError` if a folder has no pages, or if its store is damaged."""
    if place is None:
        return Opened(Pages([]), EMPTY, None, NOTHING)
    if not os.path.isdir(place):
        return Opened(Pages([page_in_file("page", place)]), os.path.basename(place), None, ONLY_A_PAGE)
    inside = next((folder for folder in _page_folders(place) if page_names(folder)), place)
    names = page_names(inside)
    if not names:
        raise InputError(f"{place} has no pages: looked for {', '.join(PAGE_ENDINGS)}, here and in html/")
    return _folder(place, inside, names)


def _folder(place: str, inside: str, names: list[str]) -> Opened:
    """Open a folder whose pages are in the folder ``inside``."""
    store, problem = _store(place, names)
    numbers = store.numbers() if store is not None else {name: number for number, name in enumerate(names, 1)}
    addresses = read_table(os.path.join(place, ADDRESSES))
    own = OwnModels(place)
    pages = Pages(
        [
            page_in_file(f"page-{numbers[name]}", os.path.join(inside, name), addresses.get(page_id(name)))
            for name in names
        ],
        own,
    )
    project = Project(place, pages, store, own) if store is not None else None
    return Opened(pages, os.path.basename(os.path.abspath(place)), project, problem)


def _store(place: str, names: list[str]) -> tuple[Store | None, str]:
    """Open the store in a folder, or say why there can be none."""
    problem = f"the folder {place} cannot be written"
    if is_writable(place):
        try:
            return Store(place, names), ""
        except OutputError as error:
            problem = str(error)
    return None, f"{problem}. Its pages can be looked at, but not annotated"


def page_names(folder: str) -> list[str]:
    """Return the names of the pages in a folder, in natural order."""
    try:
        names = [name for name in os.listdir(folder) if unzipped_name(name).lower().endswith(PAGE_ENDINGS)]
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be read: {error.strerror}") from None
    return sorted((name for name in names if not name.startswith(".")), key=natural_key)


def _page_folders(place: str) -> list[str]:
    folders = [os.path.join(place, name) for name in PAGE_FOLDERS]
    return [folder for folder in folders if os.path.isdir(folder)]
