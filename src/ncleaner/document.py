"""The nouns that everything passes along: what came in, a piece of it, and what came out.

All of them are frozen and have slots. They are written out by hand, without ``dataclasses`` and ``typing``, because
those two imports alone cost more time than cleaning a page.

A `Document` is lazy: an engine decides on compact `Blocks`, and the `Segment` objects, the metadata and the
text are made when somebody asks for them.
"""

from __future__ import annotations

from ncleaner.blocks import CONTINUES
from ncleaner.errors import NCleanerError
from ncleaner.render import renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from ncleaner.blocks import Blocks
    from ncleaner.decisions import Decisions
    from ncleaner.engines import Engine

    Source = bytes | bytearray | memoryview | str

KINDS = ("p", "h", "l")
DIGITS = 4  # of a score behind the point


class Frozen:
    """An object whose attributes cannot be set from outside."""

    __slots__: tuple[str, ...] = ()

    def _fill(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete {name!r}")


class Record(Frozen):
    """The same with equality, a readable ``repr`` and pickling, by its slots."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()


class Page(Record):
    """What came in, decoded: the source as UTF-8 bytes, which the scanner reads, and what is known about it.

    ``kind`` is ``"html"`` or ``"text"``; ``encoding`` the WHATWG name of the encoding the page was in; ``warnings``
    what the decoder had to say.
    """

    __slots__ = ("source", "kind", "url", "encoding", "warnings")

    source: bytes
    kind: str
    url: str | None
    encoding: str
    warnings: tuple[str, ...]

    def __init__(
        self,
        source: bytes,
        kind: str = "html",
        url: str | None = None,
        encoding: str = "utf-8",
        warnings: tuple[str, ...] = (),
    ) -> None:
        fill = object.__setattr__  # written out here and below, as `_fill` takes much longer
        fill(self, "source", source)
        fill(self, "kind", kind)
        fill(self, "url", url)
        fill(self, "encoding", encoding)
        fill(self, "warnings", warnings)

    @property
    def text(self) -> str:
        """The decoded page; the spans of segments are offsets into it."""
        return self.source.decode("utf-8")


class Judged(Record):
    """A record that knows the engine that judged it, which is no part of its equality, its ``repr`` or its pickle."""

    __slots__ = ("_judge",)

    text: str
    _judge: Engine | None

    def explain(self) -> list[tuple[str, float]]:
        """The bits of each character of the text, positive where it speaks for keeping the segment.

        Those of its end come last, with an empty string in place of a character. The engine must be one that goes by
        characters, as ``ngram`` does.
        """
        if self._judge is None:
            raise NCleanerError("only the segments of a document can be explained, not copies or those made by hand")
        return self._judge.explain(self.text)


class Segment(Judged):
    """A piece of the page, labelled.

    ``kind`` is ``"p"`` (paragraph), ``"h"`` (heading) or ``"l"`` (list item). ``page.text[start:end]`` is where it
    stands in the source, both −1 where an engine works on something else than the source. ``path`` is the way down to
    it, as in ``html/body/div/p``. ``score`` is in bits, positive for text to keep. ``continues`` says that it goes on
    with the segment kept before it, as the second line of an address does, and has its kind.
    """

    __slots__ = ("text", "kind", "keep", "score", "reason", "start", "end", "path", "continues")

    text: str
    kind: str
    keep: bool
    score: float
    reason: str
    start: int
    end: int
    path: str
    continues: bool

    def __init__(
        self,
        text: str,
        kind: str,
        keep: bool,
        score: float,
        reason: str,
        start: int,
        end: int,
        path: str,
        continues: bool = False,
        judge: Engine | None = None,
    ) -> None:
        fill = object.__setattr__
        fill(self, "text", text)
        fill(self, "kind", kind)
        fill(self, "keep", keep)
        fill(self, "score", score)
        fill(self, "reason", reason)
        fill(self, "start", start)
        fill(self, "end", end)
        fill(self, "path", path)
        fill(self, "continues", continues)
        fill(self, "_judge", judge)


class Metadata(Record):
    """What the page says of itself; ``None`` where it says nothing."""

    __slots__ = ("title", "url", "description", "author", "date", "site_name", "language", "charset")

    title: str | None
    url: str | None
    description: str | None
    author: str | None
    date: str | None
    site_name: str | None
    language: str | None
    charset: str | None

    def __init__(
        self,
        title: str | None = None,
        url: str | None = None,
        description: str | None = None,
        author: str | None = None,
        date: str | None = None,
        site_name: str | None = None,
        language: str | None = None,
        charset: str | None = None,
    ) -> None:
        self._fill(
            title=title,
            url=url,
            description=description,
            author=author,
            date=date,
            site_name=site_name,
            language=language,
            charset=charset,
        )

    def items(self) -> Iterator[tuple[str, str]]:
        """Name and value of everything that is known, in a fixed order."""
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None:
                yield name, value


class Document(Frozen):
    """What came out: the labelled segments of a page and what the page says of itself.

    ``judge`` is the engine. It is asked, when somebody wants to know, how far the decisions can be trusted, and why a
    segment was kept or dropped.
    """

    __slots__ = ("page", "blocks", "decisions", "judge", "warnings", "_marks", "_segments", "_metadata")

    page: Page
    blocks: Blocks
    decisions: Decisions
    judge: Engine
    warnings: tuple[str, ...]
    _marks: bytes | None
    _segments: tuple[Segment, ...] | None
    _metadata: Metadata | None

    def __init__(self, page: Page, blocks: Blocks, decisions: Decisions, judge: Engine) -> None:
        fill = object.__setattr__
        fill(self, "page", page)
        fill(self, "blocks", blocks)
        fill(self, "decisions", decisions)
        fill(self, "judge", judge)
        fill(self, "warnings", page.warnings + blocks.warnings)
        fill(self, "_marks", None)
        fill(self, "_segments", None)
        fill(self, "_metadata", None)

    @property
    def engine(self) -> str:
        """The name of the engine that decided."""
        return self.judge.name

    @property
    def marks(self) -> bytes:
        """The kind of each block, an index into `KINDS`, with `ncleaner.blocks.CONTINUES` added where it continues."""
        known = self._marks
        if known is None:
            known = self.judge.marks(self.blocks, self.decisions)
            self._fill(_marks=known)
        return known

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All segments in the order of the page, kept and dropped."""
        known = self._segments
        if known is None:
            known = tuple(self._make_segments())
            self._fill(_segments=known)
        return known

    def _make_segments(self) -> Iterator[Segment]:
        blocks = self.blocks
        decisions = self.decisions
        facts = zip(self.marks, blocks.spans(), blocks.paths(), decisions.keep, decisions.scores, strict=True)
        for index, (mark, span, path, keep, score) in enumerate(facts):
            said = keep == 1, round(score, DIGITS), self.judge.reason(blocks, decisions, index)
            kind = KINDS[mark & ~CONTINUES]
            yield Segment(blocks.text(index), kind, *said, *span, path, mark >= CONTINUES, self.judge)

    @property
    def metadata(self) -> Metadata:
        """Title, address, author, date and the like, as the page declares them."""
        known = self._metadata
        if known is None:
            from ncleaner.metadata import metadata

            known = metadata(self.page, self.blocks)
            self._fill(_metadata=known)
        return known

    @property
    def confidence(self) -> float | None:
        """How much of the text is expected to be right, from 0 to 1; ``None`` if the engine cannot tell."""
        return self.judge.confidence(self.blocks, self.decisions)

    @property
    def page_types(self) -> dict[str, float]:
        """How likely the page is of each type, the likeliest first; nothing if the engine cannot tell."""
        return self.judge.page_types(self.blocks, self.decisions)

    @property
    def page_type(self) -> str | None:
        """The likeliest type of the page, such as ``"article"`` or ``"forum"``; ``None`` if the engine cannot tell."""
        return next(iter(self.page_types), None)

    @property
    def text(self) -> str:
        """The text that was kept, one segment a line."""
        return self.to("txt")

    def to(self, format: str, **options: Any) -> str:
        """The document in one of the output formats; `ncleaner.render` lists them."""
        return renderer(format)(self, **options)

    def __repr__(self) -> str:
        return f"<Document: {self.decisions.kept} of {len(self.blocks)} segments kept by {self.engine}>"
