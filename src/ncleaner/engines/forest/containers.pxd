import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.page.elements cimport Elements
from ncleaner.engines.forest.numbers cimport Numbers
from ncleaner.engines.forest.signs cimport Signs

cdef size_t _BLOCKS, _WORDS, _CHARS, _LINKS, _BITS, _LENGTH, _LONG, _WORTH, _PROSE, _HEADINGS, _SUMS
cdef size_t _UP, _FIRST, _PATH, _FAMILY, _SIGN, _BEST, _WORST, _ALL, _MAKE, _COMMENT, _AROUND, _FACTS
cdef size_t _ABOVE, _NAMED, _TITLE_STEPS
cdef size_t _F_WORDS, _F_COUNT, _F_HEADINGS, _FAMILIES, _P_BLOCKS, _P_WORDS, _P_CHARS, _P_LINKS, _P_BITS, _P_LENGTH, _PATHS
cdef size_t _WIDTH, _PARENT, _TAG
cdef int _AUTO, _KEEP, _DROP, _SENTENCE, _PARAGRAPH, _MAIN, _A, _H1, _H6, _NOWHERE, _FROM_HERE, _MOST
cdef long long _AN_ARTICLE


@cython.final
cdef class Containers:
    cdef Blocks blocks
    cdef Elements elements
    cdef Signs signs
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

    @cython.locals(block=Block, i=int, sums="long long*", rows="int[::1]", above=int)
    cdef int _find_full(self) except -1

    @cython.locals(signs=Signs, source=bytes, i=int)
    cdef int _read_names(self) except -1

    @cython.locals(rows="int[::1]", above=int)
    cdef int _begin_comments(self, int i) except -1

    @cython.locals(at=size_t, up=size_t, tag=int)
    cdef inline int _note(self, size_t i, int value, bint is_comment) except -1

    @cython.locals(everything=bint)
    cpdef object choose(self)

    @cython.locals(count=Py_ssize_t, index=Py_ssize_t, block=Block)
    cdef Py_ssize_t _fill(self, int* chosen, bint everything) except -1

    cpdef bint is_comment(self, Block block) except? 2

    @cython.locals(outside="long long", block=Block)
    cdef bint _has_article(self) except? 2

    @cython.locals(sums="long long*", facts="int*", i=int, row=Py_ssize_t, block=Block, at=size_t)
    cdef int add_up(self, list rows, const long long* bits, const int* lengths) except -1

    @cython.locals(at=size_t, to=size_t, k=size_t, first=int)
    cdef inline int _pass_on(self, size_t i, size_t above) noexcept

    @cython.locals(families=Numbers, paths=Numbers, i=int, above=int)
    cdef int compare(self, list rows, const long long* bits, const int* lengths) except -1

    cdef inline int _find_larger(self, size_t i, size_t above) noexcept

    @cython.locals(key="unsigned long long", family=int, at=size_t)
    cdef inline int _join_family(self, size_t i, size_t above, Numbers numbers) except -1

    @cython.locals(key="unsigned long long")
    cdef inline int _find_path(self, size_t i, size_t above, Numbers numbers) except -1

    @cython.locals(paths="long long*", row=Py_ssize_t, block=Block, at=size_t)
    cdef int _add_up_paths(self, list rows, const long long* bits, const int* lengths) noexcept

    cdef int _mark(self, size_t i, int bit) noexcept

    @cython.locals(i=int, above=int, steps=int)
    cdef int mark_title(self, Block block) except -1


cdef bint _is_prose(Block block) noexcept
