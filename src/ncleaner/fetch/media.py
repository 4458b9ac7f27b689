"""The kind of a page by its media type."""

from __future__ import annotations

from ncleaner.fetch.failures import Failure

ACCEPTED = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.1"

_KINDS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/xml": "html",
    "text/xml": "html",
    "text/plain": "text",
    "text/markdown": "text",
}


def kind_and_charset(content_type: str) -> tuple[str, str | None]:
    """Return the kind of a page, and its charset if one is given; raise `Failure` for other things than pages.

    HTML and XML, such as feeds, are read as HTML; so is what has no media type. Plain text is of the kind ``"text"``.
    """
    media, *parameters = content_type.split(";")
    media = media.strip().lower()
    kind = _KINDS.get(media or "text/html")
    if kind is None and media.startswith("application/") and media.endswith("+xml"):
        kind = "html"
    if kind is None:
        raise Failure(
            f"the server sent {media[:80]}, which is neither a web page nor plain text; save it with curl -L -O and "
            "convert it to HTML or text"
        )
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return kind, value.strip(" \t\"'") or None
    return kind, None
