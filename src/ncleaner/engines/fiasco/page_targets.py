"""The target nodes of a page, and which blocks of the scanner are in which target."""

from __future__ import annotations

from bisect import bisect_left

from ncleaner.engines.fiasco.dom import NOWHERE, TEXT, tree_of
from ncleaner.engines.fiasco.targets import SHARE, target_rows, targets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.dom import Tree
    from ncleaner.page.blocks import Blocks


class PageTargets:
    """The tree of a page and its target nodes.

    ``targets`` has the rows of the targets in the tree, ``texts`` their texts. ``parts`` has, for each block, the
    number of its characters in each target. ``visible`` lists the targets with text that readers can see.

    A block outside all targets belongs to the first target in the nearest element around it that contains one. A block
    that is not in the tree has no parts.
    """

    __slots__ = ("blocks", "tree", "targets", "texts", "parts", "visible")

    def __init__(self, blocks: Blocks, share: float = SHARE) -> None:
        self.blocks = blocks
        self.tree = tree_of(blocks)
        self.targets = targets_of(self.tree, share)
        self.texts = [self.tree.text(row) for row in self.targets]
        self.parts = _parts(len(blocks), self.tree, self.targets)
        hidden = blocks.hidden_bits()
        visible: set[int] = set()
        for block, parts in zip(blocks.items, self.parts, strict=True):
            if not block.state & hidden:
                visible.update(parts)
        self.visible = sorted(visible)


def _parts(count: int, tree: Tree, targets: list[int]) -> list[dict[int, int]]:
    """Return, for each of ``count`` blocks, the number of its characters in each target."""
    numbers = target_rows(tree, targets)
    parts: list[dict[int, int]] = [{} for _ in range(count)]
    outside: dict[int, int] = {}  # block to row
    for row, owner in enumerate(tree.owners):
        if owner == NOWHERE or tree.tags[row] != TEXT or not tree.texts[row].strip():
            continue
        if numbers[row] == NOWHERE:
            outside.setdefault(owner, row)
        else:
            own = parts[owner]
            own[numbers[row]] = own.get(numbers[row], 0) + sum(map(len, tree.texts[row].split()))
    for owner, row in outside.items():
        nearest = _nearest(tree, targets, row)
        if not parts[owner] and nearest != NOWHERE:
            parts[owner][nearest] = 1
    return parts


def _nearest(tree: Tree, targets: list[int], row: int) -> int:
    """Return the first target in the nearest element around a row that contains one, or `NOWHERE`."""
    while row != NOWHERE:
        first = bisect_left(targets, row)
        if first < len(targets) and targets[first] < tree.ends[row]:
            return first
        row = tree.parents[row]
    return NOWHERE
