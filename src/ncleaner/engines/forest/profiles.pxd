import cython

from ncleaner.engines.forest cimport scales
from ncleaner.engines.forest.containers cimport Containers

cdef size_t PROFILE_SHARE, PROFILE_LINK_SHARE, PROFILE_WORDS_PER_BLOCK, PROFILE_BITS, PROFILE_LONG_SHARE
cdef size_t PROFILE_PATH_BLOCKS, PROFILE_PATH_WORDS, PROFILE_PATH_SHARE, PROFILE_PATH_LINK_SHARE, PROFILE_PATH_BITS
cdef size_t PROFILE_SIBLINGS, PROFILE_RECORD_WORDS, PROFILE_RECORD_LINK_SHARE, PROFILE_RECORD_BITS
cdef size_t PROFILE_RECORD_BLOCKS, PROFILE_FAMILY_SHARE, PROFILE_FAMILY_WORDS, PROFILE_FAMILY_HEADINGS
cdef size_t PROFILE_BEST_STEPS, PROFILE_PROSE_STEPS, PROFILE_TITLE_STEPS, PROFILE_TITLE_SHARE
cdef size_t PROFILE_SIGN_BEST, PROFILE_SIGN_WORST, PROFILE_SIGN_SUM, PROFILE_SIGN
cdef size_t LEVEL_WIDTH, PROFILE_WIDTH
cdef size_t SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WIDTH
cdef size_t FACT_UP, FACT_PATH, FACT_FAMILY, FACT_NAME, FACT_NAME_BEST, FACT_NAME_WORST, FACT_NAME_SUM, FACT_AROUND
cdef size_t FACT_RECORD, FACT_BEST_STEPS, FACT_PROSE_STEPS, FACT_ABOVE, FACT_NAMED, FACT_WITH_TITLE, FACT_TITLE_STEPS
cdef size_t FACT_WIDTH
cdef size_t FAMILY_WORDS, FAMILY_COUNT, FAMILY_HEADINGS, FAMILY_WIDTH
cdef size_t PATH_BLOCKS, PATH_WORDS, PATH_CHARS, PATH_LINKS, PATH_BITS, PATH_LENGTH, PATH_WIDTH
cdef int AROUND_BEST, AROUND_PROSE


@cython.final
cdef class Profiles:
    cdef Containers containers
    cdef long long* sums
    cdef int* facts
    cdef long long* families
    cdef long long* paths
    cdef bytearray data
    cdef unsigned char* cells
    cdef long long full
    cdef long long named
    cdef Py_ssize_t family

    @cython.locals(best=int, prose=int, i=int, above=int, has_title=int, with_title=int)
    cdef int _find_surroundings(self) except -1

    @cython.locals(at=size_t)
    cdef inline int _step(self, size_t i, size_t above, size_t best, int bit, size_t column) noexcept

    @cython.locals(family=Py_ssize_t, size="long long", around=int, words="long long")
    cdef inline int _find_record(self, size_t i, size_t above) noexcept

    @cython.locals(at=size_t)
    cdef size_t level(self, size_t element) noexcept

    @cython.locals(at=size_t)
    cdef size_t innermost(self, size_t element) noexcept

    @cython.locals(sums="const long long*", cells="unsigned char*", words="long long")
    cdef int _compute_level(self, size_t at, size_t to) noexcept

    @cython.locals(facts="const int*", cells="unsigned char*")
    cdef int _compute_innermost(self, size_t at, size_t to) noexcept

    @cython.locals(steps=int, words="long long")
    cdef int _title(self, size_t element, size_t to) noexcept

    @cython.locals(paths="const long long*", cells="unsigned char*", blocks="long long", chars="long long")
    cdef int _path(self, size_t at, size_t to) noexcept

    @cython.locals(
        sums="const long long*", families="const long long*", cells="unsigned char*", at=size_t, family=size_t, size="long long",
        words="long long",
    )
    cdef int _record(self, size_t element, size_t to) noexcept
