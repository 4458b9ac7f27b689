"""Text as codes of a small alphabet, in one of four modes.

0. Only white space and control characters are normalised. The alphabet is the bytes of UTF-8: 211 codes for any script.
   (A model of code points would not have seen most characters of a Chinese page in training.)
1. Characters beyond ASCII become ``~``: the standard of the papers.
2. Vowels become ``a``, consonants ``t``, digits ``0``: footnote 6 of StupidOS.
3. Letters become ``a`` and digits ``0``: the non-lexical model of the papers.

In modes 2 and 3, Chinese characters and the letters of other scripts that are written without blanks become ``h``, and
Japanese kana ``k``: folded to ``a``, a sentence in them would be a single long word.

Modes 2 and 3 fold letters and digits of all scripts, and replace punctuation beyond ASCII by its ASCII counterpart, if
there is one. In all modes a run of white space and control characters becomes one blank, or nothing at either end.

A text is padded with the code `EDGE`: before the text by the length of the longest history, after it by one, which is
counted and scored like a character, because the end of a segment is a strong clue. Padding with blanks works as well if
two of them are counted at the end, and worse if none is.

Strategy: one table gives the code of each of the 256 bytes, another its kind: a blank, which is dropped after another
blank, or a byte that needs a closer look. The loop has one branch per byte, which is rarely taken, so the processor
does not mispredict at the ends of words. The codes go to a buffer that is reused for the next text. Codes are numbered
from 1, in the order of `alphabet`; 0 means no code. In modes 2 and 3, characters beyond ASCII are looked up when they
first occur, in blocks of `_AT_ONCE`, and then remembered. The lookup uses Unicode 3.2 of 2002, which every Python
includes besides its own version, so a text has the same codes in all of them. Later characters count as letters, except
in ranges of symbols.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MODES = ("white space only", "ASCII", "vowels and consonants", "non-lexical")

LONGEST = 8  # largest n
PADDING = LONGEST - 1

EDGE = 1
BLANK = 2
_SKIP = 0  # a byte without a code
_WIDE = 255  # not a code: a character beyond ASCII, to be looked up

# Kinds of bytes; all other bytes have the kind 0.
AFTER_BLANK = 1  # a blank, which is dropped after another blank
ODD = 2  # `_SKIP` or `_WIDE`

_BUFFER = 4096  # codes
_LARGEST_BUFFER = 1 << 18

# Public names again as C variables of the compiled module: a C variable cannot be imported.
_EDGE = EDGE
_BLANK = BLANK
_PADDING = PADDING
_AFTER_BLANK = AFTER_BLANK
_ODD = ODD

_PUNCTUATION = bytes(byte for byte in range(0x20, 0x7F) if not chr(byte).isalnum())
_ALPHABETS = (
    bytes([ord("\n"), *range(0x20, 0x7F), *range(0x80, 0xC0), *range(0xC2, 0xF5)]),
    bytes([ord("\n"), *range(0x20, 0x7F)]),
    b"\n" + _PUNCTUATION + b"0athk",
    b"\n" + _PUNCTUATION + b"0ahk",
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

UNSPACED = (
    ("\u0e00", "\u0eff", "h"),  # Thai, Lao
    ("\u1000", "\u109f", "h"),  # Burmese
    ("\u1780", "\u17ff", "h"),  # Khmer
    ("\u3005", "\u3007", "h"),
    ("\u3040", "\u30ff", "k"),
    ("\u3400", "\u9fff", "h"),
    ("\uf900", "\ufaff", "h"),
    ("\U00020000", "\U0003ffff", "h"),
)
"""The letters of scripts without blanks between words: the first and the last of a range, and their normal form."""

# For modes 2 and 3: the codes of the characters of the first two planes, 0 if not looked up yet.
_POINTS = 0x20000
_FOLDS: dict[int, bytearray] = {}
_AT_ONCE = 64  # characters that are looked up together


def alphabet(mode: int) -> bytes:
    """Return the bytes or ASCII characters of the codes: first the edge, as a line feed, then the blank."""
    return _ALPHABETS[mode]


def decoded(codes: bytes, mode: int) -> str:
    """Return codes as readable text, with escapes for incomplete UTF-8."""
    return bytes(alphabet(mode)[code - 1] for code in codes).decode("utf-8", "backslashreplace")


def _classes(mode: int) -> bytes:
    """Return the code of each byte of UTF-8, `_SKIP` or `_WIDE`."""
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
    """Return the kind of a byte with this code."""
    return _ODD if code in (_SKIP, _WIDE) else _AFTER_BLANK if code == _BLANK else 0


def _sign(char: str, mode: int) -> str:
    """Return the normal form of an ASCII character."""
    return char if mode < 2 else _FOLDERS[mode](char)


def _fold_word(char: str) -> str:
    """Return the normal form of a character in mode 3: a letter, a digit or a punctuation mark."""
    if char.isascii():
        return "a" if char.isalpha() else "0" if char.isdigit() else char if char.isprintable() else " "
    kind = _category(char)
    if kind[0] in "LM":  # letters, and the vowel signs of many scripts
        return next((code for first, last, code in UNSPACED if first <= char <= last), "a")
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
    """Return the normal form of a character in mode 2, where letters are vowels or consonants."""
    word = _fold_word(char)
    if word != "a" or _category(char)[0] != "L":
        return word
    from unicodedata import ucd_3_2_0

    return "a" if ucd_3_2_0.normalize("NFKD", char)[0].lower() in _VOWELS else "t"


def _category(char: str) -> str:
    """Return the general category in Unicode 3.2, or a guess for later characters."""
    from unicodedata import ucd_3_2_0

    kind = ucd_3_2_0.category(char)
    if kind != "Cn":
        return kind
    return "So" if any(first <= char <= last for first, last in _SIGNS) else "Lo"


_FOLDERS: dict[int, Callable[[str], str]] = {2: _fold_sound, 3: _fold_word}


class Normaliser:
    """A normaliser for one mode. The codes of the last text are ``codes[PADDING:end]``, including the edge after it.

    ``length`` is the number of characters of the last text, including the edge; in mode 0 a character may have several
    codes.
    """

    def __init__(self, mode: int) -> None:
        self.mode = mode
        self.classes = _classes(mode)
        self.folds = _FOLDS.setdefault(mode, bytearray(_POINTS)) if mode > 1 else bytearray()
        self.sorts = bytes(map(_kind, self.classes))
        self.table = self.classes  # without bounds checks when compiled: a byte is always within it
        self.kinds = self.sorts
        self.bytewise = mode == 0
        self._allocate(0)
        self.end = _PADDING
        self.length = 0

    def _allocate(self, size: int) -> None:
        """Allocate a buffer for texts of up to ``size`` bytes."""
        capacity = max(size, _BUFFER)
        self.capacity = 0  # if another thread forks this process now, the child will allocate a buffer again
        self.codes = bytearray([_EDGE]) * capacity
        self.raw = self.codes  # without bounds checks when compiled: no text has more codes than bytes
        self.capacity = capacity

    def shrink(self) -> None:
        """Free the memory of a very long text."""
        if self.capacity > _LARGEST_BUFFER:
            self._allocate(0)

    def code(self, buffer: bytes, i: int, end: int) -> int:
        """Return the code of the character at ``i``, or 0 if no character begins there."""
        code = self.table[buffer[i]]
        return self._wide(buffer, i, end) if code == _WIDE else code

    def trimmed(self, buffer: bytes, start: int, end: int) -> int:
        """Return the end of a text without its trailing blanks."""
        while end > start:
            i = end - 1
            while i > start and buffer[i] & 0xC0 == 0x80:
                i -= 1
            if self.code(buffer, i, end) != _BLANK:
                break
            end = i
        return end

    def run(self, buffer: bytes, start: int, end: int) -> int:
        """Write the codes of the UTF-8 from ``start`` to ``end`` and of the edge; return the end of the codes."""
        end = min(end, len(buffer))
        start = min(start, end)
        if end - start + _PADDING >= self.capacity:
            self._allocate(2 * (end - start + _PADDING))
        at = self._write(buffer, start, self.trimmed(buffer, start, end))
        self.codes[at] = _EDGE
        self.end = at + 1
        self.length = self.end - _PADDING
        if self.bytewise:
            self.length -= self._count_continuations(buffer, start, end)
        return self.end

    def _write(self, buffer: bytes, start: int, end: int) -> int:
        """Write the codes of a text without trailing blanks; return the end of the codes."""
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
        """Return the code of the character beyond ASCII whose first byte is at ``i``."""
        point = buffer[i]
        if point < 0xE0:
            point &= 0x1F
        elif point < 0xF0:
            point &= 0x0F
        else:
            point &= 0x07
        i += 1
        while i < end and buffer[i] & 0xC0 == 0x80 and point < _POINTS:
            point = point << 6 | (buffer[i] & 0x3F)
            i += 1
        if point >= _POINTS:  # ideographs, except for some rare symbols
            point = 0x4E00
        code = self.folds[point]
        return code or self._fold_block(point)

    def _fold_block(self, point: int) -> int:
        """Look up the codes of a character and its neighbours; return the code of the character."""
        signs = alphabet(self.mode)
        fold = _FOLDERS[self.mode]
        first = point - point % _AT_ONCE
        for neighbour in range(first, first + _AT_ONCE):
            self.folds[neighbour] = signs.index(fold(chr(neighbour)).encode()) + 1
        return self.folds[point]

    def _count_continuations(self, buffer: bytes, start: int, end: int) -> int:
        """Return the number of UTF-8 continuation bytes of a text."""
        data = buffer
        count = 0
        for i in range(start, end):
            count += data[i] & 0xC0 == 0x80
        return count

    def text(self, text: str | bytes) -> bytes:
        """Return the codes of a text. In a string, white space of all scripts counts, as in the blocks of pages."""
        data = " ".join(text.split()).encode("utf-8", "replace") if isinstance(text, str) else text
        end = self.run(data, 0, len(data))
        return bytes(self.codes[_PADDING:end])
