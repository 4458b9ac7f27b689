"""Footnotes: references to notes of the same page, and the notes.

A reference is a link to a place in its own page whose text is short and raised, or in brackets. Its note is the item
or paragraph at that place. Both get the attribute ``note`` with the label of the note; links from the note back to the
reference are removed.
"""

from __future__ import annotations

import re

from ncleaner.page.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ncleaner.page.blocks import Blocks
    from ncleaner.tree.places import Places

_LABEL = re.compile(r"[\[(]?\s*([\w*†‡§¶]{1,6})\s*[\])]?")
_NOTE_TAGS = ("li", "dd")


def link_notes(places: Places, blocks: Blocks, leaves: Mapping[int, Node], fragments: list[tuple[Node, str]]) -> None:
    """Mark the references and their notes in a tree.

    ``leaves`` has the first leaf directly in an element, and ``fragments`` the links of the tree to their own page.
    """
    references = [(link, name, label) for link, name in fragments if (label := _label(link))]
    if not references:
        return
    elements = _elements(blocks, {name for _, name, _ in references})
    backlinks = {id(link) for link, _ in fragments}
    labels: dict[str, int] = {}  # label -> the element of its note
    inside: dict[int, set[int]] = {}  # the links in a note, by the note: notes are nested a few deep at most
    for link, name, label in references:
        element = elements.get(name)
        note = None if element is None else _note(places, blocks, leaves, element)
        if note is None or element is None:
            continue
        if id(note) not in inside:
            inside[id(note)] = set(map(id, note.find_all("a")))
        if id(link) in inside[id(note)]:
            continue
        if labels.setdefault(label, element) != element:
            label = f"{label}-{element}"
        if "note" not in note.attributes:
            note.attributes["note"] = label
            _remove_backlinks(note, backlinks)
        link.attributes["note"] = note.attributes["note"]


def _label(link: Node) -> str:
    """Return the label of a reference, or the empty string if a link is none."""
    text = link.text.strip()
    found = _LABEL.fullmatch(text)
    if found is None:
        return ""
    is_raised = all(isinstance(child, Node) and child.tag == "sup" for child in link.children)
    return found[1] if is_raised or (text[0] == "[" and text[-1] == "]") else ""


def _elements(blocks: Blocks, names: set[str]) -> dict[str, int]:
    """Return the containers with these ids."""
    result: dict[str, int] = {}
    for index, element in enumerate(blocks.elements):
        if element.id_end > element.id_start:
            name = blocks.source[element.id_start : element.id_end].decode("utf-8")
            if name in names:
                result.setdefault(name, index)
    return result


def _note(places: Places, blocks: Blocks, leaves: Mapping[int, Node], element: int) -> Node | None:
    """Return the item or the leaf at a place of the page, if it is in the tree."""
    if blocks.tag(element) == "a":  # a place without content, within the note
        element = blocks.elements.parent(element)
    item = places.known(element)
    if item is not None and item.tag in _NOTE_TAGS and item.children:
        return item
    leaf = leaves.get(element)
    return leaf if leaf is not None and leaf.tag == "p" else None


def _remove_backlinks(note: Node, links: Iterable[int]) -> None:
    """Remove the links to other places in the page at the start and the end of a note, and signs that are links."""
    leaves = note.find_all("p") if note.tag != "p" else [note]
    for leaf in leaves:
        _remove(leaf, links)
        if leaf.children and isinstance(leaf.children[0], str):
            leaf.children[0] = leaf.children[0].lstrip(" ^↑")
        if leaf.children and isinstance(leaf.children[-1], str):
            leaf.children[-1] = leaf.children[-1].rstrip()
        leaf.children = [child for child in leaf.children if child != ""]


def _remove(node: Node, links: Iterable[int]) -> None:
    kept: list[Node | str] = []
    is_start = True
    for child in node.children:
        if isinstance(child, Node):
            if id(child) in links and (is_start or not any(map(str.isalnum, child.text))):
                continue
            _remove(child, links)
            if not child.children and child.tag not in ("img", "br"):
                continue
        kept.append(child)
        is_start = is_start and isinstance(child, str) and not any(map(str.isalnum, child))
    node.children = kept
