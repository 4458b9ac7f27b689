"""The front door: `clean` for one page, `Cleaner` for many."""

from __future__ import annotations

import os
from _thread import allocate_lock

from ncleaner import engines
from ncleaner.decode import decode
from ncleaner.errors import NCleanerError, UnknownNameError
from ncleaner.page.document import Document
from ncleaner.read import read_page, reader
from ncleaner.render import renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ncleaner.models import ModelSource
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.chunk import Chunk
    from ncleaner.page.metadata import Metadata
    from ncleaner.page.node import Node
    from ncleaner.page.page import Page, Source
    from ncleaner.page.protocols import SiteKnowledge

PAGE_KINDS = ("html", "text")

HARDLY_ANY = 100  # words; a page that keeps fewer may declare its text instead of showing it


class _Presenter:
    """Metadata, trees and output formats for documents; its imports wait until they are needed."""

    def metadata(self, page: Page, blocks: Blocks) -> Metadata:
        from ncleaner.metadata import metadata

        return metadata(page, blocks)

    def tree(self, document: Document, **options: Any) -> Node:
        from ncleaner.tree.builder import tree

        return tree(document, **options)

    def chunks(self, document: Document, **options: Any) -> list[Chunk]:
        from ncleaner.tree.chunks import chunks

        return chunks(document, **options)

    def render(self, document: Document, format: str, **options: Any) -> str:
        return renderer(format)(document, **options)


PRESENTER = _Presenter()

RECENT = 4  # cleaners that `clean` keeps
_recent: dict[Any, Cleaner] = {}  # the cleaner that was used last is the last
_recent_lock = allocate_lock()


class Cleaner:
    """An engine, loaded once and ready for any number of pages. It keeps nothing between pages.

    ``engine`` is the name of an engine, or an engine, for example a trained one. ``model`` is the name of an installed
    model, the path of a file, or a model, for engines that take one. If only a model is given, it also selects the
    engine. Further arguments are options of the engine, such as ``bias`` and ``comments`` of ``forest``.

    ``site`` is what was learnt of the site of all pages, an `ncleaner.Site`; the engine ``forest`` uses it.
    """

    __slots__ = ("_read", "engine")

    def __init__(
        self,
        *,
        engine: str | engines.Engine | None = None,
        model: ModelSource | None = None,
        site: SiteKnowledge | None = None,
        **options: Any,
    ) -> None:
        if engine is None or isinstance(engine, str):
            self.engine = engines.load(engine, model, **options)
        elif model is None and not options:
            self.engine = engine
        else:
            raise NCleanerError(
                f"the engine {engine.name!r} is loaded already: give its name to choose a model or options"
            )
        if site is not None:
            self.engine = self.engine.with_site(site)
        if isinstance(self.engine, engines.ReadingEngine):
            self._read = self.engine.read
        else:
            self._read = read_page
            reader("html")  # imported now: a child that is forked while a thread imports it would wait for that forever

    def clean(
        self,
        source: Source,
        *,
        url: str | None = None,
        encoding: str | None = None,
        http_charset: str | None = None,
        kind: str = "html",
    ) -> Document:
        """Clean one page, given as bytes, as text, or as `ncleaner.fetch_url` returns it.

        ``encoding`` overrides every declaration in the page. ``http_charset`` is the charset of the HTTP header, which
        only a byte-order mark and valid UTF-8 override. ``kind`` is ``"html"``, or ``"text"`` for plain-text dumps and
        messages.
        """
        if kind not in PAGE_KINDS:
            raise UnknownNameError("kind of page", kind, PAGE_KINDS)
        page = decode(source, encoding=encoding, http_charset=http_charset, url=url, kind=kind)
        blocks = self._read(page)
        document = Document(page, blocks, self.engine.decide(blocks), self.engine, PRESENTER)
        return _completed(document) if self.engine.takes_declared_text and kind == "html" else document

    def clean_many(self, pages: Iterable[Source], *, kind: str = "html") -> Iterator[Document]:
        """Clean pages one by one and yield the documents in the same order."""
        for page in pages:
            yield self.clean(page, kind=kind)

    def __repr__(self) -> str:
        return f"Cleaner(engine={self.engine.name!r})"


def _completed(document: Document) -> Document:
    """Return a document of which hardly anything is kept with the text that its page declares, if it does."""
    blocks = document.blocks
    kept = blocks.word_counts(document.decisions.keep)[1]
    if kept >= HARDLY_ANY or not any(
        what == "json-ld" and blocks.source.find(b"articleBody", start, end) >= 0
        for what, start, end in blocks.head_spans
    ):
        return document
    from ncleaner.metadata.article_body import completed

    return completed(document, kept)


def clean(
    source: Source,
    *,
    engine: str | None = None,
    model: ModelSource | None = None,
    url: str | None = None,
    encoding: str | None = None,
    http_charset: str | None = None,
    kind: str = "html",
    **options: Any,
) -> Document:
    """Clean one page, given as bytes, as text, or as `ncleaner.fetch_url` returns it; the options are the engine's.

    The last few cleaners are kept, so that calls with the same engine, model and options load the model only once.
    """
    return _recent_cleaner(engine, model, options).clean(
        source, url=url, encoding=encoding, http_charset=http_charset, kind=kind
    )


def _recent_cleaner(engine: str | None, model: ModelSource | None, options: dict[str, Any]) -> Cleaner:
    """Return the kept cleaner for these arguments, or make one and keep it in place of the least recently used."""
    key = (engine, _identity(engine, model), tuple(sorted(options.items())))
    try:
        hash(key)
    except TypeError:  # the engine will say what is wrong with the option
        return Cleaner(engine=engine, model=model, **options)
    with _recent_lock:
        cleaner = _recent.pop(key, None)
        if cleaner is not None:
            _recent[key] = cleaner
            return cleaner
    cleaner = Cleaner(engine=engine, model=model, **options)
    with _recent_lock:
        _recent[key] = cleaner
        if len(_recent) > RECENT:
            del _recent[next(iter(_recent))]
    return cleaner


def _identity(engine: str | None, model: ModelSource | None) -> object:
    """Return a value that changes if another engine or model file is meant by the same names."""
    from ncleaner import models

    if isinstance(model, models.Model):
        return model
    entry = None if engine is None else engines.find_entry(engine)
    name = model
    if name is None:
        name = engines.default_model(engine or engines.DEFAULT_ENGINE)
    if name is None:
        return entry
    status = os.stat(models.find(name))
    return entry, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _forget_recent() -> None:
    """Drop the kept cleaners in a forked child: another thread of the parent may have held their locks."""
    global _recent_lock  # noqa: PLW0603
    _recent.clear()
    _recent_lock = allocate_lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_recent)
