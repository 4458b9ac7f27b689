import cython

from ncleaner.blocks cimport Block

cdef int _ENOUGH, _EDGES, _COMMA, _COLON, _STOP, _MARK
cdef unsigned long long _M64, _START, _STEP


@cython.final
cdef class Wording:
    cdef bytes buffer
    cdef readonly int words
    cdef readonly int capitals
    cdef readonly int chars
    cdef readonly int digits
    cdef readonly int marks
    cdef readonly int money
    cdef readonly int ending

    @cython.locals(start=int, end=int)
    cpdef int read(self, Block block) except -1

    @cython.locals(
        buffer=bytes, words=int, capitals=int, chars=int, digits=int, marks=int, money=int, before="unsigned char",
        i=int, c="unsigned char",
    )
    cdef int _begin(self, int start, int end) except -1

    cdef int _end(self, unsigned char c) except -1

    @cython.locals(start=int, end=int, i=int, key="unsigned long long")
    cpdef unsigned long long key(self, Block block) except? 0
