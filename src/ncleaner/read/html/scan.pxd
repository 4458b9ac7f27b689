import cython

from ncleaner.read.html.attributes cimport Attributes
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.read.html.stack cimport Stack
from ncleaner.read.html.tokenizer cimport Tokenizer
from ncleaner.read.html.writer cimport Writer

cdef int _OPEN, _TYPE, _REL, _NAME, TEXT, START_TAG, END_TAG, DOCTYPE, RCDATA, PLAINTEXT, _KNOWN, VOID, BREAK, CLOSES_P, SPECIAL
cdef int FORMATTING, CONTAINER, BREAKOUT, BODY_CONTENT, TABLE_PART, RUBY_PART, FOREIGN, HIDDEN, PRE, BY_ELEMENT, BY_BR, _A, _ABBR, _ACRONYM, _ANNOTATION, _B, _BASE, _BODY
cdef int _BR, _BUTTON, _CODE_TAG, _DESC, _DD, _DIALOG, _DT, _EM, _FOREIGNOBJECT, _FRAMESET, _H1, _H6, _HEAD, _HR
cdef int _HTML, _I, _IMAGE, _IMG, _INPUT, _LI, _LINK, _MATH, _META, _MI, _MN, _MO, _MS, _MTEXT, _NOFRAMES, _OPTGROUP, _OPTION, _P
cdef int _PLAINTEXT_TAG, _S, _SCRIPT, _SELECT, _STRIKE, _STRONG, _STYLE, _SVG, _TABLE, _TD, _TEMPLATE, _TH, _TEXTAREA, _TIME, _TITLE, _TT
cdef int _UL, _XMP, _MATH_STYLE, _DISPLAY_STYLE, IMAGE, RULE, CHECKBOX
cdef Py_ssize_t _LONGEST_FORMULA
cdef int[::1] FLAGS
cdef signed char[::1] MODELS


@cython.locals(scanner=Scanner, blocks=Blocks)
cpdef Blocks scan(bytes source)

@cython.locals(block=Block, hidden=int, chars="long long", inside="long long", at=Py_ssize_t)
cdef bint is_mostly_in(Blocks blocks, object spans) except? 2


@cython.final
cdef class Scanner:
    cdef Tokenizer tokens
    cdef Attributes attributes
    cdef Writer writer
    cdef Stack stack
    cdef list langs
    cdef list head
    cdef int links_count
    cdef int raw_tag
    cdef bint raw_is_closed
    cdef object swallowed
    cdef Py_ssize_t formula_end
    cdef int formula_style
    cdef int has_formula_scripts
    cdef bint body_met
    cdef bint frameset
    cdef bint frameset_ok
    cdef bint quirks

    @cython.locals(tokens=Tokenizer, kind=int)
    cdef Blocks run(self)

    @cython.locals(writer=Writer)
    cdef Blocks _result(self)

    @cython.locals(tokens=Tokenizer, model=int)
    cdef int _text(self) except -1

    cdef int _note_swallowed(self) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _raw_text(self, int model) except -1

    cdef int _remember(self, str what, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.locals(flags=int)
    cdef int _start_tag(self, int tag) except -1

    @cython.locals(tokens=Tokenizer, depth=int, space=int, state=int, lang=int, before=Py_ssize_t)
    cdef int _start_element(self, int tag, int flags) except -1

    @cython.locals(tokens=Tokenizer, at=int, start=Py_ssize_t, end=Py_ssize_t, c="unsigned char")
    cdef bint _is_decoration(self, int tag) except? 2

    @cython.locals(tokens=Tokenizer)
    cdef bint _may_decorate(self, Py_ssize_t i) except? 2

    @cython.locals(tokens=Tokenizer)
    cdef bint _may_number(self, Py_ssize_t i) except? 2

    @cython.locals(tokens=Tokenizer)
    cdef bint _may_be_formula(self, Py_ssize_t i) except? 2

    @cython.locals(at=int)
    cdef bint _copies(self) except? 2

    cdef bint _has_formula_scripts(self) except? 2

    @cython.locals(i=Py_ssize_t)
    cdef bint _is_component(self) except? 2

    @cython.locals(at=int)
    cdef int _language(self) except -1

    @cython.locals(stack=Stack, top=int)
    cdef bint _imply_ends(self, int tag, int flags) except? 2

    cdef int _close_p(self) except -1

    @cython.locals(tokens=Tokenizer, lang=int)
    cdef int _start_root(self, int tag) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _start_raw(self, int tag, int flags) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _start_void(self, int tag) except -1

    @cython.locals(writer=Writer)
    cdef int _start_formatting(self, int tag) except -1

    @cython.locals(tokens=Tokenizer, writer=Writer, at=int)
    cdef int _start_link(self) except -1

    @cython.locals(tokens=Tokenizer, c="unsigned char", in_heading=bint, may_be_sign=bint)
    cdef int _hide_anchor_sign(self) except -1

    @cython.locals(tokens=Tokenizer, end=Py_ssize_t, start=Py_ssize_t)
    cdef bint _write_math(self, int state) except? 2

    @cython.locals(writer=Writer, before=int)
    cdef int _write_formula(self, str tex, int style, int state, Py_ssize_t end) except -1

    @cython.locals(tokens=Tokenizer, at=int)
    cdef int _find_formula_type(self) except -1

    @cython.locals(tokens=Tokenizer)
    cdef int _write_script(self) except -1

    cdef int _start_image(self) except -1

    @cython.locals(tokens=Tokenizer, at=int)
    cdef bint _write_alternative(self) except? 2

    @cython.locals(flags=int, stack=Stack)
    cdef int _end_tag(self, int tag) except -1

    @cython.locals(writer=Writer)
    cdef int _end_formatting(self, int tag) except -1

    cdef bint _is_html(self, int tag, int flags) except? 2

    @cython.locals(stack=Stack, space=int, depth=int, hidden=bint)
    cdef int _start_foreign(self, int tag) except -1


cdef bint is_integration_point(int tag, int space) noexcept
