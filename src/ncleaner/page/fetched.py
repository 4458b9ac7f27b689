"""A page that was fetched: the input of the decoder, with what the server said about it."""

from __future__ import annotations

from ncleaner.page.frozen import Value


class Fetched(Value):
    """A page as a server sent it, ready for ``clean`` and ``extract``.

    ``data`` is the page as bytes, ``url`` the address that it has after all redirects, ``http_charset`` the charset of
    the ``Content-Type`` header or ``None``, and ``kind`` ``"html"`` or ``"text"``.
    """

    __slots__ = ("data", "url", "http_charset", "kind")

    data: bytes
    url: str
    http_charset: str | None
    kind: str

    def __init__(self, data: bytes, url: str, http_charset: str | None = None, kind: str = "html") -> None:
        self._fill(data=data, url=url, http_charset=http_charset, kind=kind)

    def __repr__(self) -> str:
        return f"<Fetched: {len(self.data)} bytes of {self.kind} from {self.url}>"
