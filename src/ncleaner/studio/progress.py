"""How far a person is with a page, and the answers of the store."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from ncleaner.page.document import Document
from ncleaner.studio.annotation import Annotation

NEW = "new"
STARTED = "started"
DONE = "done"
UNUSABLE = "unusable"
STATES = (STARTED, DONE, UNUSABLE)
"""What a person may say of a page; it is new until then, or until the first stroke."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far a person is with a page.

    ``changes`` is the number of strokes that are not undone; ``engine`` and ``model`` made the suggestion.
    """

    version: int
    state: str
    reason: str
    changes: int
    can_undo: bool
    can_redo: bool
    engine: str
    model: str


UNOPENED = Status(0, NEW, "", 0, False, False, "", "")


@dataclass(frozen=True, slots=True)
class CleanedPage:
    """A page as the store needs it: the name and the digest of its file, and the document with its blocks."""

    name: str
    digest: str
    document: Document


@dataclass(frozen=True, slots=True)
class Current:
    """The annotation of a page as it is now, and as it was ``before`` the request.

    ``was_newest`` says whether the request was made on the version before it, ``is_repeated`` whether it had been
    carried out already.
    """

    status: Status
    annotation: Annotation
    before: Annotation
    was_newest: bool = True
    is_repeated: bool = False


def status_in(row: sqlite3.Row) -> Status:
    """Return what a row of the store says."""
    position, strokes = row["position"], row["strokes"]
    undo, redo = position > 0, position < strokes
    return Status(row["version"], row["state"], row["reason"], position, undo, redo, row["engine"], row["model"])
