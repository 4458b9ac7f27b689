cdef int _STEPS, _MIDDLE, _SHIFT


cpdef int step_of(int score) noexcept
