"""The tokenizer of the WHATWG HTML standard (section 13.2.5), over UTF-8 bytes.

Strategy: the standard describes a machine that moves through about eighty states, one character at a time. Most of
these states only serve to report errors, which are not needed here; what remains is a handful of spans to find: a run
of text, a tag with its name and attributes, a comment, a doctype. `Tokenizer.next` finds the next span and sets its
offsets as attributes of the tokenizer. It copies nothing and creates no object, so the scanner pays only for the tokens
it uses. The characters of a token (`text`, `attributes`, `comment` …) are decoded on request.

All of this works on UTF-8 bytes, because every byte with a meaning in HTML is ASCII. Each byte is read a bounded number
of times, so the time is linear in the size of any page.
"""

from __future__ import annotations

from array import array

from ncleaner.octets.octets import Octets
from ncleaner.page.tags import (
    ATTRIBUTE_CODES,
    ATTRIBUTE_KEYS,
    ATTRIBUTE_SHIFT,
    CDATA,
    CODES,
    DATA,
    FLAGS,
    HASH_MULTIPLIER,
    HASH_SHIFT,
    KEYS,
    LONG_NAMES,
    NAMES,
    PLAINTEXT,
    RCDATA,
    SCRIPT,
    VOID,
    pack,
)
from ncleaner.read.html import references
from ncleaner.read.html.references import LONGEST, LONGEST_BARE

END_OF_FILE = 0
TEXT = 1
START_TAG = 2
END_TAG = 3
COMMENT = 4
DOCTYPE = 5

WIDTH = 5  # numbers per attribute in `spans`: start and end of the name, start and end of the value, name number

# Public names again as C variables of the compiled module, because other modules cannot import C variables.
_END_OF_FILE = END_OF_FILE
_TEXT = TEXT
_START_TAG = START_TAG
_END_TAG = END_TAG
_COMMENT = COMMENT
_DOCTYPE = DOCTYPE
_WIDTH = WIDTH

_NOTHING = -1  # the kind of "</>", which is no token
_MOST_ATTRIBUTES = 4096  # recorded per tag; ordinary pages have far fewer
_MOST_UNKNOWN = 4096  # names of unknown elements that are told apart, likewise

# The classes of bytes inside tags.
_SPACE = 1
_SLASH = 2
_GREATER = 4
_LETTER = 8
_ALPHANUMERIC = 16
_ENDS_NAME = _SPACE | _SLASH | _GREATER
_ENDS_VALUE = _SPACE | _GREATER


def _byte_classes() -> bytes:
    table = bytearray(256)
    for byte in b"\t\n\f\r ":
        table[byte] = _SPACE
    table[0x2F] = _SLASH
    table[0x3E] = _GREATER
    for byte in range(128):
        if chr(byte).isalpha():
            table[byte] = _LETTER | _ALPHANUMERIC
        elif chr(byte).isdigit():
            table[byte] = _ALPHANUMERIC
    return bytes(table)


def _folded_bytes() -> bytes:
    """Return the lower case of each byte in a name: 0 for bytes that end a tag name, 1 for NUL."""
    table = bytearray(bytes(range(256)).lower())
    table[0] = 1
    for byte in b"\t\n\f\r />":
        table[byte] = 0
    return bytes(table)


_CLASS = _byte_classes()
_FOLDED = _folded_bytes()
# C arrays in the compiled module, which does not check indices into them: hashes are shifted to fit.
_KEYS = KEYS
_CODES = CODES
_ATTRIBUTE_KEYS = ATTRIBUTE_KEYS
_ATTRIBUTE_CODES = ATTRIBUTE_CODES
_KNOWN = len(NAMES)
_NAME_BYTES = [name.encode() for name in NAMES]
_M64 = 0xFFFFFFFFFFFFFFFF
_NBSP = pack(b"nbsp")
# The references that nearly all pages use, by the packed letters of their names.
_COMMON = {pack(name): point for name, point in references.COMMON.items()}


_NO_SPANS = array("i", bytes(4 * _WIDTH * 64))  # copied, which is faster than making a new array


class Tokenizer(Octets):
    """The tokens of a page, one at a time.

    After `next`, ``start`` and ``end`` are the offsets of the token in ``source``; for text of ordinary data,
    ``content_start`` is where its leading white space ends. For tags, ``tag`` is the number of the element; `name` and
    `attributes` return name and attributes as text.

    The tokenizer does not know the content models of elements: the caller sets them with `enter`, and sets ``foreign``
    inside SVG and MathML. A ``terse`` tokenizer records only the attributes in `ncleaner.page.tags.ATTRIBUTES`. If
    ``is_xml``, elements such as ``<script/>`` are empty, as in XML; in HTML the slash means nothing.
    """

    def __init__(self, source: bytes) -> None:
        self.hold(source)
        self.position = 0
        self.kind = _END_OF_FILE
        self.start = 0
        self.end = 0
        self.tag = -1
        self.self_closing = False
        self.name_start = 0
        self.name_end = 0
        self.content_start = 0
        self.content_end = 0
        self.attributes_count = 0
        self.terse = False
        self.is_xml = False
        self.spans = _NO_SPANS[:]
        self.model = DATA
        self.text_model = DATA
        self.last_name = b""
        self.foreign = False
        self.unknown: dict[bytes, int] = {}
        self.first_point = 0
        self.second_point = 0

    def next(self) -> int:
        """Find the next token and return its kind."""
        kind = _NOTHING
        while kind == _NOTHING:
            i = self.position
            self.start = i
            if i >= self.size:
                kind = _END_OF_FILE
            elif self.model != DATA:
                kind = self._raw_text(i)
            elif self.source[i] == 0x3C and self._opens_markup(i):
                kind = self._markup(i)
            else:
                kind = self._text(i)
            self.position = self.end
        self.kind = kind
        return kind

    def is_empty(self) -> bool:
        """Return whether the element just opened is empty, but not void: its tag ends with a slash, and this is XML."""
        if not self.is_xml or not self.self_closing or self.foreign:
            return False
        return self.tag >= _KNOWN or not FLAGS[self.tag] & VOID

    def enter(self, model: int) -> None:
        """Use another content model up to the end tag of the element just opened, unless it is empty."""
        self.model = DATA if self.is_xml and self.self_closing else model
        if self.kind == _START_TAG:
            if self.tag < _KNOWN:
                self.last_name = _NAME_BYTES[self.tag]
            else:
                self.last_name = self.source[self.name_start : self.name_end].lower()

    # Text

    def _text(self, i: int) -> int:
        data = self.data
        size = self.size
        while i < size and data[i] <= 0x20:
            i += 1
        self.content_start = i
        while i < size and (data[i] != 0x3C or not self._opens_markup(i)):
            i = self.seek(0x3C, i + 1)
        self.end = i
        self.text_model = DATA
        return _TEXT

    def _opens_markup(self, i: int) -> bool:
        """Return whether the less-than sign at ``i`` begins markup."""
        i += 1
        if i >= self.size:
            return False
        c = self.source[i]
        if _CLASS[c] & _LETTER or c == 0x21 or c == 0x3F:
            return True
        return c == 0x2F and i + 1 < self.size

    def _raw_text(self, i: int) -> int:
        """Read text up to the matching end tag, and return to ordinary data."""
        if self.model == PLAINTEXT:
            end = self.size
        elif self.model == CDATA:
            end = self.find(b"]]>", i)
        elif self.model == SCRIPT:
            end = self._script_end(i)
        else:
            end = self._raw_end(i)
        model = self.model
        self.model = DATA
        if model == CDATA:
            return self._cdata(i, end)
        if end == i:
            return self._markup(i)
        self.end = end
        self.text_model = model
        return _TEXT

    def _raw_end(self, i: int) -> int:
        while True:
            i = self.seek(0x3C, i)
            if i >= self.size or (self.stands(i, b"</") and self._is_last_name(i + 2)):
                return i
            i += 1

    def _is_last_name(self, i: int) -> bool:
        """Return whether the name of the last start tag stands at ``i``, followed by a byte that ends a tag name."""
        name = self.last_name
        after = i + len(name)
        if after >= self.size or not _CLASS[self.source[after]] & _ENDS_NAME:
            return False
        return self.stands(i, name)

    def _script_end(self, i: int) -> int:
        """Return the end of a script, which may have scripts inside comments.

        The depth is 0 in a script, 1 in a comment inside it ("escaped"), and 2 in a script inside that comment
        ("double escaped"), where an end tag ends only the inner script.
        """
        depth = 0
        size = self.size
        while i < size:
            if depth == 0:
                i = self.seek(0x3C, i)
                if i >= size:
                    break
            c = self.source[i]
            if c == 0x3C:
                if depth == 0 and self.stands(i, b"<!--"):
                    depth = 1
                    i += 2  # its dashes may also be those of the end of the comment: <!-->
                elif depth == 1 and self._is_last_name(i + 1):
                    depth = 2
                    i += 1
                elif self.stands(i, b"</") and self._is_last_name(i + 2):
                    if depth < 2:
                        return i
                    depth = 1
                    i += 2
                else:
                    i += 1
            elif c == 0x2D and self.stands(i, b"-->"):
                depth = 0
                i += 3
            else:
                i += 1
        return size

    # Markup

    def _markup(self, i: int) -> int:
        """Read the token that begins with the less-than sign at ``i`` and return its kind."""
        c = self.source[i + 1]
        if _CLASS[c] & _LETTER:
            return _START_TAG if self._tag(i + 1) else _END_OF_FILE
        if c == 0x2F:
            if _CLASS[self.source[i + 2]] & _LETTER:
                return _END_TAG if self._tag(i + 2) else _END_OF_FILE
            if self.source[i + 2] == 0x3E:
                self.end = i + 3
                return _NOTHING
            return self._bogus_comment(i + 2)
        if c == 0x21:
            return self._declaration(i + 2)
        return self._bogus_comment(i + 1)

    def _tag(self, i: int) -> bool:
        """Read the name and attributes of a tag; return false if the page ends inside the tag."""
        data = self.data
        size = self.size
        self.name_start = i
        key = 0
        while i < size:
            c = _FOLDED[data[i]]
            if c == 0:
                break
            key = (key << 8 | c) & _M64
            i += 1
        self.name_end = i
        self.tag = self._code(key)
        self.attributes_count = 0
        self.self_closing = False
        while i < size:
            c = data[i]
            if c == 0x3E:
                self.end = i + 1
                return True
            if _CLASS[c] & _SPACE:
                i += 1
            elif c == 0x2F:
                i += 1
                self.self_closing = i < size and data[i] == 0x3E
            else:
                i = self._attribute(i)
        self.end = size
        return False

    def _code(self, key: int) -> int:
        """Return the number of the element whose name was just read and packed into ``key``."""
        length = self.name_end - self.name_start
        if length <= 8:
            place = (key * HASH_MULTIPLIER & _M64) >> HASH_SHIFT
            if _KEYS[place] == key:
                return _CODES[place]
        name = self.source[self.name_start : self.name_end].lower()
        code = LONG_NAMES.get(name)
        if code is None:
            if len(self.unknown) >= _MOST_UNKNOWN and name not in self.unknown:
                name = b"unknown"
            code = self.unknown.setdefault(name, _KNOWN + len(self.unknown))
        return code

    def _attribute(self, i: int) -> int:
        """Read an attribute from the first letter of its name on; return the position after it."""
        data = self.data
        size = self.size
        name_start = i
        key = _FOLDED[data[i]]  # even an equals sign, where it comes first
        i += 1
        while i < size:
            c = _FOLDED[data[i]]
            if c == 0 or c == 0x3D:
                break
            key = (key << 8 | c) & _M64
            i += 1
        name_end = value_start = value_end = i
        while i < size and _CLASS[data[i]] & _SPACE:
            i += 1
        if i < size and data[i] == 0x3D:
            i += 1
            while i < size and _CLASS[data[i]] & _SPACE:
                i += 1
            value_start = value_end = i
            if i < size:
                c = data[i]
                if c == 0x22 or c == 0x27:
                    i += 1
                    value_start = i
                    value_end = self.seek(c, i)
                    i = value_end + 1
                else:
                    while i < size and not _CLASS[data[i]] & _ENDS_VALUE:
                        i += 1
                    value_end = i
        place = (key * HASH_MULTIPLIER & _M64) >> ATTRIBUTE_SHIFT
        number = _ATTRIBUTE_CODES[place] if _ATTRIBUTE_KEYS[place] == key else 0
        if number or not self.terse:
            self._remember(number, name_start, name_end, value_start, value_end)
        return i

    def _remember(self, number: int, name_start: int, name_end: int, value_start: int, value_end: int) -> None:
        at = self.attributes_count * _WIDTH
        if self.attributes_count < _MOST_ATTRIBUTES:
            if at >= len(self.spans):
                self.spans = array("i", bytes(self.spans) * 2)
            self.spans[at] = name_start
            self.spans[at + 1] = name_end
            self.spans[at + 2] = value_start
            self.spans[at + 3] = value_end
            self.spans[at + 4] = number
            self.attributes_count += 1

    def _declaration(self, i: int) -> int:
        """Read what follows ``<!``: a comment, a doctype, a CDATA section or a bogus comment."""
        if self.stands(i, b"--"):
            return self._comment(i + 2)
        if self.stands(i, b"doctype"):
            end = self.seek(0x3E, i)
            self.content_start = i + 7
            self.content_end = end
            self.end = end if end >= self.size else end + 1
            return _DOCTYPE
        if self.foreign and self.source[i : i + 7] == b"[CDATA[":
            return self._cdata(i + 7, self.find(b"]]>", i + 7))
        return self._bogus_comment(i)

    def _comment(self, i: int) -> int:
        self.content_start = i
        if self.stands(i, b">") or self.stands(i, b"->"):
            self.content_end = i
            self.end = self.seek(0x3E, i) + 1
            return _COMMENT
        end = i
        while True:
            end = self._find_dashes(end)
            if end >= self.size:
                self.content_end = self._unfinished_comment(i)
                self.end = self.size
                return _COMMENT
            if self.stands(end + 2, b">"):
                self.end = end + 3
                break
            if self.stands(end + 2, b"!>"):
                self.end = end + 4
                break
            end += 1
        self.content_end = end
        return _COMMENT

    def _find_dashes(self, i: int) -> int:
        while True:
            i = self.seek(0x2D, i)
            if i >= self.size or self.stands(i, b"--"):
                return i
            i += 1

    def _unfinished_comment(self, i: int) -> int:
        """Return the end of a comment cut off by the end of the page, without the dashes of its incomplete end."""
        for tail in (b"--!", b"--", b"-"):
            if self.source.endswith(tail, i):
                return self.size - len(tail)
        return self.size

    def _bogus_comment(self, i: int) -> int:
        end = self.seek(0x3E, i)
        self.content_start = i
        self.content_end = end
        self.end = end if end >= self.size else end + 1
        return _COMMENT

    def _cdata(self, i: int, end: int) -> int:
        self.start = i
        self.content_end = end
        self.end = end if end >= self.size else end + 3
        self.text_model = CDATA
        return _TEXT

    # Character references

    def reference(self, i: int, end: int, in_attribute: bool) -> int:
        """Read the reference that may begin with the ampersand at ``i``.

        Return the position after it, and set ``first_point`` and ``second_point`` to its characters; return ``i`` if
        the ampersand does not begin a reference.
        """
        if i + 1 >= end:
            return i
        c = self.source[i + 1]
        if c == 0x23:
            return self._numeric_reference(i, end)
        if not _CLASS[c] & _ALPHANUMERIC:
            return i
        stop = i + 1
        key = 0
        while stop < end and stop - i < LONGEST and _CLASS[self.source[stop]] & _ALPHANUMERIC:
            key = (key << 8 | self.source[stop]) & _M64
            stop += 1
        if stop < end and self.source[stop] == 0x3B:
            stop += 1
            point = 0xA0 if key == _NBSP else _COMMON.get(key, 0)
            if point:
                self.first_point = point
                self.second_point = 0
                return stop
        points = references.NAMED.get(self.source[i + 1 : stop])
        if points is None:
            stop = self._shorter_reference(i, stop)
            if stop == i:
                return i
            points = references.NAMED[self.source[i + 1 : stop]]
        if in_attribute and self.source[stop - 1] != 0x3B and stop < end:
            c = self.source[stop]
            if c == 0x3D or _CLASS[c] & _ALPHANUMERIC:
                return i
        self.first_point, self.second_point = points
        return stop

    def _shorter_reference(self, i: int, stop: int) -> int:
        """Return the end of the longest reference name that begins after the ampersand, or ``i`` if there is none.

        That is a name with a semicolon that is not loaded yet, or the beginning of the word if it needs no semicolon.
        """
        if self.source[stop - 1] == 0x3B and len(references.NAMED) == references.FEW:
            references.load_all()
            if self.source[i + 1 : stop] in references.NAMED:
                return stop
        stop = min(stop, i + 1 + LONGEST_BARE)
        while stop > i + 1:
            if self.source[i + 1 : stop] in references.NAMED:
                return stop
            stop -= 1
        return i

    def _numeric_reference(self, i: int, end: int) -> int:
        stop = i + 2
        base = 10
        if stop < end and (self.source[stop] == 0x78 or self.source[stop] == 0x58):
            base = 16
            stop += 1
        first = stop
        value = 0
        while stop < end:
            digit = self._digit(self.source[stop])
            if digit >= base:
                break
            if value < 0x110000:
                value = value * base + digit
            stop += 1
        if stop == first:
            return i
        if 0x20 <= value < 0x7F or 0xA0 <= value < 0xD800:
            self.first_point = value
        else:
            self.first_point = references.number(value)
        self.second_point = 0
        if stop < end and self.source[stop] == 0x3B:
            stop += 1
        return stop

    def _digit(self, c: int) -> int:
        if 0x30 <= c <= 0x39:
            return c - 0x30
        c |= 0x20
        if 0x61 <= c <= 0x66:
            return c - 0x61 + 10
        return 99

    # Tokens as text, on request

    def name(self) -> str:
        """Return the name of a tag, in lower case."""
        name = self.source[self.name_start : self.name_end].lower()
        return name.decode("utf-8").replace("\0", "\ufffd")

    def attributes(self) -> dict[str, str]:
        """Return the attributes of a tag; of two with the same name the first counts."""
        result: dict[str, str] = {}
        for i in range(self.attributes_count):
            at = i * _WIDTH
            name = self.source[self.spans[at] : self.spans[at + 1]].lower().decode("utf-8").replace("\0", "\ufffd")
            if name not in result:
                value = self.decoded(self.spans[at + 2], self.spans[at + 3], True)
                result[name] = value.replace("\0", "\ufffd")
        return result

    def text(self) -> str:
        """Return the characters of a text token."""
        if self.text_model == CDATA:
            return self._lines(self.start, self.content_end)
        if self.text_model == DATA:
            return self.decoded(self.start, self.end, False)
        if self.text_model == RCDATA:
            return self.decoded(self.start, self.end, False).replace("\0", "\ufffd")
        return self._lines(self.start, self.end).replace("\0", "\ufffd")

    def comment(self) -> str:
        """Return the text of a comment."""
        return self._lines(self.content_start, self.content_end).replace("\0", "\ufffd")

    def doctype(self) -> tuple[str | None, str | None, str | None, bool]:
        """Return name, public and system identifier of a doctype, and whether it is correct."""
        from ncleaner.read.html.doctype import parse

        content = self._lines(self.content_start, self.content_end).replace("\0", "\ufffd")
        return parse(content, self.content_end < self.size)

    def _lines(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")

    def decoded(self, start: int, end: int, in_attribute: bool) -> str:
        """Return the characters from ``start`` to ``end`` with references resolved."""
        pieces: list[str] = []
        i = start
        while True:
            ampersand = self.source.find(b"&", i, end)
            if ampersand < 0:
                pieces.append(self._lines(start, end))
                return "".join(pieces)
            i = self.reference(ampersand, end, in_attribute)
            if i == ampersand:
                i += 1
                continue
            pieces.append(self._lines(start, ampersand))
            pieces.append(chr(self.first_point))
            if self.second_point:
                pieces.append(chr(self.second_point))
            start = i
