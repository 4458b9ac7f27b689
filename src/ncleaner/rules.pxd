import cython

cdef int _FIELD_CHARS, _FIELD_WORDS


@cython.locals(pieces=list, fields=list, separators=int)
cpdef bint looks_like_bars(str text) except? 2

cdef str _normal(str text)

cdef bint _are_short(list fields) except? 2

@cython.locals(field=str, letters=int, wordless=int)
cdef bint _are_words(list fields) except? 2

@cython.locals(inner=list)
cdef bint _is_notation(str text, list pieces) except? 2
