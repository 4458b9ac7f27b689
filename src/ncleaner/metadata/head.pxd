import cython

from ncleaner.read.html.tokenizer cimport Tokenizer

cdef Py_ssize_t _WIDTH, _LONGEST


@cython.final
cdef class _Head:
    cdef Tokenizer tokens
    cdef list pairs

    @cython.locals(tokens=Tokenizer, start=Py_ssize_t, end=Py_ssize_t)
    cdef list read(self, list spans)

    cdef Py_ssize_t _cut(self, Py_ssize_t start, Py_ssize_t end) except -1

    cdef int _tag(self, str element) except -1

    @cython.locals(content=str, naming=bytes, at=Py_ssize_t)
    cdef int _meta(self) except -1

    @cython.locals(tokens=Tokenizer, length=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t, start=Py_ssize_t)
    cdef Py_ssize_t _find(self, bytes name) except? -2

    cdef str _value(self, bytes name)

    cdef str _decoded(self, Py_ssize_t at)

    @cython.locals(folded=str)
    cdef int _add(self, str key, str value) except -1


cdef str _folded(str text)
