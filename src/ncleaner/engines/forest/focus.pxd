import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block

cdef int _SURE, _PENALTY
cdef long long _ENOUGH
cdef size_t EDGE, _COLUMN


@cython.locals(
    count=size_t, column=size_t, cells="const unsigned char*", units="int*", article="long long", kept="long long",
    row=size_t, block=Block,
)
cpdef bint focus_on_article(list items, bytearray data, object sums) except -1
