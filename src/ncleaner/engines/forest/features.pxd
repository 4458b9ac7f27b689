import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.engines.forest cimport scales
from ncleaner.engines.forest.containers cimport Containers
from ncleaner.engines.forest.numbers cimport Numbers
from ncleaner.engines.forest.profiles cimport Profiles
from ncleaner.engines.forest.signs cimport Signs
from ncleaner.engines.forest.wording cimport Title, Wording
from ncleaner.engines.ngram.scorer cimport Scorer

cdef size_t _EDGE, _BEFORE, _B_WORDS, _B_CHARS, _B_LINKS, _B_BITS, _B_LENGTH
cdef size_t _C_AROUND, _C_LEVEL, _C_NGRAM, _C_OTHERS, _C_PAGE, _C_PATH, _C_PLACE, _C_POSITION, _C_WORDING
cdef size_t _BITS, _BLOCKS, _CHARS, _LENGTH, _LINKS, _LONG, _SUMS, _WORDS, _FACTS, _FIRST, _RECORD, _UP
cdef size_t _F_COUNT, _F_WORDS, _LEVEL, _REST
cdef int _COUNT, _HEADING, _LIST, _TABLE, _NAV, _ASIDE, _HEADER, _FOOTER, _ARTICLE, _MAIN, _ARIA_HIDDEN, _KNOWN
cdef Py_ssize_t _NEAR
cdef bytes _TAGS


@cython.final
cdef class Features:
    cdef Blocks blocks
    cdef readonly Containers containers
    cdef readonly object rows
    cdef readonly list items
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t stride
    cdef readonly bytearray data
    cdef unsigned char* cells
    cdef Profiles profiles
    cdef tuple held
    cdef long long* bits
    cdef int* lengths
    cdef long long* before
    cdef readonly Py_ssize_t title
    cdef int state
    cdef int money

    @cython.locals(
        found=bytearray, cells="unsigned char*", column=Py_ssize_t, start=size_t, at=size_t, whole="unsigned int"
    )
    cpdef bytearray means(self)

    @cython.locals(items=list, indices="const int*", row=Py_ssize_t)
    cdef list _chosen(self, object rows)

    @cython.locals(row=Py_ssize_t, block=Block, at=size_t, before="long long*")
    cdef int _measure(self, Scorer scorer) except -1

    @cython.locals(wording=Wording, row=Py_ssize_t, block=Block)
    cdef int _blocks(self) except -1

    @cython.locals(cells="unsigned char*", stride=size_t, tag=int, words=int, chars=int)
    cdef int _facts(self, size_t at, Block block) except -1

    @cython.locals(cells="unsigned char*", stride=size_t)
    cdef int _states(self, size_t at, int state) except -1

    @cython.locals(cells="unsigned char*", stride=size_t, words=int)
    cdef int _wording(self, size_t at, Wording wording) except -1

    @cython.locals(at=size_t)
    cdef int _ngram(self, size_t row, long long bits, long long length) except -1

    @cython.locals(count=size_t, row=size_t, around="long long", at=size_t)
    cdef int _around(self) except -1

    @cython.locals(bits=int, links=int)
    cdef inline int _near(self, size_t at, size_t first, size_t last, size_t column) except -1

    cdef inline Py_ssize_t _sum(self, size_t first, size_t last, size_t what) except? -1

    @cython.locals(
        containers=Containers, profiles=Profiles, columns=size_t, row=Py_ssize_t, block=Block, element=int, record=int,
        at=size_t,
    )
    cdef int _containers(self) except -1

    @cython.locals(containers=Containers, stride=size_t, size="long long", first=int, at=size_t)
    cdef int _levels(self, Py_ssize_t row, int element, Profiles profiles) except -1

    @cython.locals(up=int)
    cdef inline int _larger(self, int element) noexcept

    @cython.locals(cells="unsigned char*", found="const unsigned char*", stride=size_t, k=size_t)
    cdef inline int _copy(self, size_t to, Profiles profiles, size_t at, size_t width) noexcept

    @cython.locals(first="long long", beyond="long long")
    cdef int _distance(self, Py_ssize_t row, int best) noexcept

    @cython.locals(
        wording=Wording, numbers=Numbers, held=tuple, counts="int*", same="int*", at=size_t, row=Py_ssize_t, number=int,
    )
    cdef int _repeats(self) except -1

    @cython.locals(
        title=Py_ssize_t, cells="unsigned char*", stride=size_t, heading=Py_ssize_t, bits=int, level=int,
        row=Py_ssize_t, block=Block, at=size_t,
    )
    cdef int _headings(self) except -1

    @cython.locals(
        title=Title, found=Py_ssize_t, most=int, row=Py_ssize_t, block=Block, worth=int, shared=int,
    )
    cdef Py_ssize_t _title(self) except? -2

    @cython.locals(containers=Containers, sums="const long long*", words="long long")
    cdef int _page(self, bint lexical) except -1

    @cython.locals(
        families="const long long*", family=Py_ssize_t, words="long long", table="long long", headings="long long",
        row=Py_ssize_t, block=Block,
    )
    cdef int _fill_shares(self) except -1

    @cython.locals(cells="unsigned char*", first=size_t, at=size_t)
    cdef int _fill(self, size_t column, int value) noexcept


cdef size_t _first(size_t row, size_t reach) noexcept

cdef size_t _last(size_t row, size_t reach, size_t count) noexcept
