"""What somebody may have meant who named a file that does not exist: a command, or another file."""

from __future__ import annotations

import os

from ncleaner.cli import COMMANDS
from ncleaner.errors import nearest

MOST_FILES = 10_000  # names in a folder that are compared


def suggestion(path: str) -> str:
    """Return a clause about what the name of a missing file may be meant for, after a colon; else the empty string."""
    if path in COMMANDS:
        return f": write the command first (ncleaner {path} ...)"
    if path == "help":
        return ": did you mean ncleaner --help?"
    command = nearest(path, COMMANDS) if os.path.basename(path) == path and "." not in path else None
    if command is not None:
        return f": did you mean the command {command}?"
    file = _nearest_file(path)
    return f": did you mean {file}?" if file is not None else ": check the name"


def _nearest_file(path: str) -> str | None:
    """Return the path of the file in the same folder that has the nearest name, whatever the endings."""
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or os.curdir)
    except OSError:
        return None
    by_stem = {os.path.splitext(other)[0]: other for other in sorted(names[:MOST_FILES])}
    found = nearest(os.path.splitext(name)[0], by_stem)
    return None if found is None else os.path.join(folder, by_stem[found])
