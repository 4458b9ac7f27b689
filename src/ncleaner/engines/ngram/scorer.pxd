import cython

from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.engines.ngram.normalise cimport Normaliser

cdef size_t PADDING
cdef unsigned char EDGE, BLANK, AFTER_BLANK, ODD
cdef int _STEP, _MIDDLE
cdef double _UNITS


@cython.final
cdef class Scorer:
    cdef readonly int n
    cdef readonly int mode
    cdef readonly Normaliser normaliser
    cdef readonly size_t length
    cdef bint dense
    cdef bytes table
    cdef const unsigned char* cells
    cdef const short[::1] values
    cdef const unsigned int[::1] targets
    cdef const unsigned char[::1] checks
    cdef size_t width
    cdef size_t size
    cdef size_t start
    cdef size_t first
    cdef size_t second

    @cython.locals(slot=size_t, last=size_t, target=size_t)
    cdef bint _is_sound(self) except? 2

    cdef size_t _after(self, size_t state, unsigned char code) except? 0

    @cython.locals(stop=size_t)
    cpdef Py_ssize_t total(self, bytes buffer, size_t start, size_t end) except? -1

    @cython.locals(
        normaliser=Normaliser, table="const unsigned char*", kinds="const unsigned char*", data="const unsigned char*",
        cells="const unsigned char*", first=size_t, second=size_t, row=size_t, before=size_t, last="unsigned char",
        kind="unsigned char", code=size_t, length=Py_ssize_t, total=Py_ssize_t, i=size_t,
    )
    cdef Py_ssize_t _look_up(self, bytes buffer, size_t start, size_t end) except? -1

    @cython.locals(raw="unsigned char*", code=size_t, state=size_t, total=Py_ssize_t, i=size_t)
    cdef Py_ssize_t _walk(self, bytearray codes, size_t stop) except? -1

    @cython.locals(total=Py_ssize_t)
    cpdef double score(self, bytes buffer, size_t start, size_t end) except? -1

    cpdef tuple measure(self, Blocks blocks, bytearray chosen)

    @cython.locals(block=Block, index=Py_ssize_t, at=Py_ssize_t)
    cdef int _measure(self, bytes buffer, list items, bytearray chosen, double[::1] scores, int[::1] lengths) except -1

    @cython.locals(i=size_t, place=size_t, state=size_t, padded=bytearray)
    cpdef list bits(self, bytes codes)
