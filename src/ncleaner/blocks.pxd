import cython


# Free lists: a page makes hundreds of elements and blocks, and the next page as many again.
@cython.final
@cython.freelist(2048)
cdef class Element:
    cdef public int tag
    cdef public int parent
    cdef public int depth
    cdef public int start
    cdef public int class_start
    cdef public int class_end
    cdef public int id_start
    cdef public int id_end
    cdef public int role_start
    cdef public int role_end
    cdef public int label_start
    cdef public int label_end
    cdef public int blocks
    cdef public int chars
    cdef public int words
    cdef public int link_chars

    cpdef int begin(self, int tag, int parent, int depth, int start) except -1


@cython.final
@cython.freelist(1024)
cdef class Block:
    cdef public int start
    cdef public int end
    cdef public int text_start
    cdef public int text_end
    cdef public int element
    cdef public int state
    cdef public int level
    cdef public int lang
    cdef public int breaks
    cdef public int chars
    cdef public int words
    cdef public int link_chars
    cdef public int bold_chars
    cdef public int links
    cdef public int bars
    cdef public int first_mark
    cdef public int last_mark
    cdef public int kind
    cdef public int rule

    cpdef int begin(self, int start, int text_start, int element) except -1


@cython.final
cdef class Blocks:
    cdef public bytes source
    cdef public bytes buffer
    cdef public list items
    cdef public list elements
    cdef public object marks
    cdef public list langs
    cdef public list names
    cdef public list head_spans
    cdef public tuple warnings

