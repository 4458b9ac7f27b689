import cython

from ncleaner.octets.octets cimport Octets

@cython.locals(head=bytes, lower=bytes)
cpdef object declared_early(bytes data)

cpdef object declared_late(bytes data)

cdef object _xml_encoding(bytes head)


@cython.final
cdef class Declarations(Octets):
    cdef size_t position
    cdef size_t name_start
    cdef size_t name_end
    cdef size_t value_start
    cdef size_t value_end

    @cython.locals(i=size_t, c="unsigned char")
    cpdef first(self)

    @cython.locals(i=size_t, c="unsigned char")
    cpdef any(self)

    cdef int _skip(self, bytes what, size_t i) except -1

    @cython.locals(length=size_t, name=bytes, value=bytes, seen=dict)
    cdef object _meta(self)

    @cython.locals(i=size_t)
    cdef bint _attribute(self) except? 2

    @cython.locals(quote="unsigned char")
    cdef Py_ssize_t _value(self, size_t i) except -1

    cdef Py_ssize_t _skip_space(self, size_t i) except -1

    cdef inline bint _is_space(self, unsigned char c) noexcept

    cdef inline bint _is_space_or_slash(self, unsigned char c) noexcept

    cdef inline bint _ends_value(self, unsigned char c) noexcept

    cdef inline bint _ends_name(self, unsigned char c) noexcept

    cdef inline bint _is_letter(self, unsigned char c) noexcept
