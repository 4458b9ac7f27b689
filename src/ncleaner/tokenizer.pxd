import cython

cdef const unsigned char[::1] _CLASS
cdef unsigned long long[::1] _KEYS
cdef short[::1] _CODES
cdef unsigned long long _MULTIPLIER
cdef int _SHIFT
cdef int _KNOWN
cdef unsigned long long _M64
cdef unsigned long long _NBSP
cdef unsigned long long _AMP
cdef int _NOTHING
cdef int _END_OF_FILE
cdef int _TEXT
cdef int _START_TAG
cdef int _END_TAG
cdef int _COMMENT
cdef int _DOCTYPE
cdef int _WIDTH
cdef int _LONGEST
cdef int _SPACE
cdef int _SLASH
cdef int _GREATER
cdef int _EQUALS
cdef int _LETTER
cdef int _ALPHANUMERIC
cdef int _MODEL_DATA
cdef int _MODEL_RCDATA
cdef int _MODEL_SCRIPT
cdef int _MODEL_PLAINTEXT
cdef int _MODEL_CDATA


@cython.final
cdef class Tokenizer:
    cdef readonly bytes source
    cdef const unsigned char[::1] view
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t position
    cdef readonly int kind
    cdef readonly Py_ssize_t start
    cdef readonly Py_ssize_t end
    cdef readonly int tag
    cdef readonly bint self_closing
    cdef readonly Py_ssize_t name_start
    cdef readonly Py_ssize_t name_end
    cdef readonly Py_ssize_t content_start
    cdef readonly Py_ssize_t content_end
    cdef readonly int attributes_count
    cdef int[::1] spans
    cdef int model
    cdef readonly int text_model
    cdef public bytes last_name
    cdef public bint foreign
    cdef readonly dict unknown
    cdef readonly int first_point
    cdef readonly int second_point

    @cython.locals(i=Py_ssize_t, kind=int)
    cpdef int next(self) except? -2

    @cython.locals(size=Py_ssize_t)
    cdef int _text(self, Py_ssize_t i) except? -2

    @cython.locals(c="unsigned char")
    cdef inline bint _opens_markup(self, Py_ssize_t i) except? 2

    @cython.locals(end=Py_ssize_t, model=int)
    cdef int _raw_text(self, Py_ssize_t i) except? -2

    @cython.locals(found=Py_ssize_t)
    cdef Py_ssize_t _find(self, bytes what, Py_ssize_t i) except -1

    cdef Py_ssize_t _raw_end(self, Py_ssize_t i) except -1

    @cython.locals(after=Py_ssize_t, name=bytes)
    cdef bint _is_last_name(self, Py_ssize_t i) except? 2

    @cython.locals(length=Py_ssize_t, k=Py_ssize_t, c="unsigned char")
    cdef bint stands(self, Py_ssize_t i, bytes word) except? 2

    @cython.locals(depth=int, size=Py_ssize_t, c="unsigned char")
    cdef Py_ssize_t _script_end(self, Py_ssize_t i) except -1

    @cython.locals(c="unsigned char")
    cdef int _markup(self, Py_ssize_t i) except? -2

    @cython.locals(size=Py_ssize_t, key="unsigned long long", c="unsigned char")
    cdef bint _tag(self, Py_ssize_t i) except? 2

    @cython.locals(length=Py_ssize_t, place="unsigned long long", name=bytes)
    cdef int _code(self, unsigned long long key) except -1

    @cython.locals(
        size=Py_ssize_t, name_start=Py_ssize_t, name_end=Py_ssize_t, value_start=Py_ssize_t, value_end=Py_ssize_t,
        quote="unsigned char",
    )
    cdef Py_ssize_t _attribute(self, Py_ssize_t i) except -1

    @cython.locals(at=Py_ssize_t)
    cdef int _remember(
        self, Py_ssize_t name_start, Py_ssize_t name_end, Py_ssize_t value_start, Py_ssize_t value_end
    ) except -1

    cdef int _declaration(self, Py_ssize_t i) except? -2

    @cython.locals(end=Py_ssize_t)
    cdef int _comment(self, Py_ssize_t i) except? -2

    cdef Py_ssize_t _find_dashes(self, Py_ssize_t i) except -1

    cdef Py_ssize_t _unfinished_comment(self, Py_ssize_t i) except -1

    @cython.locals(end=Py_ssize_t)
    cdef int _bogus_comment(self, Py_ssize_t i) except? -2

    cdef int _cdata(self, Py_ssize_t i, Py_ssize_t end) except? -2

    @cython.locals(c="unsigned char", stop=Py_ssize_t, key="unsigned long long")
    cpdef Py_ssize_t reference(self, Py_ssize_t i, Py_ssize_t end, bint in_attribute) except -1

    cdef Py_ssize_t _shorter_reference(self, Py_ssize_t i, Py_ssize_t stop) except -1

    @cython.locals(stop=Py_ssize_t, first=Py_ssize_t, base=int, value=int, digit=int)
    cdef Py_ssize_t _numeric_reference(self, Py_ssize_t i, Py_ssize_t end) except -1

    cdef inline int _digit(self, int c) except? -1
