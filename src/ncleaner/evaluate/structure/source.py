"""The structures of the source of a page, as readers see them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ncleaner.evaluate.structure.forms import Heading, Items, Quote, Structures, Table, is_note_sign, plain, plain_lines
from ncleaner.evaluate.structure.source_code import read_code
from ncleaner.evaluate.structure.source_formulas import read_formulas
from ncleaner.evaluate.structure.source_tables import data_tables, read_table
from ncleaner.evaluate.structure.tree import Node, Tree

_LISTS = frozenset(["ul", "ol", "menu", "dir"])
_AROUND_ITEMS = _LISTS | {"dd"}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ANCHOR_SIGNS = frozenset(["", "¶", "#", "§", "🔗"])
_EDIT_LINKS = "mw-editsection"


def read_source(html: str, *, is_kept: bool = True, all_tables: bool = False) -> Structures:
    """Return the structures of a page; with ``all_tables``, layout tables count as well.

    If the page has signs for what is kept (see `ncleaner.evaluate.structure.tree`), texts are those that are kept, and
    ``is_kept`` holds for the text before the first sign.
    """
    tree = Tree(html, is_kept)
    formulas = read_formulas(tree)
    _skip_note_signs(tree)
    tables = list(data_tables(tree, all=all_tables))
    reader = _Reader(tree, tables)
    kept = [read_table(tree, table) for table in tables]
    full = [read_table(tree, table, all=True) for table in tables]
    return Structures(
        tables=kept,
        dropped_cells=[cells(every) - cells(some) for every, some in zip(full, kept, strict=True)],
        lists=list(reader.lists()),
        code=list(read_code(tree)),
        quotes=list(reader.quotes()),
        headings=list(reader.headings()),
        formulas=formulas,
    )


def cells(table: Table) -> int:
    """Count the cells with text."""
    return sum(map(bool, chain.from_iterable(table)))


def _skip_note_signs(tree: Tree) -> None:
    """Leave out the signs of notes, whose form in Markdown is another one."""
    for node in tree.nodes:
        if node.tag == "a" and "#" in node.attributes.get("href", "") and is_note_sign(tree.text(node, all=True)):
            tree.skipped.add(node.index)


class _Reader:
    """Reads lists, quotations and headings that are in no data table."""

    def __init__(self, tree: Tree, tables: list[Node]) -> None:
        self._tree = tree
        self._tables = {table.index for table in tables}
        self._in_tables = {index for table in tables for index in range(table.index + 1, table.end)}
        self._targets = {
            node.attributes["href"][1:]
            for node in tree.nodes
            if node.tag == "a" and node.attributes.get("href", "").startswith("#")
        }

    def _shown(self) -> Iterator[Node]:
        for node in self._tree.nodes:
            if not node.is_hidden and node.index not in self._in_tables:
                yield node

    def quotes(self) -> Iterator[Quote]:
        """Yield the quotations."""
        for node in self._shown():
            if node.tag == "blockquote" and self._tree.text(node):
                depth = 1 + sum(each.tag == "blockquote" for each in self._tree.ancestors(node))
                text = self._tree.text(node, lambda inner: inner.tag == "blockquote" or self._is_inner(inner))
                yield Quote(depth, plain(text))

    def headings(self) -> Iterator[Heading]:
        """Yield the headings, without links to themselves and to editors."""
        for node in self._shown():
            if node.tag in _HEADINGS:
                text = plain(self._tree.text(node, self._is_no_title, all=True))
                if text:
                    yield Heading(int(node.tag[1]), text)

    def _is_no_title(self, node: Node) -> bool:
        if node.tag != "a":
            return _EDIT_LINKS in node.classes
        return (
            node.attributes.get("href", "").startswith("#") and self._tree.text(node, all=True).strip() in _ANCHOR_SIGNS
        )

    def lists(self) -> Iterator[Items]:
        """Yield the lists, and the definitions of each term as a list."""
        for node in self._shown():
            if node.tag in _LISTS:
                children = [child for child in self._tree.children(node) if child.tag == "li"]
                if not children or not all(map(self._is_note, children)):
                    yield from self._items(node, children)
            elif node.tag == "dd" and self._begins(node):
                yield from self._items(node, list(self._definitions(node)))

    def _items(self, node: Node, children: list[Node]) -> Iterator[Items]:
        items = Items(1 + sum(each.tag in _AROUND_ITEMS for each in self._tree.ancestors(node)))
        number = _whole(node.attributes.get("start", ""), 1)
        for child in children:
            number = _whole(child.attributes.get("value", ""), number)
            if not child.is_hidden and self._tree.text(child):
                text = plain_lines(self._tree.text(child, self._is_inner))
                items.add(number if node.tag == "ol" else None, text, self._box(child))
            elif plain(self._tree.text(child, self._is_inner, all=True)):
                items.dropped += 1
            number += 1
        if items.texts:
            yield items

    def _is_inner(self, node: Node) -> bool:
        return node.tag in _AROUND_ITEMS or node.tag == "pre" or node.index in self._tables

    def _box(self, item: Node) -> bool | None:
        for node in self._tree.below(item):
            if node.tag in _LISTS:
                return None
            if node.tag == "input" and node.attributes.get("type", "").lower() == "checkbox":
                return "checked" in node.attributes
        return None

    def _is_note(self, item: Node) -> bool:
        """Return whether an item is a footnote: links lead to it, and it has one that leads back."""
        return item.attributes.get("id") in self._targets and any(
            node.tag == "a" and node.attributes.get("href", "").startswith("#") for node in self._tree.below(item)
        )

    def _begins(self, definition: Node) -> bool:
        """Return whether the element before a definition is no definition."""
        before = None
        for node in self._tree.children(self._tree.nodes[definition.parent]):
            if node.index == definition.index:
                break
            before = node
        return before is None or before.tag != "dd"

    def _definitions(self, first: Node) -> Iterator[Node]:
        """Yield a definition and those directly after it."""
        for node in self._tree.children(self._tree.nodes[first.parent]):
            if node.index >= first.index:
                if node.tag != "dd":
                    return
                yield node


def _whole(value: str, otherwise: int) -> int:
    value = value.strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else otherwise
