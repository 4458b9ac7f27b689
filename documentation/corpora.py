"""What corpora are written as: sinks, columns, fields of segments. Nothing here imports a package of `[corpus]`."""

from __future__ import annotations

from collections.abc import Iterable

from documentation.table import code, sentence, table
from ncleaner.corpus import cleaned
from ncleaner.corpus.cleaned import ALL_FIELDS, FIELDS, LISTS, MORE_FIELDS, SEGMENTS, Cleaned
from ncleaner.corpus.columns import SEGMENT
from ncleaner.corpus.sinks import SINKS

STRINGS = "list of strings"
TYPES = {
    **dict.fromkeys(ALL_FIELDS, "string"),
    **dict.fromkeys(LISTS, STRINGS),
    cleaned.TABLES: "list of tables, each a list of rows, each a list of strings",
    SEGMENTS: "list of structures, see below",
    "confidence": "double",
}
ALWAYS = ("id", "engine", SEGMENTS, cleaned.TABLES, *cleaned.TEXTS, *LISTS)
MEANINGS = {
    "language": "The language of the page: the detected one where languages are detected, else the declared one.",
    "model": "The name of the model, if the engine has one.",
    SEGMENTS: "The kept segments, or all segments with `--all`.",
}
SEGMENT_FIELDS = {
    "text": ("string", "The text of the segment."),
    "kind": ("string", "`p` for a paragraph, `h` for a heading, `l` for a list item."),
    "keep": ("boolean", "Whether the segment is kept."),
    "score": ("double or null", "The score in bits: positive for content, negative for boilerplate."),
    "start": ("integer", "The offset of its first character in the decoded page; −1 if it has no place there."),
    "end": ("integer", "The offset after its last character in the decoded page."),
    "continues": ("boolean", "Whether it continues the segment before it, as the lines of an address do."),
}


def sinks() -> str:
    """Return the table of sinks."""
    rows = [(code(name), sentence(summary)) for name, (_, summary) in SINKS.items()]
    return table(["`--to`", "output"], rows)


def columns() -> str:
    """Return the columns of tables that are written if nothing else is asked for."""
    return _columns(FIELDS)


def schema() -> str:
    """Return the columns that ``--fields`` adds."""
    return _columns(MORE_FIELDS)


def segments() -> str:
    """Return the fields of a segment."""
    return table(["field", "type", "content"], [(code(name), *SEGMENT_FIELDS[name]) for name in SEGMENT])


def _columns(names: Iterable[str]) -> str:
    rows = [(code(name), TYPES[name] + ("" if name in ALWAYS else " or null"), _meaning(name)) for name in names]
    return table(["column", "type", "content"], rows)


def _meaning(name: str) -> str:
    """Return what is in a column: the docstring of the attribute that it comes from."""
    return MEANINGS.get(name) or str(getattr(Cleaned, name).__doc__)
