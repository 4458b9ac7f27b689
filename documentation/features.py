"""The features of `forest`: the columns of its tables, with what the engine says of their values.

A template of a reason has braces for the value, which this table shows as ``…``.
"""

from __future__ import annotations

from collections.abc import Iterable

from documentation.table import code, table
from ncleaner.engines.forest import columns, kind_columns
from ncleaner.engines.forest.reason_texts import REASON_TEXTS, ReasonText

GROUPS = (
    ("The block", columns.BLOCK),
    ("The surface of its text", columns.SURFACE),
    ("How its text reads by n-grams", columns.NGRAM),
    ("The blocks before and after it", columns.AROUND),
    ("Its position on the page", columns.POSITION),
    ("The containers around it", [f"{name} {level}" for level in columns.LEVELS for name in columns.LEVEL]),
    ("Blocks with the same path", columns.PATH),
    ("The record that it belongs to, such as a post", columns.RECORD),
    ("Its distance to the best containers and the title", columns.STEPS),
    ("Class names and ids around it", columns.SIGNS),
    ("Its place in containers", columns.PLACE),
    ("Repetitions, title and section", columns.OTHERS),
    ("The page", columns.PAGE),
    ("What the first look found", columns.CONTEXT),
)


def overview() -> str:
    """Return a table for each group of features."""
    return "\n\n".join(f"### {title}\n\n{_table(names)}" for title, names in GROUPS)


def kinds() -> str:
    """Return the names of the features that decide on kinds of segments."""
    groups = (
        ("copied from the table above", kind_columns.COPIED),
        ("about the block and the kept block before it", kind_columns.OWN),
        ("about all kept blocks", kind_columns.TEXT),
    )
    return table(["group", "features"], [(title, ", ".join(map(code, names))) for title, names in groups])


def _table(names: Iterable[str]) -> str:
    numbers = {name: number for number, name in enumerate(columns.COLUMNS)}
    rows = [(str(numbers[name]), code(name), _meaning(REASON_TEXTS.get(name))) for name in names]
    return table(["column", "feature", "what `explain` says of a block with such a value"], rows)


def _meaning(text: ReasonText | None) -> str:
    if text is None:
        return "nothing: it serves in combination with others"
    shown = (template.replace("{s}", "s").replace("{}", "…") for template in text.templates)
    return "; ".join(f"“{part.replace('<', '&lt;')}”" for part in dict.fromkeys(shown))
