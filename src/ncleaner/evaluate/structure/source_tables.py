"""The data tables of a page. Layout tables are told from them by a rule of its own, which our renderers do not share.

A table holds data if it has at least two rows and two columns with text, and, besides, header cells, a caption, a
border or a class that says so; or else only short texts in its cells, and no other table.
"""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.evaluate.structure.forms import Table, plain_cell, trimmed
from ncleaner.evaluate.structure.tree import Node, Tree

CELLS = ("td", "th")
GUTTERS = frozenset("gutter lineno linenos linenumber linenumbers line-numbers hljs-ln-numbers blob-num".split())

_DATA_CLASSES = frozenset("wikitable infobox data datatable data-table table-striped table-bordered tablepress".split())
_SHORT = 100  # characters
_MOST_SPANNED = 1000
_GROUPS = {"thead": 0, "tfoot": 2}


def own_cells(tree: Tree, table: Node) -> list[list[Node]]:
    """Return the cells of each row of a table as browsers show them: the head first, the foot last."""
    rows: list[tuple[int, list[Node]]] = []
    for child in tree.children(table):
        group = _GROUPS.get(child.tag, 1)
        for row in [child] if child.tag == "tr" else tree.children(child):
            if row.tag == "tr" and not row.is_hidden:
                rows.append((group, [cell for cell in tree.children(row) if cell.tag in CELLS and not cell.is_hidden]))
    return [cells for _, cells in sorted(rows, key=lambda row: row[0])]


def is_data(tree: Tree, table: Node) -> bool:
    """Return whether a table holds data."""
    if table.attributes.get("role", "").lower() in ("presentation", "none"):
        return False
    rows = own_cells(tree, table)
    cells = [cell for row in rows for cell in row]
    if any(GUTTERS.intersection(cell.classes) for cell in cells) or "hljs-ln" in table.classes:
        return False
    if not _is_grid(read_table(tree, table, all=True)):
        return False
    if any(cell.tag == "th" for cell in cells) or any(each.tag == "caption" for each in tree.children(table)):
        return True
    if _DATA_CLASSES.intersection(name.lower() for name in table.classes):
        return True
    if any(each.tag == "table" for each in tree.below(table)):
        return False
    has_border = table.attributes.get("border", "0").strip() not in ("0", "")
    return has_border or all(len(tree.text(cell, all=True)) <= _SHORT for cell in cells)


def _is_grid(rows: Table) -> bool:
    """Return whether two rows and two columns have text."""
    columns = {column for row in rows for column, cell in enumerate(row) if cell}
    return len(columns) > 1 and sum(any(row) for row in rows) > 1


def read_table(tree: Tree, table: Node, *, all: bool = False) -> Table:
    """Return the kept texts of the cells, with ``all`` all texts; that of a cell that spans others is in the first."""
    result: Table = []
    spans: dict[int, int] = {}  # column -> number of rows, from this one on, that a cell above occupies
    for cells in own_cells(tree, table):
        row: dict[int, str] = {}
        column = 0
        below: dict[int, int] = {occupied: height - 1 for occupied, height in spans.items() if height > 1}
        for cell in cells:
            while column in spans:
                column += 1
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            row[column] = plain_cell(tree.text(cell, all=all))
            if height > 1:
                below.update(dict.fromkeys(range(column, column + width), height - 1))
            column += width
        spans = below
        result.append([row.get(number, "") for number in range(1 + max(row, default=-1))])
    return trimmed(result)


def _span(cell: Node, name: str) -> int:
    value = cell.attributes.get(name, "").strip()
    return max(1, min(int(value), _MOST_SPANNED)) if value.isascii() and value.isdigit() and len(value) < 10 else 1


def data_tables(tree: Tree, *, all: bool = False) -> Iterator[Node]:
    """Yield the data tables that readers see; with ``all``, all tables count as such."""
    for node in tree.nodes:
        if node.tag == "table" and not node.is_hidden and (all or is_data(tree, node)):
            yield node
