r"""The TeX of a ``<math>`` element.

Pages often carry the TeX beside the MathML: as an annotation, or as an alternative text of the element. That is what
the author wrote, so it is taken as it is. Otherwise presentation MathML is converted.

Strategy: one pass over the tags with a stack of open elements. An element becomes one part (`parts`) when it is closed,
made of the parts of its children (`layouts`). Children are copied into their parent as text, so elements nested more
than `DEEPEST` levels have no layout of their own: their tokens become children of the deepest element that has one.
Thus each character is copied a bounded number of times, and the time is linear. If the result is longer than
`MOST_FOR_BYTE` times the source, which no formula is, only the characters of the tokens remain.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.read.html.formulas.layouts import LAYOUTS, PRESCRIPTS, laid_out
from ncleaner.read.html.formulas.parts import NOTHING, ROW, Part, folded, identifier, number, operator, quoted, words
from ncleaner.read.html.formulas.symbols import INVISIBLE
from ncleaner.read.html.formulas.tex import looks_like_tex, normalised
from ncleaner.read.html.tokenizer import END_OF_FILE, END_TAG, START_TAG, TEXT, Tokenizer

DEEPEST = 100
MOST_FOR_BYTE = 4
_ALWAYS = 1000  # characters that any formula may have

_TOKENS = frozenset("mi mn mo ms mtext ci cn csymbol annotation".split())
_INSIDE_TOKENS = _TOKENS.union(LAYOUTS, ("mrow", "math"))  # KaTeX writes them there
_VOID = frozenset("mspace mprescripts none".split())
_ENCODINGS = frozenset(
    "tex latex application/x-tex application/x-latex application/tex text/x-tex text/x-latex".split()
)
_ALTERNATIVES = ("alttext", "data-latex")


_TEXT_OF_A_PAGE = re.compile(rb"<(?:p|div|li|[uod]l|table|t[drh]|h[1-6]|pre|blockquote|hr|body)\b", re.IGNORECASE)


class Formula(NamedTuple):
    """A formula as TeX on one line, and whether the page shows it on a line of its own."""

    tex: str
    is_display: bool


def formula(source: bytes, start: int, end: int) -> Formula | None:
    """Return the formula of the ``<math>`` element between two offsets of a source, or ``None`` if it has none.

    An element with paragraphs, lists or tables inside has none: its end tag is missing, and another was taken for it.
    """
    if _TEXT_OF_A_PAGE.search(source, start, end):
        return None
    builder = _Builder(_utf8(source[start:end]))
    whole = builder.run()
    attributes = builder.attributes
    tex = normalised(whole.tex)
    if not whole.is_whole:
        alternatives = [normalised(attributes[name]) for name in _ALTERNATIVES if attributes.get(name)]
        tex = next(filter(looks_like_tex, filter(None, alternatives)), tex) or next(iter(alternatives), "")
    if len(tex) > MOST_FOR_BYTE * (end - start) + _ALWAYS:
        tex = builder.characters()
    is_display = (attributes.get("display") or attributes.get("mode") or "").strip().lower() in ("block", "display")
    return Formula(tex, is_display) if tex else None


def _utf8(source: bytes) -> bytes:
    """Return the same bytes, with replacement characters where they are not UTF-8."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return source.decode("utf-8", "replace").encode("utf-8")
    return source


class _Open:
    """An element whose end has not been read; ``text`` has the pieces of a token, and is ``None`` for others."""

    __slots__ = ("name", "attributes", "parts", "text", "annotation")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.parts: list[Part] = []
        self.text: list[str] | None = [] if name in _TOKENS else None
        self.annotation: Part | None = None

    def set_apart(self) -> None:
        """Make a part of the text of a token, before another element begins in it, or at its end."""
        if self.text:
            self.parts.append(_token(self, self.text))
            self.text = []


class _Builder:
    """Builds the part of a whole formula."""

    def __init__(self, source: bytes) -> None:
        self.attributes: dict[str, str] = {}  # of <math>
        self._tokens = Tokenizer(source)
        self._tokens.foreign = True
        self._open = [_Open("", {})]
        self._names: list[tuple[str, bool]] = []  # of all open elements, and whether they are in `_open`
        self._counts: dict[str, int] = {}  # of their names, so that end tags without a start are found at once

    def run(self) -> Part:
        """Read the source to its end and return the whole formula as one part."""
        tokens = self._tokens
        while (kind := tokens.next()) != END_OF_FILE:
            if kind == TEXT:
                self._text(tokens.text())
            elif kind == START_TAG:
                self._start(_local(tokens.name()))
            elif kind == END_TAG:
                self._end(_local(tokens.name()))
        while self._names:
            self._close()
        root = self._open[0]
        return root.annotation or laid_out("mrow", root.parts, {})

    def characters(self) -> str:
        """Return the characters of the formula that have no meaning in TeX."""
        tokens = Tokenizer(self._tokens.source)
        tokens.foreign = True
        texts: list[str] = []
        while (kind := tokens.next()) != END_OF_FILE:
            if kind == TEXT:
                texts.append(tokens.text())
        return normalised("".join(" " if c in "\\{}$%^_&#~" else c for c in "".join(texts)))

    def _text(self, text: str) -> None:
        current = self._open[-1]
        if current.text is not None:
            current.text.append(text)
        elif text := folded(text):
            current.parts.append(identifier(text, "italic"))

    def _start(self, name: str) -> None:
        tokens = self._tokens
        attributes = tokens.attributes() if tokens.attributes_count else {}
        if name == "math" and not self.attributes:
            self.attributes = attributes
        parent = self._open[-1]
        if name in _VOID:
            if parent.text is None:
                parent.parts.append(PRESCRIPTS if name == "mprescripts" else _empty(name, attributes))
            return
        has_layout = len(self._open) <= DEEPEST and (parent.text is None or name in _INSIDE_TOKENS)
        self._names.append((name, has_layout))
        self._counts[name] = self._counts.get(name, 0) + 1
        if has_layout:
            parent.set_apart()
            self._open.append(_Open(name, attributes))
        if tokens.self_closing:
            self._close()

    def _end(self, name: str) -> None:
        if not self._counts.get(name):
            return
        while self._close() != name:
            pass

    def _close(self) -> str:
        """Close the innermost element and return its name."""
        name, has_layout = self._names.pop()
        self._counts[name] -= 1
        if has_layout:
            element = self._open.pop()
            self._add(element, self._open[-1])
        return name

    def _add(self, element: _Open, parent: _Open) -> None:
        if element.name == "annotation":
            if _is_tex(element.attributes) and (tex := normalised("".join(element.text or ()))):
                parent.annotation = parent.annotation or Part(tex, ROW, is_whole=True)
        elif element.text is not None:
            element.set_apart()
            parent.parts.append(laid_out("mrow", element.parts, {}))
        elif element.annotation is not None:
            parent.parts.append(element.annotation)
        else:
            parent.parts.append(laid_out(element.name, element.parts, element.attributes))


def _empty(name: str, attributes: dict[str, str]) -> Part:
    return NOTHING if name == "none" else laid_out(name, [], attributes)


def _local(name: str) -> str:
    """Return the name of an element without the prefix of its namespace."""
    return name.rpartition(":")[2]


def _is_tex(attributes: dict[str, str]) -> bool:
    return attributes.get("encoding", "").partition(";")[0].strip().lower() in _ENCODINGS


def _token(element: _Open, texts: list[str]) -> Part:
    """Return the part for a token element."""
    name = element.name
    if name == "mtext":
        return _words("".join(texts))
    text = folded("".join(texts))
    if name in ("mi", "ci", "csymbol"):
        return identifier(text, element.attributes.get("mathvariant", "").strip().lower() or None)
    if name in ("mn", "cn"):
        return number(text, element.attributes.get("mathvariant", "").strip().lower() or None)
    if name == "ms":
        return quoted(text, element.attributes.get("lquote", '"'), element.attributes.get("rquote", '"'))
    return operator(text)


def _words(text: str) -> Part:
    """Return the part for ``<mtext>``, where a blank at either end separates it from what stands beside it."""
    text = text.translate(INVISIBLE)
    inner = " ".join(text.split())
    if not inner:
        return words("") if text else NOTHING
    left = " " if text[0].isspace() else ""
    right = " " if text[-1].isspace() else ""
    return words(f"{left}{inner}{right}")
