"""The writer: it copies visible text into one buffer, folds white space, and forms blocks.

Strategy: the scanner passes spans of text in the source, and keeps the facts about them (container, state, heading
level, language, formatting) in attributes of the writer. The writer copies the text and opens a block at the first
visible character after a break. Bytes that need no processing are copied in one tight loop; references, white space
and special characters (no-break spaces, soft hyphens, control characters) take a slower path. Trailing white space is
never written, so a block always ends with a visible character.

Invariants: the buffer holds the blocks in the order of the source, each followed by one line feed. Every inline tag
that is opened in a block is closed in it.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import (
    AFTER_SPACE,
    BETWEEN,
    BOLD_OPEN,
    BY_BLANK_LINE,
    BY_BR,
    BY_BRS,
    BY_ELEMENT,
    CODE_OPEN,
    HIDDEN,
    INLINE_WIDTH,
    ITALIC_OPEN,
    LINK_OPEN,
    OBJECT_WIDTH,
    PRE,
    STYLE_OPEN,
    STYLES,
    Block,
)
from ncleaner.read.html.tokenizer import Tokenizer

# The classes of bytes in text. `_flow` tells white space by ``<= _SPACE``.
_PLAIN = 0
_BLANK = 4  # the space; other white space is replaced by it
_SPACE = 8
_REFERENCE = 9
_BAR = 10  # a bar, or a colon: two colons count as a bar
_CONTROL = 11
_WIDE = 12  # the first byte of a character that may be white space, invisible or a bar

# Lanes: numbers of eight bytes.
_M64 = 0xFFFFFFFFFFFFFFFF
_ONES = 0x0101010101010101
_LOWS = 0x7F * _ONES
_HIGHS = 0x80 * _ONES
_SPACES = 0x20 * _ONES
_AMPERSANDS = 0x26 * _ONES
_ABOVE_BARS = (0x80 - 0x7C) * _ONES  # adding it sets the high bits of bars and the ASCII characters after them
_COLONS = 0x3A * _ONES
_PLACES = 0x0001020304050607  # a number with 1 in byte n and 0 elsewhere, times this, has n in its highest byte


def _text_classes() -> bytes:
    """Return the class of each byte."""
    table = bytearray(256)
    table[:32] = bytes([_CONTROL]) * 32
    table[0x7F] = _CONTROL
    for byte in b"\t\n\f\r":
        table[byte] = _SPACE
    table[ord(" ")] = _BLANK
    table[ord("&")] = _REFERENCE
    table[ord("|")] = table[ord(":")] = _BAR
    for byte in (0xC2, 0xE1, 0xE2, 0xE3, 0xEF):
        table[byte] = _WIDE
    return bytes(table)


_CLASS = _text_classes()


_LONGER = 1 << 16  # bytes that indentation may make a text longer than its source

_STYLES_COUNT = len(STYLES)
_ABBR = STYLES.index("abbr")

# Copied, which is faster than making new arrays.
_NO_INLINE_TAGS = array("i", bytes(4 * INLINE_WIDTH * 256))
_NO_OBJECTS = array("i", bytes(4 * OBJECT_WIDTH * 64))


class Writer:
    """The buffer, the blocks, the inline tags and the objects of one page."""

    def __init__(self, tokens: Tokenizer, limit: int) -> None:
        self.tokens = tokens
        self.source = tokens.source
        self.lanes = self.tokens.lanes
        self.lanes_count = self.tokens.lanes_count
        self.limit = limit  # of blocks; further text joins the last one
        self.overfull = False
        self.capacity = 8192 + min(tokens.size // 2, 32768)
        self.out = bytearray(self.capacity)
        self.raw = self.out  # for `_store`: the compiled module does not check these indices
        self.length = 0
        self.items: list[Block] = []
        self.inline_tags = _NO_INLINE_TAGS[:]
        self.inline_count = 0
        self.inline_capacity = 256 * INLINE_WIDTH
        self.block = Block()
        self.is_open = False
        self.pending = False  # a space is due before the next visible character
        self.newlines = 0  # since the last visible character of preformatted text
        self.gap = False  # whether there was white space since then
        self.indent = 0  # of the first line of preformatted text
        self.visible = 0  # the end of its last visible character in the buffer
        self.breaks = BY_ELEMENT
        # The facts about the next text, kept up to date by scanner and stack.
        self.element = -1
        self.state = 0
        self.level = 0
        self.lang = 0
        self.link = 0
        self.link_start = 0
        self.link_end = 0
        self.link_hidden = False
        self.bold = 0
        self.italic = 0
        self.code = 0
        self.style = 0  # a bit for each of `STYLES`
        self.abbr_start = 0  # the start tag of an ``<abbr>``
        self.abbr_end = 0
        # The inline tags that are open in the open block.
        self.open_link = 0
        self.open_bold = False
        self.open_italic = False
        self.open_code = False
        self.open_style = 0
        self.objects = _NO_OBJECTS[:]
        self.objects_count = 0
        self.objects_capacity = 64 * OBJECT_WIDTH

    def write(self, start: int, end: int, references: bool) -> None:
        """Write the text from ``start`` to ``end`` in the source; ``references`` says whether to resolve references."""
        if self.state & PRE:
            if self._fits():
                self._reserve(end - start)
                self._preformatted(start, end, references)
        else:
            first = start
            while start < end and self.source[start] <= 0x20:  # white space and control characters
                start += 1
            if start == end:
                self.blank()
            elif self._fits():
                if start > first:
                    self.pending = True
                self._reserve(end - start)
                self._flow(start, end, references)

    def blank(self) -> None:
        """Note white space before the next character, unless it is hidden inside a visible block."""
        if not self.is_open or not (self.block.state ^ self._state()) & HIDDEN:
            self.pending = True

    def _fits(self) -> bool:
        """Return whether to write the next text: not if it is hidden inside a visible block.

        Visible text ends a hidden block.
        """
        if self.is_open and (self.block.state ^ self._state()) & HIDDEN:
            if not self.block.state & HIDDEN:
                return False  # a hidden word inside a visible sentence
            self.end_block(BY_ELEMENT)
        return True

    def _state(self) -> int:
        return self.state | HIDDEN if self.link_hidden else self.state

    def _count(self, chars: int) -> None:
        self.block.chars += chars
        if self.link:
            self.block.link_chars += chars
        if self.bold:
            self.block.bold_chars += chars

    def _reserve(self, size: int) -> None:
        """Make room for text of that size in the source. UTF-8 is longer than a reference by a fifth at most."""
        needed = self.length + size + size // 4 + 64
        if needed > self.capacity:
            self.capacity = 2 * needed
            larger = bytearray(self.capacity)
            larger[: self.length] = self.out[: self.length]
            self.out = larger
            self.raw = self.out

    def _flow(self, i: int, end: int, references: bool) -> None:
        """Copy text with white space folded."""
        while i < end:
            c = self.source[i]
            kind = _CLASS[c]
            if kind == _PLAIN:
                if self.pending or not self.is_open:
                    self._begin_word(i)
                else:
                    self._match_formatting()
                i = self._copy(i, end)
            elif kind <= _SPACE:
                self.pending = True
                i += 1
            elif kind == _REFERENCE and not references:
                self._put(0x26, i, i + 1)
                i += 1
            else:
                i = self._special(i, end, kind)

    def _copy(self, i: int, end: int) -> int:
        """Copy words and the single spaces between them, up to a byte that needs more; return where that byte is.

        The text is copied eight bytes at a time, from the lanes of the source. `_stops_in` finds the first byte that
        may end the run; a second space in a row does too. Bytes copied beyond it are overwritten by later text. If
        the byte does not end the run after all (a letter beyond ASCII, ``}``, ``~``, a single colon), it is copied by
        itself, with the bytes beyond ASCII that follow it.
        """
        if self.length + (end - i) + 8 > self.capacity:
            raise IndexError("the buffer is too small")
        start = i
        length = self.length
        spaces = tails = space = 0  # ``space`` is 0x80 if the byte before ``i`` is a space
        while i < end:
            k = i >> 3
            if k < self.lanes_count:
                size = 8
                lanes = self.lanes[k]
                if i & 7 or i + 8 > end:
                    size = min(8 - (i & 7), end - i)
                    lanes >>= (i & 7) << 3
                blanks = _blanks_in(lanes)
                stops = _stops_in(lanes) | blanks & (blanks << 8 | space)
                self._store(length, lanes)
                if not stops and size == 8:
                    i += 8
                    length += 8
                    spaces += _flag_count(blanks)
                    space = blanks >> 56
                    continue
                stops |= _HIGHS << (size << 2) << (size << 2) & _HIGHS
                lowest = stops & -stops
                place = _flag_place(lowest)
                blanks &= lowest - 1
                spaces += _flag_count(blanks)
                space = (blanks << 8 | space) >> (place << 3) & 0x80
                i += place
                length += place
                if place == size:
                    continue
            c = self.source[i]
            if _CLASS[c] and (c != 0x3A or (i + 1 < end and self.source[i + 1] == 0x3A)):
                break
            while True:
                self.out[length] = c
                length += 1
                i += 1
                tails += c & 0xC0 == 0x80
                if i >= end:
                    break
                c = self.source[i]
                if c < 0x80 or _CLASS[c]:
                    break
            space = 0
        space >>= 7
        self.length = length - space
        self.pending = space != 0
        self.block.words += spaces - space
        self.block.end = i - space
        self._count(i - start - spaces - tails)
        return i

    def _store(self, at: int, lanes: int) -> None:
        """Write eight bytes into the buffer; the C compiler makes one store of it."""
        raw = self.raw
        raw[at] = lanes & 0xFF
        raw[at + 1] = lanes >> 8 & 0xFF
        raw[at + 2] = lanes >> 16 & 0xFF
        raw[at + 3] = lanes >> 24 & 0xFF
        raw[at + 4] = lanes >> 32 & 0xFF
        raw[at + 5] = lanes >> 40 & 0xFF
        raw[at + 6] = lanes >> 48 & 0xFF
        raw[at + 7] = lanes >> 56

    def _begin_word(self, i: int) -> None:
        """Prepare for a visible character at ``i`` in the source: open a block, or write the pending space."""
        if not self.is_open:
            self._open(i)
            self.block.words = 1
        elif self.pending:
            level = self._difference()
            if level:
                self._close_inline(level)
            self.out[self.length] = 0x20
            self.length += 1
            self.block.words += 1
        self.pending = False
        self._match_formatting()

    def _special(self, i: int, end: int, kind: int) -> int:
        """Write the character at ``i``, which needs more than copying; return the position after it."""
        if kind == _REFERENCE:
            stop = self.tokens.reference(i, end, False)
            if stop == i:
                self._put(0x26, i, i + 1)
                return i + 1
            second = self.tokens.second_point
            self._put(self.tokens.first_point, i, stop)
            if second:
                self._put(second, i, stop)
            return stop
        if kind == _BAR:
            c = self.source[i]
            self._put(c, i, i + 1)
            if c == 0x3A and i + 1 < end and self.source[i + 1] == 0x3A:
                self.block.bars += 1
            return i + 1
        if kind == _WIDE:
            c = self.source[i]
            if c == 0xC2:
                self._put(self.source[i + 1], i, i + 2)
                return i + 2
            self._put((c & 15) << 12 | (self.source[i + 1] & 63) << 6 | self.source[i + 2] & 63, i, i + 3)
            return i + 3
        return i + 1

    def _put(self, point: int, start: int, end: int) -> None:
        """Write one character, or note it if it is white space; skip invisible ones."""
        if _is_space(point):
            if self.state & PRE:
                self._white(0x0A if point == 0x0A else 0x20)
            else:
                self.pending = True
        elif not _is_invisible(point) and (point != 0x200B or self.is_open):
            if self.state & PRE:
                self._begin_preformatted(start)
            elif self.pending or not self.is_open:
                self._begin_word(start)
            else:
                self._match_formatting()
            self._encode(point)
            self._count(1)
            self.visible = self.length
            self.block.end = end
            if _is_bar(point):
                self.block.bars += 1

    def _encode(self, point: int) -> None:
        """Append one character as UTF-8."""
        at = self.length
        if point < 0x80:
            self.out[at] = point
            self.length = at + 1
        elif point < 0x800:
            self.out[at] = 0xC0 | point >> 6
            self.out[at + 1] = 0x80 | point & 63
            self.length = at + 2
        elif point < 0x10000:
            self.out[at] = 0xE0 | point >> 12
            self.out[at + 1] = 0x80 | point >> 6 & 63
            self.out[at + 2] = 0x80 | point & 63
            self.length = at + 3
        else:
            self.out[at] = 0xF0 | point >> 18
            self.out[at + 1] = 0x80 | point >> 12 & 63
            self.out[at + 2] = 0x80 | point >> 6 & 63
            self.out[at + 3] = 0x80 | point & 63
            self.length = at + 4

    # Preformatted text

    def _preformatted(self, i: int, end: int, references: bool) -> None:
        """Copy text with its white space. Outside code, an empty line ends the block, as in letters and poems."""
        while i < end:
            c = self.source[i]
            kind = _CLASS[c]
            if kind == _PLAIN:
                self._begin_preformatted(i)
                self.out[self.length] = c
                self.length += 1
                self.visible = self.length
                self._count(c & 0xC0 != 0x80)
                i += 1
                self.block.end = i
            elif kind == _BLANK or kind == _SPACE:
                if c == 0x0C:
                    self._white(0x20)
                elif c != 0x0D:
                    self._white(c)
                elif i + 1 >= end or self.source[i + 1] != 0x0A:
                    self._white(0x0A)
                i += 1
            elif kind == _REFERENCE and not references:
                self._put(0x26, i, i + 1)
                i += 1
            else:
                i = self._special(i, end, kind)

    def _white(self, c: int) -> None:
        """Write white space of preformatted text; before the first visible character, only count the indentation."""
        if c == 0x0A:
            self.newlines += 1
            self.indent = 0
        elif not self.is_open:
            self.indent += 8 if c == 0x09 else 1
        if self.is_open:
            self.gap = True
            self.out[self.length] = c
            self.length += 1

    def _begin_preformatted(self, i: int) -> None:
        """Prepare for a visible character at ``i`` in preformatted text, which may begin a block or a word."""
        if self.is_open and self.gap:
            if self.newlines > 1 and not self.code:
                self.end_block(BY_BLANK_LINE)
            else:
                self.block.words += 1
        if self.is_open:
            self._match_formatting()
        else:
            indent = self._indentation(i) if self.code else 0
            self.pending = False
            self._begin_word(i)
            self._reserve(indent)
            while indent:
                self.out[self.length] = 0x20
                self.length += 1
                indent -= 1
        self.newlines = 0
        self.gap = False
        self.indent = 0

    def _indentation(self, i: int) -> int:
        """Return the columns to write before the first character of code, at ``i`` in the source.

        A tab takes eight columns. They are left out where they would make the text longer than its source by `_LONGER`.
        """
        return self.indent if self.length + self.indent < i + _LONGER else 0

    # Blocks

    def _open(self, i: int) -> None:
        """Begin a block with the character at ``i`` in the source."""
        block = Block.__new__(Block)
        block.begin(i, self.length, self.element)
        block.state = self._state()
        block.level = self.level
        block.lang = self.lang
        block.breaks = self.breaks
        block.first_inline = self.inline_count
        self.items.append(block)
        self.block = block
        self.is_open = True

    def end_block(self, how: int) -> None:
        """End the open block, if any, by a break of the given kind."""
        if self.is_open and len(self.items) >= self.limit:
            self.overfull = True
            self.pending = True
        else:
            if self.is_open:
                self.finish()
                self.breaks = how
            elif how == BY_ELEMENT:
                self.breaks = BY_ELEMENT
            elif how == BY_BR and self.breaks == BY_BR:
                self.breaks = BY_BRS
            self.pending = False

    def finish(self) -> None:
        """End the open block; drop it if it has no characters."""
        block = self.block
        if self.gap:
            self.length = self.visible
            self.gap = False
        self.newlines = 0
        self.indent = 0
        self._close_inline(1)
        block.last_inline = self.inline_count
        block.text_end = self.length
        if block.chars:
            self.out[self.length] = 0x0A
            self.length += 1
        else:
            self.items.pop()
            self.length = block.text_start
        self.is_open = False

    # Inline tags. They nest in a fixed order: a link may contain bold, bold italics, italics code.

    def _difference(self) -> int:
        """Return the level of the outermost inline tag that differs from the formatting of the next text, or 0."""
        if self.open_link != self.link:
            return 1
        if self.open_bold != (self.bold > 0):
            return 2
        if self.open_italic != (self.italic > 0):
            return 3
        if self.open_code != (self.code > 0):
            return 4
        if self.open_style != self.style:
            return 5
        return 0

    def _match_formatting(self) -> None:
        """Close and open inline tags to match the formatting of the next text."""
        level = self._difference()
        if level:
            self._close_inline(level)
        if level and self.inline_count < 4 * self.limit:
            if self.link and not self.open_link:
                self._add_inline_tag(LINK_OPEN, self.link_start, self.link_end)
                self.open_link = self.link
                self.block.links += 1
            if self.bold and not self.open_bold:
                self._add_inline_tag(BOLD_OPEN, 0, 0)
                self.open_bold = True
            if self.italic and not self.open_italic:
                self._add_inline_tag(ITALIC_OPEN, 0, 0)
                self.open_italic = True
            if self.code and not self.open_code:
                self._add_inline_tag(CODE_OPEN, 0, 0)
                self.open_code = True
            if self.style:
                self._open_style()

    def _open_style(self) -> None:
        """Open the tags of the style of the next text."""
        for number in range(_STYLES_COUNT):
            if self.style >> number & 1:
                start = self.abbr_start if number == _ABBR else 0
                end = self.abbr_end if number == _ABBR else 0
                self._add_inline_tag(STYLE_OPEN + 2 * number, start, end)
        self.open_style = self.style

    def _close_style(self) -> None:
        """Close the open tags of styles, the last one first."""
        for number in range(_STYLES_COUNT - 1, -1, -1):
            if self.open_style >> number & 1:
                self._add_inline_tag(STYLE_OPEN + 1 + 2 * number, 0, 0)
        self.open_style = 0

    def _close_inline(self, level: int) -> None:
        """Close the inline tags from the innermost out to ``level``."""
        if self.open_style:
            self._close_style()
        if self.open_code and level <= 4:
            self._add_inline_tag(CODE_OPEN + 1, 0, 0)
            self.open_code = False
        if self.open_italic and level <= 3:
            self._add_inline_tag(ITALIC_OPEN + 1, 0, 0)
            self.open_italic = False
        if self.open_bold and level <= 2:
            self._add_inline_tag(BOLD_OPEN + 1, 0, 0)
            self.open_bold = False
        if self.open_link and level <= 1:
            self._add_inline_tag(LINK_OPEN + 1, 0, 0)
            self.open_link = 0

    def _add_inline_tag(self, kind: int, start: int, end: int) -> None:
        at = self.inline_count * INLINE_WIDTH
        if at >= self.inline_capacity:
            self._grow_inline_tags()
        closes = kind & 1 == 0
        self.inline_tags[at] = self.visible if closes and self.gap else self.length
        self.inline_tags[at + 1] = kind
        self.inline_tags[at + 2] = start
        self.inline_tags[at + 3] = end
        self.inline_count += 1

    def _grow_inline_tags(self) -> None:
        larger = array("i", bytes(self.inline_tags) * 2)
        self.inline_capacity = 2 * self.inline_capacity
        self.inline_tags = larger

    # Objects and formulas

    def add_object(self, kind: int, start: int) -> None:
        """Note an image, rule or check box whose tag begins at ``start``, unless it is hidden."""
        if not self._state() & HIDDEN and self.objects_count < self.limit:
            at = self.objects_count * OBJECT_WIDTH
            if at >= self.objects_capacity:
                self.objects = array("i", bytes(self.objects) * 2)
                self.objects_capacity *= 2
            index = len(self.items)
            if self.is_open:
                index -= 1
            else:
                kind += BETWEEN
            if self.pending:
                kind += AFTER_SPACE
            self.objects[at] = kind
            self.objects[at + 1] = start
            self.objects[at + 2] = self.length
            self.objects[at + 3] = index
            self.objects[at + 4] = self.element
            self.objects[at + 5] = self.link_start if self.link else 0
            self.objects[at + 6] = self.link_end if self.link else 0
            self.objects_count += 1

    def all_objects(self) -> array[int]:
        """Return the objects, `OBJECT_WIDTH` numbers each."""
        return array("i", bytes(self.objects[: self.objects_count * OBJECT_WIDTH]))

    def write_formula(self, tex: str, style: int, start: int, end: int) -> None:
        """Write a formula in a style of its own; it stands from ``start`` to ``end`` in the source."""
        if self._fits():
            before = self.style
            self._reserve(4 * len(tex))
            if self.open_style & style and not self.pending:
                self._close_inline(5)  # two formulas without a blank between them stay two
            self.style |= style
            for character in tex:
                self._put(ord(character), start, end)
            self.style = before

    def all_inline_tags(self) -> array[int]:
        """Return the inline tags of all blocks, `INLINE_WIDTH` numbers each."""
        return array("i", bytes(self.inline_tags[: self.inline_count * INLINE_WIDTH]))


# Arithmetic on lanes: eight bytes in one number. The result flags bytes by their high bits. No byte borrows from its
# neighbour, because high bits are set before anything is subtracted.


def _equal(low: int, pattern: int) -> int:
    """Flag the bytes that equal those of ``pattern``; both have no high bits, and the other bits mean nothing."""
    return ~(((low ^ pattern) | _HIGHS) - _ONES)


def _blanks_in(lanes: int) -> int:
    """Flag the spaces."""
    return _equal(lanes & _LOWS, _SPACES) & ~lanes & _HIGHS


def _stops_in(lanes: int) -> int:
    """Flag the bytes that may need more than copying: control characters, ``&:|}~`` and all beyond ASCII.

    ``}`` and ``~`` are among them to save a comparison.
    """
    low = lanes & _LOWS
    flags = lanes | (low + _ABOVE_BARS) | ~((low | _HIGHS) - _SPACES)
    return (flags | _equal(low, _AMPERSANDS) | _equal(low, _COLONS)) & _HIGHS


def _flag_count(flags: int) -> int:
    """Return the number of flagged bytes."""
    return ((flags >> 7) * _ONES & _M64) >> 56


def _flag_place(flag: int) -> int:
    """Return the index of the only flagged byte."""
    return ((flag >> 7) * _PLACES & _M64) >> 56


def _is_bar(point: int) -> bool:
    """Return whether a character separates fields, for the rule about bars."""
    return point == 0x7C or point == 0xA6 or point == 0x2502 or point == 0x2503 or point == 0x2758 or point == 0xFF5C


def _is_space(point: int) -> bool:
    """Return whether a character is white space; no-break spaces are too, because pages use them for layout."""
    if point <= 0x20:
        return point == 0x20 or 0x09 <= point <= 0x0D
    if point > 0x3000:
        return False
    if point < 0x2000:
        return point == 0x85 or point == 0xA0 or point == 0x1680
    return point <= 0x200A or 0x2028 <= point <= 0x2029 or point == 0x202F or point == 0x205F or point == 0x3000


def _is_invisible(point: int) -> bool:
    """Return whether a code point is a control character, soft hyphen, word joiner, byte-order mark or noncharacter."""
    if point < 0x2000:
        return point < 0x20 or 0x7F <= point <= 0x9F or point == 0xAD
    return point == 0x2060 or point == 0xFEFF or 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE
