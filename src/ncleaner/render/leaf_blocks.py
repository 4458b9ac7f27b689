"""The leaf blocks of a Markdown document, as CommonMark calls them: paragraphs, headings, code blocks and tables.

A leaf block has its lines of Markdown, not yet indented, and the chain of quotes and list items around it. Blocks of
the page that belong together become one leaf block: the lines of a paragraph or heading with ``<br>``, blocks that the
engine joins to one segment, the parts of preformatted text, and the cells of a table.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.page.blocks import BY_BLANK_LINE, BY_BR, CONTINUES, HEADING, ITEM, PRE, QUOTE
from ncleaner.render import inline
from ncleaner.render.containers import Chain, Container, Containers
from ncleaner.render.fields import heading_level, source_url
from ncleaner.render.links import Links
from ncleaner.render.tables import Row, data_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document

# The kinds of leaf blocks.
PARAGRAPH = 0
TITLE = 1  # a heading; its lines are written as one line
CODE = 2
TABLE = 3

_PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext", "textarea"])
_TYPED_NUMBER = re.compile(r"\(?(\d{1,9})[.)]\s+(?=\S)")
_TYPED_BULLET = re.compile(r"(?:[•‣▪●]\s*|[*·⁃▸►○◦■□▫◆»→✓✔+-]\s+)(?=\S)")
_QUOTE_WITHOUT_ELEMENT = Container(-1)


class LeafBlock(NamedTuple):
    """Lines of Markdown that belong together, and the containers around them."""

    kind: int
    lines: list[str]
    chain: Chain
    keep: bool = True
    last_block: int = -1  # the index of its last block; -1 for tables, which no further block can continue


class LeafBlockBuilder:
    """Builds leaf blocks from the blocks of a document."""

    def __init__(self, document: Document, all: bool, links: bool) -> None:
        self._blocks = document.blocks
        self._kinds = document.kinds
        self._keep = list(document.decisions)
        self._shown = [index for index, keep in enumerate(self._keep) if keep or all]
        self._links = Links(source_url(document), len(document.page.source)) if links else None
        self._containers = Containers(document.blocks)
        self._preformatting = {-1: -1}  # element -> the element that makes it preformatted

    def build(self) -> list[LeafBlock]:
        """Return the leaf blocks in the order of the page."""
        tables = data_tables(self._blocks, self._shown)
        table_of = {
            index: table for table, rows in tables.items() for row in rows for cell in row.values() for index in cell
        }
        result: list[LeafBlock] = []
        tables_done = set()
        for index in self._shown:
            table = table_of.get(index)
            if table is None:
                last = result[-1] if result else None
                if last is not None and self._continues(last, index):
                    result[-1] = self._continued(last, index)
                else:
                    result.append(self._leaf_block(index, last))
            elif table not in tables_done:
                tables_done.add(table)
                result.append(self._table(table, tables[table]))
        return result

    def _continues(self, last: LeafBlock, index: int) -> bool:
        """Return whether a block belongs to the previous leaf block."""
        block = self._blocks.items[index]
        before = self._blocks.items[index - 1]
        if self._kinds[index] >= CONTINUES and self._is_same_segment(last, index):
            return True
        if last.last_block != index - 1 or last.keep != self._keep[index]:
            return False
        if block.state & PRE:
            return last.kind == CODE and self._preformatted(index) == self._preformatted(index - 1)
        kind = self._kind(index)
        if block.breaks != BY_BR or block.element != before.element or kind != self._kind(index - 1):
            return False
        if kind == HEADING:
            return last.kind == TITLE and block.level > 0
        return last.kind == PARAGRAPH and kind != ITEM

    def _is_same_segment(self, last: LeafBlock, index: int) -> bool:
        """Return whether a block that continues a segment can be part of the previous leaf block."""
        if last.kind not in (PARAGRAPH, TITLE) or not last.keep or self._blocks.items[index].state & PRE:
            return False
        around = self._around(index)
        return around == last.chain or (around == last.chain[:-1] and last.chain[-1].key < _QUOTE_WITHOUT_ELEMENT.key)

    def _kind(self, index: int) -> int:
        return self._kinds[index] & ~CONTINUES

    def _preformatted(self, index: int) -> int:
        """Return the element that makes a block preformatted, or -1."""
        element = self._blocks.items[index].element
        passed = []
        while element not in self._preformatting:
            passed.append(element)
            if self._blocks.tag(element) in _PREFORMATTED:
                self._preformatting[element] = element
            else:
                element = self._blocks.elements.parent(element)
        result = self._preformatting[element]
        self._preformatting.update(dict.fromkeys(passed, result))
        return result

    def _continued(self, last: LeafBlock, index: int) -> LeafBlock:
        block = self._blocks.items[index]
        if last.kind == CODE:
            gap = [""] if block.breaks == BY_BLANK_LINE else []
            last.lines.extend([*gap, *self._blocks.text(index).split("\n")])
        elif last.kind == TITLE:
            last.lines.append(self._heading(index))
        else:
            last.lines[-1] += "\\"
            last.lines.append(self._line(index))
        return last._replace(last_block=index)

    def _leaf_block(self, index: int, last: LeafBlock | None) -> LeafBlock:
        block = self._blocks.items[index]
        kind = self._kind(index)
        keep = self._keep[index]
        chain = self._around(index)
        if block.state & PRE:
            return LeafBlock(CODE, self._blocks.text(index).split("\n"), chain, keep, index)
        if kind == HEADING:
            line = f"{'#' * heading_level(block)} {self._heading(index)}"
            return LeafBlock(TITLE, [line], chain, keep, index)
        if kind == ITEM and not any(container.list is not None for container in chain):
            return self._typed_item(index, chain, last)
        return LeafBlock(PARAGRAPH, [self._line(index)], chain, keep, index)

    def _around(self, index: int) -> Chain:
        """Return the containers around a block."""
        block = self._blocks.items[index]
        chain = self._containers.around(block.element)
        if block.state & QUOTE and not any(container.list is None for container in chain):
            return (_QUOTE_WITHOUT_ELEMENT, *chain)
        return chain

    def _typed_item(self, index: int, chain: Chain, last: LeafBlock | None) -> LeafBlock:
        """Build a list item that has no list tags; its bullet or number, if any, is part of its text."""
        text = self._blocks.text(index)
        number = _TYPED_NUMBER.match(text)
        marker = number or _TYPED_BULLET.match(text)
        own_list = own_key = -2 - index
        if last is not None and last.chain[:-1] == chain and last.chain:
            neighbour = last.chain[-1]
            if neighbour.list is not None and neighbour.list < 0 and (neighbour.number is None) == (number is None):
                own_list = neighbour.list
        item = Container(own_key, own_list, int(number[1]) if number else None)
        line = self._line(index, marker.end() if marker else 0)
        return LeafBlock(PARAGRAPH, [line], (*chain, item), self._keep[index], index)

    def _runs(self, index: int) -> list[inline.Run]:
        return inline.runs(self._blocks, index, self._links)

    def _line(self, index: int, skip: int = 0) -> str:
        text = self._struck(index, inline.without_start(self._runs(index), skip))
        return inline.paragraph_line(text) if self._keep[index] else text

    def _heading(self, index: int) -> str:
        return inline.heading_line(self._struck(index, inline.without_bold(self._runs(index))))

    def _cell_text(self, index: int) -> str:
        return self._struck(index, self._runs(index)).replace("|", "\\|")

    def _struck(self, index: int, runs: list[inline.Run]) -> str:
        """Return the Markdown of a block, struck through if the block was dropped."""
        text = inline.markdown(runs)
        return text if self._keep[index] or not text else f"~~{text}~~"

    def _table(self, table: int, rows: list[Row]) -> LeafBlock:
        width = 1 + max(max(row) for row in rows)
        head, *body = [self._cells(row) for row in rows]
        head += [""] * (width - len(head))
        lines = [_row(cells) for cells in (head, ["---"] * width, *body)]
        return LeafBlock(TABLE, lines, self._containers.around(self._blocks.elements.parent(table)))

    def _cells(self, row: Row) -> list[str]:
        """Return the cells of a row up to the last non-empty one."""
        return [" ".join(map(self._cell_text, row.get(column, ()))) for column in range(1 + max(row))]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
