"""A page as FIASCO reads it: its target nodes, and which blocks of the scanner stand in which of them."""

from __future__ import annotations

from bisect import bisect_left

from ncleaner.engines.fiasco.dom import NOWHERE, TEXT, tree_of
from ncleaner.engines.fiasco.targets import SHARE, target_rows, targets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.dom import Tree
    from ncleaner.page.blocks import Blocks


class Reading:
    """The tree of a page and its target nodes.

    ``targets`` has their rows in the tree, ``texts`` their texts. ``parts`` has for each block how many of its
    characters stand in which target. ``visible`` are the numbers of the targets that readers can see something of.

    A block that stands in no target goes with the first one in the nearest element around it that has any. One that is
    not in the tree at all has no parts.
    """

    __slots__ = ("blocks", "tree", "targets", "texts", "parts", "visible")

    def __init__(self, blocks: Blocks, share: float = SHARE) -> None:
        self.blocks = blocks
        self.tree = tree_of(blocks)
        self.targets = targets_of(self.tree, share)
        self.texts = [self.tree.text(row) for row in self.targets]
        self.parts = _parts(len(blocks), self.tree, self.targets)
        hidden = blocks.hidden_bits()
        seen: set[int] = set()
        for block, parts in zip(blocks.items, self.parts, strict=True):
            if not block.state & hidden:
                seen.update(parts)
        self.visible = sorted(seen)


def _parts(count: int, tree: Tree, targets: list[int]) -> list[dict[int, int]]:
    """For each of so many blocks how many of its characters stand in which target."""
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
    """The first target in the nearest element around a row that has any."""
    while row != NOWHERE:
        first = bisect_left(targets, row)
        if first < len(targets) and targets[first] < tree.ends[row]:
            return first
        row = tree.parents[row]
    return NOWHERE
