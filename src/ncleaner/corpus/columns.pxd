import cython

from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.decisions cimport Decisions

cdef double _SCALE, _NO_FRACTION


@cython.final
cdef class Columns:
    cdef readonly bytearray text
    cdef readonly object text_ends
    cdef readonly bytearray kinds
    cdef readonly bytearray keep
    cdef readonly bytearray continues
    cdef readonly object scores
    cdef readonly object starts
    cdef readonly object ends

    @cython.locals(count=Py_ssize_t, chosen=bytearray, keep=bytearray)
    cpdef int add(self, Blocks blocks, Decisions decisions, bytes marks, bint all) except -1

    @cython.locals(
        kept=bytearray, values="double[::1]", items=list, index=Py_ssize_t, row=Py_ssize_t, block=Block,
        places="long long[::1]",
    )
    cdef int _fill(
        self, Blocks blocks, Decisions decisions, bytes marks, bint all, int[::1] text_ends, long long[::1] starts,
        long long[::1] ends, double[::1] scores, bytearray chosen, bytearray keep
    ) except -1
