"""What ncleaner raises. Pages never make it raise: these are for misuse.

::

    NCleanerError
    ├── UnknownNameError    no engine, format, encoding … of that name (also a ValueError)
    ├── EngineUnavailable   the engine needs a program or package that is not installed
    ├── ModelError          a model file is damaged, foreign or too new
    └── SetError            a set of pages and gold texts cannot be read

A page that is damaged in any way gives a document all the same, with warnings.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class NCleanerError(Exception):
    """The root of everything ncleaner raises on purpose."""


class UnknownNameError(NCleanerError, ValueError):
    """A name that is not in a registry; the message lists the names that are."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no {what} {name!r}; there are: {', '.join(sorted(known))}")


class EngineUnavailable(NCleanerError):
    """The engine exists, but what it stands on is not installed here; the message says how to get it."""


class ModelError(NCleanerError):
    """The model file cannot be used; the message says what is wrong with it."""


class SetError(NCleanerError):
    """The set of pages and gold texts is not complete or not readable; the message says what was looked for where."""
