"""The table of output formats."""

from __future__ import annotations

from documentation.table import code, sentence, table, tags_as_code
from ncleaner.render import EXTENSIONS, FORMATS


def overview() -> str:
    """Return the formats with the endings of their files."""
    rows = [(code(name), code(EXTENSIONS[name]), tags_as_code(sentence(text))) for name, text in FORMATS.items()]
    return table(["format", "file name ends with", "content"], rows)
