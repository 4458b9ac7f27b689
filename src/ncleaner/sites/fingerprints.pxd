import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.octets.octets cimport Octets
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.elements cimport Elements

cdef size_t ELEMENT_WIDTH
cdef int _CLASS, _ID, _DEPTH, _PARENT, _TAG, _HTML, _BODY
cdef int _CLASSES, _LONGEST_NAME, _LONGEST_DATED, _DEEPEST, _PROSE
cdef unsigned long long _M64, _START, _STEP, _SPREAD, _NUMBER, _HASH
cdef frozenset _DATE_PRINTS
cdef list _TAG_PRINTS


@cython.final
cdef class Fingerprints:
    cdef readonly object rows
    cdef readonly object words
    cdef readonly object prose
    cdef readonly object texts
    cdef readonly object paths
    cdef readonly int count
    cdef readonly unsigned long long page

    @cython.locals(
        block=Block, octets=Octets, rows="int*", words="int*", prose="int*",
        texts="unsigned long long*", paths="unsigned long long*", hidden=int, row=int, index=int,
    )
    cdef int _fill(self, Blocks blocks, _Paths found) except -1


@cython.final
cdef class _Paths:
    cdef Elements elements
    cdef Octets octets
    cdef int count
    cdef object held
    cdef unsigned long long* prints

    cdef inline unsigned long long of(self, int element) noexcept

    @cython.locals(block=Block, i=int, up=int)
    cdef int _mark(self, Blocks blocks) except -1

    @cython.locals(at=size_t, up=int, path="unsigned long long", tag=int)
    cdef int _find(self, Blocks blocks, int i) except -1

    @cython.locals(rows="int[::1]", start=int, end=int)
    cdef unsigned long long _with_names(self, unsigned long long path, size_t at) except? 0

    @cython.locals(data="const unsigned char*", stop=int, _=int)
    cdef unsigned long long _with_classes(self, unsigned long long path, int start, int end) noexcept


@cython.locals(
    data="const unsigned char*", has_dates=bint, found="unsigned long long", i=int, c="unsigned char",
    word="unsigned long long",
)
cdef unsigned long long text_print(Octets octets, int start, int end) except? 0

@cython.locals(data="const unsigned char*", found="unsigned long long", i=int, c="unsigned char")
cdef unsigned long long name_print(Octets octets, int start, int end) noexcept

cdef unsigned long long mixed(unsigned long long found, unsigned long long word) noexcept

cpdef unsigned long long tag_print(str name) except? 0

@cython.locals(found="unsigned long long", c="unsigned char")
cdef unsigned long long _word_print(bytes word) except? 0

cdef unsigned long long _next(unsigned long long found, unsigned char c) noexcept

cdef bint _is_letter(unsigned char c) noexcept

@cython.locals(i=int)
cdef bint _has_number(Octets octets, int start, int end) noexcept

@cython.locals(data="const unsigned char*", c="unsigned char")
cdef int _number_end(Octets octets, int i, int end) noexcept
