import cython

from ncleaner.octets.octets cimport Octets
from ncleaner.page.elements cimport Elements

cdef int _HIDDEN, _A_PAGE


@cython.final
cdef class Block:
    cdef public int start
    cdef public int end
    cdef public int text_start
    cdef public int text_end
    cdef public int element
    cdef public int state
    cdef public int level
    cdef public int lang
    cdef public int breaks
    cdef public int chars
    cdef public int words
    cdef public int link_chars
    cdef public int bold_chars
    cdef public int links
    cdef public int bars
    cdef public int first_inline
    cdef public int last_inline
    cdef public int kind
    cdef public int rule

    cpdef int begin(self, int start, int text_start, int element) except -1


@cython.final
cdef class Blocks:
    cdef public bytes source
    cdef public bytes buffer
    cdef public list items
    cdef public Elements elements
    cdef public object inline_tags
    cdef public list langs
    cdef public list names
    cdef public list head_spans
    cdef public tuple warnings
    cdef public bint is_xml
    cdef public object objects

    @cython.locals(block=Block, words="long long", hidden="long long")
    cpdef int hidden_bits(self) except -1

    @cython.locals(block=Block, index=Py_ssize_t, words="long long", kept="long long")
    cpdef tuple word_counts(self, bytes keep)

    @cython.locals(block=Block, pieces=list, index=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t)
    cpdef bytes lines(self, bytes keep)

    @cython.locals(
        block=Block, octets=Octets, offsets="long long[::1]", index=Py_ssize_t, at=Py_ssize_t, count=Py_ssize_t
    )
    cpdef object places(self)

    cpdef list spans(self)


@cython.locals(octets=Octets)
cpdef Py_ssize_t characters(bytes data, Py_ssize_t start, Py_ssize_t end) except -1

