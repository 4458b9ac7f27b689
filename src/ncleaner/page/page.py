"""The decoded page: the output of the decoder and the input of the readers."""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.fetched import Fetched

    Source = bytes | bytearray | memoryview | str | Fetched


class Page(Value):
    """A decoded page: its source as UTF-8 bytes, and facts about it.

    ``kind`` is ``"html"`` or ``"text"``, ``encoding`` the WHATWG name of the page's original encoding, and ``warnings``
    are those of the decoder.
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
        fill = object.__setattr__  # written out, because `_fill` takes much longer
        fill(self, "source", source)
        fill(self, "kind", kind)
        fill(self, "url", url)
        fill(self, "encoding", encoding)
        fill(self, "warnings", warnings)

    @property
    def text(self) -> str:
        """The decoded page; the spans of segments are offsets into it."""
        return self.source.decode("utf-8")
