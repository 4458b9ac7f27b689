"""What the start tags of a table and of its cells say about its purpose: to show data, or to lay out the page."""

from __future__ import annotations

from ncleaner.read.html.tokenizer import START_TAG, WIDTH, Tokenizer

DATA = 1  # says that the table has data
HINT = 2  # is rather used on tables with data
LAYOUT = 4  # says that the table only lays out the page

# Public names again as C variables of the compiled module, because other modules cannot import C variables.
_DATA, _HINT, _LAYOUT = DATA, HINT, LAYOUT

_ROLES = {b"presentation": LAYOUT, b"none": LAYOUT, b"table": DATA, b"grid": DATA, b"treegrid": DATA}
_NO_LINES = (b"", b"0", b"none", b"void")
_STYLES = frozenset(
    b"""wikitable sortable tablesorter tablepress datatable datatables data-table dataframe confluencetable
    table-striped table-bordered table-hover""".split()
)
"""Classes that frameworks, wikis and scripts give to tables with data."""

_LONGEST_VALUE = 1024  # bytes of an attribute; longer ones say nothing


class TableTags:
    """Reads the attributes of tables and cells, each from its start tag."""

    def __init__(self, source: bytes) -> None:
        self.tokens = Tokenizer(source)

    def table(self, start: int) -> int:
        """Return the marks of the table whose tag begins at ``start``: `DATA`, `HINT` and `LAYOUT`, added up."""
        marks = 0
        for at in range(0, self._attributes(start), WIDTH):
            if self._is(at, b"role"):
                marks |= _ROLES.get(self._value(at), 0)
            elif self._is(at, b"border") or self._is(at, b"rules") or self._is(at, b"frame"):
                marks |= 0 if self._value(at) in _NO_LINES else _HINT
            elif self._is(at, b"summary"):
                marks |= _HINT if self._value(at) else 0
            elif self._is(at, b"class") and not _STYLES.isdisjoint(self._value(at).split()):
                marks |= _HINT
        return marks

    def cell(self, start: int) -> int:
        """Return `DATA` if the cell whose tag begins at ``start`` is tied to its row or column, else 0."""
        for at in range(0, self._attributes(start), WIDTH):
            if (self._is(at, b"scope") or self._is(at, b"headers")) and self._value(at):
                return _DATA
        return 0

    def _attributes(self, start: int) -> int:
        """Read the tag that begins at ``start``; return the end of its attributes in the spans."""
        tokens = self.tokens
        tokens.position = start
        return WIDTH * tokens.attributes_count if tokens.next() == START_TAG else 0

    def _is(self, at: int, name: bytes) -> bool:
        tokens = self.tokens
        start = tokens.spans[at]
        return tokens.spans[at + 1] - start == len(name) and tokens.stands(start, name)

    def _value(self, at: int) -> bytes:
        """Return the value of an attribute in lower case."""
        start = self.tokens.spans[at + 2]
        end = self.tokens.spans[at + 3]
        return self.tokens.source[start:end].strip().lower() if end - start <= _LONGEST_VALUE else b""
