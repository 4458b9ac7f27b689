"""Pages as spaCy documents whose tokens have their positions in the source.

A pipeline component cannot do that: components get tokens, but a page must be cleaned before it is tokenized. So
`make_doc` turns a clean page into a ``Doc``, and `pipe` cleans pages and sends them through a pipeline.

The text has a line for each segment, also for those in the cells of a table.
The documents have only plain data, so they can be stored and sent to other processes like any others:

``doc._.ncleaner``           a dict of the metadata of the page, the engine, its confidence and its warnings
``doc.spans["segments"]``    the segments, labelled ``p``, ``h`` or ``l``; each begins a sentence
``token._.source_offset``    where a token begins in the decoded page; ``None`` if unknown
``span._.source_span``       where a span begins and ends in the decoded page; ``None`` if unknown
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy
from spacy.tokens import Doc, Span, Token

from ncleaner.cleaner import Cleaner
from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS, KINDS
from ncleaner.read.html.places import Stretch, stretches
from ncleaner.render.fields import metadata_fields
from ncleaner.render.segments import joined_segments, segment_text

if TYPE_CHECKING:
    from spacy.language import Language

SEGMENTS = "segments"
BEGINS, BEGINS_NOT = 1, -1  # values of SENT_START in spaCy's arrays
PLACES = "ncleaner.places"  # key in the user data: one list per field of `Stretch`, searched by the getters


def make_doc(nlp: Language, document: Document) -> Doc:
    """Return the ``Doc`` of the clean text of a page, with segments, metadata and positions in the source."""
    segments = list(joined_segments(document, all=False))
    texts = [segment_text(document, indices) for _, _, indices in segments]
    doc = nlp.make_doc("\n".join(texts))
    spans = []
    starts = [0] * len(doc)
    at = 0
    for (kind, _, _), text in zip(segments, texts, strict=True):
        span = doc.char_span(at, at + len(text), label=KINDS[kind], alignment_mode="expand")
        spans.append(span)
        starts[span.start] = BEGINS
        if span.start and doc[span.start - 1].is_space:
            starts[span.start - 1] = BEGINS_NOT  # the line feed between segments
        at += len(text) + 1
    doc.spans[SEGMENTS] = spans
    if spans:
        # All at once, because setting them one by one takes quadratic time.
        doc.from_array(["SENT_START"], numpy.array(starts, dtype="int64").astype("uint64"))
    doc._.ncleaner = _facts(document)
    doc.user_data[PLACES] = [list(field) for field in zip(*_places(document), strict=True)]
    return doc


def pipe(
    nlp: Language,
    pages: Iterable[Any],
    *,
    as_tuples: bool = False,
    batch_size: int | None = None,
    n_process: int = 1,
    **options: Any,
) -> Iterator[Any]:
    """Clean pages (bytes or text), send them through a pipeline, and yield one ``Doc`` per page, in order.

    ``as_tuples``, ``batch_size`` and ``n_process`` are the arguments of ``nlp.pipe``; with ``as_tuples``, ``pages`` are
    pairs of a page and its context, and so are the results. ``options`` are the arguments of `ncleaner.Cleaner`.
    """
    cleaner = Cleaner(**options)
    docs: Iterator[Any]
    if as_tuples:
        docs = ((make_doc(nlp, cleaner.clean(page)), context) for page, context in pages)
    else:
        docs = (make_doc(nlp, document) for document in cleaner.clean_many(pages))
    results: Iterator[Any] = nlp.pipe(docs, as_tuples=as_tuples, batch_size=batch_size, n_process=n_process)
    return results


def _facts(document: Document) -> dict[str, Any]:
    confidence = document.confidence
    return {
        **metadata_fields(document),
        "engine": document.engine,
        "confidence": None if confidence is None else round(confidence, DIGITS),
        "page_type": document.page_type,
        "warnings": list(document.warnings),
    }


def _places(document: Document) -> Iterator[Stretch]:
    """Yield the stretches that map the clean text to the source; each block begins with an empty one."""
    spans = document.blocks.spans()
    at = 0
    for index, keep in enumerate(document.decisions):
        if keep:
            start = spans[index][0]
            yield Stretch(at, at, start, start)
            if start >= 0:
                for first, last, source_start, source_end in stretches(document, index, start):
                    yield Stretch(at + first, at + last, source_start, source_end)
            at += len(document.blocks.text(index)) + 1


def _place(doc: Doc, at: int) -> tuple[int, int] | None:
    """Return where the character at ``at`` begins and ends in the source, or ``None`` if unknown."""
    places = doc.user_data.get(PLACES)
    if not places:
        return None
    index = bisect_right(places[0], at) - 1
    stretch = Stretch(*(field[index] for field in places))
    if stretch.start < 0:
        return None
    if at >= stretch.text_end:
        return stretch.end, stretch.end
    if not stretch.is_even:
        return stretch.start, stretch.end
    start = stretch.start + at - stretch.text_start
    return start, start + 1


def _source_offset(token: Token) -> int | None:
    place = _place(token.doc, token.idx)
    return place[0] if place else None


def _source_span(span: Span) -> tuple[int, int] | None:
    first, last = _place(span.doc, span.start_char), _place(span.doc, max(span.start_char, span.end_char - 1))
    return (first[0], last[1]) if first and last else None


# Forced, because a module may be imported twice, and spaCy refuses to register an extension twice.
Doc.set_extension("ncleaner", default=None, force=True)
Token.set_extension("source_offset", getter=_source_offset, force=True)
Span.set_extension("source_span", getter=_source_span, force=True)
