import cython

from ncleaner.page.blocks cimport Block
from ncleaner.read.html.tokenizer cimport Tokenizer

cdef int HIDDEN, PRE, BY_ELEMENT, BY_BR, BY_BRS, BY_BLANK_LINE
cdef int LINK_OPEN, BOLD_OPEN, ITALIC_OPEN, CODE_OPEN, STYLE_OPEN, _STYLES_COUNT, _ABBR, INLINE_WIDTH, AFTER_SPACE, BETWEEN, OBJECT_WIDTH
cdef int _PLAIN, _BLANK, _SPACE, _REFERENCE, _BAR, _CONTROL, _WIDE
cdef size_t _LONGER
cdef unsigned char[256] _CLASS
cdef unsigned long long _M64, _ONES, _LOWS, _HIGHS, _SPACES, _AMPERSANDS, _ABOVE_BARS, _COLONS, _PLACES


@cython.final
cdef class Writer:
    cdef Tokenizer tokens
    cdef bytes source
    cdef size_t limit
    cdef bint overfull
    cdef const unsigned long long* lanes
    cdef size_t lanes_count
    cdef bytearray out
    cdef unsigned char* raw
    cdef size_t capacity
    cdef size_t length
    cdef list items
    cdef int[::1] inline_tags
    cdef size_t inline_count
    cdef size_t inline_capacity
    cdef Block block
    cdef bint is_open
    cdef bint pending
    cdef size_t newlines
    cdef bint gap
    cdef size_t indent
    cdef size_t visible
    cdef int breaks
    cdef int element
    cdef int state
    cdef int level
    cdef int lang
    cdef int link
    cdef int link_start
    cdef int link_end
    cdef bint link_hidden
    cdef int bold
    cdef int italic
    cdef int code
    cdef int style
    cdef int abbr_start
    cdef int abbr_end
    cdef int open_link
    cdef bint open_bold
    cdef bint open_italic
    cdef bint open_code
    cdef int open_style
    cdef int[::1] objects
    cdef size_t objects_count
    cdef size_t objects_capacity

    @cython.locals(first=size_t)
    cdef int write(self, size_t start, size_t end, bint references) except -1

    cdef inline int blank(self) except -1

    cdef inline bint _fits(self) except? 2

    cdef inline int _state(self) except -1

    cdef inline int _count(self, int chars) except -1

    @cython.locals(needed=size_t)
    cdef inline int _reserve(self, size_t size) except -1

    @cython.locals(c="unsigned char", kind=int)
    cdef int _flow(self, size_t i, size_t end, bint references) except -1

    @cython.locals(
        k=size_t, start=size_t, length=size_t, size=size_t, place=size_t, spaces=size_t, tails=size_t,
        lanes="unsigned long long", blanks="unsigned long long", stops="unsigned long long",
        lowest="unsigned long long", space="unsigned long long", c="unsigned char",
    )
    cdef Py_ssize_t _copy(self, size_t i, size_t end) except -1

    @cython.locals(raw="unsigned char*")
    cdef inline int _store(self, size_t at, unsigned long long lanes) noexcept

    @cython.locals(level=int)
    cdef int _begin_word(self, size_t i) except -1

    @cython.locals(stop=size_t, second=int, c=int)
    cdef Py_ssize_t _special(self, size_t i, size_t end, int kind) except -1

    cdef int _put(self, int point, size_t start, size_t end) except -1

    @cython.locals(at=size_t)
    cdef int _encode(self, int point) except -1

    @cython.locals(c="unsigned char", kind=int)
    cdef int _preformatted(self, size_t i, size_t end, bint references) except -1

    cdef int _white(self, unsigned char c) except -1

    @cython.locals(indent=size_t)
    cdef int _begin_preformatted(self, size_t i) except -1

    cdef size_t _indentation(self, size_t i) noexcept

    @cython.locals(block=Block)
    cdef int _open(self, size_t i) except -1

    cdef int end_block(self, int how) except -1

    @cython.locals(block=Block)
    cdef int finish(self) except -1

    cdef inline int _difference(self) except -1

    @cython.locals(level=int)
    cdef inline int _match_formatting(self) except -1

    @cython.locals(number=int, start=size_t, end=size_t)
    cdef int _open_style(self) except -1

    @cython.locals(number=int)
    cdef int _close_style(self) except -1

    cdef int _close_inline(self, int level) except -1

    @cython.locals(at=size_t, closes=bint)
    cdef int _add_inline_tag(self, int kind, size_t start, size_t end) except -1

    cdef int _grow_inline_tags(self) except -1

    @cython.locals(index=Py_ssize_t, at=size_t)
    cdef int add_object(self, int kind, Py_ssize_t start) except -1

    cdef object all_objects(self)

    @cython.locals(before=int)
    cdef int write_formula(self, str tex, int style, size_t start, size_t end) except -1

    cdef object all_inline_tags(self)


cdef unsigned long long _equal(unsigned long long low, unsigned long long pattern) noexcept

cdef unsigned long long _blanks_in(unsigned long long lanes) noexcept

@cython.locals(low="unsigned long long", flags="unsigned long long")
cdef unsigned long long _stops_in(unsigned long long lanes) noexcept

cdef unsigned long long _flag_count(unsigned long long flags) noexcept

cdef unsigned long long _flag_place(unsigned long long flag) noexcept

cdef bint _is_bar(int point) noexcept

cdef bint _is_space(int point) noexcept

cdef bint _is_invisible(int point) noexcept
