import cython

from ncleaner.octets.octets cimport Octets

cdef unsigned char[256] _CLASS
cdef unsigned char[256] _FOLDED
cdef unsigned long long[64] _ATTRIBUTE_KEYS
cdef short[64] _ATTRIBUTE_CODES
cdef int ATTRIBUTE_SHIFT
cdef unsigned long long[2048] _KEYS
cdef short[2048] _CODES
cdef unsigned long long HASH_MULTIPLIER
cdef int HASH_SHIFT
cdef int _KNOWN
cdef unsigned long long _M64
cdef unsigned long long _NBSP
cdef list _NAME_BYTES
cdef dict _COMMON
cdef int _NOTHING
cdef int _END_OF_FILE
cdef int _TEXT
cdef int _START_TAG
cdef int _END_TAG
cdef int _COMMENT
cdef int _DOCTYPE
cdef int _WIDTH
cdef int LONGEST, LONGEST_BARE
cdef int _MOST_ATTRIBUTES
cdef int _MOST_UNKNOWN
cdef int _SPACE
cdef int _SLASH
cdef int _GREATER
cdef int _LETTER
cdef int _ALPHANUMERIC
cdef int _ENDS_NAME
cdef int _ENDS_VALUE
cdef int DATA
cdef int RCDATA
cdef int SCRIPT
cdef int PLAINTEXT
cdef int CDATA
cdef int VOID
cdef int[::1] FLAGS


@cython.final
cdef class Tokenizer(Octets):
    cdef size_t position
    cdef readonly int kind
    cdef readonly size_t start
    cdef readonly size_t end
    cdef readonly int tag
    cdef readonly bint self_closing
    cdef readonly size_t name_start
    cdef readonly size_t name_end
    cdef readonly size_t content_start
    cdef readonly size_t content_end
    cdef readonly int attributes_count
    cdef public bint terse
    cdef public bint is_xml
    cdef int[::1] spans
    cdef int model
    cdef readonly int text_model
    cdef public bytes last_name
    cdef public bint foreign
    cdef readonly dict unknown
    cdef readonly int first_point
    cdef readonly int second_point

    @cython.locals(i=size_t, kind=int)
    cpdef int next(self) except? -2

    cpdef bint is_empty(self) except? 2

    cpdef int enter(self, int model) except -1

    @cython.locals(data="const unsigned char*", size=size_t)
    cdef inline int _text(self, size_t i) except? -2

    @cython.locals(c="unsigned char")
    cdef inline bint _opens_markup(self, size_t i) except? 2

    @cython.locals(end=size_t, model=int)
    cdef int _raw_text(self, size_t i) except? -2

    cdef Py_ssize_t _raw_end(self, size_t i) except -1

    @cython.locals(after=size_t, name=bytes)
    cdef bint _is_last_name(self, size_t i) except? 2

    @cython.locals(depth=int, size=size_t, c="unsigned char")
    cdef Py_ssize_t _script_end(self, size_t i) except -1

    @cython.locals(c="unsigned char")
    cdef inline int _markup(self, size_t i) except? -2

    @cython.locals(data="const unsigned char*", size=size_t, key="unsigned long long", c="unsigned char")
    cdef inline bint _tag(self, size_t i) except? 2

    @cython.locals(length=size_t, place="unsigned long long", name=bytes)
    cdef inline int _code(self, unsigned long long key) except -1

    @cython.locals(
        data="const unsigned char*", size=size_t, name_start=size_t, name_end=size_t, value_start=size_t,
        value_end=size_t, key="unsigned long long", c="unsigned char",
        place="unsigned long long", number=int,
    )
    cdef inline Py_ssize_t _attribute(self, size_t i) except -1

    @cython.locals(at=size_t)
    cdef inline int _remember(
        self, int number, size_t name_start, size_t name_end, size_t value_start, size_t value_end
    ) except -1

    cdef int _declaration(self, size_t i) except? -2

    @cython.locals(end=size_t)
    cdef int _comment(self, size_t i) except? -2

    cdef Py_ssize_t _find_dashes(self, size_t i) except -1

    cdef Py_ssize_t _unfinished_comment(self, size_t i) except -1

    @cython.locals(end=size_t)
    cdef int _bogus_comment(self, size_t i) except? -2

    cdef int _cdata(self, size_t i, size_t end) except? -2

    @cython.locals(c="unsigned char", stop=size_t, key="unsigned long long", point=int)
    cpdef Py_ssize_t reference(self, size_t i, size_t end, bint in_attribute) except -1

    cdef Py_ssize_t _shorter_reference(self, size_t i, size_t stop) except -1

    @cython.locals(stop=size_t, first=size_t, base=int, value=int, digit=int)
    cdef Py_ssize_t _numeric_reference(self, size_t i, size_t end) except -1

    cdef inline int _digit(self, int c) except? -1

    cdef str _lines(self, size_t start, size_t end)

    @cython.locals(pieces=list, i=size_t, ampersand=Py_ssize_t)
    cpdef str decoded(self, size_t start, size_t end, bint in_attribute)
