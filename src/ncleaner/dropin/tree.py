"""The kept text as a tree of elements, in the vocabulary of trafilatura's XML or in that of HTML.

The tree is flat: paragraphs, headings, lists with items, data tables with rows and cells, and code. It has the text of
segments; emphasis and links only if they are asked for.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from ncleaner.page.blocks import HEADING, ITEM, PRE
from ncleaner.render import inline
from ncleaner.render.fields import heading_level, source_url
from ncleaner.render.links import Links
from ncleaner.render.markup import legal
from ncleaner.render.segments import joined_segments, segment_text
from ncleaner.render.tables import Row, data_tables

if TYPE_CHECKING:
    from ncleaner.page.document import Document

Tag = tuple[str, dict[str, str]]


class Vocabulary(NamedTuple):
    """The elements for each part of a text: their names and attributes."""

    headings: tuple[Tag, ...]  # by level; there is no level 0
    list: Tag
    item: Tag
    row: Tag
    cell: Tag
    head_cell: Tag
    code: Tag
    line_break: Tag
    styles: dict[int, Tag]
    link: str
    target: str


XML = Vocabulary(
    headings=tuple(("head", {"rend": f"h{level}"}) for level in range(7)),
    list=("list", {"rend": "ul"}),
    item=("item", {}),
    row=("row", {}),
    cell=("cell", {}),
    head_cell=("cell", {"role": "head"}),
    code=("code", {}),
    line_break=("lb", {}),
    styles={
        inline.BOLD: ("hi", {"rend": "#b"}),
        inline.ITALIC: ("hi", {"rend": "#i"}),
        inline.CODE: ("hi", {"rend": "#t"}),
    },
    link="ref",
    target="target",
)

HTML = Vocabulary(
    headings=tuple((f"h{level}", {}) for level in range(7)),
    list=("ul", {}),
    item=("li", {}),
    row=("tr", {}),
    cell=("td", {}),
    head_cell=("th", {}),
    code=("pre", {}),
    line_break=("br", {}),
    styles={inline.BOLD: ("strong", {}), inline.ITALIC: ("em", {}), inline.CODE: ("code", {})},
    link="a",
    target="href",
)


class TreeBuilder:
    """Builds the tree of a document; with ``formatting``, emphasis has elements, and with ``links``, links have."""

    def __init__(self, document: Document, vocabulary: Vocabulary, *, formatting: bool, links: bool) -> None:
        self._document = document
        self._blocks = document.blocks
        self._words = vocabulary
        self._formatting = formatting
        self._links = Links(source_url(document), len(document.page.source)) if links else None
        kept = [index for index, keep in enumerate(document.decisions.keep) if keep]
        self._tables = data_tables(self._blocks, kept)
        self._table_of = {
            index: table
            for table, rows in self._tables.items()
            for row in rows
            for cell in row.values()
            for index in cell
        }

    def build(self, name: str) -> Element:
        """Return the kept text as one element of this name."""
        root = Element(name)
        items: Element | None = None
        for kind, _, indices in joined_segments(self._document, all=False):
            table = self._table_of.get(indices[0])
            if table is not None:
                items = None
                if table in self._tables:  # the other cells come with the first one
                    self._add_table(root, self._tables.pop(table))
            elif kind == ITEM:
                items = _add(root, self._words.list) if items is None else items
                self._fill(_add(items, self._words.item), indices)
            else:
                items = None
                self._add_segment(root, kind, indices)
        return root

    def _add_segment(self, root: Element, kind: int, indices: list[int]) -> None:
        block = self._blocks.items[indices[0]]
        if kind == HEADING:
            self._fill(_add(root, self._words.headings[heading_level(block)]), indices)
        elif block.state & PRE:
            _add(root, self._words.code).text = _text(segment_text(self._document, indices))
        else:
            self._fill(SubElement(root, "p"), indices)

    def _add_table(self, root: Element, rows: list[Row]) -> None:
        table = SubElement(root, "table")
        for row in rows:
            line = _add(table, self._words.row)
            for column in range(1 + max(row)):
                indices = row.get(column, [])
                is_head = any(self._blocks.tag(self._blocks.items[index].element) == "th" for index in indices)
                self._fill(_add(line, self._words.head_cell if is_head else self._words.cell), indices)

    def _fill(self, element: Element, indices: list[int]) -> None:
        """Write blocks into an element, with line breaks between them."""
        for number, index in enumerate(indices):
            if number:
                _add(element, self._words.line_break)
            for address, runs in groupby(inline.runs(self._blocks, index, self._links), key=lambda run: run.address):
                inside = element
                if address is not None:
                    inside = SubElement(element, self._words.link, {self._words.target: _text(address)})
                for style, same in groupby(runs, key=lambda run: run.style if self._formatting else inline.PLAIN):
                    self._write(inside, style, "".join(run.text for run in same))

    def _write(self, element: Element, style: int, text: str) -> None:
        """Write text of one style into an element; neighbours differ in style, so that none is written to twice."""
        for one, tag in self._words.styles.items():
            if style & one:
                element = _add(element, tag)
        if len(element):
            element[-1].tail = _text(text)
        else:
            element.text = _text(text)


def _add(parent: Element, tag: Tag) -> Element:
    return SubElement(parent, tag[0], tag[1])


def _text(text: str) -> str:
    return legal(text).replace("\r", " ")


def break_lines(element: Element, names: frozenset[str]) -> None:
    """Write each child of the elements with these names on a line of its own, which adds no white space to a text."""
    if element.tag in names and len(element):
        element.text = "\n"
        for child in element:
            child.tail = "\n"
            break_lines(child, names)
