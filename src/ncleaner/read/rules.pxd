import cython

cdef int _FIELD_CHARS, _FIELD_WORDS


@cython.locals(pieces=list, fields=list, separators=int)
cpdef bint looks_like_bars(str text) except? 2

cdef str _with_plain_bars(str text)

@cython.locals(field=str, character=Py_UCS4, words=int)
cdef bint _are_short(list fields) except? 2

@cython.locals(field=str, letters=int, wordless=int)
cdef bint _are_words(list fields) except? 2

@cython.locals(
    only_before=bint, only_after=bint, around=bint, before=bint, after=bint, last=str, piece=str, bracket=Py_UCS4,
)
cdef bint _is_notation(str text, list pieces) except? 2
