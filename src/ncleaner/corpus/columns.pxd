import cython

from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.decisions cimport Decisions

cdef double _SCALE, _NO_FRACTION


@cython.final
cdef class _Batch:
    cdef object text_ends
    cdef object starts
    cdef object ends
    cdef object scores
    cdef bytearray kinds
    cdef bytearray keep

    @cython.locals(
        text_ends="int[::1]", starts="long long[::1]", ends="long long[::1]", scores="double[::1]",
        new_kinds=bytearray, new_keep=bytearray, kept=bytes, values="double[::1]", items=list, index=Py_ssize_t,
        row=Py_ssize_t, block=Block, places="long long[::1]",
    )
    cdef int fill(self, bytearray text, Blocks blocks, Decisions decisions, bytes kinds, bint all) except -1


@cython.final
cdef class SegmentColumns:
    cdef readonly bytearray text
    cdef readonly object text_ends
    cdef readonly bytearray kinds
    cdef readonly bytearray keep
    cdef readonly bytearray continues
    cdef readonly object scores
    cdef readonly object starts
    cdef readonly object ends

    @cython.locals(batch=_Batch)
    cpdef int add(self, Blocks blocks, Decisions decisions, bytes kinds, bint all) except -1
