import cython

cdef int _FIRST_ROWS, _WIDTH, _TAG, _PARENT, _DEPTH, _START


@cython.final
cdef class Elements:
    cdef object array
    cdef int[::1] rows
    cdef readonly int capacity
    cdef readonly int count

    cdef int _restore(self, object rows) except -1

    cpdef int tag(self, int index) except? -1

    cpdef int parent(self, int index) except? -2

    @cython.locals(at=int)
    cdef int add(self, int tag, int parent, int depth, int start) except -1

    cdef int begin(self, int index, int start) except -1

    cdef int place(self, int index, int column, int start, int end) except -1
