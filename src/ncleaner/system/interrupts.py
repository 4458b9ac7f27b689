"""Ctrl-C, pressed once or many times."""

from __future__ import annotations

import signal
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for the first Ctrl-C only, and ignore it after the ``with`` statement.

    Further ones would interrupt the code that cleans up after the first, and the end of the process. A process that
    ignores Ctrl-C already goes on ignoring it.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # Not `SIG_IGN`: Python prints an error if a signal has arrived that is ignored by the time when it is handled.
    signal.signal(signal.SIGINT, _ignore)
    raise KeyboardInterrupt


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing."""
