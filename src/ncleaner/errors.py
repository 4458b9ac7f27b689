"""All exceptions that a caller can meet. A damaged page raises none: it gives a document with warnings.

::

    NCleanerError
    ├── UsageError          arguments that contradict each other or cannot work
    ├── UnknownNameError    no engine, format, encoding … has this name (also a ValueError)
    ├── MissingPackage      a Python package is not installed
    ├── EngineUnavailable   the engine needs a program or package that is not installed
    ├── ModelError          a model file is damaged, of a foreign format or too new
    ├── ExpressionTooLong   a regular expression of ice-ga needs too much time on a page
    ├── BrowserError        the browser that renders pages failed
    ├── SetError            a set of pages and gold texts cannot be read
    ├── InputError          an input file cannot be read
    │   ├── FetchError      a page cannot be fetched from its address
    │   └── PageTooLarge    a page is longer than the offsets of its blocks reach
    └── corpus jobs
        ├── SourceError     an input of a job is missing, cannot be read or was changed
        ├── FolderError     the output folder cannot be used
        ├── OutputError     the output cannot be written
        ├── SitesError      a file of learnt sites is damaged or something else
        └── WorkerError     worker processes end again and again
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


LEAST_SIMILARITY = 0.6  # of a name that is suggested, from 0 to 1
LONGEST_NAME = 100  # characters that are compared


class NCleanerError(Exception):
    """The base class of all exceptions that ncleaner raises on purpose. Workers send them to their parent, pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args)


class UsageError(NCleanerError):
    """Arguments that contradict each other or cannot work; the message says what to do instead."""


MOST_LISTED = 40
"""The names that a message lists below a suggestion; more would hide it."""


class UnknownNameError(NCleanerError, ValueError):
    """A name that is not in a table; the message suggests the nearest name and lists the names that are."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        message, near = f"there is no {what} {name!r}", nearest(name, names)
        if near is None:
            message += f"; there are: {', '.join(names)}"
        else:
            message += f": did you mean {near!r}?"
            message += f" There are: {', '.join(names)}" if len(names) <= MOST_LISTED else ""
        super().__init__(message)


class MissingPackage(NCleanerError):
    """A Python package that is not installed; the message says how to install it.

    ``user`` is the part of ncleaner that needs the package, ``extra`` the extra of ncleaner that installs it, or
    ``None`` if no extra does.
    """

    def __init__(self, user: str, package: str | None, extra: str | None) -> None:
        super().__init__(not_installed(user, package, extra))


class EngineUnavailable(NCleanerError):
    """An engine whose program, package or model is not installed; the message says how to get it."""


class ModelError(NCleanerError):
    """A model file that cannot be used; the message says what is wrong with it."""


class ExpressionTooLong(NCleanerError):
    """A regular expression that needs too much time or matches too often on a page."""


class BrowserError(NCleanerError):
    """The browser that renders pages failed or took too long."""


class SetError(NCleanerError):
    """A set of pages and gold texts that is incomplete or not readable; the message says what was looked for where."""


class InputError(NCleanerError):
    """An input file that was found but cannot be read; the message says why."""


class PageTooLarge(InputError):
    """A page that is longer than the offsets of blocks reach."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(f"the page has {size} bytes, but at most {most} can be cleaned; divide it or leave it out")


class FetchError(InputError):
    """A page that cannot be fetched; the message has the address and says why."""

    def __init__(self, url: str, problem: str, status: int | None = None) -> None:
        super().__init__(url, problem, status)

    @property
    def url(self) -> str:
        """The address at which it failed, after redirects."""
        return str(self.args[0])

    @property
    def problem(self) -> str:
        """What is wrong, without the address."""
        return str(self.args[1])

    @property
    def status(self) -> int | None:
        """The status of the server's answer, such as 404, if that is the reason."""
        status: int | None = self.args[2]
        return status

    def __str__(self) -> str:
        return f"{self.url}: {self.problem}"


class SourceError(NCleanerError):
    """An input of a corpus job that is missing, cannot be read or was changed; the message says which."""


class FolderError(NCleanerError):
    """An output folder that a corpus job cannot use; the message says why."""


class OutputError(NCleanerError):
    """The output of a corpus job cannot be written, for example because the disk is full."""


class SitesError(NCleanerError):
    """A file with the sites of a crawl that is damaged or something else; the message says what is wrong with it."""


class WorkerError(NCleanerError):
    """Worker processes that end again and again without a page to blame."""


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name that somebody who typed ``name`` most likely meant, or ``None`` if none is near."""
    from difflib import get_close_matches

    lower = {other.lower(): other for other in known}
    found = get_close_matches(str(name).lower()[:LONGEST_NAME], lower, n=1, cutoff=LEAST_SIMILARITY)
    return lower[found[0]] if found else None


def not_installed(user: str, package: str | None, extra: str | None) -> str:
    """Return the sentence for a missing package: who needs it and how to install it."""
    command = f"pip install 'ncleaner[{extra}]'" if extra else f"pip install {package}"
    return f"{user} needs the package {package}, which is not installed: {command}"


def _unpickled(cls: type[NCleanerError], args: tuple[Any, ...]) -> NCleanerError:
    error = cls.__new__(cls)
    error.args = args
    return error
