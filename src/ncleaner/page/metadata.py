"""The metadata of a page: title, authors, dates and the like, and where they come from.

A value is computed when it is asked for: some take longer than cleaning the page does.
"""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    class Reader(Protocol):
        """Computes the fields of the metadata."""

        def values(self, name: str) -> list[str]:
            """Return the values of a field."""

        def origin(self, name: str) -> Origin | None:
            """Return where a field comes from."""


FIELDS = (
    "title", "url", "description", "author", "date", "site_name", "language", "charset", "modified", "authors",
    "categories", "tags", "image", "license",
)  # fmt: skip
LISTS = ("authors", "categories", "tags")
NONE = (None, ())  # of fields without a value


class Origin(Value):
    """Where a value comes from: the name of the source, and its place in the decoded page.

    ``source`` is ``meta:`` and the name of a meta element, ``json-ld:``, ``itemprop:`` or ``rel:`` and a property,
    ``title``, ``canonical``, ``lang``, ``h1``, ``time:text`` and others for elements, ``class:`` and what the class of
    an element says it is, ``text`` for a line near the title, ``url`` for the address, or ``decoder``. ``start`` and
    ``end`` are the offsets of the element, or of the script; -1 if it is not in the page.
    """

    __slots__ = ("source", "start", "end")

    source: str
    start: int
    end: int

    def __init__(self, source: str, start: int = -1, end: int = -1) -> None:
        self._fill(source=source, start=start, end=end)


class _FromReader(Value):
    """A value whose fields a reader computes, if there is one."""

    __slots__ = ("_reader",)

    _reader: Reader | None


class Metadata(_FromReader):
    """The metadata of a page; ``None`` or ``()`` for values that it does not have.

    ``date`` is that of publication, ``modified`` that of the last change, both in ISO 8601. ``author`` has the names of
    all ``authors``. ``url`` is the canonical address.
    """

    __slots__ = FIELDS

    title: str | None
    url: str | None
    description: str | None
    author: str | None
    date: str | None
    site_name: str | None
    language: str | None
    charset: str | None
    modified: str | None
    authors: tuple[str, ...]
    categories: tuple[str, ...]
    tags: tuple[str, ...]
    image: str | None
    license: str | None

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
        modified: str | None = None,
        authors: tuple[str, ...] = (),
        categories: tuple[str, ...] = (),
        tags: tuple[str, ...] = (),
        image: str | None = None,
        license: str | None = None,
    ) -> None:
        self._fill(
            title=title,
            url=url,
            description=description,
            author=author or ", ".join(authors) or None,
            date=date,
            site_name=site_name,
            language=language,
            charset=charset,
            modified=modified,
            authors=authors or ((author,) if author else ()),
            categories=categories,
            tags=tags,
            image=image,
            license=license,
            _reader=None,
        )

    @classmethod
    def of(cls, reader: Reader) -> Metadata:
        """Return metadata that a reader computes when they are asked for."""
        metadata = cls.__new__(cls)
        metadata._fill(_reader=reader)
        return metadata

    def __getattr__(self, name: str) -> Any:
        """Compute a field when it is asked for the first time."""
        if name not in FIELDS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        reader = self._reader
        assert reader is not None
        value: Any
        if name == "author":
            value = ", ".join(self.authors) or None
        else:
            values = reader.values(name)
            value = tuple(values) if name in LISTS else next(iter(values), None)
        self._fill(**{name: value})
        return value

    @property
    def declared_date(self) -> str | None:
        """The date of publication that the head of the page or its JSON-LD declares.

        It is found several times as fast as ``date``, for which the rest of the page is read if they declare none.
        """
        reader = self._reader
        return self.date if reader is None else next(iter(reader.values("declared_date")), None)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields that have a value, in a fixed order; authors, categories and tags are lists."""
        values = ((name, getattr(self, name)) for name in FIELDS)
        return {name: list(value) if name in LISTS else value for name, value in values if value not in NONE}

    def origins(self) -> dict[str, Origin]:
        """Return where the values come from, by the names of the fields that `origin` knows of."""
        origins = ((name, self.origin(name)) for name in FIELDS if name != "authors")
        return {name: origin for name, origin in origins if origin is not None}

    def origin(self, name: str) -> Origin | None:
        """Return where the value of a field comes from, that of the first value of a list.

        It is ``None`` if there is no value, and for metadata that were not read from a page in this process.
        """
        if name not in FIELDS:
            raise AttributeError(f"{type(self).__name__!r} object has no field {name!r}")
        reader = self._reader
        return None if reader is None else reader.origin("authors" if name == "author" else name)

    def items(self) -> Iterator[tuple[str, str]]:
        """Yield name and value of everything that has a value, in a fixed order; lists are joined by commas."""
        for name in FIELDS:
            value = getattr(self, name)
            if value not in NONE and name != "authors":
                yield name, ", ".join(value) if name in LISTS else value

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name in FIELDS if (value := getattr(self, name)) not in NONE)
        return f"{type(self).__name__}({fields})"
