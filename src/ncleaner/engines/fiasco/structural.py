"""Structural features (section 3.2): the place of a target in the tree, and the contents of its subtree."""

from __future__ import annotations

from math import log2

from ncleaner.engines.fiasco.dom import TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.dom import Tree
    from ncleaner.engines.fiasco.page_targets import PageTargets

NAMES = (
    "depth",
    "in a heading",
    "in a paragraph",
    "in a list item",
    "links for each word",
    "addresses for each word",
    "images for each word",
    "share of link text",
    "place on the page",
    "link text of the targets before",
    "link text of the targets after",
    "characters of the targets before",
    "characters of the targets after",
    "targets beside it",
)

LOGARITHMS = ("characters of the targets before", "characters of the targets after", "targets beside it")
"""The features that are logarithms, like lengths (`ncleaner.engines.fiasco.linguistic`)."""

_AROUND = {
    "heading": frozenset(("h1", "h2", "h3", "h4", "h5", "h6")),
    "paragraph": frozenset(("p", "blockquote", "pre")),
    "item": frozenset(("li", "dt", "dd")),
    "link": frozenset(("a",)),
}
NEIGHBOURS = 3  # targets before and after that count as neighbours


def structural(page: PageTargets) -> list[list[float]]:
    """Return the features `NAMES` of all targets."""
    tree = page.tree
    depths, around = _above(tree)
    own = []
    for row, text in zip(page.targets, page.texts, strict=True):
        inside = [around[kind][row] for kind in ("heading", "paragraph", "item")]
        words = len(text.split()) or 1
        counts = [count / words for count in _counts(tree, row, around["link"])]
        own.append([float(depths[row]), *map(float, inside), *counts])
    shares = _link_shares(page, around["link"])
    return [values + context for values, context in zip(own, _context(page, shares), strict=True)]


def _above(tree: Tree) -> tuple[list[int], dict[str, list[bool]]]:
    """Return the depth of each row, and whether it is, or is inside, an element of each kind."""
    depths = [0] * len(tree)
    around = {kind: [tag in tags for tag in tree.tags] for kind, tags in _AROUND.items()}
    for row in range(1, len(tree)):
        parent = tree.parents[row]
        depths[row] = depths[parent] + 1
        for flags in around.values():
            flags[row] = flags[row] or flags[parent]
    return depths, around


def _counts(tree: Tree, row: int, in_link: list[bool]) -> list[int]:
    """Return the numbers of links, addresses and images in a subtree. A target inside a link counts as a link."""
    links = addresses = images = 0
    for below in range(row, tree.ends[row]):
        links += tree.tags[below] == "a"
        images += tree.tags[below] == "img"
        addresses += "href" in tree.attributes[below]
    if in_link[row] and not links:
        links = addresses = 1
    return [links, addresses, images]


def _link_shares(page: PageTargets, in_link: list[bool]) -> list[float]:
    """Return the share of link text in each target."""
    tree = page.tree
    shares = []
    for row in page.targets:
        linked = whole = 0
        for below in range(row, tree.ends[row]):
            if tree.tags[below] == TEXT:
                size = sum(map(len, tree.texts[below].split()))
                whole += size
                linked += size if in_link[below] else 0
        shares.append(linked / whole if whole else 0.0)
    return shares


def _context(page: PageTargets, shares: list[float]) -> list[list[float]]:
    """Return the last seven features of each target: its share of link text, its place, and its neighbours."""
    sizes = [log2(1 + len(text)) for text in page.texts]
    whole = sum(map(len, page.texts)) or 1
    beside = _beside(page)
    rows = []
    before = 0
    for number, text in enumerate(page.texts):
        low, high = max(0, number - NEIGHBOURS), number + 1 + NEIGHBOURS
        rows.append(
            [
                shares[number],
                before / whole,
                _mean(shares[low:number]),
                _mean(shares[number + 1 : high]),
                _mean(sizes[low:number]),
                _mean(sizes[number + 1 : high]),
                beside[number],
            ]
        )
        before += len(text)
    return rows


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _beside(page: PageTargets) -> list[float]:
    """Return the number of targets with the same parent as each target, as a logarithm."""
    parents = [page.tree.parents[row] for row in page.targets]
    counts: dict[int, int] = {}
    for parent in parents:
        counts[parent] = counts.get(parent, 0) + 1
    return [log2(1 + counts[parent]) for parent in parents]
