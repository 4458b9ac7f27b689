# `ncleaner.octets.arrays` for compiled modules.

from cpython cimport array


cdef inline int* ints(array.array numbers) noexcept:
    return numbers.data.as_ints

cdef inline long long* longs(array.array numbers) noexcept:
    return numbers.data.as_longlongs

cdef inline unsigned long long* unsigned_longs(array.array numbers) noexcept:
    return numbers.data.as_ulonglongs

cdef inline double* doubles(array.array numbers) noexcept:
    return numbers.data.as_doubles

cdef inline const unsigned long long* lanes(bytes source) noexcept:
    return <const unsigned long long*> <const char*> source
