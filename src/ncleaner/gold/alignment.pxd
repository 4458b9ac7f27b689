import cython

cdef int _AUTOJUNK


cpdef list matches(list a, list b)


@cython.final
cdef class Matcher:
    cdef int[::1] a
    cdef int[::1] b
    cdef int[::1] rare
    cdef int[::1] firsts
    cdef int[::1] lasts
    cdef int[::1] positions
    cdef int count_a
    cdef int count_b
    cdef int start_a
    cdef int start_b
    cdef int size

    @cython.locals(b="int[::1]", j=int)
    cdef int _number_b(self, list words, dict numbers) except -1

    @cython.locals(a="int[::1]", rare="int[::1]", firsts="int[::1]", i=int, code=int)
    cdef int _number_a(self, list words, dict numbers) except -1

    @cython.locals(
        b="int[::1]", firsts="int[::1]", lasts="int[::1]", positions="int[::1]", j=int, code=int, count=int, limit=int,
        end=int,
    )
    cdef int _sort_positions(self, int vocabulary) except -1

    @cython.locals(start_a=int, start_b=int, size=int, i=int, j=int, length=int)
    cdef list run(self)

    @cython.locals(low_a=int, high_a=int, low_b=int, high_b=int, bound=int, longest=int, end_a=int, end_b=int)
    cdef list _blocks(self)

    @cython.locals(
        rare="int[::1]", b="int[::1]", positions="int[::1]", best_a=int, best_b=int, longest=int, probe=int, code=int,
        at=int, last=int, j=int, start_a=int, end_a=int, end_b=int, length=int,
    )
    cdef int _search(self, int low_a, int high_a, int low_b, int high_b, int bound) except -1

    @cython.locals(positions="int[::1]", middle=int)
    cdef int _below(self, int first, int last, int limit) except -1

    @cython.locals(a="int[::1]", b="int[::1]", start_a=int, start_b=int, end_a=int, end_b=int)
    cdef int _grow(self, int low_a, int high_a, int low_b, int high_b) except -1
