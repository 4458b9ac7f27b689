import cython

from ncleaner.octets cimport pointers as arrays

cdef size_t _EDGE, _SHIFTS, _SPARE, _FUSED, _CHUNK


@cython.final
cdef class Trees:
    cdef readonly Py_ssize_t width
    cdef readonly Py_ssize_t depth
    cdef readonly Py_ssize_t start
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t tests
    cdef bytes columns
    cdef bytes places
    cdef bytes thresholds
    cdef const short[::1] leaves
    cdef const unsigned short[::1] covers
    cdef object means

    @cython.locals(first=Py_ssize_t, chosen=bytearray)
    cpdef object scores(self, bytearray data, Py_ssize_t count)

    @cython.locals(
        stride=size_t, tree=size_t, leaf=size_t, level_means=size_t, before=int, after=int, level=size_t, test=size_t,
        column=size_t, place=size_t,
    )
    cdef int _contribute(
        self, bytearray data, size_t count, size_t row, const int[::1] means, int[::1] added
    ) except -1

    cdef int _check_table(self, bytearray data, Py_ssize_t count) except -1

    @cython.locals(
        stride=size_t, raw="const unsigned char*", columns="const unsigned char*", places="const unsigned char*",
        thresholds="const unsigned char*", total=Py_ssize_t, tree=size_t, leaf=size_t, level=size_t, test=size_t,
    )
    cdef Py_ssize_t _sum(self, bytearray data) noexcept

    @cython.locals(
        leaves="const short[::1]", raw="const unsigned char*", numbers="unsigned char*", width=size_t, fours=size_t,
        k=size_t, tree=size_t, row=size_t, a=size_t, b=size_t, c=size_t, d=size_t,
    )
    cdef int _add(
        self, bytearray data, size_t count, size_t first, size_t rows, bytearray chosen, int* sums
    ) except -1

    @cython.locals(
        stride=size_t, end=size_t, row=size_t, level=size_t,
        columns="const unsigned char*", places="const unsigned char*", thresholds="const unsigned char*",
        a=size_t, b=size_t, c=size_t, d=size_t, e=size_t, f=size_t,
        above_a="unsigned char", above_b="unsigned char", above_c="unsigned char",
        above_d="unsigned char", above_e="unsigned char", above_f="unsigned char",
    )
    cdef int _find(
        self, const unsigned char* raw, size_t count, size_t first, size_t rows, unsigned char* numbers, size_t at,
        size_t test,
    ) noexcept
