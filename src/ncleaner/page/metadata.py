"""The metadata of a page: title, author, date and the like."""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Metadata(Value):
    """The metadata that a page declares; ``None`` for values that it does not declare."""

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
        """Yield name and value of everything that is not ``None``, in a fixed order."""
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None:
                yield name, value
