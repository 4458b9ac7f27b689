"""From text to the codes of a small alphabet, in one of four modes.

0. Nothing but white space and control characters is normalised. The alphabet is that of the bytes of UTF-8: 211 codes,
   whatever the script. A model of code points would never have seen most of those of a Chinese page.
1. Characters beyond ASCII become ``~``, the standard of the papers.
2. Vowels become ``a``, consonants ``t``, digits ``0``: footnote 6 of StupidOS.
3. Letters become ``a`` and digits ``0``, the non-lexical model of the papers. Here and in mode 2 letters and digits of
   all scripts do so, and punctuation beyond ASCII becomes the mark that does its work in ASCII, if there is one.

In all of them white space and control characters become one blank, and there is none at either end.

A text is padded with a code of its own, `EDGE`: before it stand as many as the longest history has characters, after
it one, which is counted and scored like a character: how a segment ends says much about it. Blanks as padding do as
well if two of them are counted at the end, and worse if none is.

Strategy: a table of the 256 bytes gives the code of each, and another one says what kind of byte it is: a blank, which
must not come after another one, or one that needs a second look. There is but one jump for each byte, which is hardly
ever taken, so that the processor need not guess where words end. The codes go to a buffer that is used again for the
next text. Codes are numbered from 1, in the order of `alphabet`; 0 is no code. What a character beyond ASCII becomes in
modes 2 and 3 is looked up when the first one of its kind turns up, and then remembered. It is looked up in Unicode 3.2
of 2002, whose tables all Pythons have beside those of the version that they were made with: a text has the same codes
in all of them. Characters that came later are letters but for areas of signs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MODES = ("white space only", "ASCII", "vowels and consonants", "non-lexical")

LONGEST = 8  # the largest n
PADDING = LONGEST - 1

EDGE = 1
BLANK = 2
_EDGE = EDGE
_BLANK = BLANK
_PADDING = PADDING
_SKIP = 0
_ROOM = 4096  # codes
_MOST_ROOM = 1 << 18
_WIDE = 255  # not a code, but a character beyond ASCII to look up

# Kinds of bytes, where there is anything to say of them.
AFTER_BLANK = 1  # a blank; what comes after it must not be one
ODD = 2  # no code by itself
_AFTER_BLANK = AFTER_BLANK
_ODD = ODD

_PUNCTUATION = bytes(byte for byte in range(0x20, 0x7F) if not chr(byte).isalnum())
_ALPHABETS = (
    bytes([ord("\n"), *range(0x20, 0x7F), *range(0x80, 0xC0), *range(0xC2, 0xF5)]),
    bytes([ord("\n"), *range(0x20, 0x7F)]),
    b"\n" + _PUNCTUATION + b"0at",
    b"\n" + _PUNCTUATION + b"0a",
)

_VOWELS = frozenset("aeiouyæœøıαεηιουωаеиоуыэюяєіѐѵ")
_MARKS = dict(zip("‘’‚‛´。、،؛؟।", "'''''.,,;?.", strict=True))
_BY_CATEGORY = {"Pd": "-", "Pi": '"', "Pf": '"', "Ps": "(", "Pe": ")"}
_SIGNS = (
    ("\u2000", "\u2bff"),
    ("\u2e00", "\u2fff"),
    ("\ufff0", "\uffff"),
    ("\U0001cc00", "\U0001ccff"),
    ("\U0001f000", "\U0001fbff"),
)

# For modes 2 and 3: the codes of the characters of the first two planes, 0 where not looked up yet.
_KNOWN = 0x20000
_FOLDS: dict[int, bytearray] = {}
_AT_ONCE = 64  # characters looked up together


def alphabet(mode: int) -> bytes:
    """The bytes or ASCII characters that the codes stand for: first the edge, as a line feed, then the blank."""
    return _ALPHABETS[mode]


def decoded(codes: bytes, mode: int) -> str:
    """Codes as text that can be read, as far as bytes cut out of a text can."""
    return bytes(alphabet(mode)[code - 1] for code in codes).decode("utf-8", "backslashreplace")


def _classes(mode: int) -> bytes:
    """What each byte of UTF-8 becomes."""
    signs = alphabet(mode)
    table = bytearray([_BLANK]) * 0x80 + bytearray(0x80)
    for byte in range(0x20, 0x7F):
        table[byte] = signs.index(_sign(chr(byte), mode).encode()) + 1
    for byte in range(0x80, 0x100):
        if mode == 0:
            table[byte] = signs.find(byte) + 1
        elif byte >= 0xC0:
            table[byte] = signs.index(b"~") + 1 if mode == 1 else _WIDE
    return bytes(table)


def _kind(code: int) -> int:
    """The kind of a byte that becomes that."""
    return _ODD if code in (_SKIP, _WIDE) else _AFTER_BLANK if code == _BLANK else 0


def _sign(char: str, mode: int) -> str:
    """What an ASCII character becomes."""
    return char if mode < 2 else _FOLDERS[mode](char)


def _fold_word(char: str) -> str:
    """A letter, a digit, a mark: what is left of a character in mode 3."""
    if char.isascii():
        return "a" if char.isalpha() else "0" if char.isdigit() else char if char.isprintable() else " "
    kind = _category(char)
    if kind[0] in "LM":  # letters, and the vowel signs of many scripts
        return "a"
    if kind[0] == "N":
        return "0"
    if kind[0] == "Z" or kind == "Cc":
        return " "
    from unicodedata import ucd_3_2_0

    plain = ucd_3_2_0.normalize("NFKC", char)[0]
    if plain.isascii() and plain.isprintable() and not plain.isalnum():
        return plain
    return _MARKS.get(char) or _BY_CATEGORY.get(kind, "~")


def _fold_sound(char: str) -> str:
    """The same for mode 2, where letters are vowels or consonants."""
    if _category(char)[0] != "L":
        return _fold_word(char)
    from unicodedata import ucd_3_2_0

    return "a" if ucd_3_2_0.normalize("NFKD", char)[0].lower() in _VOWELS else "t"


def _category(char: str) -> str:
    """The general category by Unicode 3.2, or what is likely if the character came later."""
    from unicodedata import ucd_3_2_0

    kind = ucd_3_2_0.category(char)
    if kind != "Cn":
        return kind
    return "So" if any(first <= char <= last for first, last in _SIGNS) else "Lo"


_FOLDERS: dict[int, Callable[[str], str]] = {2: _fold_sound, 3: _fold_word}


class Normaliser:
    """Texts become codes, in one mode. What it wrote last is ``codes[PADDING:end]``, the edge behind it included.

    ``length`` is the number of its characters, with the edge; in mode 0 some of them have several codes.
    """

    def __init__(self, mode: int) -> None:
        self.mode = mode
        self.classes = _classes(mode)
        self.folds = _FOLDS.setdefault(mode, bytearray(_KNOWN)) if mode > 1 else bytearray()
        self.sorts = bytes(map(_kind, self.classes))
        self.table = self.classes  # the same without bounds when compiled, as a byte is always within it
        self.kinds = self.sorts
        self.bytewise = mode == 0
        self._make_room(0)
        self.end = _PADDING
        self.length = 0

    def _make_room(self, size: int) -> None:
        """Have a buffer for the codes of texts of up to that many bytes."""
        self.capacity = max(size, _ROOM)
        self.codes = bytearray([_EDGE]) * self.capacity
        self.raw = self.codes  # the same without bounds when compiled: no text has more codes than bytes

    def forget(self) -> None:
        """Let go of the room that a very long text took."""
        if self.capacity > _MOST_ROOM:
            self._make_room(0)

    def code(self, buffer: bytes, i: int, end: int) -> int:
        """The code of the character at ``i``, or 0 where none begins."""
        code = self.table[buffer[i]]
        return self._wide(buffer, i, end) if code == _WIDE else code

    def trimmed(self, buffer: bytes, start: int, end: int) -> int:
        """Where a text ends without the blanks at its end."""
        while end > start:
            i = end - 1
            while i > start and buffer[i] & 0xC0 == 0x80:
                i -= 1
            if self.code(buffer, i, end) != _BLANK:
                break
            end = i
        return end

    def run(self, buffer: bytes, start: int, end: int) -> int:
        """Write the codes of the UTF-8 from ``start`` to ``end``; returns where they end."""
        end = min(end, len(buffer))
        start = min(start, end)
        if end - start + _PADDING >= self.capacity:
            self._make_room(2 * (end - start + _PADDING))
        at = self._narrow(buffer, start, self.trimmed(buffer, start, end))
        self.codes[at] = _EDGE
        self.end = at + 1
        self.length = self.end - _PADDING
        if self.bytewise:
            self.length -= self._inner(buffer, start, end)
        return self.end

    def _narrow(self, buffer: bytes, start: int, end: int) -> int:
        """Write the codes; returns where they end."""
        table = self.table
        kinds = self.kinds
        data = buffer
        raw = self.raw
        at = _PADDING
        last = _AFTER_BLANK
        for i in range(start, end):
            kind = kinds[data[i]]
            code = table[data[i]]
            if kind & (last | _ODD):
                code = self.code(buffer, i, end)
                if code == _SKIP or (code == _BLANK and last):
                    continue
                kind = code == _BLANK
            raw[at] = code
            at += 1
            last = kind
        return at

    def _wide(self, buffer: bytes, i: int, end: int) -> int:
        """The code of the character beyond ASCII whose first byte is at ``i``."""
        point = buffer[i]
        if point < 0xE0:
            point &= 0x1F
        elif point < 0xF0:
            point &= 0x0F
        else:
            point &= 0x07
        i += 1
        while i < end and buffer[i] & 0xC0 == 0x80 and point < _KNOWN:
            point = point << 6 | (buffer[i] & 0x3F)
            i += 1
        if point >= _KNOWN:  # ideographs, but for some signs that hardly anybody uses
            point = 0x4E00
        code = self.folds[point]
        return code or self._learn(point)

    def _learn(self, point: int) -> int:
        """Look up what a character and its neighbours become."""
        signs = alphabet(self.mode)
        fold = _FOLDERS[self.mode]
        first = point - point % _AT_ONCE
        for neighbour in range(first, first + _AT_ONCE):
            self.folds[neighbour] = signs.index(fold(chr(neighbour)).encode()) + 1
        return self.folds[point]

    def _inner(self, buffer: bytes, start: int, end: int) -> int:
        """How many bytes of a text continue a character."""
        data = buffer
        count = 0
        for i in range(start, end):
            count += data[i] & 0xC0 == 0x80
        return count

    def text(self, text: str | bytes) -> bytes:
        """The codes of a text; of a string, white space of all scripts counts as such, as in the blocks of pages."""
        data = " ".join(text.split()).encode("utf-8", "replace") if isinstance(text, str) else text
        end = self.run(data, 0, len(data))
        return bytes(self.codes[_PADDING:end])
