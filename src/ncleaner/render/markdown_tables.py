"""Tables in Markdown: GitHub's where that can say it, else HTML.

A cell of GitHub's tables is one line. It can have line breaks, lists whose items are lines, and code within a line, but
no code blocks, quotes or headings.
"""

from __future__ import annotations

from ncleaner.page.node import Node
from ncleaner.render import markdown_inline as inline
from ncleaner.tree.tables import columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def table_lines(table: Node) -> list[str]:
    """Return the lines of a table, with its caption as a paragraph above it."""
    before: list[str] = []
    for node in table.nodes:
        if node.tag != "tr":
            text = " ".join(_cell_lines(node))
            before += [text, ""] if text else []
    rows = [part for part in table.nodes if part.tag == "tr"]
    grid = columns(table)
    if not grid or not all(_is_simple(cell) for row in rows for cell in row.nodes):
        from ncleaner.render.html import html

        return before + html(Node("table", None, list(rows))).replace("\n\n", "\n&#10;").split("\n")
    texts = [[_cell(cell) for cell in row] for row in grid]
    head, *body = texts
    return [*before, _row(head), _row(["---"] * len(head)), *(_row(_without_end(cells)) for cells in body)]


def _without_end(cells: list[str]) -> list[str]:
    """Return the cells of a row up to the last one with text."""
    count = len(cells)
    while count > 1 and not cells[count - 1]:
        count -= 1
    return cells[:count]


def _is_simple(cell: Node) -> bool:
    """Return whether a cell can be a line."""
    return not any(node.tag in ("pre", "blockquote", "table", "dl", "details") for node in cell.walk())


def _cell(cell: Node | None) -> str:
    return "" if cell is None else "<br>".join(_cell_lines(cell)).replace("|", "\\|")


def _cell_lines(node: Node, mark: str = "") -> Iterator[str]:
    """Yield the lines of a cell; items of lists have a mark."""
    for child in node.nodes:
        if child.tag in ("ul", "ol"):
            for number, item in enumerate(child.nodes):
                after = "." if child.tag == "ol" else ""
                item_mark = item.attributes.get("value", str(number + 1)) + after if after else "-"
                yield from _cell_lines(item, f"{item_mark} ")
        elif child.tag in ("p", "h1", "h2", "h3", "h4", "h5", "h6"):
            for line in child.lines:
                text = inline.markdown(inline.runs(line))
                if text:
                    yield mark + (text if child.keep else f"~~{text}~~")
                    mark = ""
        else:
            yield from _cell_lines(child, mark)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
