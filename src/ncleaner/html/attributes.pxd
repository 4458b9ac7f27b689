import cython

from ncleaner.blocks cimport Element
from ncleaner.html.tokenizer cimport Tokenizer

cdef int _HIDDEN, _ARIA_HIDDEN
cdef dict _ROLES


@cython.final
cdef class Attributes:
    cdef Tokenizer tokens
    cdef int state
    cdef int lang_at
    cdef int class_at
    cdef int id_at
    cdef int role_at
    cdef int label_at
    cdef int href_at

    @cython.locals(length=Py_ssize_t, i=int, at=int, start=int)
    cdef int find(self, bytes name) except? -1

    @cython.locals(at=int, start=int)
    cdef bint equals(self, bytes name, bytes value) except? 2

    @cython.locals(tokens=Tokenizer, i=int, at=int, start=int, length=int, first=int)
    cdef int read(self) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _read_four(self, int at, int start, int first) except -1

    @cython.locals(tokens=Tokenizer, value=int)
    cdef int _read_aria(self, int at, int start, int length) except -1

    @cython.locals(spans="int[::1]")
    cdef int describe(self, Element element) except -1

    @cython.locals(tokens=Tokenizer, i=size_t, end=size_t, c="unsigned char")
    cdef bint _hides(self, int at) except? 2

    @cython.locals(tokens=Tokenizer, stop=size_t, colons=int)
    cdef bint _declares(self, size_t i, size_t end, bytes value) except? 2
