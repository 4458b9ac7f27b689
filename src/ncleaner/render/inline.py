"""Markdown inside of a block: escapes, links, emphasis and code.

Strategy: the inline marks cut a block into runs of text, each with one style. Every run is written by itself, so
emphasis is never nested: ``<b>a <i>b</i></b>`` becomes ``**a** ***b***``, which reads the same and has no corner
cases. CommonMark takes a row of asterisks for emphasis only if the characters on both sides allow it ("flanking");
where they do not, the run stays plain, because stray asterisks would be worse.

Only characters that would mean something are escaped. What a character means can depend on its neighbours; at the
edge of a run, where these are not known, it is escaped.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

from ncleaner.render.links import decoded, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.blocks import Blocks

PLAIN = 0
ITALIC = 1
BOLD = 2
CODE = 4
_DELIMITERS = {ITALIC: "*", BOLD: "**", ITALIC | BOLD: "***"}

_MEANINGFUL = re.compile(
    r"""
    [\\`\[\]~]
  | (?<!\s)\* | \*(?!\s)            # between blanks an asterisk is only that
  | (?<![^\W_])_ | _(?![^\W_])      # and so is an underscore inside a word
  | <(?=[A-Za-z/!?]|\Z)             # a tag or an address
  | &(?=\#?\w*(?:;|\Z))             # a character reference
    """,
    re.VERBOSE,
)

# What a line must not begin with, or be, to belong to a paragraph: headings, quotes, items; rules, underlines, tables.
_OTHER_BLOCK = re.compile(r"#{1,6}(?:\s|\Z)|>|[-+](?:\s|\Z)|[-:|\s]+\Z|=+\s*\Z")
_NUMBERED_ITEM = re.compile(r"\d{1,9}(?=[.)](?:\s|\Z))")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|\A)(?=#+\Z)")

_NOT_IN_DESTINATION = re.compile(r'[\s\x00-\x20\x7f<>"\\^`{|}]')
_MEANINGFUL_IN_DESTINATION = re.compile(r"[()]|&(?=#?\w+;)")


class Run(NamedTuple):
    """A stretch of text with the same style all through, and the address that it links to."""

    text: str
    style: int
    address: str | None


def runs(blocks: Blocks, index: int, base: str | None, links: bool) -> list[Run]:
    """The runs of a block; with ``links`` off, none has an address."""
    text = blocks.text(index).replace("\n", " ")  # which a preformatted part of another block may have
    result = []
    at = 0
    address: str | None = None
    depth = {"b": 0, "i": 0, "code": 0}
    for offset, mark, raw in blocks.inline(index):
        if offset > at:
            result.append(Run(text[at:offset], _style(depth), address))
            at = offset
        if mark == "+a":
            address = resolve(decoded(raw), base) if links else None
        elif mark == "-a":
            address = None
        else:
            depth[mark[1:]] += 1 if mark[0] == "+" else -1
    result.append(Run(text[at:], _style(depth), address))
    return result


def _style(depth: dict[str, int]) -> int:
    if depth["code"]:
        return CODE
    return (BOLD if depth["b"] else PLAIN) | (ITALIC if depth["i"] else PLAIN)


def without_start(found: list[Run], length: int) -> list[Run]:
    """The runs without the first ``length`` characters."""
    result = []
    for run in found:
        if length < len(run.text):
            result.append(run._replace(text=run.text[length:]))
        length = max(length - len(run.text), 0)
    return result


def without_bold(found: list[Run]) -> list[Run]:
    """The runs as they stand in a heading, which is bold all over."""
    return [run._replace(style=run.style & ~BOLD) for run in found]


def markdown(found: Iterable[Run]) -> str:
    """The runs as Markdown, fit to stand after something else on a line."""
    pieces = [piece for piece in _pieces(found) if piece[0]]
    pieces.append(("", PLAIN))
    out: list[str] = []
    before = ""
    emphasized = False
    for (text, style), (following, _) in pairwise(pieces):
        delimiter = _DELIMITERS.get(style, "")
        # Two rows of asterisks side by side would be one.
        emphasized = bool(delimiter) and not emphasized and _flank(before, text, following[:1])
        if text == "[" and before == "!":
            out[-1] = out[-1][:-1] + "\\!"  # or it would be an image
        out.append(delimiter + text + delimiter if emphasized else text)
        before = out[-1][-1]
    return "".join(out).strip()


def paragraph_line(text: str) -> str:
    """The Markdown so that it is part of a paragraph also at the beginning of a line."""
    number = _NUMBERED_ITEM.match(text)
    if number:
        return f"{number[0]}\\{text[number.end() :]}"
    return f"\\{text}" if _OTHER_BLOCK.match(text) else text


def heading_line(text: str) -> str:
    """The Markdown so that all of it is part of a heading."""
    return _CLOSING_HASHES.sub(r"\\", text, count=1)


def _pieces(found: Iterable[Run]) -> Iterator[tuple[str, int]]:
    """Markdown with the emphasis that it should get; white space and brackets are pieces of their own."""
    for address, group in groupby(found, key=lambda run: run.address):
        inside = list(_styled(group))
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


def _styled(group: Iterable[Run]) -> Iterator[tuple[str, int]]:
    for style, same in groupby(group, key=lambda run: run.style):
        text = "".join(run.text for run in same)
        core = text.strip()
        start = text.find(core)
        yield text[:start], PLAIN
        if core:
            yield (_code(core), PLAIN) if style == CODE else (_escape(core), style)
        yield text[start + len(core) :], PLAIN


def _escape(text: str) -> str:
    return _MEANINGFUL.sub(lambda match: "\\" + match[0], text)


def _code(text: str) -> str:
    fence = fence_for(text, 1)
    edge = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def fence_for(text: str, shortest: int) -> str:
    """Backticks, more than there are anywhere in a row in the text."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(shortest, longest + 1)


def destination(address: str) -> str:
    """The address as it stands in the parentheses of a link."""
    from urllib.parse import quote

    address = _NOT_IN_DESTINATION.sub(lambda match: quote(match[0]), address)
    return _MEANINGFUL_IN_DESTINATION.sub(lambda match: "\\" + match[0], address)


def _flank(before: str, text: str, after: str) -> bool:
    """Whether asterisks around the text are emphasis, given the characters on the outside."""
    return (_is_border(before) or not _may_be_punctuation(text[0])) and (
        _is_border(after) or not _may_be_punctuation(text[-1])
    )


def _is_border(character: str) -> bool:
    return not character or category(character)[0] in "PZ" or (character.isascii() and not character.isalnum())


def _may_be_punctuation(character: str) -> bool:
    """Whether it counts as punctuation in any version of CommonMark; the later ones count symbols, too."""
    return category(character)[0] in "PS"
