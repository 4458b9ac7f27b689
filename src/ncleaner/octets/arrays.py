"""Arrays of numbers as pointers for compiled code.

Interpreted, each function returns the array itself. Compiled modules cimport `pointers.pxd` under the name of this
module, and the same functions return pointers: creating a typed memoryview of an array takes longer than most loops
over it, and a page needs about thirty of them.

Pointers have no bounds and do not keep the array alive: store the array in ``held`` for as long as you use the pointer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array


def ints(numbers: array[int]) -> array[int]:
    """Return an array of type code ``i``."""
    return numbers


def longs(numbers: array[int]) -> array[int]:
    """Return an array of type code ``q``."""
    return numbers


def unsigned_longs(numbers: array[int]) -> array[int]:
    """Return an array of type code ``Q``."""
    return numbers


def doubles(numbers: array[float]) -> array[float]:
    """Return an array of type code ``d``."""
    return numbers


def lanes(source: bytes) -> memoryview:
    """Return the bytes as 64-bit numbers, eight bytes each, without the bytes left over at the end."""
    return memoryview(source)[: len(source) & ~7].cast("Q")
