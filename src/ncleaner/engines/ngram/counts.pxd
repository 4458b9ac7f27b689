import cython

from ncleaner.engines.ngram.normalise cimport Normaliser

cdef size_t PADDING
cdef unsigned long long _M64, _SPREAD


@cython.final
cdef class Counts:
    cdef readonly int n
    cdef readonly int mode
    cdef readonly long long characters
    cdef readonly Normaliser normaliser
    cdef int shift
    cdef size_t size
    cdef size_t used
    cdef unsigned long long[::1] keys
    cdef long long[::1] values

    cdef int _empty(self, int bits) except -1

    @cython.locals(i=size_t, order=size_t, key="unsigned long long", code="unsigned long long")
    cdef int _count(self, unsigned char[::1] codes, size_t end, long long weight) except -1

    @cython.locals(slot=size_t)
    cpdef int count(self, unsigned long long key, long long weight) except -1

    @cython.locals(slot=size_t)
    cdef size_t _slot(self, unsigned long long key) except? 0

    @cython.locals(keys="unsigned long long[::1]", values="long long[::1]", size=size_t, slot=size_t)
    cdef int _grow(self) except -1

    @cython.locals(slot=size_t)
    cpdef update(self, Counts other, long long factor=*)

    cdef int _copy_from(self, Counts other) except -1

    @cython.locals(view="unsigned long long[::1]", count=size_t, slot=size_t)
    cpdef object sorted_keys(self)

    cpdef Py_ssize_t get(self, unsigned long long key) except? -1
