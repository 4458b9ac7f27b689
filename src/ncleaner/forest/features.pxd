import cython

from ncleaner.blocks cimport Block, Blocks
from ncleaner.forest.containers cimport Containers
from ncleaner.forest.numbers cimport Numbers
from ncleaner.forest.signs cimport Signs
from ncleaner.forest.wording cimport Wording
from ncleaner.ngram.scorer cimport Scorer

cdef int _COUNT, _EDGE, _LEVEL, _HEADING, _LIST, _TABLE, _NAV, _ASIDE, _HEADER, _FOOTER, _ARTICLE, _MAIN
cdef int _ARIA_HIDDEN, _KNOWN, _SMALL, _BEFORE, _B_WORDS, _B_CHARS, _B_LINKS, _B_BITS, _B_LENGTH, _C_AROUND
cdef int _C_LEVEL, _C_NGRAM, _C_OTHERS, _C_PAGE, _C_PATH, _C_PLACE, _C_POSITION
cdef int _C_WORDING
cdef int _ALL, _AROUND, _BEST, _BITS, _BLOCKS, _CHARS, _F_COUNT, _F_HEADINGS, _F_WORDS, _FACTS, _FAMILIES, _FAMILY
cdef int _FIRST, _LENGTH, _LINKS, _LONG, _P_BITS, _P_BLOCKS, _P_CHARS, _P_LENGTH, _P_LINKS, _P_WORDS, _PATH, _PATHS
cdef int _SIGN, _SUMS, _UP, _WORDS, _WORST
cdef long long _UNITS
cdef int _PROFILE, _RECORD, _BEST_STEPS, _PROSE_STEPS
cdef bytes _LOGS, _TAGS


@cython.final
cdef class Features:
    cdef Blocks blocks
    cdef readonly Containers containers
    cdef readonly object rows
    cdef list items
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t stride
    cdef readonly bytearray data
    cdef unsigned char[::1] cells
    cdef bytearray profiles
    cdef unsigned char[::1] found
    cdef long long[::1] bits
    cdef int[::1] lengths
    cdef long long[::1] before
    cdef int state
    cdef int money

    @cython.locals(words=Py_ssize_t, row=Py_ssize_t, block=Block)
    cpdef Py_ssize_t words_above(self, const int[::1] sums) except -1

    @cython.locals(row=Py_ssize_t, block=Block, at=Py_ssize_t, before="long long[::1]")
    cdef int _measure(self, Scorer scorer) except -1

    cdef inline int _set(self, Py_ssize_t column, Py_ssize_t row, int value) except -1

    @cython.locals(wording=Wording, row=Py_ssize_t, block=Block)
    cdef int _blocks(self) except -1

    @cython.locals(tag=int)
    cdef int _facts(self, Py_ssize_t row, Block block) except -1

    cdef int _states(self, Py_ssize_t row, int state) except -1

    @cython.locals(row=Py_ssize_t, words="long long")
    cdef int _around(self) except -1

    @cython.locals(first=Py_ssize_t, last=Py_ssize_t)
    cdef inline Py_ssize_t _sum(self, Py_ssize_t row, Py_ssize_t reach, int what) except? -1

    @cython.locals(containers=Containers, facts="int[::1]", row=Py_ssize_t, block=Block, element=int, record=int)
    cdef int _containers(self) except -1

    @cython.locals(containers=Containers, first=int)
    cdef int _levels(self, Py_ssize_t row, int element) except -1

    @cython.locals(up=int)
    cdef inline int _larger(self, int element) except -1

    @cython.locals(k=Py_ssize_t)
    cdef inline int _copy(self, Py_ssize_t row, Py_ssize_t column, Py_ssize_t at, Py_ssize_t width) except -1

    @cython.locals(first="long long", last="long long")
    cdef int _distance(self, Py_ssize_t row, int best, Py_ssize_t column) except -1

    @cython.locals(containers=Containers, facts="int[::1]", families="long long[::1]", i=int, around=int, size="long long")
    cdef int _find_records(self) except -1

    @cython.locals(containers=Containers, i=int, above=int)
    cdef int _find_steps(self) except -1

    @cython.locals(containers=Containers, at=Py_ssize_t, up=Py_ssize_t)
    cdef int _step(self, int i, int above, int best, int bit, int column) except -1

    @cython.locals(at=Py_ssize_t)
    cdef inline Py_ssize_t _known(self, int element) except -1

    @cython.locals(containers=Containers, facts=Py_ssize_t)
    cdef int _profile(self, int element, Py_ssize_t at) except -1

    @cython.locals(sums="long long[::1]", at=Py_ssize_t)
    cdef int _level(self, int element, Py_ssize_t to) except -1

    @cython.locals(paths="long long[::1]", blocks="long long")
    cdef int _path(self, Py_ssize_t at, Py_ssize_t to) except -1

    @cython.locals(
        containers=Containers, sums="long long[::1]", at=Py_ssize_t, family=Py_ssize_t, size="long long",
        words="long long",
    )
    cdef int _record(self, int element, Py_ssize_t to) except -1

    @cython.locals(wording=Wording, numbers=Numbers, counts="int[::1]", same="int[::1]", row=Py_ssize_t, number=int)
    cdef int _repeats(self) except -1

    @cython.locals(title=Py_ssize_t, heading=Py_ssize_t, row=Py_ssize_t, block=Block, before=Block)
    cdef int _headings(self) except -1

    @cython.locals(words=frozenset, found=Py_ssize_t, most=int, row=Py_ssize_t, block=Block, worth=int, text=list, shared=int)
    cdef Py_ssize_t _title(self) except? -2

    @cython.locals(containers=Containers, sums="long long[::1]", words="long long")
    cdef int _page(self, bint lexical) except -1

    @cython.locals(
        containers=Containers, named="long long", full="long long", table="long long", headings="long long",
        family=Py_ssize_t, i=int, at=Py_ssize_t, row=Py_ssize_t, block=Block, words="long long",
    )
    cdef int _fill_shares(self) except -1

    @cython.locals(count="long long")
    cdef bint _is_record(self, Py_ssize_t family) except? 2

    cdef Py_ssize_t _words(self, Py_ssize_t family) except? -1

    @cython.locals(row=Py_ssize_t)
    cdef int _fill(self, Py_ssize_t column, int value) except -1


@cython.locals(more=int)
cdef int _log(long long value) noexcept

cdef int _signed(long long value) noexcept

cdef int _share(long long part, long long whole) noexcept

cdef int _rate(long long bits, long long length) noexcept
