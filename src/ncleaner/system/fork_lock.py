"""A lock that is open in a forked child, whatever the threads of the parent were doing.

A fork copies only the thread that calls it. A lock that another thread held would stay locked in the child for ever. So
each lock is replaced by a new one in the child, before any other code runs there. Whoever uses such a lock must begin
with the state that it guards anew each time, because the thread that held it was interrupted.
"""

from __future__ import annotations

import os
from _thread import allocate_lock  # `threading` and `weakref` have the same but take time to import
from _weakref import ref

_locks: set[ref[ForkLock]] = set()


class ForkLock:
    """A lock for ``with``, open in a forked child."""

    __slots__ = ("__weakref__", "_lock")

    def __init__(self) -> None:
        self._lock = allocate_lock()
        _locks.add(ref(self, _locks.discard))

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def open_again(self) -> None:
        """Replace the lock by an open one."""
        self._lock = allocate_lock()


def _open_all() -> None:
    for reference in list(_locks):
        lock = reference()
        if lock is not None:
            lock.open_again()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open_all)
