"""The blocks of a page from top to bottom: a bar for the score of each, kept or dropped.

Blocks are grouped by the innermost element around them that names a part of the page. A block that the trees did not
decide on has a note instead of a bar.
"""

from __future__ import annotations

from collections.abc import Iterator

from documentation.drawings import EXAMPLE
from documentation.drawings.texts import shorten
from ncleaner import Document, Segment
from ncleaner.charts.numbers import MINUS, coordinate
from ncleaner.charts.plot import standalone
from ncleaner.charts.svg import Scale, box, frame, line, words
from ncleaner.engines.forest.engine import A_COMMENT, THE_TITLE
from ncleaner.read.rules import RULE_BARS, RULE_FORM

WIDTH = 440
HEAD = 78  # above the first row
ROW = 16
BAR = 9
SCORES = Scale(-9, 9, 236, WIDTH)
TICKS = (-8, -4, 0, 4, 8)  # bits
LONGEST = 36  # characters of a text
PARTS = frozenset(["article", "aside", "footer", "header", "main", "nav", "section"])
RULES = {RULE_BARS: "rule: bars", RULE_FORM: "rule: form"}

STYLE = (
    "<style>text{font-size:12px}.row{font-size:11.5px}.part{font-size:11px;font-style:italic}"
    ".kept{fill:var(--ink)}.heavy{font-weight:600}.note{font-size:10.5px}</style>"
)


def part(segment: Segment) -> str:
    """Return the innermost tag around a segment that names a part of the page."""
    return next((tag for tag in reversed(segment.path.split("/")) if tag in PARTS), "body")


def note(document: Document, index: int) -> str:
    """Return what decided on a block instead of its score, or nothing if the score did."""
    block = document.blocks.items[index]
    reason = document.segments[index].reason
    if block.state & document.decisions.hidden:
        return "hidden"
    if reason == A_COMMENT:
        return "comment"
    return RULES.get(block.rule, f"rule {block.rule}") if block.rule else ""


def draw(document: Document) -> str:
    """Return the drawing of a page."""
    rows = list(_rows(document))
    height = HEAD + ROW * len(rows) + 4
    kept = sum(segment.keep for segment in document.segments)
    title = f"The {len(document.segments)} blocks of {EXAMPLE}"
    drawing = [
        STYLE,
        words(0, 12, title, "title"),
        words(0, 33, f"{kept} are kept: their scores reach the threshold of 0 bits.", "start"),
        *_axis(height),
        *(drawn for number, row in enumerate(rows) for drawn in row(HEAD + ROW * number)),
    ]
    description = f"A bar for each block, in the order of the page. {kept} blocks are kept."
    return standalone(frame(WIDTH, height, title, description, "".join(drawing)))


class _Row:
    """A row of the drawing: a block, or the tag of a part of the page."""

    def __init__(self, document: Document, index: int, tag: str = "") -> None:
        self.segment = document.segments[index]
        self.note = note(document, index)
        self.tag = tag

    def __call__(self, y: float) -> Iterator[str]:
        if self.tag:
            yield words(0, y + 11, f"<{self.tag}>", "part")
            return
        segment = self.segment
        yield words(8, y + 11, shorten(segment.text, LONGEST), "row kept" if segment.keep else "row")
        zero, end = SCORES(0), SCORES(segment.score)
        if self.note:
            yield words(zero - 5, y + 11, self.note, "note end")
            return
        css = "better" if segment.keep else "worse"
        yield box(min(zero, end), y + (ROW - BAR) / 2, abs(end - zero), BAR, css)
        if segment.reason == THE_TITLE:
            yield words(end + 5, y + 11, "title", "note")


def _rows(document: Document) -> Iterator[_Row]:
    before = ""
    for index, segment in enumerate(document.segments):
        tag = part(segment)
        if tag != before:
            yield _Row(document, index, tag)
        before = tag
        yield _Row(document, index)


def _axis(height: float) -> Iterator[str]:
    yield words((SCORES(-8) + SCORES(0)) / 2, HEAD - 22, "dropped", "worse heavy middle")
    yield words((SCORES(8) + SCORES(0)) / 2, HEAD - 22, "kept", "better heavy middle")
    for bits in TICKS:
        x = SCORES(bits)
        yield line(x, HEAD, x, height, "axis" if bits == 0 else "grid")
        text = f"{bits:+d}".replace("-", MINUS) if bits else "0 bits"
        yield f'<text class="middle" x="{coordinate(x)}" y="{HEAD - 6}">{text}</text>'
