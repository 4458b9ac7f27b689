r"""TeX as pages carry it, made fit to stand between two dollar signs on one line.

Strategy: comments end, dollar signs are inside of text, and white space is folded in one pass over commands, comments
and dollar signs. Then what encloses the whole is removed, a few layers at most: ``$…$``, ``\(…\)``, ``\[…\]``,
``{\displaystyle …}`` and environments that only say that a formula stands by itself. Each layer costs one pass, so the
time is linear.
"""

from __future__ import annotations

import re

from ncleaner.read.html.formulas.symbols import INVISIBLE

_LAYERS = 6  # of wrappers that are removed

# A command or escaped character, a comment up to the end of its line, or one or two dollar signs.
_TOKEN = re.compile(r"\\[\s\S]?|%[^\n]*\n?|\$\$?")
_BRACE = re.compile(r"\\[\s\S]?|[{}]")
_STYLE = re.compile(r"\\(?:displaystyle|textstyle|scriptstyle|scriptscriptstyle)(?![A-Za-z])\s*")
_ALONE = re.compile(r"\\begin\{(equation\*?|displaymath|math)\}")
_ALIGNED = re.compile(r"\\(begin|end)\{(align|gather)(at|)\*?\}")
_COMMAND = re.compile(r"\\[A-Za-z]+|[\^_{}]|\\[()\[\]]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_CONTROLS = {
    **dict.fromkeys((*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0xFDD0, 0xFDF0)), " "),
    **dict.fromkeys((plane << 16 | point for plane in range(17) for point in (0xFFFE, 0xFFFF)), " "),
    **INVISIBLE,
}

# Wrappers of scripts for browsers that took them for text, as they stand in comments of TeX.
_CDATA = re.compile(r"\A\s*(?:%\s*)?<!\[CDATA\[|(?:%\s*)?\]\]>\s*\Z")
_COMMENT = re.compile(r"\A\s*(?:%\s*)?<!--|(?:%\s*)?-->\s*\Z")


def tex_of_script(text: str) -> str:
    """Return the TeX of a ``<script type="math/tex">``, as `normalised`."""
    return normalised(_COMMENT.sub("", _CDATA.sub("", text)))


def tex_of_alt(text: str) -> str | None:
    """Return the TeX in the alternative text of an image, as `normalised`, or ``None`` if there is none.

    The caller decides whether the image is that of a formula.
    """
    return normalised(text) or None


def looks_like_tex(text: str) -> bool:
    """Return whether a text has commands, scripts or groups of TeX, or no words that a formula would not have."""
    return bool(_COMMAND.search(text)) or not _WORD.search(text)


def normalised(tex: str) -> str:
    """Return TeX that can stand between dollar signs: on one line, without comments, wrappers and other dollar signs.

    Blanks and backslashes at the end are dropped: they print nothing, and the last would escape the dollar sign.
    """
    tex = tex.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    if "%" in tex:
        tex = _without_comments(tex)
    tex = _unwrapped(" ".join(tex.split()))
    if "$" in tex:
        tex = _without_dollars(tex)
    return _trimmed(_ALIGNED.sub(r"\\\1{\2ed\3}", tex))


def _without_comments(tex: str) -> str:
    return _TOKEN.sub(lambda match: "" if match[0].startswith("%") else match[0], tex)


def _without_dollars(tex: str) -> str:
    r"""Write formulas inside of text as ``\(…\)``, which means the same; a dollar sign without another is escaped."""
    count = sum(match[0].startswith("$") for match in _TOKEN.finditer(tex))
    signs = iter((r"\(", r"\)") * (count // 2) if count % 2 == 0 else (r"\$",) * count)
    return _TOKEN.sub(lambda match: next(signs) if match[0].startswith("$") else match[0], tex)


def _unwrapped(tex: str) -> str:
    for _ in range(_LAYERS):
        inner = _inner(tex).strip()
        if inner == tex:
            break
        tex = inner
    return tex


def _inner(tex: str) -> str:
    """Return what is inside of the outermost wrapper, or the same text if there is none."""
    if tex.startswith("$"):
        return _inside_dollars(tex)
    if tex.startswith((r"\(", r"\[")):
        closing = r"\)" if tex[1] == "(" else r"\]"
        inside = tex[2:-2]
        return inside if len(tex) > 3 and tex.endswith(closing) and closing not in inside else tex
    if style := _STYLE.match(tex):
        return tex[style.end() :]
    if tex.startswith("{") and tex.endswith("}") and _STYLE.match(tex[1:].lstrip()) and _is_group(tex):
        return tex[1:-1]
    if alone := _ALONE.match(tex):
        ending = rf"\end{{{alone[1]}}}"
        if tex.endswith(ending) and tex.count(ending) == 1:
            return tex[alone.end() : -len(ending)]
    return tex


def _inside_dollars(tex: str) -> str:
    width = 2 if tex.startswith("$$") and len(tex) > 3 else 1
    inside = tex[width:-width].removeprefix("latex ")
    closes = len(tex) > width and tex.endswith("$" * width) and not _is_escaped(tex, len(tex) - width)
    if closes and not any(match[0].startswith("$") for match in _TOKEN.finditer(inside)):
        return inside
    return tex


def _is_escaped(tex: str, position: int) -> bool:
    before = tex[:position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _is_group(tex: str) -> bool:
    """Return whether the brace at the beginning is closed at the very end."""
    depth = 0
    for match in _BRACE.finditer(tex):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth == 0:
                return match.end() == len(tex)
    return False


def _trimmed(tex: str) -> str:
    """Return TeX without blanks at its ends, and without the blank commands and line breaks at its end."""
    return tex.strip().rstrip("\\ ")
