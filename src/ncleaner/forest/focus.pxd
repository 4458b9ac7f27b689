import cython

from ncleaner.blocks cimport Block

cdef int _SURE, _LESS
cdef long long _ENOUGH
cdef size_t _PLACE, _COLUMN


@cython.locals(count=size_t, at=size_t, article="long long", kept="long long", row=size_t, block=Block)
cpdef bint focus(list items, bytearray data, int[::1] sums) except -1
