import cython

from ncleaner.page.blocks cimport Blocks

cdef double _ENOUGH, _FOREIGN
cdef Py_ssize_t _SAMPLE, _MANY
cdef unsigned char _BLANK, _E, _F, _H, _O, _T


@cython.locals(buffer=bytes, start=Py_ssize_t, end=Py_ssize_t, spaces=Py_ssize_t, letters=Py_ssize_t, declared=str)
cpdef bint is_in(str language, Blocks blocks, object stated=*) except? 2

@cython.locals(raw="const unsigned char*", count=int, i=Py_ssize_t)
cdef int _count_spaces(bytes buffer, Py_ssize_t start, Py_ssize_t end) noexcept

@cython.locals(raw="const unsigned char*", count=int, i=Py_ssize_t)
cdef int _count_letters(bytes buffer, Py_ssize_t start, Py_ssize_t end) noexcept

@cython.locals(raw="const unsigned char*", count=int, of=Py_ssize_t, the=Py_ssize_t, i=Py_ssize_t, c="unsigned char")
cdef bint _has_words(bytes buffer, Py_ssize_t start, Py_ssize_t end, double least) noexcept

cdef bint _is_blank(const unsigned char* raw, Py_ssize_t i, Py_ssize_t end) noexcept
