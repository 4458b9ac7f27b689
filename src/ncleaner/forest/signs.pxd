import cython

from ncleaner.blocks cimport Elements

cdef int _MIDDLE, _MOST, _COMMENT_LENGTH
cdef unsigned int _MASK, _M32, _START, _SPREAD, _MIX, _STEP
cdef bytes _COMMENT


@cython.final
cdef class Signs:
    cdef readonly bytes table
    cdef readonly int value
    cdef readonly bint is_comment
    cdef readonly unsigned int make
    cdef public list slots

    @cython.locals(make="unsigned int")
    cpdef int read(self, bytes source, Elements elements, int index) except -1

    @cython.locals(
        make="unsigned int", word="unsigned int", length=int, matched=int, after_small=bint, is_small=bint, i=int,
        c="unsigned char",
    )
    cdef int _name(self, bytes source, int start, int end) except -1

    @cython.locals(slot="unsigned int")
    cdef int _word(self, unsigned int word, int length) except -1
