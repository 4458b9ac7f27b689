import cython

cdef int _SMALL
cdef long long _RATE
cdef bytes _LOGS


@cython.locals(more=int, logs="const unsigned char*")
cdef int log(long long value) noexcept

cdef int signed(long long value) noexcept

cdef int words_per(long long words, long long size) noexcept

cdef int share(long long part, long long whole) noexcept

cdef int rate(long long bits, long long length) noexcept

@cython.locals(dividend=double, divisor=double)
cdef long long divided(long long number, long long by) noexcept
