"""The table of output formats."""

from __future__ import annotations

from documentation.table import code, sentence, table
from ncleaner.render import EXTENSIONS, FORMATS


def overview() -> str:
    """Return the formats with the endings of their files."""
    rows = [(code(name), code(EXTENSIONS[name]), sentence(summary)) for name, summary in FORMATS.items()]
    return table(["format", "file name ends with", "content"], [(a, b, _coded(c)) for a, b, c in rows])


def _coded(text: str) -> str:
    """Return a text with its tags as code, which Markdown would take for HTML."""
    return " ".join(
        f"`{word}`" if word.startswith("<") else word for word in text.replace(">,", "> ,").split()
    ).replace("` ,", "`,")
