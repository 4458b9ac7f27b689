import cython

cdef int _CHINESE, _THAI


cpdef bint has_unspaced(bytes buffer) except? 2


@cython.locals(
    raw="const unsigned char*", i=Py_ssize_t, c="unsigned char", chinese=Py_ssize_t, thai=Py_ssize_t, more=Py_ssize_t
)
cpdef Py_ssize_t more_words(bytes buffer, Py_ssize_t start, Py_ssize_t end) except? -1
