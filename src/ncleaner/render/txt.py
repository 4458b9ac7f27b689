"""Plain text: the kept segments, one per line. Preformatted segments can have several lines.

A row of a data table is one line, with a tab between any two cells: an empty cell keeps its tab, whatever columns it
spans, and the segments of a cell are joined by blanks. In the cells of a row there are no other tabs and no line feeds.

With ``all`` every line begins with ``+ `` (kept) or ``- `` (dropped), as in a diff. A row of which only a part is kept
is on two such lines.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False, metadata: bool = False) -> str:
    """Render the text of the document; ``metadata`` adds a header of ``Name: value`` lines and a blank line."""
    text = _diff(document) if all else kept_text(document).decode("utf-8")
    return _header(document) + text if metadata else text


def kept_text(document: Document) -> bytes:
    """Return the kept text of the document in UTF-8."""
    blocks, keep = document.blocks, document.decisions.keep
    tables = getattr(document.decisions.grounds, "tables", None)  # the engine may have found them already
    if tables is None:
        from ncleaner.read.data_tables import data_tables

        tables = data_tables(blocks, keep)
    if not len(tables):
        return blocks.lines(keep)
    from ncleaner.render.row_lines import lines_with_rows

    return lines_with_rows(blocks, tables, keep)


def _diff(document: Document) -> str:
    from ncleaner.read.data_tables import data_tables
    from ncleaner.render.row_lines import is_in_row, row_lines

    blocks, keep = document.blocks, document.decisions.keep
    tables = data_tables(blocks)
    rows: dict[int, bytes] = {}
    for chosen in (keep, bytes(1 - kept for kept in keep)):
        rows.update(zip(*row_lines(blocks, tables, chosen), strict=True))
    lines = []
    for index, kept in enumerate(keep):
        prefix = "+ " if kept else "- "
        if index in rows:
            lines.append(prefix + rows[index].decode("utf-8") + "\n")
        elif not is_in_row(blocks.elements, tables.cell(index)):
            lines.append(prefix + blocks.text(index).replace("\n", "\n" + prefix) + "\n")
    return "".join(lines)


def _header(document: Document) -> str:
    from ncleaner.render.fields import SHOWN, metadata_fields

    lines = [f"{_label(name)}: {' '.join(value.split())}\n" for name, value in metadata_fields(document, SHOWN).items()]
    return "".join(lines) + "\n" if lines else ""


def _label(name: str) -> str:
    return "URL" if name == "url" else name.replace("_", " ").capitalize()
