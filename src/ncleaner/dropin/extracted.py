"""The object that `bare_extraction` and `extract_metadata` return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


class Extracted:
    """What was extracted from a page, with the attributes of ``trafilatura.settings.Document``.

    ``hostname`` is the host of the address without ``www.``, and the ``sitename`` if none is declared. ``language`` is
    the detected language if there is a target language, else the declared one. ``pagetype`` is the most probable page
    type. ``filedate``, the day of the call in trafilatura, is always ``None``: a page gives the same output on any day.
    """

    __slots__ = (
        "title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint",
        "id", "license", "body", "comments", "commentsbody", "raw_text", "text", "language", "image", "pagetype",
        "filedate",
    )  # fmt: skip

    title: str | None
    author: str | None
    url: str | None
    hostname: str | None
    description: str | None
    sitename: str | None
    date: str | None
    categories: list[str] | None
    tags: list[str] | None
    fingerprint: str | None
    id: str | None
    license: str | None
    body: Element
    comments: str | None
    commentsbody: Element
    raw_text: str | None
    text: str | None
    language: str | None
    image: str | None
    pagetype: str | None
    filedate: str | None

    def __init__(self) -> None:
        for name in self.__slots__:
            setattr(self, name, None)

    def add_elements(self, body: Element | None = None, commentsbody: Element | None = None) -> None:
        """Set the elements of text and comments, to empty ones if there are none; `extract` needs no elements."""
        from xml.etree.ElementTree import Element

        self.body = Element("body") if body is None else body
        self.commentsbody = Element("body") if commentsbody is None else commentsbody

    def as_dict(self) -> dict[str, Any]:
        """Return all attributes as a dictionary."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __repr__(self) -> str:
        return f"<Extracted: {self.title!r}, {len(self.text or '')} characters>"
