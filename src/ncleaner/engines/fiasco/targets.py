"""Target nodes (section 2.2): elements that each hold a paragraph, a heading or a list item.

An element is a target if at least a tenth of the text of its subtree is directly inside it and no element around it is
a target, so targets are disjoint. White space does not count.

`marked_html` writes the tree for a browser, with the number of each target in an attribute.
"""

from __future__ import annotations

from ncleaner.engines.fiasco.dom import NOWHERE, STYLE, TEXT
from ncleaner.page.tags import FLAGS, NAMES, VOID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.engines.fiasco.dom import Tree

SHARE = 0.1
ATTRIBUTE = "data-ncleaner"

_VOID = frozenset(name for name, flags in zip(NAMES, FLAGS, strict=True) if flags & VOID)
_RAW = frozenset(("listing", "plaintext", "xmp"))  # browsers do not parse markup inside them


def targets_of(tree: Tree, share: float = SHARE) -> list[int]:
    """Return the rows of the target nodes, in document order."""
    own, whole = characters(tree)
    targets = []
    row = 0
    while row < len(tree):
        if own[row] and own[row] >= share * whole[row]:
            targets.append(row)
            row = tree.ends[row]
        else:
            row += 1
    return targets


def characters(tree: Tree) -> tuple[list[int], list[int]]:
    """Return the number of characters directly inside each row, and in its whole subtree."""
    own = [0] * len(tree)
    whole = [0] * len(tree)
    for row in range(len(tree) - 1, -1, -1):
        parent = tree.parents[row]
        if tree.tags[row] == TEXT:
            whole[row] = sum(map(len, tree.texts[row].split()))
            own[parent] += whole[row]
        if parent != NOWHERE:
            whole[parent] += whole[row]
    return own, whole


def target_rows(tree: Tree, targets: Sequence[int]) -> list[int]:
    """Return the number of the target that each row belongs to, or `NOWHERE`."""
    numbers = [NOWHERE] * len(tree)
    for number, row in enumerate(targets):
        numbers[row : tree.ends[row]] = [number] * (tree.ends[row] - row)
    return numbers


# For a browser


def marked_html(tree: Tree, targets: Sequence[int]) -> str:
    """Return the page as HTML, with the attribute ``data-ncleaner="N"`` on target N, counted from 0."""
    numbers = {row: number for number, row in enumerate(targets)}
    pieces = ["<!DOCTYPE html>\n"]
    still_open: list[int] = []
    for row in range(len(tree)):
        while still_open and tree.ends[still_open[-1]] <= row:
            pieces.append(f"</{_name(tree, still_open.pop())}>")
        if tree.tags[row] == TEXT:
            pieces.append(_escaped(tree.texts[row]))
        elif tree.tags[row] == STYLE:
            pieces.append(_style(tree.texts[row]))
        else:
            pieces.append(_start_tag(tree, row, numbers.get(row)))
            if tree.tags[row] not in _VOID:
                still_open.append(row)
    pieces += [f"</{_name(tree, row)}>" for row in reversed(still_open)]
    return "".join(pieces)


def _name(tree: Tree, row: int) -> str:
    return "pre" if tree.tags[row] in _RAW else tree.tags[row]


def _start_tag(tree: Tree, row: int, number: int | None) -> str:
    values = {name: value for name, value in tree.attributes[row].items() if name != ATTRIBUTE}
    if number is not None:
        values[ATTRIBUTE] = str(number)
    written = "".join(f' {name}="{_escaped(value or "")}"' for name, value in values.items())
    return f"<{_name(tree, row)}{written}>"


def _style(text: str) -> str:
    """Return a style element, or nothing if the text contains an end tag."""
    return "" if "</" in text else f"<style>{text}</style>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
