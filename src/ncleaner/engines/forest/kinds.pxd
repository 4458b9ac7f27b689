import cython

from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.elements cimport Elements
from ncleaner.engines.forest.features cimport Features

cdef int COL_BREAKS, COL_GAP, COL_NUMBER, COL_RISE, COL_FALL, COL_NEAR, COL_ALIKE, COL_WITHIN, COL_BEGINNING
cdef int COL_UPPER_CASE, COL_PREFORMATTED, COL_QUOTED
cdef int COL_MEAN_WORDS, COL_SHORT_SHARE, COL_BOLD_BLOCKS, COL_ITEMS, COL_LINES, COL_HEADINGS
cdef int HEADING, ITEM, LIST, PRE, QUOTE, BY_BR, CONTINUES
cdef int EDGE, _COLUMN_COUNT, _COPIED_COUNT, _TAG_COUNT, _NO_PART, _FARTHEST, _SAMPLE, _SHORT, _SURE, _SMALL, _CAPITAL
cdef bytes _BEGINNINGS, _PARTS, _SOURCES


@cython.final
cdef class KeptTable:
    cdef Blocks blocks
    cdef int[::1] rows
    cdef int[::1] indices
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t stride
    cdef readonly bytearray data

    @cython.locals(count=Py_ssize_t, row=Py_ssize_t)
    cdef Py_ssize_t _choose(self, const int[::1] indices, bytes keep) except -1

    cdef Block block(self, Py_ssize_t row)

    cdef bint may_continue(self, Py_ssize_t row) except? 2

    @cython.locals(data=bytearray, rows="int[::1]", column=Py_ssize_t, start=Py_ssize_t, to=Py_ssize_t, row=Py_ssize_t)
    cdef int _copy(self, bytearray source, Py_ssize_t source_stride) except -1

    cdef int _set(self, Py_ssize_t column, Py_ssize_t row, long long value) except -1

    @cython.locals(before=Py_ssize_t, row=Py_ssize_t, block=Block, end=int)
    cdef int _compare(self) except -1

    @cython.locals(elements=Elements, first=int, last=int, rise=int, fall=int)
    cdef int _relate(self, Py_ssize_t row, int before, int here) except -1

    @cython.locals(elements=Elements)
    cdef bint _is_alike(self, int one, int other, int steps) except? 2

    @cython.locals(elements=Elements, tag=int, part=int)
    cdef int _within(self, int element) except -1

    @cython.locals(buffer=bytes, letters=int, capitals=int, i=Py_ssize_t, code=int)
    cdef int _upper_case(self, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.locals(
        words="long long", short="long long", bold="long long", items="long long", lines="long long",
        headings="long long", row=Py_ssize_t, block=Block,
    )
    cdef int _sum_up(self) except -1

    @cython.locals(mean="long long", row=Py_ssize_t)
    cdef int _fill(self, Py_ssize_t column, long long whole) except -1


@cython.final
cdef class KindTrees:
    cdef list trees

    @cython.locals(kept=KeptTable)
    cpdef bytes kinds(self, Blocks blocks, Features features, bytes keep)

    @cython.locals(kept=KeptTable)
    cpdef bytes headings(self, Blocks blocks, Features features, bytes keep)

    @cython.locals(
        paragraph="const int[::1]", heading="const int[::1]", item="const int[::1]", continues="const int[::1]",
        most=int, row=Py_ssize_t,
    )
    cdef int _choose_sure(self, KeptTable kept, list sums, bytearray headings) except -1

    @cython.locals(
        paragraph="const int[::1]", heading="const int[::1]", item="const int[::1]", continues="const int[::1]",
        kind=int, own=int, most=int, row=Py_ssize_t, block=Block,
    )
    cdef int _choose(self, KeptTable kept, list sums, bytearray kinds) except -1
