import cython

from ncleaner.octets.octets cimport Octets

cdef unsigned long long _M64, _HIGHS, _PLACES


@cython.final
cdef class Survey(Octets):
    cdef readonly size_t high
    cdef readonly size_t good
    cdef readonly size_t bad
    cdef readonly bint cut
    cdef unsigned long long strange_low
    cdef unsigned long long strange_high

    @cython.locals(i=size_t, end=size_t)
    cdef int _run(self) except -1

    @cython.locals(words_count=size_t, k=size_t, found="unsigned long long")
    cdef Py_ssize_t _next_high(self, size_t i) except -1

    @cython.locals(c="unsigned char", low="unsigned char", high="unsigned char", lead="unsigned char", missing=int)
    cdef Py_ssize_t _sequence(self, size_t i) except -1

    @cython.locals(bit="unsigned long long")
    cdef Py_ssize_t _break_off(self, unsigned char lead, size_t i) noexcept

    @cython.locals(n=int)
    cpdef set strange(self)

    @cython.locals(
        storage=bytearray, raw="unsigned char*", length=size_t, i=size_t, k=size_t, stop=size_t, word="unsigned long long",
        c="unsigned char", unit="unsigned int",
    )
    cpdef bytes recode(self, const unsigned int[::1] units)
