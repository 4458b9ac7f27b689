"""A value that was found, and where."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Found:
    """A value, the source that has it, and its place there.

    ``start`` and ``end`` are offsets in the source of the page, -1 if they have not been looked up. ``first`` and
    ``last`` are the indices of its blocks, -1 if it is none, and ``element`` is their container.
    """

    __slots__ = ("value", "source", "start", "end", "first", "last", "element")

    def __init__(self, value: str, source: str, start: int = -1, end: int = -1) -> None:
        self.value = value
        self.source = source
        self.start = start
        self.end = end
        self.first = -1
        self.last = -1
        self.element = -1

    def __bool__(self) -> bool:
        return bool(self.value)

    def with_value(self, value: str) -> Found:
        """Return another value from the same place."""
        return Found(value, self.source, self.start, self.end)


NOTHING = Found("", "")


def first(found: Iterable[Found]) -> Found:
    """Return the first that has a value, or `NOTHING`."""
    return next((one for one in found if one.value), NOTHING)
