r"""The elements of MathML that lay out their children, as TeX.

Each function takes the parts of the children and the attributes of an element, and returns one part. An element with
too few children gets empty ones; those of an element with too many are set side by side after it.
"""

from __future__ import annotations

from ncleaner.read.html.formulas.parts import (
    ATOM,
    EMPTY,
    LIMITS,
    NOTHING,
    ROW,
    STACK,
    TABLE,
    Part,
    argument,
    command,
    environment,
    group,
    joined,
    operator,
    row,
    scripted,
)
from ncleaner.read.html.formulas.symbols import OVER, UNDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Attributes = dict[str, str]

PRESCRIPTS = Part("", EMPTY, "prescripts")
"""Stands for ``<mprescripts>`` among the children of ``<mmultiscripts>``."""

_ENCLOSED = {"box": "boxed", "roundedbox": "boxed", "updiagonalstrike": "cancel", "downdiagonalstrike": "bcancel",
             "top": "overline", "bottom": "underline", "radical": "sqrt"}  # fmt: skip
_SPACES = ("\\ ", "\\,", "\\quad", "\\qquad")
_NO_LINE = ("0", "0px", "0pt", "0em", "0ex", "0in", "0cm", "0mm", "0%")


def _child(parts: list[Part], index: int) -> Part:
    return parts[index] if index < len(parts) else NOTHING


def _fraction(parts: list[Part], attributes: Attributes) -> Part:
    upper, lower = _child(parts, 0), _child(parts, 1)
    if attributes.get("linethickness", "").strip().lower() in _NO_LINE:
        return Part(f"{{{upper.tex} \\atop {lower.tex}}}", STACK, command("binom", upper, lower))
    if attributes.get("bevelled", "").strip().lower() == "true":
        return Part(f"{group(upper)}/{group(lower)}", ROW)
    return Part(command("frac", upper, lower), ATOM)


def _square_root(parts: list[Part], attributes: Attributes) -> Part:
    return Part(command("sqrt", row(parts)), ATOM)


def _root(parts: list[Part], attributes: Attributes) -> Part:
    index = _child(parts, 1)
    tex = group(index) if "]" in index.tex else index.tex
    return Part(f"\\sqrt[{tex}]{group(_child(parts, 0))}", ATOM)


def _below(parts: list[Part], attributes: Attributes) -> Part:
    return scripted(_child(parts, 0), _child(parts, 1), NOTHING)


def _above(parts: list[Part], attributes: Attributes) -> Part:
    return scripted(_child(parts, 0), NOTHING, _child(parts, 1))


def _below_and_above(parts: list[Part], attributes: Attributes) -> Part:
    return scripted(_child(parts, 0), _child(parts, 1), _child(parts, 2))


def _under(parts: list[Part], attributes: Attributes) -> Part:
    return _set_under(_child(parts, 0), _child(parts, 1))


def _over(parts: list[Part], attributes: Attributes) -> Part:
    return _set_over(_child(parts, 0), _child(parts, 1))


def _under_and_over(parts: list[Part], attributes: Attributes) -> Part:
    base, under, over = (_child(parts, index) for index in range(3))
    if base.shape == LIMITS:
        return scripted(base, under, over)
    return _set_over(_set_under(base, under), over)


def _set_under(base: Part, under: Part) -> Part:
    if under.shape == EMPTY or under.tex in _SPACES:
        return base
    if name := UNDER.get(under.text):
        return Part(command(name, base), LIMITS if name == "underbrace" else ATOM)
    if base.shape == LIMITS:
        return scripted(base, under, NOTHING)
    return Part(command("underset", under, base), ATOM)


def _set_over(base: Part, over: Part) -> Part:
    if over.shape == EMPTY or over.tex in _SPACES:
        return base
    if names := OVER.get(over.text):
        name = names[len(base.text) != 1]
        return Part(command(name, base), LIMITS if name == "overbrace" else ATOM)
    if base.shape == LIMITS:
        return scripted(base, NOTHING, over)
    return Part(command("overset", over, base), ATOM)


def _multiscripts(parts: list[Part], attributes: Attributes) -> Part:
    base = _child(parts, 0)
    scripts = parts[1:]
    split = scripts.index(PRESCRIPTS) if PRESCRIPTS in scripts else len(scripts)
    before = _pairs([part for part in scripts[split + 1 :] if part is not PRESCRIPTS])
    after = _pairs(scripts[:split])
    tex = base.tex if base.shape in (ATOM, LIMITS) else group(base)
    empty = [f"{{}}{pair}" for pair in before] + [tex + (after[0] if after else "")]
    return Part(joined(empty + [f"{{}}{pair}" for pair in after[1:]]), ROW)


def _pairs(scripts: list[Part]) -> list[str]:
    """Return pairs of a subscript and a superscript as TeX, without the pairs that are empty."""
    pairs: list[str] = []
    for index in range(0, len(scripts), 2):
        below, above = scripts[index], _child(scripts, index + 1)
        tex = "" if below.shape == EMPTY else f"_{argument(below)}"
        tex += "" if above.shape == EMPTY else f"^{argument(above)}"
        if tex:
            pairs.append(tex)
    return pairs


def _fenced(parts: list[Part], attributes: Attributes) -> Part:
    separators = [*"".join(attributes.get("separators", ",").split())]
    pieces = [operator(attributes.get("open", "(").strip()[:8])]
    for index, part in enumerate(parts):
        if index and separators:
            pieces.append(operator(separators[min(index, len(separators)) - 1]))
        pieces.append(part)
    return row([*pieces, operator(attributes.get("close", ")").strip()[:8])])


def _table(parts: list[Part], attributes: Attributes) -> Part:
    rows = [f"{{}}{part.tex}" if part.tex.startswith(("[", "*")) else part.tex for part in parts]
    body = " \\\\ ".join(rows)
    if attributes.get("columnalign", "").lower().split()[:2] == ["right", "left"]:
        return environment("aligned", body)
    return environment("matrix", body, TABLE)


def _table_row(parts: list[Part], attributes: Attributes) -> Part:
    return Part(" & ".join(part.tex for part in parts), ROW)


def _labelled_row(parts: list[Part], attributes: Attributes) -> Part:
    return _table_row(parts[1:], attributes)


def _cell(parts: list[Part], attributes: Attributes) -> Part:
    return Part(row(parts).tex, ROW)  # a cell counts even if it is empty


def _space(parts: list[Part], attributes: Attributes) -> Part:
    if attributes.get("linebreak", "").strip().lower() == "newline":
        return Part("\\ ", ATOM)
    width = attributes.get("width", "").strip().lower()
    try:
        ems = float(width.removesuffix("em")) if width.endswith("em") else 0.0
    except ValueError:
        ems = 0.0
    if ems >= 1:
        return Part("\\qquad" if ems >= 2 else "\\quad", ATOM)
    return Part("\\,", ATOM) if ems >= 0.1 else NOTHING


def _phantom(parts: list[Part], attributes: Attributes) -> Part:
    inner = row(parts)
    return inner if inner.shape == EMPTY else Part(command("phantom", inner), ATOM)


def _enclosed(parts: list[Part], attributes: Attributes) -> Part:
    inner = row(parts)
    for notation in attributes.get("notation", "").lower().split():
        if name := _ENCLOSED.get(notation):
            return Part(command(name, inner), ATOM)
    return inner


def _first(parts: list[Part], attributes: Attributes) -> Part:
    return _child(parts, 0)


def _row(parts: list[Part], attributes: Attributes) -> Part:
    return row(parts)


def _application(parts: list[Part], attributes: Attributes) -> Part:
    """Return content MathML, which says what a formula means and not how it is written, as its tokens."""
    parts = [part for part in parts if part.shape != EMPTY]
    return Part(" ".join(part.tex for part in parts), ROW) if parts else NOTHING


def _nothing(parts: list[Part], attributes: Attributes) -> Part:
    return NOTHING


LAYOUTS: dict[str, tuple[Callable[[list[Part], Attributes], Part], int]] = {
    "mfrac": (_fraction, 2),
    "msqrt": (_square_root, -1),
    "mroot": (_root, 2),
    "msub": (_below, 2),
    "msup": (_above, 2),
    "msubsup": (_below_and_above, 3),
    "munder": (_under, 2),
    "mover": (_over, 2),
    "munderover": (_under_and_over, 3),
    "mmultiscripts": (_multiscripts, -1),
    "mfenced": (_fenced, -1),
    "mtable": (_table, -1),
    "mtr": (_table_row, -1),
    "mlabeledtr": (_labelled_row, -1),
    "mtd": (_cell, -1),
    "mspace": (_space, -1),
    "mphantom": (_phantom, -1),
    "menclose": (_enclosed, -1),
    "semantics": (_first, -1),
    "maction": (_first, -1),
    "apply": (_application, -1),
    "reln": (_application, -1),
    "annotation-xml": (_nothing, -1),
    "script": (_nothing, -1),
    "style": (_nothing, -1),
}
"""The function for an element, and the number of its children, or −1 if it takes any number."""


def laid_out(name: str, parts: list[Part], attributes: Attributes) -> Part:
    """Return an element as one part; elements without a layout of their own are rows."""
    layout, count = LAYOUTS.get(name, (_row, -1))
    if 0 <= count < len(parts):
        return row([layout(parts[:count], attributes), *parts[count:]])
    return layout(parts, attributes)
