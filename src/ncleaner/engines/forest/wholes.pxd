import cython

from ncleaner.octets cimport pointers as arrays
from ncleaner.page.blocks cimport Block, Blocks
from ncleaner.read.data_tables cimport DataTables, data_tables

cdef int RULE_RULER, _PART, LIST, PRE, TABLE
cdef int _CELL, _LINE, _ITEM, _MOST_PARTS
cdef long long _LINKS_OF_PAGE, _LINKS_OF_ARTICLE, _KEPT_OF_PAGE, _KEPT_OF_ARTICLE
cdef long long _MARGIN, _CERTAIN, _MOST
cdef int _TABLE_TAG, _CODE_TAG, _LIST_TAG, _ITEM_TAG, _TAG_COUNT
cdef unsigned char[256] _ROLES
cdef size_t ELEMENT_WIDTH, _PARENT, _TAG


@cython.final
cdef class Wholes:
    cdef readonly dict turned
    cdef readonly DataTables tables
    cdef Blocks blocks
    cdef list items
    cdef object rows
    cdef int size
    cdef int count
    cdef list held
    cdef list held_sums
    cdef int* whole_of
    cdef int* list_of
    cdef int* item_of
    cdef int* parts
    cdef int* entries
    cdef long long* words
    cdef long long* sums
    cdef long long* links
    cdef long long* kept

    cdef int _prepare(self) except -1

    @cython.locals(state=int, blocks=int, row=Py_ssize_t, block=Block, index=int)
    cdef int _check(self, int* rows, bytearray keep) except -1

    @cython.locals(data="int[::1]", table=int, i=int, up=int, tag=int, role=int)
    cdef int _find(self, list tables) except -1

    @cython.locals(rows="int*", state=int)
    cpdef int settle(self, object sums, long long threshold, bytearray keep, bint is_article=*) except -1

    @cython.locals(row=Py_ssize_t, block=Block, score="long long", links="long long", whole=int, item=int, around=int)
    cdef int _add_up(self, int* scores, long long threshold, int* rows, bytearray keep, long long most) except -1

    cdef inline int _add(self, size_t element, Block block, long long score, long long links) noexcept

    @cython.locals(row=Py_ssize_t, block=Block, index=int, whole=int, is_table=bint, has_margin=bint, is_kept=bint)
    cdef int _settle_wholes(self, int* rows, bytearray keep) except -1

    cdef inline bint _has_margin(self, size_t table) noexcept

    @cython.locals(row=Py_ssize_t, block=Block, item=int, around=int, is_kept=bint, is_weak=bint)
    cdef int _settle_lists(self, int* rows, bytearray keep, bint is_article) except -1

    @cython.locals(entries=int, words="long long")
    cdef inline bint _is_whole(self, size_t around, bint is_article) noexcept

    cdef inline int _turn(self, Py_ssize_t index, bint is_kept, int part, bytearray keep) except -1
