"""The containers of a page, as a table.

Each container is a row of numbers in one array and refers to its parent by index. No object refers to another, so a
million nested elements are just a long table.
"""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Element:
    """A container: its tag, parent, depth and start, and the spans of its attributes in the source."""

    __slots__ = (
        "tag", "parent", "depth", "start",
        "class_start", "class_end", "id_start", "id_end", "role_start", "role_end", "label_start", "label_end",
    )  # fmt: skip

    tag: int
    parent: int
    depth: int
    start: int
    class_start: int
    class_end: int
    id_start: int
    id_end: int
    role_start: int
    role_end: int
    label_start: int
    label_end: int

    def __init__(self, values: Iterable[int]) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            setattr(self, name, value)


ELEMENT_WIDTH = len(Element.__slots__)

_WIDTH = ELEMENT_WIDTH  # again as a C variable, because other modules cannot import C variables
_TAG, _PARENT, _DEPTH, _START = range(4)

_FIRST_ROWS = 128
_NO_ROWS = array("i", bytes(4 * _WIDTH * _FIRST_ROWS))  # copied, which is faster than making a new array


class Elements:
    """The containers of a page, each a row of numbers in one array; indexing makes an `Element` of a row.

    Link targets (``<a name>``) are containers with nothing inside. ``size`` is the size of the page in bytes, to
    estimate the number of containers.
    """

    def __init__(self, size: int = 0) -> None:
        self.array = _NO_ROWS * (1 + (size >> 15))
        self.rows = self.array
        self.capacity = len(self.array) // _WIDTH
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Element:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return Element(self.array[index * _WIDTH : (index + 1) * _WIDTH])

    def __iter__(self) -> Iterator[Element]:
        return map(self.__getitem__, range(self.count))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.array[: self.count * _WIDTH],)

    def _restore(self, rows: array[int]) -> None:
        """Fill an empty table with rows."""
        self.count = len(rows) // _WIDTH
        self.array = rows + _NO_ROWS
        self.rows = self.array
        self.capacity = len(self.array) // _WIDTH

    def tag(self, index: int) -> int:
        """Return the number of a container's tag."""
        return self.rows[index * _WIDTH]

    def parent(self, index: int) -> int:
        """Return the index of the container around a container, or -1."""
        return self.rows[index * _WIDTH + 1]

    def add(self, tag: int, parent: int, depth: int, start: int) -> int:
        """Add a container and return its index."""
        if self.count == self.capacity:
            self.array = self.array + _NO_ROWS * (self.capacity // _FIRST_ROWS)
            self.rows = self.array
            self.capacity *= 2
        at = self.count * _WIDTH
        self.rows[at + _TAG] = tag
        self.rows[at + _PARENT] = parent
        self.rows[at + _DEPTH] = depth
        self.rows[at + _START] = start
        self.count += 1
        return self.count - 1

    def begin(self, index: int, start: int) -> None:
        """Set where a container begins."""
        self.rows[index * _WIDTH + _START] = start

    def place(self, index: int, column: int, start: int, end: int) -> None:
        """Set the span of an attribute of a container; ``column`` is that of its start."""
        self.rows[index * _WIDTH + column] = start
        self.rows[index * _WIDTH + column + 1] = end


def _restored(rows: array[int]) -> Elements:
    """Return the table with these rows, which have been pickled."""
    elements = Elements()
    elements._restore(rows)
    return elements
