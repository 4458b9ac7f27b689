"""The history of annotations: the log of strokes in the store, and the states between them.

Strategy: a state is the suggestion, or the last snapshot before it, with the strokes since applied. A snapshot is
stored every `SNAPSHOT_EVERY` strokes. The states around the current one are in memory, so undoing applies nothing. They
carry the version of the annotation, which grows with every stroke, undo and redo, so the work of other processes is
noticed.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from dataclasses import dataclass

from ncleaner.page.document import Document
from ncleaner.studio.annotation import Annotation
from ncleaner.studio.placing import read_annotation
from ncleaner.studio.strokes import Stroke, stroke

SNAPSHOT_EVERY = 64  # strokes
MOST_IN_MEMORY = 16  # annotations
LONGEST_TRAIL = 2 * SNAPSHOT_EVERY  # states of an annotation in memory


@dataclass(slots=True)
class _Trail:
    """States of an annotation, by the number of strokes that are not undone; all of them are in one log.

    ``version`` is that of the annotation to which the log belongs.
    """

    version: int
    states: dict[int, Annotation]


class History:
    """The states of annotations, and their log. All methods are called within transactions of the store."""

    def __init__(self) -> None:
        self._trails: OrderedDict[int, _Trail] = OrderedDict()

    def state(self, connection: sqlite3.Connection, row: sqlite3.Row, position: int, document: Document) -> Annotation:
        """Return the annotation in a row after so many strokes."""
        states = self._trail(row).states
        if position in states:
            return states[position]
        snapshot = connection.execute(
            "SELECT number, units FROM snapshots WHERE annotation = ? AND number <= ? ORDER BY number DESC LIMIT 1",
            (row["id"], position),
        ).fetchone()
        first, text = snapshot or (0, row["suggestion"])
        annotation = states[first] = read_annotation(document, text)
        for number, logged in connection.execute(
            "SELECT number, stroke FROM strokes WHERE annotation = ? AND number > ? AND number <= ? ORDER BY number",
            (row["id"], first, position),
        ):
            annotation = states[number] = stroke(json.loads(logged)).apply(annotation, document)
        _shorten(states, position)
        return annotation

    def log(self, connection: sqlite3.Connection, row: sqlite3.Row, change: Stroke, annotation: Annotation) -> None:
        """Log a stroke, which led to an annotation, after those that are not undone; the others are cut off."""
        key, number = row["id"], row["position"] + 1
        for table in ("strokes", "snapshots"):
            connection.execute(f"DELETE FROM {table} WHERE annotation = ? AND number >= ?", (key, number))
        connection.execute(
            "INSERT INTO strokes (annotation, number, stroke) VALUES (?, ?, ?)",
            (key, number, json.dumps(change.fields(), separators=(",", ":"))),
        )
        if number % SNAPSHOT_EVERY == 0:
            connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (key, number, annotation.to_json()))
        connection.execute(
            "UPDATE annotations SET version = version + 1, position = ?, strokes = ?,"
            " state = CASE state WHEN 'new' THEN 'started' ELSE state END WHERE id = ?",
            (number, number, key),
        )
        trail = self._trail(row)
        trail.version += 1
        trail.states = {other: state for other, state in trail.states.items() if other < number}
        trail.states[number] = annotation
        _shorten(trail.states, number)

    def move(self, connection: sqlite3.Connection, row: sqlite3.Row, position: int) -> None:
        """Undo or redo, so that so many strokes are not undone."""
        query = "UPDATE annotations SET version = version + 1, position = ? WHERE id = ?"
        connection.execute(query, (position, row["id"]))
        self._trail(row).version += 1

    def forget(self) -> None:
        """Forget what is in memory, after a transaction that failed."""
        self._trails.clear()

    def _trail(self, row: sqlite3.Row) -> _Trail:
        """Return the states in memory of the annotation in a row, if no other process has changed it since."""
        trail = self._trails.get(row["id"])
        if trail is None or trail.version != row["version"]:
            trail = self._trails[row["id"]] = _Trail(row["version"], {})
        self._trails.move_to_end(row["id"])
        if len(self._trails) > MOST_IN_MEMORY:
            self._trails.popitem(last=False)
        return trail


def _shorten(states: dict[int, Annotation], position: int) -> None:
    """Forget the states that are furthest from the current one."""
    while len(states) > LONGEST_TRAIL:
        del states[max(states, key=lambda number: abs(number - position))]
