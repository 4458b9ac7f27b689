"""Strokes: the single changes of a person to an annotation, as requests name them and as the store logs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.studio.annotation import Annotation
from ncleaner.studio.placing import read_annotation
from ncleaner.studio.unit import Record, Span, read_records, records_as_json

KEEP = "keep"
KIND = "kind"
CONTINUES = "continues"
SPLIT = "split"
JOIN = "join"
REPLACE = "replace"
DECIDE = "decide"

OPERATIONS = (KEEP, KIND, CONTINUES, SPLIT, JOIN)
"""What a request may ask for.

The studio itself also replaces whole annotations, for example by a gold text, and decides parts of them as another
annotator has decided."""

MOST_SPANS = 100_000


@dataclass(frozen=True, slots=True)
class Stroke:
    """A change to the units with some spans.

    ``value`` is whether to keep the units, their kind, or whether they continue segments; to replace the annotation, or
    to decide parts of it, it is the new annotation or the new parts in JSON. ``offset`` says where to split, as in
    `Annotation.split`.
    """

    operation: str
    spans: tuple[Span, ...] = ()
    value: bool | str | None = None
    offset: int | None = None

    def apply(self, annotation: Annotation, document: Document) -> Annotation:
        """Return the annotation of a document with the change."""
        match self.operation, self.value, self.offset:
            case "keep", bool(value), _:
                return annotation.keep(self.spans, value)
            case "kind", str(kind), _:
                return annotation.kind(self.spans, kind)
            case "continues", bool(value), _:
                return annotation.continues(self.spans, value)
            case "split", _, int(offset):
                return annotation.split(document, self.spans[0], offset)
            case "join", _, _:
                return annotation.join(self.spans[0])
            case "replace", str(text), _:
                return read_annotation(document, text)
            case "decide", str(text), _:
                return annotation.decide(document, read_records(text))
        raise UsageError(
            f"a stroke {self.operation!r} cannot have the value {self.value!r} and the offset {self.offset!r}"
        )

    def fields(self) -> dict[str, Any]:
        """Return the stroke for JSON."""
        fields = {"op": self.operation, "spans": self.spans, "value": self.value, "offset": self.offset}
        return {name: value for name, value in fields.items() if value is not None}


def replacing(annotation: Annotation) -> Stroke:
    """Return the stroke that puts another annotation in the place of what there is."""
    return Stroke(REPLACE, value=annotation.to_json())


def deciding(records: Iterable[Record]) -> Stroke:
    """Return the stroke that decides as some records say."""
    return Stroke(DECIDE, value=records_as_json(records))


def requested(fields: Mapping[str, Any]) -> Stroke:
    """Return the stroke that a request asks for; raise `UsageError` if there is no such stroke."""
    operation = fields.get("op")
    if operation not in OPERATIONS:
        raise UsageError(f"there is no stroke {operation!r}; there are: {', '.join(OPERATIONS)}")
    return stroke(fields)


def stroke(fields: Mapping[str, Any]) -> Stroke:
    """Return the stroke that `Stroke.fields` has described."""
    operation, value, offset = fields.get("op"), fields.get("value"), fields.get("offset")
    spans = spans_of(fields.get("spans"))
    if operation in (SPLIT, JOIN) and len(spans) != 1:
        raise UsageError(f"{operation} needs one span, not {len(spans)}")
    if operation == SPLIT and (not isinstance(offset, int) or isinstance(offset, bool)):
        raise UsageError("split needs an offset: the number of characters before the place")
    if operation in (KEEP, CONTINUES) and not isinstance(value, bool):
        raise UsageError(f"{operation} needs the value true or false")
    if operation in (KIND, REPLACE, DECIDE) and not isinstance(value, str):
        raise UsageError(f"{operation} needs a value: p, h or l")
    return Stroke(str(operation), spans, value, offset)


def spans_of(spans: object) -> tuple[Span, ...]:
    """Return the spans that a request names; raise `UsageError` if they are none."""
    if not isinstance(spans, (list, tuple)) or len(spans) > MOST_SPANS:
        raise UsageError(f"a stroke needs spans: a list of at most {MOST_SPANS} pairs of start and end")
    result = []
    for span in spans:
        match span:
            case [int(start), int(end)]:
                result.append((start, end))
            case _:
                raise UsageError(f"{span!r} is no span: it needs a start and an end")
    return tuple(result)
