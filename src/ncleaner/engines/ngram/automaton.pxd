import cython

from ncleaner.engines.ngram.log_ratios cimport LogRatios, suffix

cdef unsigned char _FREE


@cython.final
cdef class Automaton:
    cdef LogRatios ratios
    cdef size_t size
    cdef size_t length
    cdef bytearray checks
    cdef unsigned char[::1] kept
    cdef int[::1] children
    cdef long long[::1] firsts
    cdef long long[::1] states

    @cython.locals(
        back=size_t, rank=size_t, key="unsigned long long", difference=int, times=double, history=size_t, size=double,
    )
    cdef int _keep(self, double least) except -1

    cdef int _reserve(self, size_t size) except -1

    @cython.locals(history="unsigned long long", child=size_t, code=size_t)
    cdef size_t _place(self, size_t rank, size_t place) except? 0

    @cython.locals(history="unsigned long long", child=size_t, code=size_t)
    cdef bint _fits(self, size_t rank, size_t place) except? 2

    @cython.locals(rank=size_t)
    cdef size_t _state(self, unsigned long long key) except? 0

    @cython.locals(rank=size_t, key="unsigned long long", history="unsigned long long", slot=size_t, place=size_t)
    cdef int _fill(self, size_t rank, short[::1] values, unsigned int[::1] targets) except -1
