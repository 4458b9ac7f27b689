import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.read.table_tags cimport TableTags

cdef int TABLE, PRE, FORM, DATA, HINT, LAYOUT
cdef int _LIST, _QUOTE, _HEADING, _CODE, _FIELD, _PART, _HEADER, _SEVERAL, _TEXT, _WORD, _COMPLEX
cdef unsigned char[256] _BITS, _LETTERS
cdef int _TAG_COUNT, _TABLE_TAG, _TR, _TD, _TH, _CAPTION, _P, _FIRST_ELEMENTS, _MOST_COLUMNS
cdef size_t ELEMENT_WIDTH, _PARENT, _TAG, _START, _WIDTH
cdef size_t _IS_DATA, _ROWS, _WORDY_ROWS, _COLUMNS, _WORDY_COLUMNS, _CELLS, _FULL, _HEADERS, _CAPTIONS, _LONGEST
cdef size_t _COMPLEX_CELLS, _HEADED, _FIELDS, _PARTS, _LISTINGS, _NUMBERED, _NESTED, _CHARS, _LINK_CHARS
cdef long long _LONG, _LONGER, _LONGEST_OF_ALL, _LARGE, _ONE
cdef DataTables _NONE


@cython.final
cdef class DataTables:
    cdef readonly list elements
    cdef readonly object tables
    cdef readonly object cells

    cpdef int table(self, Py_ssize_t index) except? -2

    cpdef int cell(self, Py_ssize_t index) except? -2


cpdef DataTables data_tables(Blocks blocks, bytes keep=*)


@cython.locals(everything=bint, index=Py_ssize_t, block=Block)
cdef bint _has_table(Blocks blocks, bytes keep) except? 2


@cython.final
cdef class _Survey:
    cdef Blocks blocks
    cdef int hidden
    cdef TableTags tags
    cdef int count
    cdef int[::1] rows
    cdef list held
    cdef object held_sums
    cdef int* table_of
    cdef int* cell_of
    cdef int* around
    cdef int* size
    cdef int* inside
    cdef int* place
    cdef int* paragraph
    cdef long long* sums
    cdef list elements
    cdef int first

    @cython.locals(i=int)
    cdef int _first_table(self) except -1

    @cython.locals(rows="int[::1]", number=int, i=int, tag=int, up=int)
    cdef int _find_places(self) except -1

    @cython.locals(block=Block, element=int, at=size_t)
    cdef int _add_blocks(self) except -1

    @cython.locals(bits=int)
    cdef int _add_block(self, Block block, int element, int cell) except -1

    @cython.locals(buffer=bytes, bits=int, i=Py_ssize_t, c="unsigned char")
    cdef int _characters(self, Block block) except -1

    @cython.locals(i=int, at=size_t, tag=int, outer=size_t)
    cdef int _add_elements(self) except -1

    @cython.locals(sums="long long*", inside=int, row=size_t, column="long long")
    cdef int _add_cell(self, size_t i, size_t at, int tag) except -1

    @cython.locals(marks=int, i=int)
    cdef int _marks(self, int element) except -1

    @cython.locals(sums="long long*", columns="long long", full="long long", rows="long long", marks=int,
                   fits=bint, is_short=bint)
    cdef bint _is_data(self, int element, size_t at) except? 2

    @cython.locals(sums="long long*", found=list, items=list, tables="int*", cells="int*", index=Py_ssize_t, block=Block,
                   number=size_t, is_data=bint, i=int)
    cdef DataTables result(self)
