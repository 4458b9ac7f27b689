"""Preformatted text: its white space, its language, and its line numbers.

The scanner divides preformatted text at empty lines and drops the white space in front of the first word of a block.
Both are read again from the source between the blocks.
"""

from __future__ import annotations

import re

from ncleaner.page.blocks import BY_ELEMENT
from ncleaner.read.html.start_tag import attributes_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext", "textarea"])

_TAG = re.compile(rb"<[^<>]*>")
_LINE_BREAK = re.compile(rb"<br\b[^<>]*>", re.IGNORECASE)
_CONTROL = re.compile("[\x0b-\x1f\x85\u2028\u2029]")  # white space that is none in a line of text
_LONGEST_GAP = 4096  # bytes
_MOST_EMPTY_LINES = 20
_CLASS_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-", "sourcecode-", "brush-")
_BRUSH = re.compile(r"brush:\s*([\w+#.-]+)")
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-code-language")
_NO_LANGUAGES = frozenset(["none", "default", "plaintext", "text", "wrapper", "source", "nohighlight"])
_NAME = re.compile(r"[A-Za-z][\w+#.-]{0,30}")
_FARTHEST = 9  # containers around the preformatted text that may name its language
_FARTHEST_CODE = 1024  # bytes from its start tag to that of ``<code>``


def indented(blocks: Blocks, start: int, index: int) -> tuple[str, str]:
    """Return the line feeds between ``start`` in the source and the text of a block, and the indented text."""
    end = blocks.items[index].start
    gap = blocks.source[max(start, end - _LONGEST_GAP) : end]
    white = _TAG.sub(b"", _LINE_BREAK.sub(b"\n", gap)).replace(b"\r\n", b"\n").decode("utf-8", "replace")
    if not white.isspace():  # line numbers that are hidden; white space inside of their tags belongs to them
        white = gap[gap.rfind(b">") + 1 :].decode("utf-8", "replace")
        white = white[len(white.rstrip()) :]
    *lines, indentation = white.replace("\r", "\n").split("\n")
    if not lines and blocks.items[index].breaks == BY_ELEMENT:
        lines = [""]  # cells and the like, one for each line of code
    text = blocks.text(index)
    if indentation:
        text = _CONTROL.sub(" ", indentation) + text.lstrip()  # the scanner has written tabs as spaces, or nothing
    return "\n" * min(len(lines), _MOST_EMPTY_LINES), text


def content_start(blocks: Blocks, element: int, index: int) -> int:
    """Return where the content of a preformatted element begins, or where the block begins if it is elsewhere."""
    block = blocks.items[index]
    start = blocks.elements[element].start
    end = blocks.source.find(b">", start, block.start)
    return end + 1 if start <= end else block.start


class Languages:
    """The programming languages that the markup of preformatted elements names."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self._by_element: dict[int, str] = {}
        self._around: dict[int, str] = {}  # by the containers around them

    def of(self, element: int) -> str:
        """Return the language of a preformatted element, or the empty string."""
        if element not in self._by_element:
            self._by_element[element] = self._own(element) or self._inherited(element)
        return self._by_element[element]

    def _own(self, element: int) -> str:
        """Return the language that the element, or the ``<code>`` inside it, names."""
        source = self._blocks.source
        start = self._blocks.elements[element].start
        inner = source.find(b"<code", start, start + _FARTHEST_CODE)
        starts = [start] if inner < 0 or b"</" in source[start:inner] else [inner, start]
        return next(filter(None, (_named(attributes_at(source, at), is_own=True) for at in starts)), "")

    def _inherited(self, element: int) -> str:
        """Return the language that one of the nearest containers names."""
        for _ in range(_FARTHEST):
            element = self._blocks.elements.parent(element)
            if element < 0:
                break
            if element not in self._around:
                values = attributes_at(self._blocks.source, self._blocks.elements[element].start)
                self._around[element] = _named(values, is_own=False)
            if self._around[element]:
                return self._around[element]
        return ""


def _named(values: dict[str, str], is_own: bool) -> str:
    """Return the programming language that the attributes of an element name, or the empty string.

    Around the code, ``lang-en`` and ``language-en`` are languages of people, unless the class speaks of highlighting.
    """
    names = [values.get(name, "") for name in _LANGUAGE_ATTRIBUTES]
    classes = values.get("class", "")
    brush = _BRUSH.search(classes)
    names += [brush[1]] if brush else []
    for word in classes.split():
        prefix = next((prefix for prefix in _CLASS_PREFIXES if word.startswith(prefix)), "")
        if prefix.startswith("lang") and not is_own and "highlight" not in classes:
            continue
        names += [word.removeprefix(prefix)] if prefix else []
    for name in map(str.strip, names):
        if _NAME.fullmatch(name) and name.lower() not in _NO_LANGUAGES:
            return name.lower()
    return ""
