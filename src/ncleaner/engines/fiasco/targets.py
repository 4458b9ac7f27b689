"""Target nodes (section 2.2): the elements that hold a paragraph, a heading or a list item each.

An element is one if at least a tenth of the text of its subtree stands in its own text children, and if no element
around it is one: targets are disjoint. Characters that are white space do not count.

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
_RAW = frozenset(("listing", "plaintext", "xmp"))  # what is inside of them would be read as it is written


def targets_of(tree: Tree, share: float = SHARE) -> list[int]:
    """The rows of the target nodes, in the order of the document."""
    own, whole = characters(tree)
    found = []
    row = 0
    while row < len(tree):
        if own[row] and own[row] >= share * whole[row]:
            found.append(row)
            row = tree.ends[row]
        else:
            row += 1
    return found


def characters(tree: Tree) -> tuple[list[int], list[int]]:
    """How many characters of text stand right below each row, and in its whole subtree."""
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
    """For each row the number of the target that it belongs to, or `NOWHERE`."""
    found = [NOWHERE] * len(tree)
    for number, row in enumerate(targets):
        found[row : tree.ends[row]] = [number] * (tree.ends[row] - row)
    return found


# For a browser


def marked_html(tree: Tree, targets: Sequence[int]) -> str:
    """The page as a browser can show it, with the attribute ``data-ncleaner="N"`` on the N-th target, from 0 on."""
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
    """A style sheet, unless it would end before its end."""
    return "" if "</" in text else f"<style>{text}</style>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
