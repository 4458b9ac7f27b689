"""Arrays of numbers as compiled code takes them: by their addresses, without bounds.

Interpreted, an array is simply itself. Compiled modules cimport `pointers.pxd` by the name of this module, and get
pointers from the same functions: to make a typed memoryview of an array takes longer than most loops over it, and a
page needs some thirty of them.

So whoever asks for one keeps the array, as ``held``, for as long as its numbers are in use, and never goes beyond its
ends.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array


def ints(numbers: array[int]) -> array[int]:
    """An array of the type code ``i``."""
    return numbers


def longs(numbers: array[int]) -> array[int]:
    """One of the type code ``q``."""
    return numbers


def unsigned_longs(numbers: array[int]) -> array[int]:
    """One of the type code ``Q``."""
    return numbers


def doubles(numbers: array[float]) -> array[float]:
    """One of the type code ``d``."""
    return numbers


def lanes(source: bytes) -> memoryview:
    """The bytes by eight, each eight a number; without those left over."""
    return memoryview(source)[: len(source) & ~7].cast("Q")
