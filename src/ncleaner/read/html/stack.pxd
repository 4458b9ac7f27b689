import cython

from ncleaner.page.elements cimport Elements
from ncleaner.read.html.writer cimport Writer

cdef int _MAX_DEPTH, _KNOWN, SPECIAL, SCOPE, CONTAINER, HIDES, HIDDEN, LIST, _ID, _A, _ADDRESS, _CAPTION, _COLGROUP
cdef int _DD, _DIV, _DT, _H1, _H6, _LI, _OL, _P, _TABLE, _TBODY, _TD, _TEMPLATE, _TFOOT, _TH, _THEAD, _TR, _TAG, _ELEMENT
cdef int _STATE, _LEVEL, _LANG, _SPACE, _LINK, _BOLD, _ITALIC, _CODE, _LINK_START, _LINK_END, _LINK_HIDDEN, _STYLE, _STRUCK, _WIDTH, FOREIGN, _DELETED
cdef int[::1] FLAGS
cdef int[::1] _STATES
cdef int[::1] _STYLES


@cython.final
cdef class Stack:
    cdef Writer writer
    cdef Py_ssize_t limit
    cdef bint overfull
    cdef Elements elements
    cdef int[::1] rows
    cdef int[::1] counts
    cdef int capacity
    cdef int depth
    cdef int name_space
    cdef int struck

    @cython.locals(writer=Writer)
    cdef int push(self, int tag, int flags, int state, int lang, Py_ssize_t start) except -1

    @cython.locals(writer=Writer, at=int)
    cdef int _fill_row(self, int tag, int flags) except -1

    cdef int _add_container(self, int tag, Py_ssize_t start) except -1

    @cython.locals(index=int)
    cdef int add_place(self, int start, int name_start, int name_end) except -1

    @cython.locals(writer=Writer, at=int, tag=int)
    cdef int pop_to(self, int depth) except -1

    cdef int strike(self, int more) except -1

    @cython.locals(i=int)
    cdef int set_language(self, int lang) except -1

    cdef inline int top(self) except -1

    @cython.locals(i=int, open_tag=int)
    cdef int in_scope(self, int tag, int other) except -2

    @cython.locals(i=int, open_tag=int)
    cdef int in_table(self, int tag) except -2

    cdef int close(self, int at) except -1

    @cython.locals(i=int, open_tag=int)
    cdef int close_item(self, int tag) except -1

    @cython.locals(i=int, open_tag=int)
    cdef int close_table(self) except -1

    @cython.locals(i=int, open_tag=int)
    cdef bint open_table_part(self, int tag, Py_ssize_t start) except? 2

    @cython.locals(i=int, open_tag=int)
    cdef int end_heading(self) except -1

    @cython.locals(i=int)
    cdef int end_template(self) except -1

    @cython.locals(i=int, open_tag=int)
    cdef int end_ordinary(self, int tag) except -1

    @cython.locals(i=int)
    cdef int leave_foreign(self) except -1

    @cython.locals(i=int, open_tag=int)
    cdef bint end_foreign(self, int tag) except? 2


cdef bint is_row_group(int tag) noexcept
