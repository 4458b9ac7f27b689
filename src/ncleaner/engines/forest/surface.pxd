import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block
from ncleaner.octets.interner cimport Interner

cdef int _SAMPLE, _ENDS, _COMMA, _COLON, _FULL_STOP, _EXCLAMATION_OR_QUESTION
cdef int _CHARS, _DIGITS, _PUNCTUATION, _MONEY, _WIDE_MONEY, _WORDS, _CAPITALS
cdef unsigned long long _M64, _START, _STEP, _SPREAD, _INSIDE_WORD, _ALL, _COUNTER
cdef const unsigned long long[::1] _ADDED
cdef bytes _LOWER
cdef unsigned char _BLANK


@cython.final
cdef class Surface:
    cdef bytes buffer
    cdef readonly int words
    cdef readonly int capitals
    cdef readonly int chars
    cdef readonly int digits
    cdef readonly int punctuation
    cdef readonly int money
    cdef readonly int ending

    @cython.locals(start=int, end=int)
    cpdef int read(self, Block block) except -1

    @cython.locals(
        buffer=bytes, raw="const unsigned char*", counts="unsigned long long", mask="unsigned long long",
        added="unsigned long long", i=Py_ssize_t,
    )
    cdef int _count(self, Py_ssize_t start, Py_ssize_t end) except -1

    cdef int _classify_ending(self, unsigned char c) except -1

    @cython.locals(
        raw="const unsigned char*", start=Py_ssize_t, end=Py_ssize_t, k=Py_ssize_t, first="unsigned long long",
        last="unsigned long long",
    )
    cpdef unsigned long long key(self, Block block) except? 0


@cython.final
cdef class Title:
    cdef Interner numbers
    cdef object held
    cdef int* last_text
    cdef int texts
    cdef readonly int count
    cdef readonly int size

    @cython.locals(
        raw="const unsigned char*", lower="const unsigned char*", shared=int, length=int, key="unsigned long long",
        i=Py_ssize_t, c="unsigned char",
    )
    cpdef int shared(self, bytes buffer, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.locals(number=int)
    cdef bint _is_new(self, unsigned long long key, int length) except? 2
