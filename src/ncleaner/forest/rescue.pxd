import cython

from ncleaner.blocks cimport Block

cdef int _STEPS, _MIDDLE, _SHIFT, _FINE
cdef long long _CERTAIN, _BETTER, _THAN

@cython.locals(row=Py_ssize_t, block=Block, step=Py_ssize_t)
cdef int _count(list items, const int[::1] sums, long long[::1] counts) except -1

@cython.locals(expected="long long", step=Py_ssize_t, words="long long", right="long long", usual="long long",
               best="long long", found=Py_ssize_t, f="long long")
cdef Py_ssize_t _best_step(const long long[::1] counts, const long long[::1] chances) except -1
