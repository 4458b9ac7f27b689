import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block
from ncleaner.engines.forest cimport scales
from ncleaner.engines.forest.containers cimport Containers
from ncleaner.engines.forest.features cimport Features
from ncleaner.engines.forest.odds cimport step_of

cdef size_t COL_SCORE, COL_HEADING_SCORE, COL_BELOW_BEST
cdef size_t COL_EXPECTED_SHARE_1, COL_EXPECTED_SHARE_2, COL_EXPECTED_SHARE_3, COL_EXPECTED_SHARE_4
cdef size_t COL_AFTER_FIRST_SURE, COL_AFTER_LAST_SURE, COL_SINCE_SURE, COL_UNTIL_SURE
cdef size_t COL_PAGE_EXPECTED_WORDS, COL_PAGE_EXPECTED_SHARE, COL_PAGE_KEPT_SHARE, COL_PAGE_SURE_SHARE
cdef size_t COL_PAGE_BEST_SCORE, COL_PAGE_BEST_F
cdef size_t FACT_ABOVE, FACT_WIDTH, SUM_BLOCKS, SUM_WIDTH
cdef size_t EDGE
cdef int HEADING, _SURE, _STEPS, _ALL
cdef long long _SENTENCE, _WORD, _CERTAIN


cpdef int add_context(Features features, object sums) except -1


@cython.final
cdef class Context:
    cdef Features features
    cdef Containers containers
    cdef Py_ssize_t count
    cdef size_t stride
    cdef unsigned char* cells
    cdef tuple held
    cdef const int* scores
    cdef long long* weights
    cdef long long* expected
    cdef long long* inside
    cdef long long* counts

    cdef int set_all(self) except -1

    @cython.locals(probabilities="long long*", row=Py_ssize_t, block=Block, step=int)
    cdef int _weigh(self) except -1

    @cython.locals(
        features=Features, whole="long long", expected="long long", kept="long long", sure="long long", best=int,
        best_step=int, row=Py_ssize_t, cells="unsigned char*", stride=size_t,
    )
    cdef int _page(self) except -1

    @cython.locals(probabilities="long long*", weights="long long", right="long long", best=int, step=Py_ssize_t)
    cdef int _best_f(self, long long expected) except -1

    @cython.locals(
        cells="unsigned char*", stride=size_t, first=Py_ssize_t, last=Py_ssize_t, heading=Py_ssize_t, row=Py_ssize_t,
        block=Block, at=size_t, step=int,
    )
    cdef int _rows(self) except -1

    cdef inline bint _is_sure(self, Py_ssize_t row) noexcept

    @cython.locals(cells="unsigned char*", stride=size_t, following=Py_ssize_t, row=Py_ssize_t)
    cdef int _until(self) except -1

    @cython.locals(facts="const int*", row=Py_ssize_t, block=Block, i=Py_ssize_t, above=Py_ssize_t)
    cdef int _add_up(self) except -1

    @cython.locals(
        containers=Containers, sums="const long long*", cells="unsigned char*", stride=size_t, row=Py_ssize_t,
        block=Block, at=size_t, i=int,
    )
    cdef int _containers(self) except -1

    cdef inline int _share(self, size_t i) noexcept
