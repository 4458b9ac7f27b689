import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.elements cimport Elements
from ncleaner.octets.interner cimport Interner
from ncleaner.engines.forest.name_weights cimport NameWeights

cdef size_t SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WORTH, SUM_PROSE
cdef size_t SUM_HEADINGS, SUM_WIDTH
cdef size_t FACT_UP, FACT_FIRST, FACT_PATH, FACT_FAMILY, FACT_NAME, FACT_NAME_BEST, FACT_NAME_WORST, FACT_NAME_SUM
cdef size_t FACT_SIGNATURE, FACT_COMMENT, FACT_AROUND, FACT_ABOVE, FACT_NAMED, FACT_TITLE_STEPS, FACT_WIDTH
cdef size_t FAMILY_WORDS, FAMILY_COUNT, FAMILY_HEADINGS, FAMILY_WIDTH
cdef size_t PATH_BLOCKS, PATH_WORDS, PATH_CHARS, PATH_LINKS, PATH_BITS, PATH_LENGTH, PATH_WIDTH
cdef size_t ELEMENT_WIDTH, _PARENT, _TAG
cdef int AUTO, KEEP, DROP, _SENTENCE, _PARAGRAPH, _MAIN, _A, _H1, _H6, _NOWHERE, _MOST
cdef int AROUND_BEST, AROUND_PROSE, IS_COMMENT, COMMENTS_FROM_HERE
cdef long long _ARTICLE, _LONG


@cython.final
cdef class Containers:
    cdef Blocks blocks
    cdef Elements elements
    cdef NameWeights names
    cdef int comments
    cdef int hidden
    cdef readonly int count
    cdef tuple held
    cdef object held_families
    cdef object held_paths
    cdef long long* sums
    cdef int* facts
    cdef long long* families
    cdef long long* paths
    cdef readonly int best
    cdef readonly int prose
    cdef readonly bint is_discussed
    cdef readonly bint leaves_out
    cdef readonly bint is_disputed

    @cython.locals(block=Block, i=int, sums="long long*", rows="int[::1]", above=int)
    cdef int _find_full(self) except -1

    @cython.locals(names=NameWeights, source=bytes, i=int, at=size_t)
    cdef int _read_names(self) except -1

    @cython.locals(rows="int[::1]", above=int)
    cdef int _begin_comments(self, int i) except -1

    @cython.locals(at=size_t, up=size_t, tag=int)
    cdef inline int _store_name(self, size_t i, int weight, bint is_comment) except -1

    @cython.locals(everything=bint)
    cpdef object choose(self)

    @cython.locals(count=Py_ssize_t, index=Py_ssize_t, block=Block)
    cdef Py_ssize_t _fill(self, int* chosen, bint everything) except -1

    cpdef bint is_comment(self, Block block) except? 2

    @cython.locals(inside="long long", outside="long long", block=Block)
    cdef bint _has_article(self) except? 2

    @cython.locals(sums="long long*", facts="int*", i=int, row=Py_ssize_t, block=Block, at=size_t)
    cdef int add_up(self, list rows, const long long* bits, const int* lengths) except -1

    @cython.locals(at=size_t, to=size_t, k=size_t, first=int)
    cdef inline int _pass_on(self, size_t i, size_t above) noexcept

    @cython.locals(families=Interner, paths=Interner, i=int, above=int)
    cdef int compare(self, list rows, const long long* bits, const int* lengths) except -1

    cdef inline int _find_larger(self, size_t i, size_t above) noexcept

    @cython.locals(up=int)
    cdef int larger(self, size_t i) noexcept

    @cython.locals(key="unsigned long long", family=int, at=size_t)
    cdef inline int _join_family(self, size_t i, size_t above, Interner numbers) except -1

    @cython.locals(key="unsigned long long", path=int)
    cdef inline int _find_path(self, size_t i, size_t above, Interner numbers) except -1

    @cython.locals(paths="long long*", row=Py_ssize_t, block=Block, at=size_t)
    cdef int _add_up_paths(self, list rows, const long long* bits, const int* lengths) noexcept

    cdef int _mark(self, size_t i, int bit) noexcept

    @cython.locals(i=int, above=int, steps=int)
    cdef int mark_title(self, Block block) except -1


cdef bint _is_prose(Block block) noexcept
