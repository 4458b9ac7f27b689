import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks

cdef int _TO_KEEP
cdef double _CERTAIN, _TWO


@cython.final
cdef class Decisions:
    cdef readonly bytes keep
    cdef readonly object scores
    cdef readonly int hidden
    cdef readonly object grounds

    @cython.locals(
        block=Block, index=Py_ssize_t, keep=bytes, values="double[::1]", bits=double, words=double, expected=double
    )
    cpdef object expected_share(self, list items, double bias)


@cython.final
cdef class Draft:
    cdef readonly bytearray keep
    cdef readonly object scores
    cdef readonly int hidden

    @cython.locals(block=Block, keep=bytearray, index=Py_ssize_t, hidden=int)
    cdef int _begin(self, list items, bint rules) except -1

    @cython.locals(values="double[::1]", index=Py_ssize_t, at=Py_ssize_t)
    cpdef int settle(self, const double[::1] scores, bytearray keep, double bias) except -1

    @cython.locals(
        keep=bytearray, values="double*", indices="const int*", scored="const int*", count=Py_ssize_t, row=Py_ssize_t,
        index=Py_ssize_t,
    )
    cpdef int settle_rows(self, object rows, object sums, double units, double bias, double least) except -1
