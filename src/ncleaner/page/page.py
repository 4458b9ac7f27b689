"""The decoded page: what the decoder returns and the readers take."""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    Source = bytes | bytearray | memoryview | str


class Page(Value):
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
