"""The front door: `clean` for one page, `Cleaner` for many, `extract` for those who come from trafilatura."""

from __future__ import annotations

from ncleaner import engines
from ncleaner.decode import decode
from ncleaner.errors import NCleanerError, UnknownNameError
from ncleaner.page.document import Document
from ncleaner.read import read_page
from ncleaner.render import FORMATS, renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ncleaner.models import ModelSource
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.metadata import Metadata
    from ncleaner.page.page import Page, Source

PAGE_KINDS = ("html", "text")
_TRAFILATURA_FORMATS = {"xmltei": "tei"}


class _Presenter:
    """Metadata and output formats for documents; its imports wait until they are needed."""

    def metadata(self, page: Page, blocks: Blocks) -> Metadata:
        from ncleaner.metadata import metadata

        return metadata(page, blocks)

    def render(self, document: Document, format: str, **options: Any) -> str:
        return renderer(format)(document, **options)


PRESENTER = _Presenter()


class Cleaner:
    """An engine, loaded once and ready for any number of pages. It keeps nothing between pages.

    ``engine`` is the name of one, or one that was made otherwise, such as by training. ``model`` is the name of an
    installed model or the path of a file, for the engines that take one. If only a model is given, the engine is the
    one that it is for. Further arguments are options of the engine, such as ``bias`` and ``decode`` of ``ngram``.
    """

    __slots__ = ("_read", "engine")

    def __init__(
        self, *, engine: str | engines.Engine | None = None, model: ModelSource | None = None, **options: Any
    ) -> None:
        if engine is None or isinstance(engine, str):
            self.engine = engines.load(engine, model, **options)
        elif model is None and not options:
            self.engine = engine
        else:
            raise NCleanerError(f"the engine {engine.name!r} is ready to work, and takes no model and no options")
        self._read = self.engine.read if isinstance(self.engine, engines.ReadingEngine) else read_page

    def clean(
        self,
        source: Source,
        *,
        url: str | None = None,
        encoding: str | None = None,
        http_charset: str | None = None,
        kind: str = "html",
    ) -> Document:
        """Clean one page: its bytes as they came, or its text.

        ``encoding`` overrides whatever the page says of itself; ``http_charset`` is what the server said, which a
        byte-order mark overrides. ``kind`` is ``"html"`` or ``"text"``, for plain-text dumps and messages.
        """
        if kind not in PAGE_KINDS:
            raise UnknownNameError("kind of page", kind, PAGE_KINDS)
        page = decode(source, encoding=encoding, http_charset=http_charset, url=url, kind=kind)
        blocks = self._read(page)
        return Document(page, blocks, self.engine.decide(blocks), self.engine, PRESENTER)

    def clean_many(self, pages: Iterable[Source], *, kind: str = "html") -> Iterator[Document]:
        """Clean pages one after another, in their order."""
        for page in pages:
            yield self.clean(page, kind=kind)

    def __repr__(self) -> str:
        return f"Cleaner(engine={self.engine.name!r})"


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
    """Clean one page; the options are those of the engine. For many pages, make a `Cleaner` once."""
    cleaner = Cleaner(engine=engine, model=model, **options)
    return cleaner.clean(source, url=url, encoding=encoding, http_charset=http_charset, kind=kind)


def extract(
    filecontent: Source,
    url: str | None = None,
    *,
    output_format: str = "txt",
    include_formatting: bool = False,
    include_links: bool = False,
    with_metadata: bool = False,
    engine: str | None = None,
    model: ModelSource | None = None,
    **options: Any,
) -> str | None:
    """The clean text of a page in one of the output formats, or ``None`` where nothing is left of it.

    The parameters have the names that trafilatura's function gives them. ``include_formatting`` and ``include_links``
    make Markdown of plain text; ``with_metadata`` puts what the page says of itself before text and Markdown, and goes
    without saying in the other formats. Further arguments are options of the engine.
    """
    format = _TRAFILATURA_FORMATS.get(output_format, output_format)
    if format not in FORMATS:
        raise UnknownNameError("output format", output_format, FORMATS)
    document = clean(filecontent, engine=engine, model=model, url=url, **options)
    if not document.decisions.kept:
        return None
    if format == "txt" and (include_formatting or include_links):
        format = "markdown"
    if format == "markdown":
        return document.to(format, links=include_links, metadata=with_metadata)
    if format == "txt":
        return document.to(format, metadata=with_metadata)
    return document.to(format)
