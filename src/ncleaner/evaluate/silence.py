"""What other tools have to say about pages, in logs and warnings, is not for whoever measures them."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


def silence() -> None:
    """From here on."""
    logging.disable()
    warnings.simplefilter("ignore")


@contextmanager
def silenced() -> Iterator[None]:
    """For a while."""
    with warnings.catch_warnings():
        silence()
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)
