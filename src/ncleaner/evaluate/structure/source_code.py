"""The blocks of code of a page: its ``<pre>`` elements, without line numbers and buttons, and their languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ncleaner.evaluate.structure.forms import Code, without_empty_ends
from ncleaner.evaluate.structure.source_tables import GUTTERS
from ncleaner.evaluate.structure.tree import TEXT, Node, Tree

_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|highlight)-([\w+#.-]+)")
_BRUSH = re.compile(r"brush:\s*([\w+#-]+)")
_NOT_LINE_FEED = re.compile(r"[^\n]+")
_NO_LANGUAGE = frozenset(["default", "none", "text"])
_FARTHEST = 7  # elements around the code that may name its language
_PAGE = frozenset(["html", "body", "main", "article", "section"])  # name the language of the text


def read_code(tree: Tree) -> Iterator[Code]:
    """Yield the blocks of code that readers see."""
    end = 0
    for node in tree.nodes:
        if node.tag == "pre" and node.index >= end and not node.is_hidden:
            end = node.end
            if any(GUTTERS.intersection(each.classes) for each in tree.ancestors(node)):
                continue
            all = _text(tree, node, all=True).split("\n")
            lines = _text(tree, node, all=False).split("\n")
            dropped = sum(1 for whole, line in zip(all, lines, strict=True) if whole.strip() and not line.strip())
            if any(map(str.strip, all)):
                yield Code(_language(tree, node), without_empty_ends(lines), dropped)


def _text(tree: Tree, pre: Node, *, all: bool) -> str:
    """Return the lines of code; without ``all``, those that were dropped are empty."""
    pieces: list[str] = []
    index = pre.index + 1
    while index < pre.end:
        node = tree.nodes[index]
        if node.is_hidden or node.tag == "button" or GUTTERS.intersection(node.classes):
            index = node.end
            continue
        if node.tag == "br" or (node.tag == "tr" and pieces):
            pieces.append("\n")
        elif node.tag == TEXT:
            pieces.append(node.text if node.is_kept or all else _NOT_LINE_FEED.sub("", node.text))
        index += 1
    return "".join(pieces)


def _language(tree: Tree, pre: Node) -> str:
    """Return the language that the element, a ``<code>`` in it or an element close around it names."""
    inner = [node for node in tree.children(pre) if node.tag == "code"]
    outer = [node for _, node in zip(range(_FARTHEST), tree.ancestors(pre), strict=False) if node.tag not in _PAGE]
    for node in [*inner, pre, *outer]:
        names = [node.attributes.get("data-lang", ""), node.attributes.get("data-language", "")]
        names += [match[1] for match in map(_LANGUAGE.fullmatch, node.classes) if match]
        names += _BRUSH.findall(node.attributes.get("class", ""))
        for name in names:
            if name:
                return "" if name in _NO_LANGUAGE else name
    return ""
