"""The layout of the store's SQLite file, and how the file is opened."""

from __future__ import annotations

import sqlite3
import time

from ncleaner.errors import InputError

FILE = "ncleaner-studio.db"
VERSION = 1  # of the layout below
WAIT = 20.0  # seconds for another process that is writing
PAUSE = 0.05  # seconds between two attempts to open a file that another process is creating

TABLES = (
    """
    CREATE TABLE texts (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE annotators (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    )
    """,
    # The number is in the addresses of the page, so it stays the same when files are added to the folder.
    """
    CREATE TABLE pages (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        digest TEXT NOT NULL DEFAULT ''
    )
    """,
    # ``strokes`` are logged and ``position`` of them are not undone. Spans and decisions are in JSON.
    """
    CREATE TABLE annotations (
        id INTEGER PRIMARY KEY,
        page INTEGER NOT NULL REFERENCES pages (number),
        annotator INTEGER NOT NULL REFERENCES annotators (id),
        engine TEXT NOT NULL,
        model TEXT NOT NULL,
        suggestion TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0,
        position INTEGER NOT NULL DEFAULT 0,
        strokes INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'started', 'done', 'unusable')),
        reason TEXT NOT NULL DEFAULT '',
        UNIQUE (page, annotator)
    )
    """,
    """
    CREATE TABLE strokes (
        annotation INTEGER NOT NULL REFERENCES annotations (id),
        number INTEGER NOT NULL,
        stroke TEXT NOT NULL,
        made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (annotation, number)
    ) WITHOUT ROWID
    """,
    # Ids that windows have given to their requests, so that a repeated request is recognised even after an undo.
    """
    CREATE TABLE requests (
        annotation INTEGER NOT NULL REFERENCES annotations (id),
        request TEXT NOT NULL,
        PRIMARY KEY (annotation, request)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE snapshots (
        annotation INTEGER NOT NULL REFERENCES annotations (id),
        number INTEGER NOT NULL,
        units TEXT NOT NULL,
        PRIMARY KEY (annotation, number)
    )
    """,
)


def opened(path: str) -> sqlite3.Connection:
    """Open the file, and create its tables if it is empty.

    The connection may be used by several threads, one after the other. Transactions are on disk when they are complete.
    Raises `InputError` if a newer version of ncleaner has written the file.
    """
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        _check(connection, path)
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if not _version(connection):
            _create(connection)
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Choose the journal in which readers do not wait; SQLite itself does not wait here for another process."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(PAUSE)


def _check(connection: sqlite3.Connection, path: str) -> None:
    version = _version(connection)
    if version > VERSION:
        raise InputError(
            f"{path} was written by a newer version of ncleaner (its layout is {version}, this version knows up to"
            f" {VERSION}): install the newer version"
        )


def _version(connection: sqlite3.Connection) -> int:
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def _create(connection: sqlite3.Connection) -> None:
    """Create the tables, all of them or none; another process may do the same."""
    connection.execute("BEGIN EXCLUSIVE")
    try:
        if not _version(connection):
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
