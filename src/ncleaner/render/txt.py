"""Plain text: the kept segments, one per line. Preformatted segments can have several lines.

A row of a data table is one line, with a tab between any two cells: an empty cell keeps its tab, whatever columns it
spans, and the segments of a cell are joined by blanks. In the cells of a row there are no other tabs and no line feeds.

With ``all`` every line begins with ``+ `` (kept) or ``- `` (dropped), as in a diff. A row of which only a part is kept
is on two such lines.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.document import Document
    from ncleaner.read.data_tables import DataTables

_ON_ONE_LINE = {ord("\t"): " ", ord("\n"): " "}


def render(document: Document, *, all: bool = False, metadata: bool = False) -> str:
    """Render the text of the document; ``metadata`` adds a header of ``Name: value`` lines and a blank line."""
    text = _diff(document) if all else kept_text(document).decode("utf-8")
    return _header(document) + text if metadata else text


def kept_text(document: Document) -> bytes:
    """Return the kept text of the document in UTF-8."""
    from ncleaner.read.data_tables import data_tables

    blocks, keep = document.blocks, document.decisions.keep
    tables = data_tables(blocks, keep)
    rows = rows_of_tables(blocks, tables, keep) if len(tables) else {}
    if not rows:
        return blocks.lines(keep)
    lines = [
        rows.get(index) or blocks.text(index) for index in range(len(keep)) if keep[index] and rows.get(index) != ""
    ]
    return "".join([f"{line}\n" for line in lines]).encode("utf-8")


def rows_of_tables(blocks: Blocks, tables: DataTables, chosen: bytes) -> dict[int, str]:
    """Return the lines of the rows of data tables, by the first chosen block of each row.

    ``chosen`` has a 1 for each block that is to be written. All other chosen blocks of a row have an empty string.
    """
    texts: dict[int, list[str]] = {}  # by cell
    lines: dict[int, str] = {}
    rows: dict[int, int] = {}  # by the first chosen block, the element of the row
    seen = set()
    for index, cell in enumerate(tables.cells):
        if cell < 0 or not chosen[index] or blocks.tag(cell) == "caption":
            continue
        row = blocks.elements.parent(cell)
        texts.setdefault(cell, []).append(blocks.text(index).translate(_ON_ONE_LINE))
        if row not in seen:
            seen.add(row)
            rows[index] = row
        lines[index] = ""
    cells = _cells_of_rows(blocks, tables, seen)
    for index, row in rows.items():
        lines[index] = "\t".join([" ".join(texts.get(cell, ())) for cell in cells[row]])
    return lines


def _cells_of_rows(blocks: Blocks, tables: DataTables, rows: set[int]) -> dict[int, list[int]]:
    """Return the cells of some rows of data tables, in order, with those that are empty."""
    elements = blocks.elements
    cells: dict[int, list[int]] = {row: [] for row in rows}
    for table in tables.elements:
        element = table + 1
        while element < len(elements) and elements.parent(element) >= table:  # else the table has ended
            row = elements.parent(element)
            if row in cells and blocks.tag(element) in ("td", "th"):
                cells[row].append(element)
            element += 1
    return cells


def _diff(document: Document) -> str:
    from ncleaner.read.data_tables import data_tables

    blocks, keep = document.blocks, document.decisions.keep
    tables = data_tables(blocks)
    dropped = bytes(1 - kept for kept in keep)
    rows = rows_of_tables(blocks, tables, keep) | rows_of_tables(blocks, tables, dropped)
    lines = []
    for index, kept in enumerate(keep):
        line = rows.get(index)
        if line != "":
            prefix = "+ " if kept else "- "
            lines.append(prefix + (line or blocks.text(index)).replace("\n", "\n" + prefix) + "\n")
    return "".join(lines)


def _header(document: Document) -> str:
    from ncleaner.render.fields import SHOWN, metadata_fields

    lines = [f"{_label(name)}: {' '.join(value.split())}\n" for name, value in metadata_fields(document, SHOWN).items()]
    return "".join(lines) + "\n" if lines else ""


def _label(name: str) -> str:
    return "URL" if name == "url" else name.replace("_", " ").capitalize()
