"""Parts of a page that repeat or decorate its text: the scanner hides them.

They are rendered copies of formulas, the line numbers of code, the edit links of wikis, and the signs by which headings
link to themselves. Their class names are those of the programs that write them, so they are the same in any language.

The scanner asks only about classes that begin as some of these names do.
"""

from __future__ import annotations

_RENDERED = frozenset(["katex-html", "MathJax_Preview", "mw-editsection"])
_RENDERED_BESIDE_SCRIPTS = frozenset(
    ["MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML"]
)
_LINE_NUMBERS = frozenset(
    ["lineno", "linenos", "linenodiv", "linenumber", "line-number", "line-numbers-rows", "hljs-ln-numbers", "blob-num",
     "rouge-gutter", "CodeMirror-linenumber", "react-syntax-highlighter-line-number"]
)  # fmt: skip
_GUTTER = "gutter"
_BEFORE_LINE_NUMBERS = (b"<pre", b'<div class="line')

_FORMULA_IMAGES = frozenset(
    ["mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "mwe-math-fallback-png-inline",
     "mwe-math-fallback-png-display", "tex", "latex", "ql-img-inline-formula", "ql-img-displayed-equation"]
)  # fmt: skip

# What a link consists of by which a heading links to itself. A number sign or a paragraph sign may mean something else
# elsewhere.
_SIGNS = frozenset(["", "\xb6", "\uf0c1", "\U0001f517", "\u2693"])
_SIGNS_IN_HEADINGS = _SIGNS | {"#", "\xa7", "\u221e"}
_REFERENCES = {
    b"&para;": "\xb6", b"&#182;": "\xb6", b"&#xb6;": "\xb6", b"&sect;": "\xa7", b"&#167;": "\xa7", b"&nbsp;": " ",
    b"&#x1f517;": "\U0001f517", b"&#128279;": "\U0001f517",
}  # fmt: skip
_LONGEST_SIGN = 96  # bytes, with tags around it


def is_decoration(words: list[bytes], has_scripts: bool) -> bool:
    """Return whether class names are those of a rendered formula or of edit links.

    ``has_scripts`` says that the formulas of the page also stand in scripts, as TeX.
    """
    names = frozenset(word.decode("utf-8", "replace") for word in words)
    return not names.isdisjoint(_RENDERED) or (has_scripts and not names.isdisjoint(_RENDERED_BESIDE_SCRIPTS))


def is_line_number(words: list[bytes], following: bytes) -> bool:
    """Return whether class names are those of the line numbers of code; ``following`` is the source after the tag."""
    names = frozenset(word.decode("utf-8", "replace") for word in words)
    if _GUTTER in names:
        return following.lstrip().startswith(_BEFORE_LINE_NUMBERS)
    return not names.isdisjoint(_LINE_NUMBERS)


def is_formula_image(words: list[bytes]) -> bool:
    """Return whether class names are those of an image of a formula, whose alternative text is TeX."""
    return not _FORMULA_IMAGES.isdisjoint(word.decode("utf-8", "replace") for word in words)


def is_displayed(words: list[bytes]) -> bool:
    """Return whether the class names of the image of a formula say that it stands on a line of its own."""
    return any(b"display" in word for word in words)


def is_anchor_sign(source: bytes, start: int, in_heading: bool) -> bool:
    """Return whether a link to a place in its own page has only a sign for text; its content begins at ``start``."""
    content, found, _ = source[start : start + _LONGEST_SIGN].partition(b"</a")
    if not found:
        return False
    for reference, character in _REFERENCES.items():
        content = content.replace(reference, character.encode())
    sign = _without_tags(content).decode("utf-8", "replace").strip(" \t\r\n\f\xa0\u200b\ufe0e\ufe0f")
    return sign in (_SIGNS_IN_HEADINGS if in_heading else _SIGNS)


def _without_tags(content: bytes) -> bytes:
    text, *tags = content.split(b"<")
    return text + b"".join(tag.partition(b">")[2] for tag in tags)
