"""Locks on files, which end with the process that holds them."""

from __future__ import annotations

import sys
from typing import BinaryIO


def lock(file: BinaryIO) -> bool:
    """Try to lock a file until it is closed; return whether that worked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
