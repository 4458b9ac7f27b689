import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.elements cimport Elements
from ncleaner.read.data_tables cimport DataTables

cdef int PRE, _TD, _TH
cdef bytes _ON_ONE_LINE


@cython.locals(firsts=list, lines=list)
cpdef bytes lines_with_rows(Blocks blocks, DataTables tables, bytes keep)


@cython.locals(pieces=list, buffer=bytes, elements=Elements, number=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t,
               index=Py_ssize_t, block=Block)
cdef bytes _with_rows(Blocks blocks, int* cells, bytes keep, list firsts, list lines)


cpdef tuple row_lines(Blocks blocks, DataTables tables, bytes chosen)


@cython.locals(elements=Elements, firsts=list, lines=list, pieces=list, row=int, at=int, index=Py_ssize_t, block=Block,
               cell=int, tabs=int, text=bytes)
cdef tuple _row_lines(Blocks blocks, int* cells, bytes chosen)


cpdef bint is_in_row(Elements elements, int cell) except? 2


@cython.locals(count=int, element=int)
cdef int _cells(Elements elements, int row, int at, int end) except -1


cdef bytes _line(list pieces, Elements elements, int row, int at)
