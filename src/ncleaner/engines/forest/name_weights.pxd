import cython

from ncleaner.page.elements cimport Elements

cdef int _MIDDLE, _MOST, _AT, _LENGTH, _WEIGHT, _IS_COMMENT, _WIDTH, _PLACES
cdef size_t ELEMENT_WIDTH, _CLASS, _ID, _ROLE, _TAG
cdef unsigned int _MASK, _M32, _START, _SPREAD, _MIX, _STEP
cdef unsigned long long _M64, _SPREAD_64
cdef unsigned char _LAST
cdef bytes _LETTERS, _COMMENT


@cython.final
cdef class NameWeights:
    cdef readonly bytes table
    cdef readonly int weight
    cdef readonly bint is_comment
    cdef readonly bint is_target
    cdef readonly bint has_class
    cdef readonly unsigned int signature
    cdef public list slots
    cdef bytes source
    cdef int[::1] cache
    cdef unsigned int[::1] signatures

    @cython.locals(at=size_t, start=int, end=int, was_comment=bint)
    cpdef int read(self, bytes source, Elements elements, int index) except -1

    @cython.locals(place=int)
    cpdef int forget(self) except -1

    @cython.locals(source=bytes, length=int, place=int, at=int, is_cached=bint)
    cdef int _class(self, int start, int end) except -1

    @cython.locals(source=bytes, number="unsigned int")
    cdef int _place(self, int start, int end) except -1

    @cython.locals(
        raw="const unsigned char*", letters="const unsigned char*", word="unsigned int", length=int, after_small=bint,
        i=Py_ssize_t, c="unsigned char", letter="unsigned char",
    )
    cdef int _name(self, bytes source, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.locals(slot="unsigned int")
    cdef inline int _word(self, unsigned int word, int length) except -1


@cython.locals(letters="const unsigned char*", word="const unsigned char*", k=Py_ssize_t)
cdef bint _ends_comment(const unsigned char* raw, Py_ssize_t i) noexcept

@cython.locals(
    raw="const unsigned char*", number="unsigned long long", i=Py_ssize_t,
)
cdef unsigned int _signature_of(bytes source, Py_ssize_t start, Py_ssize_t end) noexcept

@cython.locals(last="unsigned int")
cdef inline unsigned int _four_bytes(const unsigned char* raw, Py_ssize_t i) noexcept

@cython.locals(raw="const unsigned char*", difference="unsigned char", k=size_t)
cdef bint _is_same(bytes source, size_t one, size_t other, size_t length) noexcept
