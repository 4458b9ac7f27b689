"""The store of a project: an SQLite file in its folder with all that its annotators have done.

Strategy: the annotation of a page by one person is the suggestion that the page started from, and the strokes since.
Undoing moves a mark in the list of strokes and deletes none of them; a new stroke cuts off those after the mark. So the
current annotation is computed by applying strokes (`ncleaner.studio.history`).

Each stroke is one transaction, written to the disk before it is acknowledged: a process that is killed loses at most
the stroke that it was about to acknowledge. Several threads may use a store, and several processes the file. A request
that is repeated, because its answer was lost, is recognised by the id that the window has given to it.

Pages are stored by the names of their files, with the digest of the file that was annotated. The file of the store is
created by the first thing that is written, so a folder of pages that are only looked at stays as it is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any

from ncleaner.errors import InputError, OutputError, UsageError
from ncleaner.studio.annotation import Annotation
from ncleaner.studio.history import History
from ncleaner.studio.placing import read_annotation
from ncleaner.studio.progress import DONE as DONE
from ncleaner.studio.progress import NEW as NEW
from ncleaner.studio.progress import STARTED as STARTED
from ncleaner.studio.progress import STATES, UNOPENED, UNUSABLE, CleanedPage, Current, Status, status_in
from ncleaner.studio.schema import FILE, opened
from ncleaner.studio.strokes import Stroke

LONGEST_NAME = 60  # characters of an annotator's name
LONGEST_REASON = 500  # characters
LONGEST_REQUEST = 100  # characters of the id of a request


class Store:
    """The store in a folder, about the pages in files of some names. Nothing is created before something is written."""

    def __init__(self, folder: str | os.PathLike[str], names: Sequence[str] = ()) -> None:
        self.path = os.path.join(os.fspath(folder), FILE)
        self._names = tuple(names)
        self._lock = RLock()
        self._history = History()
        self._file: sqlite3.Connection | None = None
        if os.path.exists(self.path):
            self._open()

    def _open(self) -> sqlite3.Connection:
        """Open the file, which may not exist yet, and number the pages that it does not know."""
        with _clear_errors(self.path):
            connection = opened(self.path)
            known = {name for (name,) in connection.execute("SELECT name FROM pages")}
            unknown = [(name,) for name in self._names if name not in known]
            if unknown:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR IGNORE INTO pages (name) VALUES (?)", unknown)
                connection.execute("COMMIT")
        self._file = connection
        return connection

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._file or self._open()

    def numbers(self) -> dict[str, int]:
        """Return the numbers of all pages by their names; those of a page stay the same."""
        if self._file is None:
            return {name: number for number, name in enumerate(self._names, 1)}
        return dict(self._read("SELECT name, number FROM pages"))

    def annotators(self) -> list[str]:
        """Return the names of the annotators, in the order in which they came."""
        return [name for (name,) in self._read("SELECT name FROM annotators ORDER BY id")]

    def add_annotator(self, name: str) -> None:
        """Add an annotator, if there is none of that name."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise UsageError(f"an annotator needs a name of 1 to {LONGEST_NAME} characters")
        with self._transaction() as connection:
            connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))

    def begin(
        self,
        page: CleanedPage,
        annotator: str,
        suggestion: Annotation,
        *,
        engine: str,
        model: str,
        is_newer: bool = False,
    ) -> Current:
        """Store what an engine suggests, unless the annotator has begun with this page already.

        What ``is_newer`` also replaces an older suggestion, as long as the annotator has done nothing. Raises
        `InputError` if the page is not the one that was annotated before.
        """
        text = suggestion.to_json()
        with self._transaction() as connection:
            person = self._person(annotator)
            connection.execute("INSERT OR IGNORE INTO pages (name) VALUES (?)", (page.name,))
            connection.execute(
                "UPDATE pages SET digest = ? WHERE name = ? AND NOT EXISTS"
                " (SELECT 1 FROM annotations WHERE annotations.page = pages.number)",
                (page.digest, page.name),
            )
            connection.execute(
                "INSERT OR IGNORE INTO annotations (page, annotator, engine, model, suggestion)"
                " SELECT number, ?, ?, ?, ? FROM pages WHERE name = ?",
                (person, engine, model, text, page.name),
            )
            row = self._begun(page, annotator)
            if is_newer and row["suggestion"] != text and row["state"] == NEW and not row["strokes"]:
                connection.execute(
                    "UPDATE annotations SET version = version + 1, engine = ?, model = ?, suggestion = ? WHERE id = ?",
                    (engine, model, text, row["id"]),
                )
                row = self._begun(page, annotator)
            annotation = self._history.state(connection, row, row["position"], page.document)
        return Current(status_in(row), annotation, annotation)

    def status(self, name: str, annotator: str) -> Status:
        """Return how far a person is with the page of a name."""
        query = f"SELECT {_COLUMNS} FROM {_JOINED} WHERE pages.name = ? AND annotators.name = ?"
        rows = self._read(query, name, annotator)
        return status_in(rows[0]) if rows else UNOPENED

    def statuses(self, annotator: str) -> dict[str, Status]:
        """Return how far a person is with each page that they have begun, by the name of the page."""
        query = f"SELECT {_COLUMNS}, pages.name AS page FROM {_JOINED} WHERE annotators.name = ?"
        return {row["page"]: status_in(row) for row in self._read(query, annotator)}

    def suggestion(self, page: CleanedPage, annotator: str) -> Annotation:
        """Return what the annotator began with."""
        with self._transaction():
            return read_annotation(page.document, self._begun(page, annotator)["suggestion"])

    def current(self, page: CleanedPage, annotator: str) -> Current:
        """Return the annotation of a page."""
        with self._transaction() as connection:
            row = self._begun(page, annotator)
            annotation = self._history.state(connection, row, row["position"], page.document)
        return Current(status_in(row), annotation, annotation)

    def apply(
        self, page: CleanedPage, annotator: str, change: Stroke, *, version: int | None = None, request: str = ""
    ) -> Current:
        """Apply a stroke to the newest annotation and log it; strokes that were undone cannot be redone any more.

        ``version`` is the one that the stroke was made on, ``request`` the id of the request, if it has one. A stroke
        that changes nothing, not even what the person has decided on, is not logged.
        """
        with self._transaction() as connection:
            row = self._begun(page, annotator)
            before = self._history.state(connection, row, row["position"], page.document)
            was_newest = version is None or version == row["version"]
            if self._is_repeated(row, request):
                return Current(status_in(row), before, before, is_repeated=True)
            annotation = change.apply(before, page.document)
            if annotation == before:
                return Current(status_in(row), before, before, was_newest)
            self._history.log(connection, row, change, annotation)
            row = self._begun(page, annotator)
        return Current(status_in(row), annotation, before, was_newest)

    def undo(self, page: CleanedPage, annotator: str, *, version: int | None = None, request: str = "") -> Current:
        """Undo the last stroke that is not undone; without one, nothing happens."""
        return self._move(page, annotator, -1, version, request)

    def redo(self, page: CleanedPage, annotator: str, *, version: int | None = None, request: str = "") -> Current:
        """Redo the stroke that was undone last; without one, nothing happens."""
        return self._move(page, annotator, 1, version, request)

    def set_state(self, page: CleanedPage, annotator: str, state: str, reason: str = "") -> Status:
        """Say that a page is started, done, or unusable for a reason."""
        if state not in STATES:
            raise UsageError(f"there is no state {state!r} of a page; there are: {', '.join(STATES)}")
        reason = " ".join(reason.split())[:LONGEST_REASON] if state == UNUSABLE else ""
        with self._transaction() as connection:
            key = self._begun(page, annotator)["id"]
            connection.execute("UPDATE annotations SET state = ?, reason = ? WHERE id = ?", (state, reason, key))
            return status_in(self._begun(page, annotator))

    def setting(self, name: str) -> str | None:
        """Return a setting of the project, or ``None`` if it was never set."""
        return next((text for (text,) in self._read("SELECT value FROM texts WHERE name = ?", name)), None)

    def set_setting(self, name: str, value: str) -> None:
        """Store a setting of the project."""
        with self._transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO texts (name, value) VALUES (?, ?)", (name, value))

    def _move(self, page: CleanedPage, annotator: str, step: int, version: int | None, request: str) -> Current:
        with self._transaction() as connection:
            row = self._begun(page, annotator)
            before = self._history.state(connection, row, row["position"], page.document)
            was_newest = version is None or version == row["version"]
            if self._is_repeated(row, request):
                return Current(status_in(row), before, before, is_repeated=True)
            position = row["position"] + step
            if not 0 <= position <= row["strokes"]:
                return Current(status_in(row), before, before, was_newest)
            annotation = self._history.state(connection, row, position, page.document)
            self._history.move(connection, row, position)
            row = self._begun(page, annotator)
        return Current(status_in(row), annotation, before, was_newest)

    def _is_repeated(self, row: sqlite3.Row, request: str) -> bool:
        """Return whether a request of this id has been carried out, and note that it has been now."""
        if not request:
            return False
        query = "INSERT OR IGNORE INTO requests (annotation, request) VALUES (?, ?)"
        return self._connection.execute(query, (row["id"], request[:LONGEST_REQUEST])).rowcount == 0

    def _person(self, annotator: str) -> int:
        row = self._connection.execute("SELECT id FROM annotators WHERE name = ?", (annotator,)).fetchone()
        if row is None:
            raise UsageError(f"there is no annotator {annotator!r} in this project: add the name first")
        return int(row[0])

    def _begun(self, page: CleanedPage, annotator: str) -> sqlite3.Row:
        """Return the row of an annotation; raise `InputError` if the file of the page has changed."""
        query = f"SELECT {_COLUMNS}, suggestion, digest FROM {_JOINED} WHERE pages.name = ? AND annotators.name = ?"
        row: sqlite3.Row | None = self._connection.execute(query, (page.name, annotator)).fetchone()
        if row is None:
            self._person(annotator)
            raise UsageError(f"{annotator} has not begun with the page {page.name}: open it first")
        if row["digest"] != page.digest:
            raise InputError(
                f"the file {page.name} has changed since it was annotated, so the annotation does not fit: put the old"
                " file back, or give the new one another name"
            )
        return row

    def _read(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds; there are none if there is no file yet."""
        with self._lock, _clear_errors(self.path):
            if self._file is None and not os.path.exists(self.path):
                return []
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Do all of the block or nothing; other threads and processes wait."""
        with self._lock, _clear_errors(self.path):
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                self._history.forget()  # some may be of what is not stored now
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


_JOINED = (
    "annotations JOIN annotators ON annotators.id = annotations.annotator JOIN pages ON pages.number = annotations.page"
)
_COLUMNS = "annotations.id AS id, version, state, reason, position, strokes, engine, model"


@contextmanager
def _clear_errors(path: str) -> Iterator[None]:
    """Say in a sentence what is wrong with the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise OutputError(f"{path} cannot be used: {error}; is the disk full, or the folder not writable?") from None
    except sqlite3.DatabaseError as error:
        raise InputError(f"{path} cannot be read: {error}; move it away, or put a copy in its place") from None
