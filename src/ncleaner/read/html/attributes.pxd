import cython

from ncleaner.page.elements cimport Elements
from ncleaner.read.html.tokenizer cimport Tokenizer

cdef int _CLASS_COLUMN, _ID_COLUMN, _ROLE_COLUMN, _LABEL_COLUMN
cdef int _WIDTH, _CLASS, _ID, _HREF, _STYLE, _LANG, _ROLE, _HIDDEN_NAME, _ARIA, _HIDDEN, _ARIA_HIDDEN
cdef dict _ROLES


@cython.locals(attributes=Attributes)
cpdef bint hidden_by_attributes(Tokenizer tokens) except? 2


@cython.final
cdef class Attributes:
    cdef Tokenizer tokens
    cdef int state
    cdef int lang_at
    cdef int class_at
    cdef int id_at
    cdef int role_at
    cdef int label_at
    cdef int href_at

    @cython.locals(i=int)
    cdef int find(self, int name) except? -1

    @cython.locals(at=int, start=int)
    cdef bint equals(self, int name, bytes value) except? 2

    @cython.locals(tokens=Tokenizer, i=int, at=int, name=int)
    cdef int read(self) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _note(self, int name, int at) except -1

    @cython.locals(tokens=Tokenizer, start=int, length=int, value=int)
    cdef int _note_aria(self, int at) except -1

    cdef int describe(self, Elements elements, int index) except -1

    cdef inline int _place(self, Elements elements, int index, int column, int at) except -1

    @cython.locals(tokens=Tokenizer, data="const unsigned char*", i=size_t, end=size_t, c="unsigned char")
    cdef bint _hides_by_style(self, int at) except? 2

    @cython.locals(tokens=Tokenizer, stop=size_t, colons=int)
    cdef bint _declares(self, size_t i, size_t end, bytes value) except? 2
