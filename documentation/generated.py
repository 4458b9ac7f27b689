"""The generated parts of pages, by the names that the pages give them."""

from __future__ import annotations

import re
from collections.abc import Callable

from documentation import commands, corpora, engines, extras, features, formats, metadata, models

PARTS: dict[str, Callable[[], str]] = {
    "command-line": commands.reference,
    "corpus-columns": corpora.columns,
    "corpus-segments": corpora.segments,
    "corpus-schema": corpora.schema,
    "engine-options": engines.options,
    "engines": engines.overview,
    "extras": extras.overview,
    "features": features.overview,
    "formats": formats.overview,
    "kind-features": features.kinds,
    "metadata-fields": metadata.fields,
    "models": models.overview,
    "sinks": corpora.sinks,
}

_MARKER = re.compile(r"^<!-- generated: ([a-z-]+) -->$", re.MULTILINE)


def filled(markdown: str) -> str:
    """Return a page with its generated parts."""
    return _MARKER.sub(lambda marker: PARTS[marker[1]](), markdown)
