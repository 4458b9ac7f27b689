"""Suppression of the logs and warnings that other tools emit about pages."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


def silence() -> None:
    """Suppress all logs and warnings from now on."""
    logging.disable()
    warnings.simplefilter("ignore")


@contextmanager
def silenced() -> Iterator[None]:
    """Suppress all logs and warnings inside a ``with`` block."""
    with warnings.catch_warnings():
        silence()
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)
