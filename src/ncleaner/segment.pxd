import cython

from ncleaner.blocks cimport Block, Blocks

cdef int _LIST, _FORM, _PRE, _PARAGRAPH, _HEADING, _ITEM, _LONGEST_BOLD_HEADING, _RULE_BARS, _RULE_FORM, _RULE_RULER
cdef const unsigned char[::1] _LEADS


cpdef Blocks segment(Blocks blocks)


@cython.final
cdef class Segmenter:
    cdef Blocks blocks
    cdef const unsigned char[::1] view

    @cython.locals(index=Py_ssize_t, block=Block, start=Py_ssize_t, end=Py_ssize_t)
    cdef Blocks run(self)

    @cython.locals(c="unsigned char", stop=Py_ssize_t)
    cdef bint _begins_item(self, Py_ssize_t start, Py_ssize_t end) except? 2

    @cython.locals(stop=Py_ssize_t)
    cdef bint _begins_bullet(self, Py_ssize_t start, Py_ssize_t end) except? 2

    @cython.locals(c="unsigned char")
    cdef bint _is_open_end(self, Py_ssize_t end) except? 2

    @cython.locals(i=Py_ssize_t, c="unsigned char")
    cdef bint _is_ruler(self, Py_ssize_t start, Py_ssize_t end) except? 2
