"""What all worker processes have in common, whoever starts them: they are deaf to Ctrl-C, and end with their parent."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """What is started in the meantime never hears of Ctrl-C, which a terminal sends to all processes alike."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def end_with_parent() -> None:
    """In a worker: from now on, a thread waits for the end of the parent and ends this process, too."""
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
