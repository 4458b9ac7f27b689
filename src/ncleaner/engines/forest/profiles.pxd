import cython

from ncleaner.engines.forest cimport scales
from ncleaner.engines.forest.containers cimport Containers

cdef size_t _ABOVE, _ALL, _AROUND, _BEST, _BITS, _BLOCKS, _CHARS, _F_COUNT, _F_HEADINGS, _F_WORDS, _FACTS, _FAMILIES
cdef size_t _FAMILY, _LENGTH, _LINKS, _LONG, _NAMED, _P_BITS, _P_BLOCKS, _P_CHARS, _P_LENGTH, _P_LINKS, _P_WORDS
cdef size_t _PATH, _PATHS, _RECORD, _BEST_STEPS, _PROSE_STEPS, _TITLE_STEPS, _WITH_TITLE, _SIGN, _SUMS, _UP, _WORDS
cdef size_t _WORST, _LEVEL, _PROFILE


@cython.final
cdef class Profiles:
    cdef Containers containers
    cdef long long* sums
    cdef int* facts
    cdef long long* families
    cdef long long* paths
    cdef bytearray data
    cdef unsigned char* found
    cdef long long full
    cdef long long named
    cdef Py_ssize_t family

    @cython.locals(best=int, prose=int, i=int, above=int, steps=int)
    cdef int _look_around(self) except -1

    @cython.locals(at=size_t)
    cdef inline int _step(self, size_t i, size_t above, size_t best, int bit, size_t column) noexcept

    @cython.locals(family=Py_ssize_t, size="long long", around=int, words="long long")
    cdef inline int _find_record(self, size_t i, size_t above) noexcept

    @cython.locals(at=size_t)
    cdef size_t level(self, size_t element) noexcept

    @cython.locals(at=size_t)
    cdef size_t rest(self, size_t element) noexcept

    @cython.locals(words="long long")
    cdef int _work_out_level(self, size_t at, size_t to) noexcept

    cdef int _work_out_rest(self, size_t at, size_t to) noexcept

    @cython.locals(steps=int)
    cdef int _title(self, size_t element, size_t to) noexcept

    @cython.locals(blocks="long long")
    cdef int _path(self, size_t at, size_t to) noexcept

    @cython.locals(at=size_t, family=size_t, size="long long", words="long long")
    cdef int _record(self, size_t element, size_t to) noexcept
