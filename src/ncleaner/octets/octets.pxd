import cython

from ncleaner.octets cimport pointers as arrays

cdef unsigned long long _M64, _ONES, _LOWS, _HIGHS, _PLACES
cdef list _BYTES
cdef size_t _FAR
cdef bint _LITTLE


@cython.locals(octets=Octets, last=Py_ssize_t, i=Py_ssize_t)
cpdef Py_ssize_t search(bytes source, bytes what, Py_ssize_t start) except -2


cdef class Octets:
    cdef readonly bytes source
    cdef const unsigned char* data
    cdef readonly size_t size
    cdef bytes held
    cdef const unsigned long long* lanes
    cdef size_t lanes_count

    cdef int hold(self, bytes source) except -1

    @cython.locals(
        k=size_t, far=size_t,
        pattern="unsigned long long", difference="unsigned long long", flags="unsigned long long",
    )
    cdef Py_ssize_t seek(self, unsigned char byte, size_t i) except -1

    @cython.locals(count=size_t, i=size_t, k=size_t, last=size_t, at=size_t, following="unsigned long long")
    cpdef Py_ssize_t characters(self, size_t start, size_t end) except -1

    @cython.locals(position=Py_ssize_t)
    cdef Py_ssize_t find(self, bytes what, size_t i) except -1

    @cython.locals(length=size_t, k=size_t, c="unsigned char")
    cdef bint stands(self, size_t i, bytes word) except? 2
