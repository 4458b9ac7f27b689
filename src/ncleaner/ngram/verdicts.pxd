import cython

from ncleaner.blocks cimport Block

cdef double _STEPS, _HIGHEST
cdef int _HIDDEN
cdef list _BY_RULE
cdef object _INVISIBLE


@cython.locals(block=Block)
cpdef bint any_hidden(list items) except? 2

@cython.locals(block=Block, found=list)
cpdef list open_blocks(list items, int hidden)


@cython.final
cdef class Verdicts:
    cdef readonly double bias
    cdef list kept
    cdef list dropped

    @cython.locals(score=double, keep=list)
    cpdef list alone(self, list scores)

    @cython.locals(block=Block, found=list, at=size_t)
    cpdef list decisions(self, list items, int hidden, list scores, list keep)

    @cython.locals(steps=double, place=size_t)
    cdef object _decision(self, double score, bint keep)

    @cython.locals(score=double)
    cdef object _new(self, size_t place, bint keep)
