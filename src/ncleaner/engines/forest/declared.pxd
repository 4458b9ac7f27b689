import cython

from ncleaner.page.blocks cimport Blocks
from ncleaner.engines.forest.surface cimport Title

cdef Py_ssize_t _MOST_BYTES, _LONGEST, _LENGTH
cdef int _DISCUSSION
cdef unsigned char _QUOTE
cdef bytes _OG_TYPE, _AT_TYPE, _OG_STEPS, _AT_STEPS
cdef dict _STRUCTURED


@cython.locals(declared=int, source=bytes, what=str, start=Py_ssize_t, end=Py_ssize_t)
cpdef int declared_type(Blocks blocks) except -1

cpdef bint is_discussion(Blocks blocks) except? 2

@cython.locals(
    raw="const unsigned char*", letters="const unsigned char*", way="const unsigned char*", last=Py_ssize_t,
    i=Py_ssize_t, k=Py_ssize_t, at=Py_ssize_t,
)
cdef Py_ssize_t _find(bytes source, bytes word, bytes steps, Py_ssize_t start, Py_ssize_t end) noexcept

@cython.locals(
    largest=int, at=Py_ssize_t, stop=Py_ssize_t, opened=Py_ssize_t, closed=Py_ssize_t, number=int,
)
cdef int _structured(bytes source, Py_ssize_t start, Py_ssize_t end) except -1

@cython.locals(raw="const unsigned char*")
cdef Py_ssize_t _quote(bytes source, Py_ssize_t i, Py_ssize_t stop) noexcept

@cython.locals(number=int, ending=bytes, of_ending=int)
cdef int _number(bytes value) except -1

@cython.locals(name=bytes, number=int)
cdef int _open_graph(bytes text) except -1

@cython.locals(what=str, start=Py_ssize_t, end=Py_ssize_t)
cpdef Title title_of(Blocks blocks)
