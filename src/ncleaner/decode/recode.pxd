import cython

from ncleaner.decode.utf8 cimport Utf8Check

cdef unsigned long long _HIGHS


@cython.locals(
    storage=bytearray, raw="unsigned char*", length=size_t, i=size_t, k=size_t, stop=size_t, word="unsigned long long",
    c="unsigned char", unit="unsigned int",
)
cpdef bytes recode(Utf8Check page, const unsigned int[::1] units)

cdef int _store(unsigned char* raw, size_t at, unsigned long long word) noexcept
