import cython

from ncleaner.blocks cimport Element
from ncleaner.tokenizer cimport Tokenizer

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

    @cython.locals(length=Py_ssize_t, i=int, at=int, start=int)
    cdef int find(self, bytes name) except? -1

    @cython.locals(at=int, start=int)
    cdef bint equals(self, bytes name, bytes value) except? 2

    @cython.locals(tokens=Tokenizer, i=int, at=int, start=int, length=int)
    cdef int read(self) except -1

    @cython.locals(i=Py_ssize_t, c="unsigned char")
    cdef bint _hides(self, Py_ssize_t start, Py_ssize_t end) except? 2

    @cython.locals(stop=Py_ssize_t)
    cdef bint _declares(self, Py_ssize_t i, Py_ssize_t end, bytes value) except? 2

    @cython.locals(spans="int[::1]")
    cdef int describe(self, Element element) except -1
