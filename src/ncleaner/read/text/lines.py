"""The lines of a plain text: their offsets, indentation and depth of quotation, and the width they are filled to.

Strategy: the source is read line by line twice, once to learn its layout and once to divide it into segments. No list
of lines is kept, so a page of eight million empty lines costs no memory. Empty lines are not yielded; the line after
them has ``gap`` set.

A line feed can end a paragraph or just a line, and the line itself does not show which. But programs and people fill
the lines of a paragraph with as many words as fit. So if the first word of the next line would still have fitted, the
line break is deliberate. `FillWidth` learns how much fits on a line: each pair of lines votes for the widths that
explain the break between them.
"""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The widest lines that paragraphs are filled to, in columns: a longer line is a paragraph of its own.
WIDEST = 200

# Narrower lines are verses or list items, unless they are filled exactly; wider lines are paragraphs, unless there are
# many of the same width.
NARROW = 50
WIDE = 100
MANY = 10

# The largest indentation of a ``>`` that marks a quotation: at the margin of mail, or near that of dumps by Lynx.
_QUOTE_INDENT = 4

# The characters that rulers consist of; without those of short answers such as "?!" and "!!!".
RULER = " -_=*~#+.:·•—–―─━═▬…|¦│<>/\\^¯★☆●○■□◆◇▪▫◊§"

# Characters to delete: controls other than white space, byte-order marks, and those that stand for damaged text.
# Damaged bytes are decoded to surrogates, so that no offset is lost.
_INVALID_SPANS = (
    (0x00, 0x09), (0x0E, 0x1C), (0x7F, 0x85), (0x86, 0xA0), (0xDC80, 0xDD00), (0xFEFF, 0xFF00), (0xFFFD, 0x10000),
)  # fmt: skip
_INVALID = {code: None for span in _INVALID_SPANS for code in range(*span)}

# Characters that no line begins or ends with, and those between the marks of a quotation and its text.
_SPACE = (
    "".join(map(chr, range(0x2000, 0x200B))) + "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
)
_BLANK = _SPACE + "".join(map(chr, _INVALID))
_QUOTED = "> \t\xa0" + "".join(map(chr, _INVALID))


class Line:
    """A line with text on it.

    ``start`` and ``end`` are byte offsets, without indentation and the ``>`` of quotations. ``indent`` is in columns,
    ``depth`` is the number of ``>``, and ``width`` the column where the line ends, not counting ``>``. ``text`` has no
    invalid characters and no white space but single spaces. ``gap`` is true if an empty line precedes.
    """

    __slots__ = ("start", "end", "indent", "depth", "text", "width", "gap")

    def __init__(self, start: int, end: int, indent: int, depth: int, text: str, width: int, gap: bool) -> None:
        self.start = start
        self.end = end
        self.indent = indent
        self.depth = depth
        self.text = text
        self.width = width
        self.gap = gap


def lines(source: bytes) -> Iterator[Line]:
    """Yield the lines that are not empty."""
    if b"\r" in source:  # the replacements keep all offsets
        source = source.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    feeds = b"\f" in source
    gap = True
    at = 0
    while at < len(source):
        end = source.find(b"\n", at)
        if end < 0:
            end = len(source)
        if end == at:
            gap = True
        else:
            for start, stop in _pages(source, at, end) if feeds else ((at, end),):
                line = _line(source, start, stop, gap) if start < stop else None
                if line is not None:
                    yield line
                gap = line is None or stop < end
        at = end + 1


def _pages(source: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans between the form feeds in a line."""
    while True:
        feed = source.find(b"\f", start, end)
        if feed < 0:
            yield start, end
            return
        yield start, feed
        start = feed + 1


def _line(source: bytes, start: int, end: int, gap: bool) -> Line | None:
    """Return the line between two offsets, or ``None`` if it is empty."""
    content = source[start:end].decode("utf-8", "surrogateescape")
    trimmed = content.lstrip(_BLANK)
    if not trimmed:
        return None
    indent = len(_valid(content[: len(content) - len(trimmed)])[:WIDEST].expandtabs())
    depth = 0
    if trimmed[0] == ">" and indent <= _QUOTE_INDENT:
        unquoted = trimmed.lstrip(_QUOTED)
        marks = _valid(trimmed[: len(trimmed) - len(unquoted)])
        depth = marks.count(">")
        indent = max(len(marks) - marks.rindex(">") - 2, 0)
        trimmed = unquoted
    visible = _valid(trimmed).rstrip()
    text = " ".join(visible.split())
    if not text:
        return None
    end = start + _size(content.rstrip(_BLANK))
    start = end - _size(trimmed.strip(_BLANK))
    return Line(start, end, indent, depth, text, indent + columns(visible), gap)


def _valid(text: str) -> str:
    """Return the text without invalid characters."""
    return text if text.isprintable() and "\ufffd" not in text else text.translate(_INVALID)


def _size(text: str) -> int:
    """Return the number of bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def columns(text: str) -> int:
    """Return the number of columns that a text takes in a terminal; only the first `WIDEST` + 1 characters count."""
    text = text[: WIDEST + 1]
    if text.isascii() or max(text) < "\u1100":
        return len(text)
    return len(text) + sum(map(is_wide, text))


def is_wide(character: str) -> bool:
    """Return whether a character takes two columns, as East Asian characters do."""
    return character >= "\u1100" and (
        character <= "\u115f"
        or "\u2e80" <= character <= "\ua4cf"
        or "\uac00" <= character <= "\ud7a3"
        or "\uf900" <= character <= "\ufaff"
        or "\ufe30" <= character <= "\ufe6f"
        or "\uff00" <= character <= "\uff60"
        or "\U0001f300" <= character <= "\U0001faff"
        or character >= "\U00020000"
    )


def first_word(text: str) -> int:
    """Return the columns of the first word; before and after an East Asian character a line can break as well."""
    word = text[: WIDEST + 1].partition(" ")[0]
    if word.isascii() or max(word) < "\u1100":
        return len(word)
    for index, character in enumerate(word):
        if is_wide(character):
            return max(index, 2)
    return len(word)


def is_ruler(text: str) -> bool:
    """Return whether a line consists only of characters that rulers are made of."""
    return len(text) > 1 and not text.strip(RULER)


class FillWidth:
    """The width that the paragraphs of a text are filled to, by a vote of its lines.

    Programs fill lines exactly; people do so roughly, so that a line may end up to a fifth before the margin. A vote is
    weighted with the width of the line, because otherwise many short lines would outvote a few paragraphs.
    """

    def __init__(self) -> None:
        size = 3 * WIDEST + 8
        self._exactly = array("q", bytes(8 * size))  # the difference in weight between a width and the width before
        self._roughly = array("q", bytes(8 * size))
        self._lines = array("q", bytes(8 * size))  # the number of lines of a width

    def vote(self, line: Line, following: Line) -> None:
        """Count the votes of a line and of the line below it."""
        if is_ruler(line.text) or is_ruler(following.text):
            return
        width = min(line.width, WIDEST + 1)
        reach = width + 1 + min(first_word(following.text), WIDEST)
        self._lines[width] += 1
        for changes, end in ((self._exactly, reach), (self._roughly, reach + reach // 4)):
            changes[width] += width
            changes[end] -= width

    def decide(self, exactly: bool) -> int:
        """Return the width that explains most line breaks; 0 if the lines of the text are not filled."""
        weights = [width * count for width, count in enumerate(self._lines)]
        best = votes = score = exact = rough = 0
        too_wide = sum(weights)
        for width in range(WIDEST + 1):
            exact += self._exactly[width]
            rough += self._roughly[width]
            too_wide -= weights[width]
            support = exact if exactly or width < NARROW else rough
            if support - too_wide > score:
                best, votes, score = width, support, support - too_wide
        possible = sum(weights[2 * best // 3 + 1 : best + 1])
        few = best > WIDE and sum(self._lines[2 * best // 3 + 1 : best + 1]) < MANY
        return best if not few and 4 * votes >= 3 * possible and 4 * score >= 3 * votes else 0


def usable_width(width: int, exactly: bool) -> int:
    """Return the columns that every line offers: if the next word would have fitted, the break was deliberate."""
    if width == 0:
        return 3 * WIDEST
    return width - 1 if exactly or width < NARROW else width - width // 5
