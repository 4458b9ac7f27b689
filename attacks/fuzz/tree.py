"""What must hold for the tree of kept content and for its chunks, whatever the page."""

from __future__ import annotations

import re
from typing import Any

from attacks.fuzz.broken import Broken
from ncleaner import Document
from ncleaner.page.chunk import Chunk
from ncleaner.page.node import HEADINGS, INLINE, LEAVES, Node

DEEPEST = 40  # nodes around a node
TAGS = (
    LEAVES
    | INLINE
    | frozenset("body ul ol li dl dt dd blockquote table caption tr th td details summary figure figcaption hr".split())
)
_NO_LETTERS = re.compile(r"[\W_]+")


def letters(text: str) -> str:
    """Return the letters and digits of a text."""
    return _NO_LETTERS.sub("", text)


def check_tree(document: Document, root: Node, *, all: bool) -> None:
    """Check the tags and spans of a tree, and that it has the kept text and no other."""
    size = len(document.page.text)
    pending = [(root, 0)]
    while pending:
        node, depth = pending.pop()
        if node.tag not in TAGS or depth > DEEPEST:
            raise Broken("tree", f"a node {node.tag!r}, {depth} deep")
        if node.start != -1 and not 0 <= node.start <= node.end <= size:
            raise Broken("tree", f"{node.tag} at {node.start}:{node.end} in a page of {size} characters")
        pending += [(child, depth + 1) for child in node.nodes]
    if not all:
        _check_text(document, root)


def _check_text(document: Document, root: Node) -> None:
    """Check that the letters of the kept blocks are those of the tree.

    Bullets and numbers of typed items are attributes, links from notes back to the text are left out, and so are
    further titles, so the tree may have less; it never has more.
    """
    kept = [index for index, keep in enumerate(document.decisions.keep) if keep]
    expected = letters("".join(map(document.blocks.text, kept)))
    markers = "".join(node.attributes.get("marker", "") for node in root.walk())
    found = letters(root.text)
    if len(found) > len(expected):
        raise Broken("tree", f"{len(found)} letters of {len(expected)}: {found[:60]!r}, not {expected[:60]!r}")
    may_have_less = any("note" in node.attributes for node in root.walk()) or "<h1" in document.page.text.lower()
    if not may_have_less and len(found) + len(letters(markers)) != len(expected):
        raise Broken("tree", f"{len(found)} letters of {len(expected)}: {found[:60]!r}, not {expected[:60]!r}")


def check_chunks(document: Document, chunks: list[Chunk], most: int) -> None:
    """Check that chunks have all of the text of the tree, in places of the page, and no more words than allowed."""
    root = document.tree()
    size = len(document.page.text)
    headings: set[str] = set()
    for chunk in chunks:
        if not 0 < chunk.words <= most:
            raise Broken("chunks", f"{chunk.words} words where {most} are allowed")
        if chunk.start != -1 and not 0 <= chunk.start <= chunk.end <= size:
            raise Broken("chunks", f"one at {chunk.start}:{chunk.end} in a page of {size} characters")
        headings.update(chunk.headings)
    whole = letters("".join(node.text for node in outside_of_headings(root)))
    found = letters("".join(chunk.text for chunk in chunks))
    if found != whole:
        raise Broken("chunks", f"{len(found)} letters of {len(whole)}")
    unknown = headings - {" ".join(node.text.split()) for node in root.find_all(*HEADINGS)}
    if unknown:
        raise Broken("chunks", f"unknown headings {unknown}")


def outside_of_headings(root: Node) -> list[Node]:
    """Return the nodes with text that are no headings, or rows of tables, which may contain some."""
    result: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        if node.tag in ("tr", "caption", "dt") or (node.tag in LEAVES and node.tag not in HEADINGS):
            result.append(node)
        elif node.tag not in HEADINGS:
            pending.extend(reversed(node.nodes))
    return result


def value(root: Node) -> list[tuple[Any, ...]]:
    """Return all of a tree that a backend could make different."""
    return [
        (
            node.tag,
            sorted(node.attributes.items()),
            node.start,
            node.end,
            node.keep,
            [c for c in node if isinstance(c, str)],
        )
        for node in root.walk()
    ]
