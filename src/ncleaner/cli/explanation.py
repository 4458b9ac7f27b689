"""The explanation of a page for people: a summary, then each block with its score, its kind, its text and the reason.

The layout of a block, on a terminal that is not narrow::

    +      │███  paragraph  At eleven minutes to midnight on Friday, with forty…
                 blocks like it read like body text; close to the title

The bar shows the score: to the right of the line if the score speaks for the block, to the left if it speaks against
it. Neighbouring dropped blocks with nearly the same reasons are shown together, with what is true of all of them.
"""

from __future__ import annotations

import re
from itertools import groupby

from ncleaner.cli.columns import columns, one_line, shortened, wrapped
from ncleaner.cli.terminal import BOLD, DIM, GREEN, RED, YELLOW, coloured, without_controls
from ncleaner.system.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ncleaner.page.document import Document
    from ncleaner.page.segment import Segment

    Characters = Callable[[Segment], list[tuple[str, float]]]
    """Returns the score of each character of a segment."""

KINDS = {"p": "paragraph", "h": "heading", "l": "item"}
_KIND_WIDTH = max(map(len, KINDS.values()))

HALF = 5  # characters of a bar on each side
_LINE, _FULL, _LEFT, _RIGHT = "│", "█", "▐", "▌"
BITS = {"forest": 10.0}
"""The score that fills a bar; for other engines, the largest of the page."""

LEAST_FOR_BARS = 60  # columns of a terminal
LEAST_FOR_KINDS = 40
NARROWEST = 10  # columns for a text, even if the terminal has fewer

SEPARATOR = " · "
_PHRASES = "; "
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
ENOUGH = 2  # phrases that the reasons of blocks have in common that are shown together

WEAK, STRONG = 0.5, 2.5  # bits; characters with a score below WEAK have no colour
BOLD_GREEN, BOLD_RED = "\x1b[1;32m", "\x1b[1;31m"


class View:
    """How a page is shown: the columns of the terminal, whether with colours, and whether with whole texts."""

    def __init__(self, width: int, *, coloured: bool = False, full: bool = False) -> None:
        self.width = width
        self.coloured = coloured
        self.full = full
        self.bars = width >= LEAST_FOR_BARS
        self.kinds = width >= LEAST_FOR_KINDS
        self.indent = (2 + (2 * HALF + 2 if self.bars else 0)) if self.kinds else 2
        self.room = max(width - self.indent, NARROWEST)

    def paint(self, text: str, code: str) -> str:
        """Return a text in a colour, if there are colours."""
        return coloured(text, code) if self.coloured else text

    def text_room(self) -> int:
        """Return the columns for the text beside the kind."""
        return max(self.room - (_KIND_WIDTH + 2 if self.kinds else 0), NARROWEST)


def explanation(document: Document, name: str, view: View) -> Iterator[str]:
    """Yield the lines about a page with this name."""
    yield from summary(document, name, view)
    segments = document.segments
    largest = BITS.get(document.engine) or max((abs(segment.score) for segment in segments), default=0.0)
    characters = _characters(document) if view.coloured else None
    for run in _runs(segments, view):
        yield ""
        yield from _block(run, largest, view, characters)


def summary(document: Document, name: str, view: View) -> Iterator[str]:
    """Yield the lines about the whole page: how much is kept, what is known of the page, and warnings."""
    kept, total = document.decisions.kept, len(document.blocks)
    line = f"{one_line(printable(name))}: {kept} of {total} block{'' if total == 1 else 's'} kept"
    yield from (view.paint(part, BOLD) for part in wrapped(line, view.width))
    yield from (view.paint(part, DIM) for part in _side_by_side(_facts(document), view.width))
    for warning in document.warnings:
        text = f"warning: {one_line(printable(warning))}"
        yield from (view.paint(part, YELLOW) for part in wrapped(text, view.width))


def _facts(document: Document) -> Iterator[str]:
    """Yield what is known of a page."""
    yield f"engine {document.engine}"
    if document.confidence is not None:
        yield f"confidence {document.confidence:.2f}"
    for page_type, probability in list(document.page_types.items())[:1]:
        yield f"page type {page_type} ({100 * probability:.0f} %)"
    scope = getattr(document.decisions.grounds, "scope", None)
    if scope is not None:
        yield f"scope {scope}"
    language = document.metadata.language
    if language:
        yield f"language {one_line(printable(language))[:35]}"
    yield document.page.encoding


def _side_by_side(facts: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines with as many facts as fit."""
    line = ""
    for fact in facts:
        longer = f"{line}{SEPARATOR}{fact}" if line else fact
        if line and columns(longer) > width:
            yield from wrapped(line, width)
            longer = fact
        line = longer
    yield from wrapped(line, width)


# Blocks


def _runs(segments: Sequence[Segment], view: View) -> Iterator[list[tuple[Segment, list[str]]]]:
    """Yield runs of neighbouring segments that are shown together, each with the phrases that hold of all before it."""
    run: list[tuple[Segment, list[str]]] = []
    for segment in segments:
        phrases = without_controls(segment.reason).split(_PHRASES)
        if run and not view.full and not segment.keep and not run[-1][0].keep and segment.kind == run[-1][0].kind:
            common = in_common(run[-1][1], phrases)
            if len(common) >= min(ENOUGH, len(run[-1][1])) and len(common) >= min(ENOUGH, len(phrases)):
                run.append((segment, common))
                continue
        if run:
            yield run
        run = [(segment, phrases)]
    if run:
        yield run


def in_common(phrases: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the phrases that hold of both; where they have different numbers, with the range of these."""
    by_words = {_NUMBER.sub("#", phrase): phrase for phrase in others}
    found = []
    for phrase in phrases:
        other = by_words.get(_words(phrase))
        if other is None:
            continue
        if phrase == other:
            found.append(phrase)
        elif _words(phrase).count("#") == 1:
            found.append(_with_range(phrase, other))
    return found


def _words(phrase: str) -> str:
    """Return a phrase with one sign in place of each number and each range."""
    return _NUMBER.sub("#", phrase).replace("# to #", "#")


def _with_range(phrase: str, other: str) -> str:
    """Return a phrase with the range of all numbers in it and in the other."""
    numbers = sorted({*_NUMBER.findall(phrase), *_NUMBER.findall(other)}, key=float)
    start, end = _NUMBER.split(other)
    return f"{start}{numbers[0]} to {numbers[-1]}{end}"


def _block(
    run: Sequence[tuple[Segment, list[str]]],
    largest: float,
    view: View,
    characters: Characters | None,
) -> Iterator[str]:
    """Yield the lines about a block, or about neighbouring blocks that are shown together."""
    first, phrases = run[0][0], run[-1][1]
    colour = GREEN if first.keep else RED
    score = max((segment.score for segment, _ in run), default=0.0)
    start = view.paint("+" if first.keep else "-", colour) + " "
    if view.bars:
        start += _painted_bar(score, largest, colour, view) + " "
    if view.kinds:
        start += view.paint(f"{KINDS[first.kind]:<{_KIND_WIDTH}}", BOLD if first.kind == "h" else DIM) + "  "
    reason = _PHRASES.join(phrases)
    if len(run) > 1:
        reason = f"{len(run)} blocks like this: {reason}"
    if view.full:
        indent = " " * (view.indent + (_KIND_WIDTH + 2 if view.kinds else 0))
        for line in _whole_text(first, view.text_room(), characters):
            yield start + line
            start = indent
    else:
        yield start + _text([segment for segment, _ in run], view.text_room(), characters)
    for line in wrapped(reason, view.room):
        yield " " * view.indent + view.paint(line, DIM)


def bar(score: float, largest: float) -> tuple[str, str]:
    """Return the two halves of the bar for a score, each `HALF` characters wide."""
    steps = round(2 * HALF * (min(abs(score), largest) / largest)) if largest else 0
    steps = max(steps, 1) if score else 0
    full, is_odd = divmod(steps, 2)
    if score < 0:
        return (_LEFT * is_odd + _FULL * full).rjust(HALF), " " * HALF
    return " " * HALF, (_FULL * full + _RIGHT * is_odd).ljust(HALF)


def _painted_bar(score: float, largest: float, colour: str, view: View) -> str:
    left, right = bar(score, largest)
    return view.paint(left, colour) + view.paint(_LINE, DIM) + view.paint(right, colour)


def _text(segments: Sequence[Segment], room: int, characters: Characters | None) -> str:
    """Return the texts of segments on one line, coloured by the scores of their characters if there are any."""
    texts = [one_line(without_controls(segment.text)) for segment in segments]
    line = shortened(SEPARATOR.join(texts), room)
    if characters is None:
        return line
    codes: list[str] = []
    for segment, text in zip(segments, texts, strict=True):
        codes += [""] * (len(SEPARATOR) if codes else 0) + Codes(characters(segment)).of(text)
        if len(codes) >= len(line):
            break
    return _painted(line, codes)


def _whole_text(segment: Segment, room: int, characters: Characters | None) -> Iterator[str]:
    """Yield the lines of the text of a segment, coloured by the scores of its characters if there are any."""
    codes = None if characters is None else Codes(characters(segment))
    for line in wrapped(without_controls(segment.text), room):
        yield line if codes is None else _painted(line, codes.of(line))


def _painted(line: str, codes: Sequence[str]) -> str:
    """Return a line with a colour for each of its characters."""
    runs = groupby(zip(line, codes, strict=False), key=lambda pair: pair[1])
    return "".join(coloured("".join(character for character, _ in run), code) for code, run in runs)


# Characters


def _characters(document: Document) -> Characters | None:
    """Return a function for the scores of the characters of a segment, if its score is the sum of theirs."""
    from ncleaner.engines import find

    if find(document.engine).explains_characters and not document.page_types:
        return lambda segment: segment.explain()
    return None


class Codes:
    """The colours of the characters of a text, which is shown in parts and with less white space than it has."""

    def __init__(self, scored: Sequence[tuple[str, float]]) -> None:
        self._scored = scored
        self._at = 0

    def of(self, part: str) -> list[str]:
        """Return the colours of the next part of the text."""
        scored, codes = self._scored, []
        for character in part:
            while self._at < len(scored) and scored[self._at][0] != character and scored[self._at][0].isspace():
                self._at += 1
            is_same = self._at < len(scored) and scored[self._at][0] == character
            codes.append(_code(scored[self._at][1]) if is_same else "")
            self._at += 1
        return codes


def _code(bits: float) -> str:
    """Return the colour for the score of a character."""
    if abs(bits) < WEAK:
        return ""
    if bits > 0:
        return BOLD_GREEN if bits >= STRONG else GREEN
    return BOLD_RED if bits <= -STRONG else RED
