import cython


@cython.locals(index=Py_ssize_t)
cpdef bytearray one_by_one(const double[::1] scores, double bias)


@cython.locals(
    count=Py_ssize_t, index=Py_ssize_t, back=Py_ssize_t, view="double[::1]", difference=double, clean=bint,
    keep=bytearray,
)
cpdef bytearray decode(const double[::1] scores, const int[::1] lengths, double bias, double switch)
