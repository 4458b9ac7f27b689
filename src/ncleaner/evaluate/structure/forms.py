"""The structures of a page or of its Markdown, in a form in which both can be compared."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

Table = list[list[str]]
"""The texts of the cells, row by row; a row ends at its last cell with text, and the table at its last such row."""

OBJECT = "\ufffc"  # stands for a formula or a sign of a note in a text

_DASHES = dict.fromkeys(map(ord, "–—‐‑‒−"), "-")
_LEFT_OUT = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2060-\u2064\ufe0e\ufe0f\ufeff\ufffc'\"‘’ʼ‚‛“”„‟«»‹›`´]+"
)
_ITEM_MARKER = re.compile(r"\A(?:[-•*]|\d{1,9}[.)])\s+")
_NOTE_SIGN = re.compile(r"\s*(?:\[?\w{1,3}\]?|[*†‡])\s*")
_DISPLAY_STYLE = re.compile(r"\{\\displaystyle(?![A-Za-z])(.*)\}", re.DOTALL)
_COMMAND = re.compile(r"\\\\|\\(?:begin|end)\{\w+\}|\\[A-Za-z]+")


@dataclass(slots=True)
class Items:
    """A list: its depth among lists, and the number, the text and the box of each item.

    The texts are `plain_lines`; the text of an item is without that of inner lists, tables and code. A number is None
    for bullets, a box is None if the item is no task. ``dropped`` is the number of items that the engine dropped.
    """

    depth: int
    dropped: int = 0
    numbers: list[int | None] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    boxes: list[bool | None] = field(default_factory=list)

    def add(self, number: int | None, text: str = "", box: bool | None = None) -> None:
        """Add an item."""
        self.numbers.append(number)
        self.texts.append(text)
        self.boxes.append(box)


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code: its language, "" if unknown, and its lines, without empty ones at both ends.

    ``dropped`` is the number of lines that the engine dropped.
    """

    language: str
    lines: list[str]
    dropped: int = 0


@dataclass(slots=True)
class Quote:
    """A quotation: its depth among quotations, and its text without that of lists, tables and code in it."""

    depth: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: its TeX, "" if the page does not have it, the text that the page shows, and whether it is displayed.

    ``place`` is the index of its node; ``is_kept`` is false if the engine dropped the text around it.
    """

    tex: str
    shown: str = ""
    display: bool = False
    place: int = -1
    is_kept: bool = True

    @property
    def key(self) -> str:
        """What is the same in a formula and in TeX that it was converted to: its letters and digits, in any order."""
        return "".join(sorted(skeleton(self.tex or self.shown)))


@dataclass(slots=True)
class Structures:
    """All structures in their order.

    ``dropped_cells`` has for each table how many cells with text the engine dropped. ``texts`` has the lines of all
    text of Markdown, in structures or not.
    """

    tables: list[Table] = field(default_factory=list)
    dropped_cells: list[int] = field(default_factory=list)
    lists: list[Items] = field(default_factory=list)
    code: list[Code] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def plain(text: str) -> str:
    """Return the text without white space, quotation marks and invisible characters, and with one kind of dash."""
    return _LEFT_OUT.sub("", unicodedata.normalize("NFKC", text)).translate(_DASHES)


def plain_lines(text: str) -> str:
    """Return the lines of a text that are not empty, each as `plain` returns it."""
    return "\n".join(filter(None, map(plain, text.split("\n"))))


def plain_cell(text: str) -> str:
    """Return `plain_lines` of the text of a cell, without the markers of items at the starts of its lines."""
    return plain_lines("\n".join(_ITEM_MARKER.sub("", line.strip(), count=1) for line in text.split("\n")))


def joined(text: str) -> str:
    """Return plain lines as one: line breaks are no part of what is compared."""
    return text.replace("\n", "")


def without_empty_ends(lines: list[str]) -> list[str]:
    """Return lines of code without white space at their ends, and without empty lines at both ends."""
    lines = [line.replace("\xa0", " ").rstrip() for line in lines]
    full = [number for number, line in enumerate(lines) if line]
    return lines[full[0] : full[-1] + 1] if full else []


def trimmed(rows: Table) -> Table:
    """Return a table without the empty cells at the ends of its rows, and without empty rows at its end."""
    rows = [row[: max((column + 1 for column, cell in enumerate(row) if cell), default=0)] for row in rows]
    return rows[: max((number + 1 for number, row in enumerate(rows) if row), default=0)]


def is_note_sign(text: str) -> bool:
    """Return whether the text of a link to a place in the page is the number or the sign of a note."""
    return _NOTE_SIGN.fullmatch(text) is not None


def plain_tex(tex: str) -> str:
    """Return TeX with single blanks, and without the command that Wikipedia puts around each formula."""
    tex = tex.strip()
    wrapped = _DISPLAY_STYLE.fullmatch(tex)
    return " ".join((wrapped[1] if wrapped else tex).split())


def skeleton(tex: str) -> str:
    """Return the letters and digits of TeX, without commands; of a letter in another style, the letter."""
    return "".join(re.findall("[A-Za-z0-9]", unicodedata.normalize("NFKC", _COMMAND.sub(" ", tex))))
