"""Plain text becomes blocks: dumps of text browsers, messages, and any other text.

This is the text mode of the papers (NCleaner, section 2; StupidOS, section 3.1): paragraphs end at empty lines, items
of lists begin with a bullet or a number, invalid characters go, and lines that are certainly furniture are marked.

Strategy, in linear time:

1. `Survey` walks over the lines to learn how wide paragraphs are filled, whether a browser made the text, and which
   numbers in brackets are those of its links.
2. `Divider` walks over them again and puts each on the open segment or begins a new one: after an empty line, at a
   bullet or a number, where the depth of quotation or the indentation changes, and where the next word would still
   have fitted on the line before.
3. Behind it headings, headers and signatures of messages, forms, rulers and bars are marked, and the segments written
   out, a batch at a time.

Where a number of Lynx stood, a segment in the making has a `LINK` sign, a control character that no clean text has.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import (
    BY_BLANK_LINE,
    BY_BR,
    FORM,
    HEADING,
    ITEM,
    LIST,
    PARAGRAPH,
    QUOTE,
    Block,
    Blocks,
    block_limit,
)
from ncleaner.page.elements import Elements
from ncleaner.read.rules import BARS, RULE_BARS, RULE_FORM, RULE_NONE, RULE_REFERENCES, RULE_RULER, looks_like_bars
from ncleaner.read.text.lines import RULER, Line, first_word, is_ruler, is_wide, lines, room
from ncleaner.read.text.lynx import BUTTON, MARGIN, Layout, Survey, is_form, is_frame, link_numbers, strip_images
from ncleaner.read.text.mail import field_name, mark_messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LINK = "\x01"

_BULLETS = "*•·‣⁃▪▸►●○◦■□◆"  # those that hardly ever begin a line of prose
_STICKING_BULLETS = ("•", "‣", "▪", "●")  # those that need no space after them
_DASHES = "-+"  # those that may
_DEEP_BULLETS = "o#@="  # those of Lynx's inner lists
_DEEP = 5

_LONGEST_HEADING = 120
_NO_HEADING = ".,;:。，；："

# The longest run of words after a number of Lynx that is taken for the text of a link as a whole.
_LINK_CHARS = 60
_SEPARATORS = " ·•,;:/>»-" + BARS

# How far below the ruler of a table its rows may stand.
_LONGEST_TABLE = 50

# Segments in the making are large. This many are held at a time, and this many around each for the rules to look at.
_BATCH = 2048
_CONTEXT = 64


class Draft:
    """A segment in the making: its text, and what the rules want to know about its lines.

    ``body`` is the indentation of all lines but the first; ``gap`` tells that an empty line stands before it;
    ``closed`` that no line can follow on it; ``field`` is the name of the header field that it may be.
    """

    __slots__ = (
        "start", "end", "indent", "body", "depth", "gap", "lines", "parts", "text", "kind", "level", "rule", "field",
        "closed",
    )  # fmt: skip

    def __init__(self, line: Line, kind: int, field: str, closed: bool) -> None:
        self.start = line.start
        self.end = line.end
        self.indent = self.body = line.indent
        self.depth = line.depth
        self.gap = line.gap
        self.lines = 0
        self.parts: list[str] = []
        self.text = ""
        self.kind = kind
        self.level = 0
        self.rule = RULE_NONE
        self.field = field
        self.closed = closed

    def append(self, line: Line, text: str) -> None:
        """Put one more line on the segment."""
        if self.parts and not (_is_ideograph(self.parts[-1][-1:]) and _is_ideograph(text[:1])):
            self.parts.append(" ")
        self.parts.append(text)
        self.end = line.end
        self.lines += 1
        if self.lines == 2:
            self.body = line.indent

    def close(self) -> bool:
        """Join the lines; tell whether there is any text."""
        self.text = "".join(self.parts).strip()
        self.parts = []
        return bool(self.text.strip(LINK + " "))


def read(source: bytes) -> Blocks:
    """The blocks of a plain-text page, given in UTF-8."""
    survey = Survey()
    for line in lines(source):
        survey.add(line)
    layout = survey.layout()
    writer = Writer(layout)
    drafts: list[Draft] = []
    done = 0
    divider = Divider(layout, block_limit(len(source)))
    for draft in divider.divide(lines(source)):
        drafts.append(draft)
        if len(drafts) == _BATCH:
            end = _BATCH - _CONTEXT
            _finish(drafts, done, end, layout, writer)
            del drafts[: end - _CONTEXT]
            done = _CONTEXT
    _finish(drafts, done, len(drafts), layout, writer)
    return Blocks(source, bytes(writer.buffer), writer.items, Elements(), array("i"), [""], [], [], divider.warnings())


def _finish(drafts: list[Draft], start: int, end: int, layout: Layout, writer: Writer) -> None:
    """Mark and write some segments; those around them are there for the rules to look at."""
    mark_messages(drafts, start, end)
    for index in range(start, end):
        draft = drafts[index]
        if draft.rule == RULE_NONE:
            if index + 1 < len(drafts):
                _mark_heading(draft, drafts[index + 1], layout)
            draft.rule = _rule(drafts, index, layout)
        writer.write(draft)


class Divider:
    """Divides lines into segments."""

    def __init__(self, layout: Layout, limit: int) -> None:
        self._layout = layout
        self._limit = limit
        self._count = 0
        self._room = room(layout.width, exactly=layout.dump)
        self._linked = iter(layout.linked)
        self._open: Draft | None = None
        self._closed: Draft | None = None
        self._last: Line | None = None
        # The list that the open segment belongs to: where its marks and its text stand, and the last number in it.
        self._list_indent = self._list_column = -1
        self._number = 0

    def divide(self, lines: Iterator[Line]) -> Iterator[Draft]:
        """The segments of a text."""
        for line in lines:
            self._add(line)
            self._last = line
            if self._closed is not None:
                yield self._closed
                self._closed = None
        self._close()
        if self._closed is not None:
            yield self._closed

    def _close(self) -> None:
        if self._open is not None and self._open.close():
            self._closed = self._open
        self._open = None

    def _add(self, line: Line) -> None:
        text = self._without_numbers(line.text)
        if not self._is_quoted(line, text):
            line.depth = 0
        alone = is_ruler(text) or (text.startswith("-----") and text.endswith("-----"))
        goes_on = not alone and self._goes_on(line)
        mark, number = (0, 0) if alone else list_mark(text, self._layout.dump and line.indent >= _DEEP)
        in_header = self._open is not None and self._open.field != "" and not line.gap
        field = field_name(text, known_only=not in_header)
        if mark and self._is_item(line, text, number, goes_on):
            self._begin(line, ITEM, "", False)
            self._list_indent, self._list_column, self._number = line.indent, line.indent + mark, number
            if number < 0 or (self._layout.dump and line.indent > MARGIN):
                text = text[mark:]  # Lynx numbers lists itself; in other texts their writers do
        elif not goes_on or (field and in_header):
            self._begin(line, ITEM if self._is_in_item(line) else PARAGRAPH, field, alone)
        if self._open is not None:
            self._open.append(line, text)

    def _begin(self, line: Line, kind: int, field: str, alone: bool) -> None:
        self._count += 1
        if self._count <= self._limit or self._open is None:
            self._close()
            self._open = Draft(line, kind, field, alone)

    def warnings(self) -> tuple[str, ...]:
        """What there is to say about the text, after all of it was divided."""
        if self._count <= self._limit:
            return ()
        return (f"the page has more than {self._limit} blocks; the others were joined",)

    def _is_in_item(self, line: Line) -> bool:
        """Whether a line that begins a segment belongs to the last item still; if not, its list is at an end."""
        if 0 < self._list_column <= line.indent:
            return True
        self._list_indent = self._list_column = -1
        return False

    def _without_numbers(self, text: str) -> str:
        """The text with a sign in place of each number of a link, and without the names of images."""
        kept = []
        at = 0
        for start, end, _ in link_numbers(text):
            if next(self._linked):
                kept.append(text[at:start])
                at = end
        if kept:
            text = LINK.join([*kept, text[at:]])
        return strip_images(text) if self._layout.dump and "[" in text else text

    def _is_quoted(self, line: Line, text: str) -> bool:
        """Whether quotation marks are ones: they are also arrows before links, and guard lines that begin ``From``."""
        last = self._last
        if line.depth == 0 or text.startswith(LINK):
            return False
        follows_text = last is not None and last.depth == 0 and not line.gap
        return not (line.depth == 1 and follows_text and text.startswith("From "))

    def _goes_on(self, line: Line) -> bool:
        """Whether a line continues the open segment, as far as gaps, margins and widths can tell."""
        draft, last = self._open, self._last
        if draft is None or last is None or draft.closed or line.gap or line.depth != draft.depth:
            return False
        if draft.field and line.indent > draft.indent:
            return True  # long fields of a header go on so
        width = last.width
        centred = line.indent != last.indent and self._is_centred(last) and self._is_centred(line)
        if centred:
            width += MARGIN - last.indent
        if width + 1 + first_word(line.text) <= self._room:
            return False
        return centred or self._is_aligned(line, draft)

    def _is_centred(self, line: Line) -> bool:
        layout = self._layout
        return layout.set_in and line.indent >= MARGIN and abs(line.indent + line.width - MARGIN - layout.width) <= 3

    def _is_aligned(self, line: Line, draft: Draft) -> bool:
        """Whether a line stands where the next line of a segment would stand."""
        if draft.lines > 1:
            return abs(line.indent - draft.body) <= (0 if self._layout.dump else 1)
        if draft.kind == ITEM:
            return line.indent >= draft.indent
        return line.indent <= draft.indent or not self._layout.dump

    def _is_item(self, line: Line, text: str, number: int, goes_on: bool) -> bool:
        """Whether the mark that a line begins with is that of a list, not a dash or a number inside a paragraph."""
        same_list = line.indent == self._list_indent
        if number >= 0:
            follows = same_list and number == self._number + 1
            if number != 1 and text.lstrip("(")[0].isalpha() and not follows:
                return False
        else:
            follows = (same_list and self._number < 0) or text[0] not in _DASHES
        return not goes_on or follows or (self._last is not None and self._last.text[-1] == ":")


def list_mark(text: str, deep: bool = False) -> tuple[int, int]:
    """The length of the bullet or number that a line begins with, and the number; −1 for a bullet, (0, 0) for neither.

    ``deep`` tells that the line stands where Lynx has its inner lists.
    """
    if not text:
        return 0, 0
    first = text[0]
    if first in _STICKING_BULLETS:
        return 1 + (text[1:2] == " "), -1
    if text[1:2] in ("", " ") and (first in _BULLETS or first in _DASHES or (deep and first in _DEEP_BULLETS)):
        return 2, -1
    head, space, _ = text[:8].partition(" ")
    body = head[:-1].removeprefix("(")
    if space and head[-1] in ".)":
        if body.isdecimal() and len(body) <= 3:
            return len(head) + 1, int(body)
        if len(body) == 1 and head[-1] == ")" and "a" <= body.lower() <= "z":
            return len(head) + 1, ord(body.lower()) - ord("a") + 1
    return 0, 0


def _is_ideograph(character: str) -> bool:
    """Whether a character is of a script that is written without spaces: Han, kana and their punctuation."""
    return "\u2e80" <= character <= "\ua4cf" or ("\uf900" <= character and is_wide(character))


def _mark_heading(draft: Draft, below: Draft, layout: Layout) -> None:
    """Mark a line that is underlined, or stands out from the margin of a dump."""
    if draft.lines > 2:
        return
    if _underlines(below, draft):
        draft.kind = HEADING
        draft.level = 1 if below.text[0] == "=" else 2
    elif layout.set_in and draft.gap and below.gap and _stands_out(draft):
        draft.kind, draft.level = HEADING, 2


def _underlines(below: Draft, draft: Draft) -> bool:
    """Whether a segment is a line of ``=`` or ``-`` about as long as the line right above it."""
    text = below.text
    if below.gap or below.depth != draft.depth or len(text) < 3 or text[0] not in "=-" or text.strip(text[0]):
        return False
    return draft.lines == 1 and abs(len(text) - len(draft.text)) <= max(2, len(draft.text) // 4)


def _stands_out(draft: Draft) -> bool:
    if draft.indent >= MARGIN or draft.depth or draft.kind != PARAGRAPH or len(draft.text) > _LONGEST_HEADING:
        return False
    return draft.text[-1] not in _NO_HEADING and any(map(str.isalpha, draft.text))


def _rule(drafts: list[Draft], index: int, layout: Layout) -> int:
    """The number of the rule that is certain that a segment is furniture."""
    draft = drafts[index]
    text = draft.text
    plain = text.replace(LINK, "")
    if 0 <= layout.references <= draft.start:
        return RULE_REFERENCES
    if not plain.strip(RULER):
        return RULE_RULER
    if layout.dump:
        if is_form(text):
            return RULE_FORM
        if is_frame(text, text.count(LINK)):
            return RULE_REFERENCES
    return RULE_BARS if looks_like_bars(plain) and not _is_table_row(drafts, index) else RULE_NONE


def _is_table_row(drafts: list[Draft], index: int) -> bool:
    """Whether a segment is a row of a table drawn with bars: the ruler under its head is near."""
    return any(
        "|" in draft.text and "--" in draft.text and not draft.text.strip("|-:+ ")
        for draft in drafts[max(index - _LONGEST_TABLE, 0) : index + 2]
    )


class Writer:
    """Writes segments out: their text into a buffer, and the blocks that point into it."""

    def __init__(self, layout: Layout) -> None:
        self.buffer = bytearray()
        self.items: list[Block] = []
        self._dump = layout.dump

    def write(self, draft: Draft) -> None:
        """Write a segment, if there is anything to be seen of it."""
        text = draft.text.replace(LINK, "")
        if self._dump and BUTTON in text:
            text = text.replace(BUTTON, "")
        text = " ".join(text.split())
        if text:
            if self.buffer:
                self.buffer += b"\n"
            block = _block(draft, text, len(self.buffer))
            self.buffer += text.encode("utf-8")
            block.text_end = len(self.buffer)
            self.items.append(block)


def _block(draft: Draft, text: str, text_start: int) -> Block:
    block = Block()
    block.start, block.end, block.text_start, block.element = draft.start, draft.end, text_start, -1
    block.kind, block.level, block.rule = draft.kind, draft.level, draft.rule
    block.state = (QUOTE if draft.depth else 0) | (LIST if draft.kind == ITEM else 0)
    if draft.rule == RULE_FORM or draft.text.startswith(BUTTON):
        block.state |= FORM
    block.breaks = BY_BLANK_LINE if draft.gap else BY_BR
    block.words = text.count(" ") + 1
    block.chars = len(text) - text.count(" ")
    block.bars = sum(map(text.count, BARS))
    block.links = draft.text.count(LINK)
    block.link_chars = min(_linked_chars(draft.text), block.chars) if block.links else 0
    return block


def _linked_chars(text: str) -> int:
    """How many characters of a segment are links: all if it is a row of links, else the first word of each."""
    before, *linked = text.split(LINK)
    if not any(map(str.isalnum, before)) and all(len(piece) <= _LINK_CHARS and ". " not in piece for piece in linked):
        return sum(len("".join(piece.strip(_SEPARATORS).split())) for piece in linked)
    return sum(len(piece.lstrip()[:_LINK_CHARS].partition(" ")[0]) for piece in linked)
