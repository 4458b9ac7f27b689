import cython

from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.unspaced cimport has_unspaced, more_words

# Imported by the module, as C variables.
cdef int LIST, FORM, PRE, HEADING, ITEM, RULE_BARS, RULE_FORM, RULE_RULER

cdef int _LONGEST_BOLD_HEADING, _LONGEST_BARS, _OPTION, _TEXTAREA
cdef unsigned char[256] _BULLET_LEADS


cpdef Blocks segment(Blocks blocks)


@cython.final
cdef class Segmenter:
    cdef Blocks blocks
    cdef bytes buffer

    @cython.locals(index=size_t, block=Block, start=size_t, end=size_t, is_unspaced=bint)
    cdef Blocks run(self)

    @cython.locals(tag=int)
    cdef bint _is_opener(self, Block block) except? 2

    cdef bint _may_be_bars(self, Block block) except? 2

    @cython.locals(c="unsigned char", stop=size_t)
    cdef bint _begins_item(self, size_t start, size_t end) except? 2

    @cython.locals(stop=size_t)
    cdef bint _begins_bullet(self, size_t start, size_t end) except? 2

    @cython.locals(c="unsigned char")
    cdef bint _ends_open(self, size_t end) except? 2

    @cython.locals(i=size_t, c="unsigned char")
    cdef bint _is_ruler(self, size_t start, size_t end) except? 2
