"""The models that come with ncleaner, from the headers of their files."""

from __future__ import annotations

from documentation.table import code, table
from ncleaner.models import installed, load

_NAMES = {
    "english": "English pages",
    "universal": "pages in any language: letters are all alike to it",
}


def overview() -> str:
    """Return a table of the models: engine, sets of pages, and their licence for use."""
    rows = []
    for name in installed():
        model = load(name)
        parts = ", ".join(f"{part['set']} ({part['pages']:,} pages)" for part in model.training)
        rows.append((code(name), code(model.engine), _NAMES.get(name, "pages of any kind"), parts))
    return table(["model", "engine", "for", "trained on"], rows)
