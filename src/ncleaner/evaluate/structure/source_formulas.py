"""The formulas of a page, each once, however many forms of it the page has.

MathML with its TeX, KaTeX, MathJax, the pictures of Wikipedia and of LaTeX in blogs, and TeX typed into the text.
The nodes of a formula are added to ``skipped`` of the tree, so that its forms do not count as text of cells and items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ncleaner.evaluate.structure.forms import OBJECT, Formula, plain_tex
from ncleaner.evaluate.structure.tree import TEXT, Node, Tree

TYPED = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$([^$]*[\\^_=][^$]*)\$\$", re.DOTALL)

_WRAPPERS = frozenset(["katex", "mwe-math-element"])
_RENDERED = frozenset("MathJax MathJax_CHTML MathJax_Display MathJax_Preview MathJax_SVG MathJax_SVG_Display".split())
_PICTURES = frozenset(["tex", "latex"])
_PICTURE = "mwe-math-fallback-image"
_NO_FORMULAS = frozenset(["pre", "code", "kbd", "samp", "textarea", "script", "style"])


def read_formulas(tree: Tree) -> list[Formula]:
    """Return the formulas in the order of the page."""
    result = []
    index = 0
    while index < len(tree.nodes):
        node = tree.nodes[index]
        found = _formula(tree, node)
        if found is None and not _RENDERED.intersection(node.classes) and node.tag not in _NO_FORMULAS:
            index += 1
            if node.tag == TEXT and not node.is_hidden:
                result += [replace(each, place=node.index) for each in _typed(node)]
            continue
        if found is not None:
            result.append(replace(found, place=index))
        if found is not None or node.tag not in _NO_FORMULAS:
            tree.skipped.add(index)
        index = node.end
    return [replace(formula, is_kept=_is_kept(tree, formula)) for formula in result if formula.key]


def _formula(tree: Tree, node: Node) -> Formula | None:
    """Return the formula that an element is, or None."""
    classes = node.classes
    if node.tag == "script":
        type = node.attributes.get("type", "").lower()
        if not type.startswith("math/tex"):
            return None
        source = "".join(each.text for each in tree.below(node))
        return Formula(plain_tex(source), display="mode=display" in type.replace(" ", ""))
    if node.tag == "img":
        is_picture = _PICTURES.intersection(classes) or any(name.startswith(_PICTURE) for name in classes)
        display = any(name.endswith("-display") for name in classes)
        return Formula(plain_tex(node.attributes.get("alt", "")), display=display) if is_picture else None
    if node.tag == "math":
        return None if node.is_hidden else _mathml(tree, node, node)
    if node.tag == "mjx-container" or _WRAPPERS.intersection(classes):
        math = next((each for each in tree.below(node) if each.tag == "math"), None)
        return None if math is None else _mathml(tree, math, node)
    return None


def _mathml(tree: Tree, math: Node, around: Node) -> Formula:
    tex = ""
    shown = []
    index = math.index + 1
    while index < math.end:
        node = tree.nodes[index]
        if node.tag.startswith("annotation"):
            if "tex" in node.attributes.get("encoding", "").lower():
                tex = "".join(each.text for each in tree.below(node))
            index = node.end
            continue
        if node.tag == TEXT and (tree.nodes[node.parent].tag != "mi" or len(node.text.strip()) == 1):
            shown.append(node.text.strip())
        index += 1
    display = "block" in (math.attributes.get("display", ""), around.attributes.get("display", ""))
    display = display or around.attributes.get("display") == "true"
    return Formula(plain_tex(tex or math.attributes.get("alttext", "")), "".join(shown), display)


def _typed(node: Node) -> list[Formula]:
    """Return the formulas that are typed into a text, and take them out of it."""
    matches = list(TYPED.finditer(node.text))
    result = [Formula(plain_tex(match[1] or match[2] or match[3]), display=not match[1]) for match in matches]
    if result:
        node.text = TYPED.sub(OBJECT, node.text)
    return result


def _is_kept(tree: Tree, formula: Formula) -> bool:
    """Return whether the engine keeps the text of a formula, or else the text before or after it."""
    node = tree.nodes[formula.place]
    if node.tag == TEXT:
        return node.is_kept
    shown = [each for each in tree.below(node) if _is_visible(each)]
    if shown:
        return any(each.is_kept for each in shown)
    before = next((each for each in _nodes(tree, node.index - 1, -1, -1) if _is_visible(each)), None)
    after = next((each for each in _nodes(tree, node.end, len(tree.nodes), 1) if _is_visible(each)), None)
    return any(each is not None and each.is_kept for each in (before, after))


def _nodes(tree: Tree, start: int, stop: int, step: int) -> Iterator[Node]:
    return (tree.nodes[index] for index in range(start, stop, step))


def _is_visible(node: Node) -> bool:
    return node.tag == TEXT and not node.is_hidden and not node.text.isspace()
