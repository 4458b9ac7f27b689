import cython

from ncleaner.read.html.tokenizer cimport Tokenizer

cdef int START_TAG, WIDTH, _DATA, _HINT, _LAYOUT
cdef dict _ROLES
cdef int _LONGEST_VALUE


@cython.final
cdef class TableTags:
    cdef Tokenizer tokens

    @cython.locals(marks=int, at=int)
    cdef int table(self, size_t start) except -1

    @cython.locals(at=int)
    cdef int cell(self, size_t start) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _attributes(self, size_t start) except -1

    @cython.locals(tokens=Tokenizer, start=int)
    cdef bint _is(self, int at, bytes name) except? 2

    @cython.locals(start=int, end=int)
    cdef bytes _value(self, int at)
