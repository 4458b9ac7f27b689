"""The division of lines into segments.

Strategy: each line is added to the open segment or begins a new one: after an empty line, at a bullet or a number, if
the depth of quotation or the indentation changes, and if its first word would have fitted on the line above.
"""

from __future__ import annotations

from ncleaner.page.blocks import ITEM, PARAGRAPH
from ncleaner.read.text.dumps import MARGIN, Layout, link_numbers, strip_images
from ncleaner.read.text.lines import Line, first_word, is_ruler, usable_width
from ncleaner.read.text.mail import field_name
from ncleaner.read.text.segment_draft import LINK, SegmentDraft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BULLETS = "*•·‣⁃▪▸►●○◦■□◆"  # that hardly ever begin a line of prose
_STICKING_BULLETS = ("•", "‣", "▪", "●")  # that need no space after them
_DASHES = "-+"  # bullets that can also begin a line of prose
_DEEP_BULLETS = "o#@="  # of Lynx's inner lists
_DEEP = 5  # columns; the smallest indentation of Lynx's inner lists


class Divider:
    """Divides lines into segments, at most ``limit`` of them."""

    def __init__(self, layout: Layout, limit: int) -> None:
        self._layout = layout
        self._limit = limit
        self._count = 0
        self._usable_width = usable_width(layout.width, exactly=layout.is_dump)
        self._linked = iter(layout.linked)
        self._open: SegmentDraft | None = None
        self._closed: SegmentDraft | None = None
        self._last: Line | None = None
        # The list of the open segment: the columns of its bullets and of its text, and its last number.
        self._list_indent = self._list_column = -1
        self._number = 0

    def divide(self, lines: Iterator[Line]) -> Iterator[SegmentDraft]:
        """Yield the segments of a text."""
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
        """Finish the open segment, and drop it if it is empty."""
        if self._open is not None and self._open.close():
            self._closed = self._open
        self._open = None

    def _add(self, line: Line) -> None:
        """Add a line to the open segment, or begin a new one with it."""
        text = self._without_numbers(line.text)
        if not self._is_quoted(line, text):
            line.depth = 0
        alone = is_ruler(text) or (text.startswith("-----") and text.endswith("-----"))
        continues = not alone and self._continues(line)
        marker, number = (0, 0) if alone else list_marker(text, self._layout.is_dump and line.indent >= _DEEP)
        in_header = self._open is not None and self._open.field != "" and not line.gap
        field = field_name(text, known_only=not in_header)
        if marker and self._is_item(line, text, number, continues):
            self._begin(line, ITEM, "", False)
            self._list_indent, self._list_column, self._number = line.indent, line.indent + marker, number
            if number < 0 or (self._layout.is_dump and line.indent > MARGIN):
                text = text[marker:]  # a number that Lynx added; in other texts it is the author's
        elif not continues or (field and in_header):
            self._begin(line, ITEM if self._is_in_item(line) else PARAGRAPH, field, alone)
        if self._open is not None:
            self._open.append(line, text)

    def _begin(self, line: Line, kind: int, field: str, alone: bool) -> None:
        """Begin a segment, unless there are too many; ``alone`` means that it consists of this line only."""
        self._count += 1
        if self._count <= self._limit or self._open is None:
            self._close()
            self._open = SegmentDraft(line, kind, field, alone)

    def warnings(self) -> tuple[str, ...]:
        """Return the warnings about the text, once all of it is divided."""
        if self._count <= self._limit:
            return ()
        return (f"the page has more than {self._limit} blocks; the others were joined",)

    def _is_in_item(self, line: Line) -> bool:
        """Return whether a line that begins a segment still belongs to the last list item; if not, end the list."""
        if 0 < self._list_column <= line.indent:
            return True
        self._list_indent = self._list_column = -1
        return False

    def _without_numbers(self, text: str) -> str:
        """Return the text with `LINK` in place of the numbers of links, and without the names of images."""
        kept = []
        copied = 0  # up to here
        for start, end, _ in link_numbers(text):
            if next(self._linked):
                kept.append(text[copied:start])
                copied = end
        if kept:
            text = LINK.join([*kept, text[copied:]])
        return strip_images(text) if self._layout.is_dump and "[" in text else text

    def _is_quoted(self, line: Line, text: str) -> bool:
        """Return whether ``>`` marks a quotation, not a link in a menu or an escaped ``From`` in a mailbox."""
        last = self._last
        if line.depth == 0 or text.startswith(LINK):
            return False
        follows_text = last is not None and last.depth == 0 and not line.gap
        return not (line.depth == 1 and follows_text and text.startswith("From "))

    def _continues(self, line: Line) -> bool:
        """Return whether a line continues the open segment, judging by gaps, margins and widths."""
        draft, last = self._open, self._last
        if draft is None or last is None or draft.closed or line.gap or line.depth != draft.depth:
            return False
        if draft.field and line.indent > draft.indent:
            return True  # the continuation of a long header field
        width = last.width
        centred = line.indent != last.indent and self._is_centred(last) and self._is_centred(line)
        if centred:
            width += MARGIN - last.indent
        if width + 1 + first_word(line.text) <= self._usable_width:
            return False
        return centred or self._is_aligned(line, draft)

    def _is_centred(self, line: Line) -> bool:
        """Return whether a line of a dump is centred."""
        if not self._layout.is_indented or line.indent < MARGIN:
            return False
        return abs(line.indent + line.width - MARGIN - self._layout.width) <= 3

    def _is_aligned(self, line: Line, draft: SegmentDraft) -> bool:
        """Return whether a line has the indentation that the next line of a segment would have."""
        if draft.lines > 1:
            return abs(line.indent - draft.body) <= (0 if self._layout.is_dump else 1)
        if draft.kind == ITEM:
            return line.indent >= draft.indent
        return line.indent <= draft.indent or not self._layout.is_dump

    def _is_item(self, line: Line, text: str, number: int, continues: bool) -> bool:
        """Return whether a line begins with the marker of a list, not with a dash or a number in a paragraph."""
        same_list = line.indent == self._list_indent
        if number >= 0:
            follows = same_list and number == self._number + 1
            if number != 1 and text.lstrip("(")[0].isalpha() and not follows:
                return False
        else:
            follows = (same_list and self._number < 0) or text[0] not in _DASHES
        return not continues or follows or (self._last is not None and self._last.text[-1] == ":")


def list_marker(text: str, deep: bool = False) -> tuple[int, int]:
    """Return the length of the bullet or number that a line begins with, and the number: −1 for a bullet.

    The result is (0, 0) if there is neither. With ``deep``, the bullets of Lynx's inner lists count, too.
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
