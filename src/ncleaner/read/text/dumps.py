"""Dumps of web pages by text browsers: how to recognise them, and the traces that browsers leave in them.

Lynx (and ELinks, which uses the same format) indents text by three columns and sets headings at the margin. It numbers
the links of the page (``see [12]the manual``), prints the names of images and the outlines of form fields, and ends
with the numbered list of the links' addresses. `LayoutDetector` looks for these signs in one pass over the lines.

People also write numbers in brackets. The numbers of links are the longest ascending chain among all bracketed numbers
(patience sorting, O(n log n)); few numbers are missing from it, and linked words follow without a space.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ncleaner.read.text.lines import FillWidth, Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MARGIN = 3

# The width that Lynx fills paragraphs to on its default screen of 80 columns.
_WIDTH = 74

# The longest image name in brackets, and the placeholders of images without a name.
_LONGEST_NAME = 120
_PLACEHOLDERS = frozenset(["IMAGE", "IMG", "INLINE", "LINK", "USEMAP", "ISMAP", "EMBED", "OBJECT"])
_IMAGE_ENDINGS = (".gif", ".jpg", ".jpeg", ".png", ".svg", ".webp", ".ico", ".bmp", ".avif", ".tif", ".cgi", ".php")

# Lynx puts this before a button, whose text can be boilerplate, or a question whose answer the button reveals.
BUTTON = "(BUTTON)"

_NOT_LINKED = " .,;:!?)]"
_BOXES = ("[ ] ", "[X] ", "[x] ", "[_] ", "( ) ", "(*) ", "(_) ")


class Layout:
    """The layout of a text.

    ``width`` is the width that paragraphs are filled to, 0 if they are not. ``is_dump`` is true if a text browser made
    the text, ``is_indented`` if it has the margin of a browser. ``link_list`` is the byte offset of the list of links,
    −1 if there is none. ``linked`` has a 1 for each bracketed number that is the number of a link, and a 0 for others,
    in the order of the text.
    """

    __slots__ = ("width", "is_dump", "is_indented", "link_list", "linked")

    def __init__(self, width: int, is_dump: bool, is_indented: bool, link_list: int, linked: bytearray) -> None:
        self.width = width
        self.is_dump = is_dump
        self.is_indented = is_indented
        self.link_list = link_list
        self.linked = linked


class LayoutDetector:
    """Counts the signs of a browser's dump in the lines of a text, and learns the width of its paragraphs."""

    def __init__(self) -> None:
        self._fill = FillWidth()
        self._link_list = LinkList()
        self._numbers = array("q")  # in brackets
        self._touching = bytearray()  # 1 for each number that a word follows without a space
        self._lines = self._indented = self._at_margin = 0
        self._last: Line | None = None

    def add(self, line: Line) -> None:
        """Count the next line."""
        if not self._link_list.add(line):
            self._lines += 1
            self._indented += line.indent >= MARGIN
            self._at_margin += line.indent == MARGIN
        for _, end, number in link_numbers(line.text):
            self._numbers.append(number)
            self._touching.append(line.text[end : end + 1] not in _NOT_LINKED)
        last = self._last
        if last is not None and not line.gap and line.depth == last.depth and line.text[:2] not in ("* ", "+ ", "- "):
            self._fill.vote(last, line)
        self._last = line

    def layout(self) -> Layout:
        """Return the layout of the lines so far."""
        is_indented = self._lines >= 3 and 10 * self._indented >= 7 * self._lines and 8 * self._at_margin >= self._lines
        link_list = self._link_list.start
        linked = bytearray(len(self._numbers))
        chain = ascending(self._numbers)
        touching = sum(self._touching[index] for index in chain)
        plausible = is_indented or link_list >= 0 or len(chain) >= 3
        if chain and plausible and 2 * touching >= len(chain) and self._is_dense(chain):
            for index in chain:
                linked[index] = 1
        is_dump = is_indented or 1 in linked
        width = self._fill.decide(exactly=is_dump) or (_WIDTH if is_dump else 0)
        return Layout(width, is_dump, is_indented, link_list if is_dump else -1, linked)

    def _is_dense(self, chain: list[int]) -> bool:
        return self._numbers[chain[-1]] - self._numbers[chain[0]] < 2 * len(chain)


class LinkList:
    """Finds the list of links at the end of a dump: a heading at the margin, followed only by addresses.

    ``start`` is the byte offset of its heading, −1 while there is none.
    """

    def __init__(self) -> None:
        self.start = -1
        self._heading = -1  # the offset of a line that may be the heading of the list

    def add(self, line: Line) -> bool:
        """Read the next line; return whether it looks like an entry of the list."""
        if _is_entry(line.text):
            if self.start < 0:
                self.start = self._heading
            return True
        if self.start < 0 or not self._belongs(line):
            self.start = -1
            if line.gap and line.indent < MARGIN and len(line.text) < 40:
                self._heading = line.start
            elif not (self._heading >= 0 and line.gap and line.text[-1] == ":"):  # such as "Visible links:"
                self._heading = -1
        return False

    def _belongs(self, line: Line) -> bool:
        """Return whether a line within the list is a heading (``Hidden links:``) or the address of an image map."""
        if line.gap:
            return line.text[-1] in ":]" and len(line.text) < 40
        return "://" in line.text and " " not in line.text


def _is_entry(text: str) -> bool:
    """Return whether a line is an entry of the list of links, such as ``12. http://example.org/``."""
    number, dot, address = text[:1000].partition(". ")
    scheme, colon, rest = address.partition(":")
    if not (dot and colon and number.isdecimal() and len(number) < 7):
        return False
    return rest[:1] != " " and scheme.isascii() and scheme.replace("-", "").isalnum()


def link_numbers(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the start, end and value of each number in brackets."""
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start, start + 9)
        if end > 0 and text[start + 1 : end].isdecimal():
            yield start, end + 1, int(text[start + 1 : end])
        start = text.find("[", start + 1)


def is_image(name: str) -> bool:
    """Return whether a text in brackets is one that Lynx shows in place of an image."""
    if name in _PLACEHOLDERS:
        return True
    return " " not in name and name.partition("#")[0].partition("?")[0].lower().endswith(_IMAGE_ENDINGS)


def strip_images(text: str) -> str:
    """Return the text without the names of images."""
    kept = []
    copied = 0  # up to here
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start, start + _LONGEST_NAME)
        if end > 0 and is_image(text[start + 1 : end]):
            kept.append(text[copied:start])
            copied = end + 1
        start = text.find("[", start + 1)
    return " ".join(" ".join([*kept, text[copied:]]).split()) if kept else text


def ascending(numbers: array[int]) -> list[int]:
    """Return the indices of the longest strictly ascending subsequence."""
    tails: list[int] = []  # the smallest number that a chain of each length can end with
    indices: list[int] = []  # of these numbers
    previous = array("q", bytes(8 * len(numbers)))
    for index, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous[index] = indices[length - 1] if length else -1
        tails[length : length + 1] = [number]
        indices[length : length + 1] = [index]
    chain = indices[-1:]
    while chain and previous[chain[-1]] >= 0:
        chain.append(previous[chain[-1]])
    return chain[::-1]


def is_form(text: str) -> bool:
    """Return whether a line of a dump is a form field or a check box with at most a label."""
    if text.startswith(_BOXES):
        return text.count(" ") <= 8
    return "_____" in text and len(text.replace("_", " ").replace("[", " ").split()) <= 4


def is_frame(text: str, links: int) -> bool:
    """Return whether a line of a dump stands for a frame or for the ``<link>`` elements of the page."""
    return links > 0 and text.startswith(("IFRAME:", "FRAME:", "#"))
