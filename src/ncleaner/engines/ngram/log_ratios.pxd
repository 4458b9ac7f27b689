import cython

from ncleaner.engines.ngram.counts cimport Counts

cdef int UNITS, _MOST


@cython.locals(mask="unsigned long long")
cpdef unsigned long long suffix(unsigned long long key) noexcept

cpdef double probability(double count, double total) noexcept


@cython.final
cdef class LogRatios:
    cdef readonly int n
    cdef readonly double q
    cdef readonly size_t width
    cdef readonly size_t size
    cdef readonly Counts ranks
    cdef unsigned long long[::1] keys
    cdef double[::1] clean
    cdef double[::1] dirty
    cdef int[::1] values

    @cython.locals(rank=size_t)
    cdef int _fill_ranks(self) except -1

    @cython.locals(
        q=double, first=size_t, last=size_t, rank=size_t, history="unsigned long long", total="long long",
        count="long long",
    )
    cdef int _sum(self, Counts counts, double[::1] sums) except -1

    @cython.locals(rank=size_t)
    cdef int _compare(self) except -1

    @cython.locals(rank=size_t)
    cdef int _fetch(self, Counts counts, double[::1] targets) except -1

    @cython.locals(rank=size_t, weight=double, weights=list)
    cdef list _weights(self, double[::1] counts, int sign)
