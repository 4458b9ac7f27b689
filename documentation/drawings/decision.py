"""One decision: what each group of features added to the score of a block, and what it took away."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from documentation.drawings.texts import shorten
from ncleaner import Document
from ncleaner.charts.numbers import MINUS, whole
from ncleaner.charts.plot import standalone
from ncleaner.charts.svg import Scale, box, frame, line, words
from ncleaner.engines.forest.engine import TreeGrounds

TAG = "figcaption"  # of the block: its score is low, so that much speaks on either side
WIDTH = 440
HEAD = 92  # above the first row
LINE = 15
GAP = 6
BAR = 10
BITS = Scale(-2, 2, 0, 140)
VALUE = 182  # where the numbers end
TEXT = 192  # where the words begin
LETTERS = 42  # of a line of words
LONGEST = 54  # characters of its text
LEAST = 0.1  # bits that are worth a bar

STYLE = "<style>.kept{fill:var(--ink)}.heavy{font-weight:600}</style>"


def draw(document: Document) -> str:
    """Return the drawing of the decision on the caption of a page."""
    index = next(index for index, segment in enumerate(document.segments) if segment.path.endswith(TAG))
    segment = document.segments[index]
    grounds = document.decisions.grounds
    assert isinstance(grounds, TreeGrounds)
    topics = [(text, bits) for text, bits in grounds.evidence(index) if abs(bits) >= LEAST]
    chance = whole(100 / (1 + 2**-segment.score))
    title = f"Why the <{TAG}> is {'kept' if segment.keep else 'dropped'}"
    rows = list(_rows(topics))
    height = HEAD + sum(LINE * len(lines) + GAP for _, lines in rows)
    drawing = [
        STYLE,
        words(0, 12, title, "title"),
        words(0, 33, f"“{shorten(segment.text, LONGEST)}”", "kept"),
        words(0, 52, f"Its score is {_signed(segment.score)} bits: content with a probability of {chance} %.", ""),
        words(BITS(0) - 8, HEAD - 18, "against", "worse heavy end"),
        words(BITS(0) + 8, HEAD - 18, "for", "better heavy"),
        line(BITS(0), HEAD - 10, BITS(0), height, "axis"),
        *_bars(rows),
    ]
    description = "; ".join(f"{_signed(bits)}: {text}" for text, bits in topics)
    return standalone(frame(WIDTH, height, title, description, "".join(drawing)))


def _rows(topics: list[tuple[str, float]]) -> Iterator[tuple[float, list[str]]]:
    """Yield the bits of each topic, and its words in lines."""
    for text, bits in topics:
        yield bits, wrap(text.replace(" %", "\u00a0%"), LETTERS)


def _bars(rows: list[tuple[float, list[str]]]) -> Iterator[str]:
    y = float(HEAD)
    for bits, lines in rows:
        zero, end = BITS(0), BITS(bits)
        yield box(min(zero, end), y, abs(end - zero), BAR, "better" if bits > 0 else "worse")
        yield words(VALUE, y + BAR, _signed(bits), "end")
        for number, text in enumerate(lines):
            yield words(TEXT, y + BAR + LINE * number, text, "kept")
        y += LINE * len(lines) + GAP


def _signed(bits: float) -> str:
    return f"{bits:+.2f}".replace("-", MINUS)
