"""Structural features (section 3.2): where in the tree a target stands, and what its subtree is made of."""

from __future__ import annotations

from math import log2

from ncleaner.engines.fiasco.dom import TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.dom import Tree
    from ncleaner.engines.fiasco.reading import Reading

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
"""Those that are logarithms, as lengths are (`ncleaner.engines.fiasco.linguistic`)."""

_AROUND = {
    "heading": frozenset(("h1", "h2", "h3", "h4", "h5", "h6")),
    "paragraph": frozenset(("p", "blockquote", "pre")),
    "item": frozenset(("li", "dt", "dd")),
    "link": frozenset(("a",)),
}
NEIGHBOURS = 3  # targets before and after that count as beside it


def structural(reading: Reading) -> list[list[float]]:
    """The features of all targets."""
    tree = reading.tree
    depths, around = _above(tree)
    own = []
    for row, text in zip(reading.targets, reading.texts, strict=True):
        inside = [around[kind][row] for kind in ("heading", "paragraph", "item")]
        words = len(text.split()) or 1
        counts = [count / words for count in _counts(tree, row, around["link"])]
        own.append([float(depths[row]), *map(float, inside), *counts])
    shares = _link_shares(reading, around["link"])
    return [one + context for one, context in zip(own, _context(reading, shares), strict=True)]


def _above(tree: Tree) -> tuple[list[int], dict[str, list[bool]]]:
    """How deep each row is, and whether it is, or stands in, an element of each kind."""
    depths = [0] * len(tree)
    around = {kind: [tag in tags for tag in tree.tags] for kind, tags in _AROUND.items()}
    for row in range(1, len(tree)):
        parent = tree.parents[row]
        depths[row] = depths[parent] + 1
        for flags in around.values():
            flags[row] = flags[row] or flags[parent]
    return depths, around


def _counts(tree: Tree, row: int, in_link: list[bool]) -> list[int]:
    """How many links, addresses and images are in a subtree. A target within a link counts as one."""
    links = addresses = images = 0
    for below in range(row, tree.ends[row]):
        links += tree.tags[below] == "a"
        images += tree.tags[below] == "img"
        addresses += "href" in tree.attributes[below]
    if in_link[row] and not links:
        links = addresses = 1
    return [links, addresses, images]


def _link_shares(reading: Reading, in_link: list[bool]) -> list[float]:
    """How much of the text of each target is in links."""
    tree = reading.tree
    shares = []
    for row in reading.targets:
        linked = whole = 0
        for below in range(row, tree.ends[row]):
            if tree.tags[below] == TEXT:
                size = sum(map(len, tree.texts[below].split()))
                whole += size
                linked += size if in_link[below] else 0
        shares.append(linked / whole if whole else 0.0)
    return shares


def _context(reading: Reading, shares: list[float]) -> list[list[float]]:
    """Shares of link text and lengths of each target and of those near it, and where it stands."""
    sizes = [log2(1 + len(text)) for text in reading.texts]
    whole = sum(map(len, reading.texts)) or 1
    beside = _beside(reading)
    rows = []
    before = 0
    for number, text in enumerate(reading.texts):
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


def _beside(reading: Reading) -> list[float]:
    """How many targets the same element holds that holds this one, as a logarithm."""
    parents = [reading.tree.parents[row] for row in reading.targets]
    counts: dict[int, int] = {}
    for parent in parents:
        counts[parent] = counts.get(parent, 0) + 1
    return [log2(1 + counts[parent]) for parent in parents]
