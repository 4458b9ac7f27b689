import cython

cdef unsigned char _EDGE, _BLANK, _SKIP, _WIDE
cdef size_t _PADDING
cdef unsigned int _POINTS
cdef size_t _BUFFER, _LARGEST_BUFFER
cdef unsigned char _AFTER_BLANK, _ODD


@cython.final
cdef class Normaliser:
    cdef readonly int mode
    cdef bytes classes
    cdef bytes sorts
    cdef unsigned char[::1] folds
    cdef const unsigned char* table
    cdef const unsigned char* kinds
    cdef bint bytewise
    cdef unsigned char* raw
    cdef size_t capacity
    cdef bytearray codes
    cdef readonly size_t end
    cdef readonly size_t length

    @cython.locals(capacity=size_t)
    cdef int _allocate(self, size_t size) except -1

    cpdef int shrink(self) except -1

    @cython.locals(code="unsigned char")
    cpdef unsigned char code(self, bytes buffer, size_t i, size_t end) except? 0

    @cython.locals(i=size_t)
    cdef size_t trimmed(self, bytes buffer, size_t start, size_t end) except? 0

    @cython.locals(at=size_t)
    cpdef size_t run(self, bytes buffer, size_t start, size_t end) except? 0

    @cython.locals(
        table="const unsigned char*", kinds="const unsigned char*", data="const unsigned char*", raw="unsigned char*",
        at=size_t, i=size_t, kind="unsigned char", code="unsigned char", last="unsigned char",
    )
    cdef size_t _write(self, bytes buffer, size_t start, size_t end) except? 0

    @cython.locals(point="unsigned int", code="unsigned char")
    cdef unsigned char _wide(self, bytes buffer, size_t i, size_t end) except? 0

    cdef unsigned char _fold_block(self, unsigned int point) except? 0

    @cython.locals(count=size_t, data="const unsigned char*", i=size_t)
    cdef size_t _count_continuations(self, bytes buffer, size_t start, size_t end) noexcept

    @cython.locals(data=bytes, end=size_t)
    cpdef bytes text(self, object text)
