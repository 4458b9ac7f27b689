import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.engines.forest cimport scales
from ncleaner.engines.forest.containers cimport Containers
from ncleaner.octets.interner cimport Interner
from ncleaner.engines.forest.profiles cimport Profiles
from ncleaner.engines.forest.name_weights cimport NameWeights
from ncleaner.engines.forest.surface cimport Surface, Title
from ncleaner.engines.ngram.scorer cimport Scorer

cdef size_t COL_WORDS, COL_WORD_LENGTH, COL_LINK_SHARE, COL_LINKS, COL_BOLD_SHARE, COL_KIND, COL_LEVEL, COL_TAG, COL_LIST
cdef size_t COL_TABLE, COL_NAV, COL_ASIDE, COL_HEADER, COL_FOOTER, COL_ARTICLE, COL_MAIN, COL_ARIA_HIDDEN, COL_RULE
cdef size_t COL_PUNCTUATION, COL_ENDING, COL_CAPITALS, COL_DIGITS
cdef size_t COL_BITS, COL_ALL_BITS, COL_BITS_AROUND_3, COL_BITS_AROUND_8
cdef size_t COL_WORDS_AROUND, COL_LINK_SHARE_AROUND_3, COL_LINK_SHARE_AROUND_8, COL_FROM_START, COL_TO_END
cdef size_t COL_LEVELS, COL_INNERMOST, COL_PLACE, COL_RECORD_ROW, COL_BEST_DISTANCE, COL_PROSE_DISTANCE
cdef size_t COL_REPEATED_BEFORE, COL_REPEATS, COL_AFTER_TITLE, COL_HEADING_BITS, COL_SINCE_HEADING, COL_HEADING_LEVEL
cdef size_t COL_PAGE_WORDS, COL_PAGE_BLOCKS, COL_PAGE_LINK_SHARE, COL_PAGE_BITS, COL_PAGE_LONG_SHARE, COL_PAGE_NAMED
cdef size_t COL_PAGE_TABLE_SHARE, COL_PAGE_FAMILY, COL_PAGE_FAMILY_SIZE, COL_PAGE_MONEY, COL_PAGE_HEADINGS, COL_BEST_SHARE
cdef size_t COL_HEADING_LINK_SHARE, COL_SECTION_BLOCKS, COL_SECTION_WORDS, COL_SECTION_LINK_SHARE, COL_SECTION_BITS
cdef size_t COL_PROSE_SHARE, COL_DECLARED, COL_LEXICAL, COL_SCOPE
cdef size_t LEVEL_WIDTH, INNERMOST_WIDTH
cdef size_t SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WIDTH
cdef size_t FACT_FIRST, FACT_RECORD, FACT_WIDTH, FAMILY_COUNT, FAMILY_WORDS
cdef size_t EDGE
cdef int HEADING, LIST, TABLE, NAV, ASIDE, HEADER, FOOTER, ARTICLE, MAIN, ARIA_HIDDEN
cdef int _COLUMN_COUNT, _TAG_COUNT
cdef Py_ssize_t _NEAR
cdef bytes _RANKS


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
    cdef long long* words_before
    cdef long long* chars_before
    cdef long long* links_before
    cdef long long* bits_before
    cdef long long* lengths_before
    cdef readonly Py_ssize_t title
    cdef readonly Py_ssize_t kept_title
    cdef int state
    cdef int money

    @cython.locals(
        means=bytearray, cells="unsigned char*", column=Py_ssize_t, start=size_t, at=size_t, whole="unsigned int"
    )
    cpdef bytearray means(self)

    @cython.locals(items=list, indices="const int*", row=Py_ssize_t)
    cdef list _chosen(self, object rows)

    cpdef int set_scope(self, int scope) except -1

    @cython.locals(row=Py_ssize_t, block=Block)
    cdef int _score(self, Scorer scorer) except -1

    @cython.locals(surface=Surface, row=Py_ssize_t, block=Block)
    cdef int _blocks(self) except -1

    @cython.locals(cells="unsigned char*", stride=size_t, tag=int, words=int, chars=int)
    cdef int _facts(self, size_t at, Block block) except -1

    @cython.locals(cells="unsigned char*", stride=size_t)
    cdef int _states(self, size_t at, int state) except -1

    @cython.locals(cells="unsigned char*", stride=size_t, words=int)
    cdef int _surface(self, size_t at, Surface surface) except -1

    @cython.locals(cells="unsigned char*", stride=size_t)
    cdef int _ngram(self, size_t at, long long bits, long long length) except -1

    @cython.locals(
        count=size_t, cells="unsigned char*", stride=size_t, row=size_t, words="long long", at=size_t,
    )
    cdef int _around(self) except -1

    @cython.locals(bits=int, links=int, cells="unsigned char*", stride=size_t)
    cdef inline int _near(self, size_t at, size_t first, size_t last, size_t bits_column, size_t links_column) except -1

    @cython.locals(
        containers=Containers, facts="const int*", profiles=Profiles, cells="unsigned char*", stride=size_t,
        best="long long", best_end="long long", prose="long long", prose_end="long long", row=Py_ssize_t, block=Block,
        element=int, at=size_t, record=int,
    )
    cdef int _containers(self) except -1

    @cython.locals(
        containers=Containers, sums="const long long*", facts="const int*", stride=size_t, size="long long", first=int,
        at=size_t,
    )
    cdef int _levels(self, Py_ssize_t row, int element, Profiles profiles) except -1

    @cython.locals(cells="unsigned char*", profile="const unsigned char*", stride=size_t, k=size_t)
    cdef inline int _copy(self, size_t to, Profiles profiles, size_t at, size_t width) noexcept

    @cython.locals(
        surface=Surface, numbers=Interner, held=tuple, counts="int*", same="int*", at=size_t, row=Py_ssize_t, number=int,
    )
    cdef int _repeats(self) except -1

    @cython.locals(
        title=Py_ssize_t, cells="unsigned char*", stride=size_t, heading=Py_ssize_t, bits=int, level=int, links=int,
        row=Py_ssize_t, block=Block, at=size_t, after_title=int,
    )
    cdef int _headings(self) except -1

    @cython.locals(first=Py_ssize_t, row=Py_ssize_t)
    cdef int _sections(self) except -1

    @cython.locals(block=Block, before=Block)
    cdef bint _begins_section(self, Py_ssize_t row) except? 2

    @cython.locals(cells="unsigned char*", stride=size_t, blocks=int, words=int, links=int, bits=int, at=size_t)
    cdef int _section(self, size_t first, size_t end) except -1

    @cython.locals(
        title=Title, most=int, kept_most=int, row=Py_ssize_t, block=Block, worth=int, kept_worth=int, shared=int,
        likeness=int,
    )
    cdef int _find_titles(self) except -1

    @cython.locals(containers=Containers, sums="const long long*", words="long long")
    cdef int _page(self, bint lexical) except -1

    @cython.locals(
        families="const long long*", family=Py_ssize_t, words="long long", table="long long", headings="long long",
        row=Py_ssize_t, block=Block,
    )
    cdef int _fill_shares(self) except -1

    @cython.locals(cells="unsigned char*", first=size_t, at=size_t)
    cdef int fill(self, size_t column, int value) noexcept


cdef size_t _first(size_t row, size_t reach) noexcept

cdef size_t _last(size_t row, size_t reach, size_t count) noexcept

cdef inline long long _sum(const long long* before, size_t first, size_t last) noexcept

cdef int _distance(long long row, long long first, long long end) noexcept
