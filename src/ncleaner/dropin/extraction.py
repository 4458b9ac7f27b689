"""A page cleaned and filtered as the parameters say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ncleaner.cleaner import clean
from ncleaner.dropin.extracted import Extracted
from ncleaner.dropin.fields import declared
from ncleaner.dropin.repetitions import without_repetitions
from ncleaner.dropin.source import source_of
from ncleaner.engines.base import Engine
from ncleaner.read.data_tables import data_tables

if TYPE_CHECKING:
    from ncleaner.dropin.parameters import Parameters
    from ncleaner.page.document import Document


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is kept of a page.

    ``document`` is all of it, ``main`` is without the comments on an article, ``comments`` are these, or ``None`` if
    there are none. ``fields`` has the metadata, if they are asked for.
    """

    document: Document
    main: Document
    comments: Document | None
    fields: Extracted


def extraction(parameters: Parameters) -> Extraction | None:
    """Return what is kept of a page, or ``None`` if that is nothing or if a filter leaves the page out."""
    if parameters.target_language is not None:
        from ncleaner.corpus.filters.language import check_languages

        check_languages([parameters.target_language])
    if parameters.filecontent is None:
        return None
    document = clean(
        source_of(parameters.filecontent),
        engine=parameters.engine,
        model=parameters.model,
        url=parameters.url,
        **parameters.cleaning,
    )
    fields = declared(document, parameters.author_blacklist or ()) if parameters.needs_metadata else Extracted()
    if _is_left_out(fields, parameters):
        return None
    kept = _with_filters(document, fields, parameters)
    if kept is None or not kept.decisions.kept:
        return None
    return Extraction(kept, *_divided(kept), fields)


def _is_left_out(fields: Extracted, parameters: Parameters) -> bool:
    """Return whether a page is left out because of its metadata."""
    if parameters.only_with_metadata and not (fields.date and fields.title and fields.url):
        return True
    return bool(parameters.url_blacklist) and fields.url in (parameters.url_blacklist or ())


def _with_filters(document: Document, fields: Extracted, parameters: Parameters) -> Document | None:
    """Return the document without tables and repeated paragraphs, or ``None`` if all of it is unwanted."""
    if not parameters.include_tables:
        document = without_tables(document)
    if parameters.target_language is not None:
        from ncleaner.corpus.filters.language import language_of

        fields.language = language_of(document, detect=True)
        if fields.language != parameters.target_language:
            return None
    if parameters.deduplicate is not False:
        return without_repetitions(document, parameters.deduplicate)
    return document


def without_tables(document: Document) -> Document:
    """Return the document without its data tables; tables that only lay out the page remain."""
    tables = data_tables(document.blocks)
    cells = [index for index in range(len(document.blocks)) if tables.table(index) >= 0]
    return document.without(cells) if cells else document


def _divided(document: Document) -> tuple[Document, Document | None]:
    """Return the document without the comments on an article, and with these alone, if there are any."""
    engine, keep = document.decider, document.decisions.keep
    comments = engine.comments_on_article(document.blocks, document.decisions) if isinstance(engine, Engine) else []
    if not comments:
        return document, None
    others = set(range(len(keep))).difference(comments)
    return document.without(comments), document.without(others)
