import cython


@cython.locals(difference=double, score=double, length=double, clean=bint)
cpdef list decode(object scores, object lengths, double bias, double switch)
