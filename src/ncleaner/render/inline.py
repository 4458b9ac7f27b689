"""Markdown inside a block: escapes, links, emphasis and code.

Strategy: the inline tags split a block into runs of text, each with one style. Every run is written separately, so
emphasis is never nested: ``<b>a <i>b</i></b>`` becomes ``**a** ***b***``, which reads the same and has no corner
cases. CommonMark reads asterisks as emphasis only if the characters on both sides allow it ("flanking"). If they do
not, the run stays plain, because stray asterisks would be worse.

Only characters with a meaning in Markdown are escaped. The meaning of some depends on their neighbours; at the edge of
a run, where the neighbours are unknown, these are escaped too.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

from ncleaner.render.links import Links, decode_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.blocks import Blocks

PLAIN = 0
ITALIC = 1
BOLD = 2
CODE = 4
_DELIMITERS = {ITALIC: "*", BOLD: "**", ITALIC | BOLD: "***"}

_SPECIAL = re.compile(
    r"""
    [\\`\[\]~]
  | (?<!\s)\* | \*(?!\s)            # an asterisk between spaces is literal,
  | (?<![^\W_])_ | _(?![^\W_])      # and so is an underscore inside a word
  | <(?=[A-Za-z/!?]|\Z)             # a tag or an address
  | &(?=\#?\w*(?:;|\Z))             # a character reference
    """,
    re.VERBOSE,
)

# Starts of lines (headings, quotes, items) and whole lines (rules, underlines, tables) that are not paragraph text.
_OTHER_BLOCK = re.compile(r"#{1,6}(?:\s|\Z)|>|[-+](?:\s|\Z)|[-:|\s]+\Z|=+\s*\Z")
_NUMBERED_ITEM = re.compile(r"\d{1,9}(?=[.)](?:\s|\Z))")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|\A)(?=#+\Z)")

_NOT_IN_DESTINATION = re.compile(r'[\s\x00-\x20\x7f<>"\\^`{|}]')
_SPECIAL_IN_DESTINATION = re.compile(r"[()]|&(?=#?\w+;)")


class Run(NamedTuple):
    """A stretch of text with one style, and the address that it links to, if any."""

    text: str
    style: int
    address: str | None


def runs(blocks: Blocks, index: int, links: Links | None) -> list[Run]:
    """Split a block into runs; without ``links``, no run has an address."""
    text = blocks.text(index).replace("\n", " ")  # preformatted text inside another block has line feeds
    result = []
    at = 0
    address: str | None = None
    depth = {"b": 0, "i": 0, "code": 0}
    for offset, tag, raw in blocks.inline(index):
        if offset > at:
            result.append(Run(text[at:offset], _style(depth), address))
            at = offset
        if tag == "+a":
            address = links.resolve(decode_attribute(raw)) if links else None
        elif tag == "-a":
            address = None
        else:
            depth[tag[1:]] += 1 if tag[0] == "+" else -1
    result.append(Run(text[at:], _style(depth), address))
    return result


def _style(depth: dict[str, int]) -> int:
    if depth["code"]:
        return CODE
    return (BOLD if depth["b"] else PLAIN) | (ITALIC if depth["i"] else PLAIN)


def without_start(runs: list[Run], length: int) -> list[Run]:
    """Return the runs without the first ``length`` characters."""
    result = []
    for run in runs:
        if length < len(run.text):
            result.append(run._replace(text=run.text[length:]))
        length = max(length - len(run.text), 0)
    return result


def without_bold(runs: list[Run]) -> list[Run]:
    """Return the runs without bold, for headings, which are bold anyway."""
    return [run._replace(style=run.style & ~BOLD) for run in runs]


def markdown(runs: list[Run]) -> str:
    """Write the runs as Markdown; `paragraph_line` makes the result safe at the start of a line."""
    if len(runs) == 1 and runs[0].style == PLAIN and runs[0].address is None:
        return _escape(runs[0].text.strip())
    spans = [span for span in _styled_spans(runs) if span[0]]
    spans.append(("", PLAIN))
    out: list[str] = []
    before = ""
    emphasized = False
    for (text, style), (following, _) in pairwise(spans):
        delimiter = _DELIMITERS.get(style, "")
        # Adjacent delimiters would merge into one.
        emphasized = bool(delimiter) and not emphasized and _flank(before, text, following[:1])
        if text == "[" and before == "!":
            out[-1] = out[-1][:-1] + "\\!"  # "![" would begin an image
        out.append(delimiter + text + delimiter if emphasized else text)
        before = out[-1][-1]
    return "".join(out).strip()


def paragraph_line(text: str) -> str:
    """Escape the start of a line of Markdown so that it continues or begins a paragraph."""
    number = _NUMBERED_ITEM.match(text)
    if number:
        return f"{number[0]}\\{text[number.end() :]}"
    return f"\\{text}" if _OTHER_BLOCK.match(text) else text


def heading_line(text: str) -> str:
    """Escape ``#`` characters at the end of a heading, which would be removed."""
    return _CLOSING_HASHES.sub(r"\\", text, count=1)


def _styled_spans(runs: Iterable[Run]) -> Iterator[tuple[str, int]]:
    """Yield spans of Markdown and their emphasis; white space and the brackets of links are separate spans."""
    for address, group in groupby(runs, key=lambda run: run.address):
        inside = list(_escaped_spans(group))
        if address is None or not any(text.strip() for text, _ in inside):
            yield from inside
            continue
        first, last = 0, len(inside)
        while not inside[first][0].strip():
            first += 1
        while not inside[last - 1][0].strip():
            last -= 1
        yield from inside[:first]
        yield "[", PLAIN
        yield from inside[first:last]
        yield f"]({destination(address)})", PLAIN
        yield from inside[last:]


def _escaped_spans(runs: Iterable[Run]) -> Iterator[tuple[str, int]]:
    for style, group in groupby(runs, key=lambda run: run.style):
        text = "".join(run.text for run in group)
        core = text.strip()
        start = text.find(core)
        yield text[:start], PLAIN
        if core:
            yield (_code(core), PLAIN) if style == CODE else (_escape(core), style)
        yield text[start + len(core) :], PLAIN


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: "\\" + match[0], text)


def _code(text: str) -> str:
    fence = fence_for(text, 1)
    edge = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def fence_for(text: str, shortest: int) -> str:
    """Return a row of backticks that is longer than any in the text, and at least ``shortest`` long."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(shortest, longest + 1)


def destination(address: str) -> str:
    """Escape an address for use in the parentheses of a link."""
    from urllib.parse import quote

    address = _NOT_IN_DESTINATION.sub(lambda match: quote(match[0]), address)
    return _SPECIAL_IN_DESTINATION.sub(lambda match: "\\" + match[0], address)


def _flank(before: str, text: str, after: str) -> bool:
    """Return whether asterisks around the text mean emphasis, given the characters outside them."""
    return (_is_border(before) or not _may_be_punctuation(text[0])) and (
        _is_border(after) or not _may_be_punctuation(text[-1])
    )


def _is_border(character: str) -> bool:
    return not character or category(character)[0] in "PZ" or (character.isascii() and not character.isalnum())


def _may_be_punctuation(character: str) -> bool:
    """Return whether any version of CommonMark counts the character as punctuation; later ones include symbols."""
    return category(character)[0] in "PS"
