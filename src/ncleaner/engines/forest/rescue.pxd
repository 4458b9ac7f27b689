import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.engines.forest.odds cimport step_of
from ncleaner.page.blocks cimport Block

cdef int _STEPS, _MIDDLE, _FINE
cdef long long _CERTAIN, _THAN, _A_FEW, A_PAGE

@cython.locals(row=Py_ssize_t, block=Block)
cdef int _count(list items, const int* sums, Py_ssize_t size, long long* counts) except -1

@cython.locals(expected="long long", step=Py_ssize_t, words="long long", right="long long", usual="long long",
               best="long long", lowest=Py_ssize_t, f="long long")
cdef Py_ssize_t _best_step(const long long* counts, const long long* probabilities, long long better) except -1
