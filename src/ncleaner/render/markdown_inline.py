"""Markdown inside a leaf: escapes, links, emphasis, code and the other styles.

Strategy: inline nodes split a leaf into runs of text, each with one style. Every run is written separately, so
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

from ncleaner.page.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLAIN = 0
ITALIC = 1
BOLD = 2
CODE = 4
LITERAL = 8  # Markdown already: images, formulas and references to notes
STRUCK = 16
_FIRST_TAG = 32
_DELIMITERS = {ITALIC: "*", BOLD: "**", ITALIC | BOLD: "***"}
_TAGS = {_FIRST_TAG << number: name for number, name in enumerate(("sup", "sub", "ins", "mark", "kbd"))}
_STYLES = {"em": ITALIC, "strong": BOLD, "code": CODE, "del": STRUCK} | {name: bit for bit, name in _TAGS.items()}
_EMPHASIS = ITALIC | BOLD
_QUOTATION = "\u201c", "\u201d"

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

_MARKUP_IN_FORMULA = re.compile(r"<(?=[A-Za-z/!?])|\](?=\()")
_NOT_IN_DESTINATION = re.compile(r'[\s\x00-\x20\x7f<>"\\^`{|}]')
_SPECIAL_IN_DESTINATION = re.compile(r"[()]|&(?=#?\w+;)")


class Run(NamedTuple):
    """A stretch of text with one style, and the address that it links to, if any."""

    text: str
    style: int
    address: str | None


def runs(children: Iterable[Node | str]) -> list[Run]:
    """Return the text of inline nodes as runs."""
    result: list[Run] = []
    _add_runs(children, PLAIN, None, result)
    return result


def _add_runs(children: Iterable[Node | str], style: int, address: str | None, result: list[Run]) -> None:
    """Add the runs of inline nodes; the style and the address of the nodes around them hold for them too."""
    for child in children:
        if isinstance(child, str):
            result.append(Run(child, style, address))
        elif child.tag == "a" and "note" in child.attributes:
            result.append(Run(f"[^{child.attributes['note']}]", style | LITERAL, address))
        elif child.tag == "img":
            text = f"![{_escape(child.attributes['alt'])}]({destination(child.attributes['src'])})"
            result.append(Run(text, style | LITERAL, address))
        elif child.tag == "math":
            around = "$$" if child.attributes["display"] == "block" else "$"
            result.append(Run(f"{around}{_formula(child.text)}{around}", style | LITERAL, address))
        else:
            before, after = _QUOTATION if child.tag == "q" else ("", "")
            target = child.attributes.get("href") if child.tag == "a" else address
            inner = [before, *child.children, after] if before else child.children
            _add_runs(inner, style | _STYLES.get(child.tag, PLAIN), target, result)


def _formula(tex: str) -> str:
    """Return TeX that means the same without anything that parsers without formulas take for a tag, a link or code.

    Blanks mean nothing in a formula, and a backtick is a quotation mark.
    """
    return _MARKUP_IN_FORMULA.sub(lambda match: f"{match[0]} ", tex).replace("`", "\u2018")


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
            yield _styled(core, style), PLAIN if style & LITERAL else style & _EMPHASIS
        yield text[start + len(core) :], PLAIN


def _styled(text: str, style: int) -> str:
    """Return text with the marks of its style, but for emphasis."""
    if style & LITERAL:
        return text
    result = _code(text) if style & CODE else _escape(text)
    for bit, name in _TAGS.items():
        if style & bit:
            result = f"<{name}>{result}</{name}>"
    return f"~~{result}~~" if style & STRUCK else result


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
