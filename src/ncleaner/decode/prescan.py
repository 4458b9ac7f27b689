"""The encoding that a page declares: the prescan of the HTML standard (section 13.2.3.2), and later declarations.

Browsers look for a ``<meta>`` in the first 1,024 bytes, and switch the encoding if the parser meets one later.
`declared_early` follows the standard's algorithm for the first 1,024 bytes to the letter; `declared_late` searches the
first 10 KB outside comments. The algorithm gives up where the bytes end in the middle of a construct; reading past the
end then raises `IndexError`.
"""

from __future__ import annotations

from ncleaner.decode.encodings import lookup
from ncleaner.octets.octets import Octets

EARLY = 1024
LATE = 10 * 1024
SPACE = b"\t\n\f\r "
UTF_16 = frozenset(("utf-16le", "utf-16be"))


def declared_early(data: bytes) -> str | None:
    """Return the encoding that the first 1,024 bytes of a page declare, by the algorithm of the HTML standard."""
    head = data[:EARLY]
    if head.startswith(b"<\0?\0x\0"):
        return "utf-16le"
    if head.startswith(b"\0<\0?\0x"):
        return "utf-16be"
    lower = head.lower()
    name = None
    if lower.find(b"charset") >= 0:  # faster than `in`, which first tries to convert its operand to a number
        try:
            name = Declarations(lower).first()
        except IndexError:
            name = None  # the bytes end within a construct
    name = name or _xml_encoding(head)
    return _readable(name) if name else None


def declared_late(data: bytes) -> str | None:
    """Return the encoding that a ``<meta>`` outside comments declares in the first 10 KB of a longer page."""
    if len(data) <= EARLY:
        return None
    try:
        name = Declarations(data[:LATE]).any()
    except IndexError:
        return None
    return _readable(name) if name else None


def _readable(declared: str) -> str:
    """Return what a declaration means that could be read as ASCII, which a declaration of UTF-16 then contradicts."""
    if declared in UTF_16:
        return "utf-8"
    return "windows-1252" if declared == "x-user-defined" else declared


class Declarations(Octets):
    """The first bytes of a page, and a position in them; reading past the end raises `IndexError`."""

    def __init__(self, head: bytes) -> None:
        self.hold(head)
        self.position = 0
        self.name_start = self.name_end = self.value_start = self.value_end = 0

    def first(self) -> str | None:
        """Return the first declaration by the standard's algorithm; the bytes must be in lower case."""
        self.position = self.seek(0x3C, 0)
        while self.position < self.size:
            i = self.position
            c = self.source[i + 1]
            if self.stands(i, b"<!--"):
                self._skip(b"-->", i + 2)
            elif self.stands(i, b"<meta") and self._is_space_or_slash(self.source[i + 5]):
                self.position = i + 5
                name = self._meta()
                if name:
                    return name
            elif self._is_letter(c) or (c == 0x2F and self._is_letter(self.source[i + 2])):
                while not self._ends_value(self.source[self.position]):
                    self.position += 1
                while self._attribute():
                    pass
            elif c == 0x21 or c == 0x2F or c == 0x3F:
                self._skip(b">", i)
            self.position = self.seek(0x3C, self.position + 1)
        return None

    def any(self) -> str | None:
        """Return the first encoding that a ``<meta>`` outside comments declares."""
        self.position = self.seek(0x3C, 0)
        while self.position < self.size:
            i = self.position
            c = self.source[i + 1]
            if c == 0x21 and self.stands(i, b"<!--"):
                self._skip(b"-->", i + 4)
            elif c | 0x20 == 0x6D and self.stands(i, b"<meta"):
                self.position = i + 5
                name = self._meta()
                if name:
                    return name
            self.position = self.seek(0x3C, self.position + 1)
        return None

    def _skip(self, what: bytes, i: int) -> None:
        self.position = self.find(what, i)
        if self.position >= self.size:
            raise IndexError(self.size)

    def _meta(self) -> str | None:
        """Return the encoding that the current ``<meta>`` declares; the empty string if the label is unknown."""
        seen: dict[bytes, bytes] = {}
        charset: str | None = None
        needs_pragma = False
        while self._attribute():
            length = self.name_end - self.name_start
            if length != 7 and length != 10:
                continue  # neither ``charset`` nor ``content`` nor ``http-equiv``
            name = self.source[self.name_start : self.name_end].lower()
            if name in seen:
                continue
            value = seen[name] = self.source[self.value_start : self.value_end].lower()
            if name == b"charset":
                charset, needs_pragma = lookup(value.decode("latin-1")) or "", False
            elif name == b"content" and charset is None:
                charset = _content_encoding(value)
                needs_pragma = charset is not None
        if needs_pragma and seen.get(b"http-equiv") != b"content-type":
            charset = None
        return charset

    def _attribute(self) -> bool:
        """Find the spans of the next name and value (the standard's "get an attribute"); false at the tag's end."""
        i = self.position
        while self._is_space_or_slash(self.source[i]):
            i += 1
        self.position = self.name_start = i
        if self.source[i] == 0x3E:
            return False
        i += 1
        while not self._ends_name(self.source[i]):
            i += 1
        self.name_end = self.value_start = self.value_end = i
        i = self._skip_space(i)
        if self.source[i] == 0x3D:
            i = self._value(self._skip_space(i + 1))
        self.position = i
        return True

    def _value(self, i: int) -> int:
        """Find the span of the value that begins at ``i``; return the position after it."""
        quote = self.source[i]
        if quote == 0x22 or quote == 0x27:
            self.value_start = i + 1
            self.value_end = self.seek(quote, i + 1)
            if self.value_end >= self.size:
                raise IndexError(self.size)
            return self.value_end + 1
        self.value_start = i
        while not self._ends_value(self.source[i]):
            i += 1
        self.value_end = i
        return i

    def _skip_space(self, i: int) -> int:
        while self._is_space(self.source[i]):
            i += 1
        return i

    def _is_space(self, c: int) -> bool:
        return c == 0x20 or (0x09 <= c <= 0x0D and c != 0x0B)

    def _is_space_or_slash(self, c: int) -> bool:
        return c == 0x2F or self._is_space(c)

    def _ends_value(self, c: int) -> bool:
        return c == 0x3E or self._is_space(c)

    def _ends_name(self, c: int) -> bool:
        return c == 0x3D or c == 0x2F or self._ends_value(c)

    def _is_letter(self, c: int) -> bool:
        return 0x61 <= c <= 0x7A


def _content_encoding(content: bytes) -> str | None:
    """Return the encoding named after ``charset=`` in the ``content`` of a ``<meta>``."""
    position = content.find(b"charset")
    while position >= 0:
        value = content[position + 7 :].lstrip(SPACE)
        if value.startswith(b"="):
            value = value[1:].lstrip(SPACE)
            quote = value[:1]
            if quote in (b'"', b"'"):
                label, closed, _ = value[1:].partition(quote)
                return lookup(label.decode("latin-1")) if closed else None
            words = value.partition(b";")[0].split()
            return lookup(words[0].decode("latin-1")) if words else None
        position = content.find(b"charset", position + 7)
    return None


def _xml_encoding(head: bytes) -> str | None:
    """Return the encoding of an XML declaration at the start of the page (the standard's "get an XML encoding")."""
    if not head.startswith(b"<?xml"):
        return None
    declaration, closed, _ = head.partition(b">")
    control = bytes(range(0x21))
    value = declaration.partition(b"encoding")[2].lstrip(control)
    quoted = value[1:].lstrip(control) if value.startswith(b"=") else b""
    quote = quoted[:1]
    if not closed or quote not in (b'"', b"'") or quoted.count(quote) < 2:
        return None
    label = quoted.split(quote)[1]
    return None if any(byte <= 0x20 for byte in label) else lookup(label.decode("latin-1"))
