"""The lines of a plain text: where each stands, how far it is indented and quoted, and how wide the text was filled.

Strategy: the source is walked line by line, once for a survey and once to divide it into segments; no list of lines
is kept, so a page of eight million empty lines costs no memory. Empty lines are not handed out, the line after them
says that there was a gap.

Whether a line feed is the end of a paragraph or only the end of a line cannot be seen on the line itself. But whoever
fills paragraphs puts as many words on a line as there is room for. So if the first word of the next line would
still have fitted, somebody wanted the break. `FillWidth` learns how much room there was: every pair of lines votes for
the widths that explain the break between them.
"""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Columns beyond which nobody fills lines: a longer line is a paragraph of its own.
WIDEST = 200

# Lines that are narrower are verses or entries of a list, unless they are filled exactly; lines that are wider are
# paragraphs, unless there are many of the same width.
NARROW = 50
WIDE = 100
MANY = 10

# Quotation marks of mail stand at the margin, or where Lynx has its margin.
_QUOTE_INDENT = 4

# What rulers are made of. Not the marks that people answer with: "?!", "!!!".
RULER = " -_=*~#+.:·•—–―─━═▬…|¦│<>/\\^¯★☆●○■□◆◇▪▫◊§"

# What is not text: controls other than white space, and code points that say that there was something illegible.
_INVALID = {
    code: None
    for span in ((0x00, 0x09), (0x0E, 0x1C), (0x7F, 0x85), (0x86, 0xA0), (0xFEFF, 0xFF00), (0xFFFD, 0x10000))
    for code in range(*span)
}


class Line:
    """A line with text on it.

    ``start`` and ``end`` are its bytes without the margin and the quotation marks; ``indent`` counts columns, ``depth``
    quotation marks; ``width`` is the column where it ends, quotation marks apart. ``text`` is clean and white space in
    it folded. ``gap`` tells that there is an empty line before it.
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
    """The lines that have text on them, in order."""
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
    """The parts of a line that form feeds divide it into."""
    while True:
        feed = source.find(b"\f", start, end)
        if feed < 0:
            yield start, end
            return
        yield start, feed
        start = feed + 1


def _line(source: bytes, start: int, end: int, gap: bool) -> Line | None:
    content = source[start:end]
    text = content.decode("utf-8", "replace")
    if not text.isprintable() or "\ufffd" in text:
        text = text.translate(_INVALID)
    shown = text.lstrip()
    if not shown:
        return None
    indent = len(text[: min(len(text) - len(shown), WIDEST)].expandtabs())
    start += len(content) - len(content.lstrip())
    end -= len(content) - len(content.rstrip())
    depth = 0
    if shown[0] == ">" and indent <= _QUOTE_INDENT:
        unquoted = shown.lstrip("> \t\xa0")
        marks = shown[: len(shown) - len(unquoted)]
        depth = marks.count(">")
        indent = max(len(marks) - marks.rindex(">") - 2, 0)
        start += len(marks.encode())
        shown = unquoted
    text = " ".join(shown.split())
    return Line(start, end, indent, depth, text, indent + columns(shown.rstrip()), gap) if text else None


def columns(text: str) -> int:
    """The columns a text takes in a terminal, counted up to a few more than `WIDEST`."""
    text = text[: WIDEST + 1]
    if text.isascii() or max(text) < "\u1100":
        return len(text)
    return len(text) + sum(map(is_wide, text))


def is_wide(character: str) -> bool:
    """Whether a character takes two columns, as those of East Asia do."""
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
    """The columns of the first piece of a text before which, but not within which, a line may be broken."""
    word = text[: WIDEST + 1].partition(" ")[0]
    if word.isascii() or max(word) < "\u1100":
        return len(word)
    for index, character in enumerate(word):
        if is_wide(character):
            return max(index, 2)
    return len(word)


def is_ruler(text: str) -> bool:
    """Whether a line is of punctuation only."""
    return len(text) > 1 and not text.strip(RULER)


class FillWidth:
    """The width that the paragraphs of a text are filled to, found by the votes of its lines.

    A program fills lines exactly, a person about so: then a line may also end a fifth before the margin. A vote has the
    weight of the line's width, or else a few paragraphs would count for less than the short lines around them.
    """

    def __init__(self) -> None:
        size = 3 * WIDEST + 8
        self._exact = array("q", bytes(8 * size))  # how much more weight a width has than the one before
        self._about = array("q", bytes(8 * size))
        self._lines = array("q", bytes(8 * size))  # how many lines there are of a width

    def vote(self, line: Line, following: Line) -> None:
        """Count a line and the one after it in the same paragraph."""
        if is_ruler(line.text) or is_ruler(following.text):
            return
        width = min(line.width, WIDEST + 1)
        reach = width + 1 + min(first_word(following.text), WIDEST)
        self._lines[width] += 1
        for changes, end in ((self._exact, reach), (self._about, reach + reach // 4)):
            changes[width] += width
            changes[end] -= width

    def decide(self, exactly: bool) -> int:
        """The width that explains most breaks; 0 if the lines of the text are not filled."""
        weights = [width * count for width, count in enumerate(self._lines)]
        best = votes = score = exact = about = 0
        too_wide = sum(weights)
        for width in range(WIDEST + 1):
            exact += self._exact[width]
            about += self._about[width]
            too_wide -= weights[width]
            support = exact if exactly or width < NARROW else about
            if support - too_wide > score:
                best, votes, score = width, support, support - too_wide
        at_issue = sum(weights[2 * best // 3 + 1 : best + 1])
        few = best > WIDE and sum(self._lines[2 * best // 3 + 1 : best + 1]) < MANY
        return best if not few and 4 * votes >= 3 * at_issue and 4 * score >= 3 * votes else 0


def room(width: int, exactly: bool) -> int:
    """The columns that a line surely has: if the next word would have fitted there, the break was wanted."""
    if width == 0:
        return 3 * WIDEST
    return width - 1 if exactly or width < NARROW else width - width // 5
