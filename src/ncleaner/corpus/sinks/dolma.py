"""The format of the Dolma toolkit: documents, and attributes that tag spans of their text.

The text of a document has all segments, one per line. The attribute ``ncleaner__ENGINE__kept`` has the spans to keep,
each with its score in bits. ``ncleaner__ENGINE__dropped`` has the others, each with the line feed after it, so that the
toolkit's mixer gets the clean text by removing them. Both files have the same pages in the same order.
"""

from __future__ import annotations

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sinks.lines import Lines
from ncleaner.render.json import json_text

DOCUMENTS = "documents"
ATTRIBUTES = ("attributes", "ncleaner")

Span = tuple[int, int, float]


class Dolma:
    """A file of documents and one of attributes."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        name = f"{part.name}.jsonl.gz"
        self._documents = Lines(part, DOCUMENTS, name)
        self._attributes = Lines(part, *ATTRIBUTES, name)

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        text, kept, dropped = _spans(page)
        name = {"id": page.id, "source": page.source}
        fields = {"url": page.url, "title": page.title, "language": page.language, "page_type": page.document.page_type}
        metadata = {field: value for field, value in fields.items() if value is not None}
        dates = {field: value for field, value in (("added", page.date), ("created", page.published)) if value}
        self._documents.write(json_text({**name, "text": text, **dates, "metadata": metadata}))
        tag = f"ncleaner__{page.document.engine}__"
        spans = {f"{tag}kept": kept, f"{tag}dropped": dropped}
        self._attributes.write(json_text({**name, "attributes": spans}))

    def close(self) -> None:
        """Finish both files."""
        self._documents.close()
        self._attributes.close()


def _spans(page: Cleaned) -> tuple[str, list[Span], list[Span]]:
    """Return the text of all segments, the spans of kept segments, and the spans of dropped segments."""
    lines = []
    kept: list[Span] = []
    dropped: list[Span] = []
    at = 0
    for text, _, keep, score, *_ in page.segments(all=True).rows():
        end = at + len(text)
        if keep:
            kept.append((at, end, score or 0.0))
        else:
            dropped.append((at, end + 1, score or 0.0))
        at = end + 1
        lines.append(text + "\n")
    return "".join(lines), kept, dropped


open_shard = Dolma
