import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.octets.interner cimport Interner
from ncleaner.page.blocks cimport Blocks
from ncleaner.sites.fingerprints cimport Fingerprints

cdef int ANYWHERE, FIXED, HERE, PLACE
cdef int _MOST, _DESIGN, _COPY_WORDS, _COPIED, _OF
cdef unsigned long long _M64, _SPREAD
cdef list _BITS


@cython.final
cdef class Index:
    cdef list pages
    cdef unsigned long long all
    cdef Interner texts
    cdef Interner paths
    cdef Interner places
    cdef tuple held
    cdef unsigned long long* with_text
    cdef unsigned long long* with_path
    cdef unsigned long long* with_place
    cdef unsigned long long* bit_of
    cdef tuple held_rows
    cdef int* text_of
    cdef int* path_of
    cdef int* words_of
    cdef object held_sizes
    cdef long long* sizes
    cdef readonly int rows

    @cython.locals(
        bit="unsigned long long", i=Py_ssize_t, text="unsigned long long", path="unsigned long long",
        text_number=int, path_number=int,
    )
    cdef int _add(self, int number, object texts, object paths, object words) except -1

    @cython.locals(number=int)
    cpdef int count(self, unsigned long long text, unsigned long long path) except -1

    @cython.locals(found=Fingerprints, pages="unsigned long long")
    cpdef object facts(self, Blocks blocks)

    @cython.locals(
        fixed="int*", rows="int*", texts="unsigned long long*", paths="unsigned long long*",
        row=int, number=int, fact=int,
    )
    cdef int _look_up(self, Fingerprints found, unsigned long long pages, int* by_block) except -1

    @cython.locals(balance="long long*", is_fixed="int*", row=int, number=int)
    cdef object _fixed(self, unsigned long long pages)

    @cython.locals(pages="unsigned long long", number=int)
    cdef unsigned long long others(self, Fingerprints page) except? 1

    @cython.locals(
        shared="long long*", texts="unsigned long long*", prose="int*", words="long long", row=int, number=int,
        copies="unsigned long long",
    )
    cdef unsigned long long _copies(self, Fingerprints page) except? 1

    @cython.locals(
        shared="long long*", paths="unsigned long long*", own=Interner, row=int, count=int, number=int,
        chosen="unsigned long long",
    )
    cdef unsigned long long _of_one_design(self, Fingerprints page, unsigned long long pages) except? 1


cdef unsigned long long _place(unsigned long long text, unsigned long long path) noexcept

@cython.locals(number=int)
cdef int _count(long long* shared, unsigned long long pages, long long worth) noexcept

@cython.locals(count=int)
cdef int ones(unsigned long long bits) noexcept
