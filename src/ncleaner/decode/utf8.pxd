import cython

from ncleaner.octets.octets cimport Octets

cdef unsigned long long _M64, _HIGHS, _PLACES


@cython.final
cdef class Utf8Check(Octets):
    cdef readonly size_t non_ascii
    cdef readonly size_t valid
    cdef readonly size_t invalid
    cdef readonly bint truncated
    cdef unsigned long long low_leads
    cdef unsigned long long high_leads

    @cython.locals(i=size_t, end=size_t)
    cdef int _run(self) except -1

    @cython.locals(words_count=size_t, k=size_t, highs="unsigned long long")
    cdef Py_ssize_t _next_non_ascii(self, size_t i) except -1

    @cython.locals(c="unsigned char", low="unsigned char", high="unsigned char", lead="unsigned char", missing=int)
    cdef Py_ssize_t _sequence(self, size_t i) except -1

    @cython.locals(bit="unsigned long long")
    cdef Py_ssize_t _reject(self, unsigned char lead, size_t i) noexcept

    @cython.locals(n=int)
    cpdef set invalid_leads(self)
