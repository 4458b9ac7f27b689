"""The rows of data tables as lines of text, with tabs between cells.

An empty cell keeps its tab, whatever columns it spans; the blocks of a cell are joined by blanks, and other tabs and
line feeds are blanks. Text between the cells of a row comes after the row.

There are two passes over the blocks, and one over the elements of each row that has a line, so the time is linear in
the page. As in `ncleaner.page.blocks.Blocks.lines`, consecutive blocks that are in no row are copied in one slice.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.page.blocks import PRE, Blocks
from ncleaner.page.elements import Elements
from ncleaner.page.tags import CODE
from ncleaner.read.data_tables import DataTables

_TD, _TH = CODE["td"], CODE["th"]
_ON_ONE_LINE = bytes(32 if byte in (9, 10) else byte for byte in range(256))


def lines_with_rows(blocks: Blocks, tables: DataTables, keep: bytes) -> bytes:
    """Return the text of the kept blocks in UTF-8, one line each, but also one line for each row of a data table."""
    firsts, lines = row_lines(blocks, tables, keep)
    if not lines:
        return blocks.lines(keep)
    return _with_rows(blocks, arrays.ints(tables.cells), keep, firsts, lines)


def _with_rows(blocks: Blocks, cells: array[int], keep: bytes, firsts: list[int], lines: list[bytes]) -> bytes:
    pieces = []
    buffer = blocks.buffer
    elements = blocks.elements
    number = 0  # of the next row
    start = -1  # of consecutive kept blocks in no row
    end = 0
    for index, block in enumerate(blocks.items):
        if keep[index] and not is_in_row(elements, cells[index]):
            if start < 0:
                start = block.text_start
            end = block.text_end
            continue
        if start >= 0:
            pieces.append(buffer[start:end])
            start = -1
        if number < len(firsts) and firsts[number] == index:
            pieces.append(lines[number])
            number += 1
    if start >= 0:
        pieces.append(buffer[start:end])
    pieces.append(b"")
    return b"\n".join(pieces)


def row_lines(blocks: Blocks, tables: DataTables, chosen: bytes) -> tuple[list[int], list[bytes]]:
    """Return the first chosen block of each row of the data tables, and the lines of these rows.

    ``chosen`` has a 1 for each block that is to be written. A row without such a block has no line.
    """
    if not len(tables):
        return [], []
    if len(chosen) != len(blocks.items) or len(tables.cells) != len(chosen):
        raise IndexError(len(chosen))
    return _row_lines(blocks, arrays.ints(tables.cells), chosen)


def _row_lines(blocks: Blocks, cells: array[int], chosen: bytes) -> tuple[list[int], list[bytes]]:
    elements = blocks.elements
    firsts: list[int] = []
    lines: list[bytes] = []
    pieces: list[bytes] = []  # of a row
    row = at = -1  # the row, and the last of its cells so far
    for index, block in enumerate(blocks.items):
        cell = cells[index]
        if not chosen[index] or not is_in_row(elements, cell):
            continue
        if elements.parent(cell) != row:
            if row >= 0:
                lines.append(_line(pieces, elements, row, at))
                pieces.clear()
            row = at = elements.parent(cell)
            firsts.append(index)
        if cell > at:
            tabs = _cells(elements, row, at, cell) + (at > row)
            if tabs:
                pieces.append(b"\t" if tabs == 1 else b"\t" * tabs)
            at = cell
        else:
            pieces.append(b" ")
        text = blocks.buffer[block.text_start : block.text_end]
        pieces.append(text.translate(_ON_ONE_LINE) if block.state & PRE else text)
    if row >= 0:
        lines.append(_line(pieces, elements, row, at))
    return firsts, lines


def is_in_row(elements: Elements, cell: int) -> bool:
    """Return whether a cell, if it is not -1, is in a row, unlike a caption."""
    return cell >= 0 and (elements.tag(cell) == _TD or elements.tag(cell) == _TH)


def _cells(elements: Elements, row: int, at: int, end: int) -> int:
    """Return the number of cells of a row between two elements."""
    count = 0
    for element in range(at + 1, end):
        if elements.parent(element) < row:  # the row has ended
            break
        count += elements.parent(element) == row and is_in_row(elements, element)
    return count


def _line(pieces: list[bytes], elements: Elements, row: int, at: int) -> bytes:
    """Return the line of a row with the tabs after its last cell with text."""
    pieces.append(b"\t" * _cells(elements, row, at, elements.count))
    return b"".join(pieces)
