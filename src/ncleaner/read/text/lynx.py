"""What a text browser leaves in a dump of a page, and how to tell a dump from another text.

Lynx (and ELinks, which has its format) sets text three columns in and headings at the margin, numbers the links in
the order of the page (``see [12]the manual``), prints the names of images and the outlines of form fields, and ends
with the numbered list of addresses that the links lead to. `Survey` looks for these signs in one pass over the lines.

People write numbers in brackets, too. Those of the links are the longest ascending chain among all of them (patience
sorting, O(n log n)), they leave few numbers out, and the words that are linked stick to them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ncleaner.read.text.lines import FillWidth, Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MARGIN = 3

# How wide Lynx fills paragraphs on its usual screen of 80 columns.
_WIDTH = 74

# The longest bracket that may be the name of an image, and the names that stand for images without one.
_LONGEST_NAME = 120
_PLACEHOLDERS = frozenset(["IMAGE", "IMG", "INLINE", "LINK", "USEMAP", "ISMAP", "EMBED", "OBJECT"])
_IMAGE_ENDINGS = (".gif", ".jpg", ".jpeg", ".png", ".svg", ".webp", ".ico", ".bmp", ".avif", ".tif", ".cgi", ".php")

# What Lynx puts before a button. Its text may be furniture, or the question of an answer that unfolds.
BUTTON = "(BUTTON)"

_NO_WORD = " .,;:!?)]"
_BOXES = ("[ ] ", "[X] ", "[x] ", "[_] ", "( ) ", "(*) ", "(_) ")


class Layout:
    """What the survey found.

    ``width`` is how wide paragraphs are filled, 0 if they are not. ``dump`` tells whether a text browser made the text,
    ``set_in`` whether it has a browser's margin; ``references`` is where the list of links begins in bytes, −1 for
    nowhere; ``linked`` has a 1 for each number in brackets that is the number of a link, in the order of the text.
    """

    __slots__ = ("width", "dump", "set_in", "references", "linked")

    def __init__(self, width: int, dump: bool, set_in: bool, references: int, linked: bytearray) -> None:
        self.width = width
        self.dump = dump
        self.set_in = set_in
        self.references = references
        self.linked = linked


class Survey:
    """One pass over the lines of a text, to know what kind of text it is."""

    def __init__(self) -> None:
        self._fill = FillWidth()
        self._references = References()
        self._numbers = array("q")
        self._sticks = bytearray()
        self._lines = self._set_in = self._at_margin = 0
        self._last: Line | None = None

    def add(self, line: Line) -> None:
        """Take notice of the next line."""
        if not self._references.add(line):
            self._lines += 1
            self._set_in += line.indent >= MARGIN
            self._at_margin += line.indent == MARGIN
        for _, end, number in link_numbers(line.text):
            self._numbers.append(number)
            self._sticks.append(line.text[end : end + 1] not in _NO_WORD)
        last = self._last
        if last is not None and not line.gap and line.depth == last.depth and line.text[:2] not in ("* ", "+ ", "- "):
            self._fill.vote(last, line)
        self._last = line

    def layout(self) -> Layout:
        """What kind of text it is."""
        set_in = self._lines >= 3 and 10 * self._set_in >= 7 * self._lines and 8 * self._at_margin >= self._lines
        references = self._references.start
        linked = bytearray(len(self._numbers))
        chain = ascending(self._numbers)
        sticking = sum(self._sticks[index] for index in chain)
        certain = set_in or references >= 0 or len(chain) >= 3
        if chain and certain and 2 * sticking >= len(chain) and self._is_dense(chain):
            for index in chain:
                linked[index] = 1
        dump = set_in or 1 in linked
        width = self._fill.decide(exactly=dump) or (_WIDTH if dump else 0)
        return Layout(width, dump, set_in, references if dump else -1, linked)

    def _is_dense(self, chain: list[int]) -> bool:
        return self._numbers[chain[-1]] - self._numbers[chain[0]] < 2 * len(chain)


class References:
    """Finds the list of links at the end of a dump: a heading at the margin, and nothing but addresses after it."""

    def __init__(self) -> None:
        self.start = -1
        self._heading = -1  # where a line stands that may be the heading of the list

    def add(self, line: Line) -> bool:
        """Take notice of the next line; tell whether it looks like an entry."""
        if _is_entry(line.text):
            if self.start < 0:
                self.start = self._heading
            return True
        if self.start < 0 or not self._belongs(line):
            self.start = -1
            if line.gap and line.indent < MARGIN and len(line.text) < 40:
                self._heading = line.start
            elif not (self._heading >= 0 and line.gap and line.text[-1] == ":"):  # as in "Visible links:"
                self._heading = -1
        return False

    def _belongs(self, line: Line) -> bool:
        """Whether a line inside the list is a heading, as in ``Hidden links:``, or the address of an image map."""
        if line.gap:
            return line.text[-1] in ":]" and len(line.text) < 40
        return "://" in line.text and " " not in line.text


def _is_entry(text: str) -> bool:
    """Whether a line is an entry of the list of links, as in ``12. http://example.org/``."""
    number, dot, address = text[:1000].partition(". ")
    scheme, colon, rest = address.partition(":")
    if not (dot and colon and number.isdecimal() and len(number) < 7):
        return False
    return rest[:1] != " " and scheme.isascii() and scheme.replace("-", "").isalnum()


def link_numbers(text: str) -> Iterator[tuple[int, int, int]]:
    """The numbers in brackets: start, end and value."""
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start, start + 9)
        if end > 0 and text[start + 1 : end].isdecimal():
            yield start, end + 1, int(text[start + 1 : end])
        start = text.find("[", start + 1)


def is_image(name: str) -> bool:
    """Whether a text in brackets is what Lynx shows in place of an image."""
    if name in _PLACEHOLDERS:
        return True
    return " " not in name and name.partition("#")[0].partition("?")[0].lower().endswith(_IMAGE_ENDINGS)


def strip_images(text: str) -> str:
    """The text without the names of images."""
    kept = []
    at = 0
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start, start + _LONGEST_NAME)
        if end > 0 and is_image(text[start + 1 : end]):
            kept.append(text[at:start])
            at = end + 1
        start = text.find("[", start + 1)
    return " ".join(" ".join([*kept, text[at:]]).split()) if kept else text


def ascending(numbers: array[int]) -> list[int]:
    """The places of the longest strictly ascending chain among some numbers."""
    tails: list[int] = []  # the smallest number that a chain of each length can end with
    places: list[int] = []  # where it stands
    before = array("q", bytes(8 * len(numbers)))
    for place, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before[place] = places[length - 1] if length else -1
        tails[length : length + 1] = [number]
        places[length : length + 1] = [place]
    chain = places[-1:]
    while chain and before[chain[-1]] >= 0:
        chain.append(before[chain[-1]])
    return chain[::-1]


def is_form(text: str) -> bool:
    """Whether a line of a dump is a field or a box of a form, with no more than a label."""
    if text.startswith(_BOXES):
        return text.count(" ") <= 8
    return "_____" in text and len(text.replace("_", " ").replace("[", " ").split()) <= 4


def is_frame(text: str, links: int) -> bool:
    """Whether a line of a dump stands for a frame or for the ``<link>`` elements of the page."""
    return links > 0 and text.startswith(("IFRAME:", "FRAME:", "#"))
