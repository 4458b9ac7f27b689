import cython

from ncleaner.octets cimport pointers as arrays

cdef unsigned long long _M64, _SECRET, _SPREAD, _MIX


@cython.final
cdef class Interner:
    cdef int most
    cdef int shift
    cdef size_t mask
    cdef tuple held
    cdef unsigned long long* keys
    cdef int* values
    cdef readonly int count

    @cython.locals(place=size_t, value=int)
    cpdef int number(self, unsigned long long key) except -1

    cpdef int find(self, unsigned long long key) except? -1

    @cython.locals(mixed="unsigned long long", place=size_t, value=int)
    cdef inline size_t _place(self, unsigned long long key) except? 1
