"""Helpers for worker processes: they ignore Ctrl-C and end when their parent ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore SIGINT in this process, and in the processes started meanwhile for as long as they run.

    A terminal sends Ctrl-C to all processes of a command; only the parent should react. Outside the main thread, which
    alone can set signal handlers, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def end_with_parent() -> None:
    """In a worker: start a thread that ends this process as soon as its parent has ended."""
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
