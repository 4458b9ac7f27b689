"""The output formats of trafilatura, laid out as there.

``csv`` is one line: address, identifier, fingerprint, host, title, image, date, text, comments, licence and page type,
separated by tabs, ``null`` for what is missing. ``json`` has ``text`` and ``comments`` alone without metadata. ``xml``
is ``<doc>`` with ``<main>`` and ``<comments>``; ``html`` has the text without comments on an article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncleaner.dropin.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any
    from xml.etree.ElementTree import Element

    from ncleaner.dropin.extracted import Extracted
    from ncleaner.dropin.extraction import Extraction
    from ncleaner.dropin.parameters import Parameters
    from ncleaner.page.document import Document

_HEADER = (
    "title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id",
    "license",
)  # fmt: skip
_ATTRIBUTES = (
    "sitename", "title", "author", "date", "url", "hostname", "description", "categories", "tags", "license", "id",
    "fingerprint", "language",
)  # fmt: skip
_RENAMED = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}  # in json
_JOINED = ("categories", "tags")
_WITH_IDENTIFIER = ("xmltei", "tei", "vertical")
# Elements without text of their own, whose children stand on lines.
_LINES = frozenset(["doc", "main", "comments", "list", "table", "row"])


def write(found: Extraction, parameters: Parameters) -> str:
    """Return what was extracted in the output format of the parameters."""
    format = parameters.output_format
    writer = _WRITERS.get(format)
    if writer is None:
        settings = {"id": parameters.record_id} if format in _WITH_IDENTIFIER else {}
        return found.document.to("tei" if format == "xmltei" else format, **settings)
    if writer is not _text or parameters.needs_metadata:
        _identify(found, parameters.record_id)
    return writer(found, parameters)


def _identify(found: Extraction, record_id: str | None) -> None:
    """Add identifier and fingerprint to the metadata."""
    fields = found.fields
    fields.id = record_id
    fields.raw_text = found.main.text.rstrip("\n")
    fields.fingerprint = fingerprint(f"{fields.title or ''} {fields.raw_text}")


def text(document: Document | None, parameters: Parameters) -> str:
    """Return the kept text of a document, if there is one; as Markdown if formatting or links are asked for."""
    if document is None or not document.decisions.kept:
        return ""
    if not parameters.text_is_markdown:
        return document.text.rstrip("\n")
    options = {"links": parameters.include_links, "images": parameters.include_images}
    return document.to("markdown", **options).rstrip("\n")


def body(document: Document | None, parameters: Parameters, name: str = "body") -> Element:
    """Return the kept text of a document, if there is one, as an element."""
    from xml.etree.ElementTree import Element

    from ncleaner.dropin.tree import xml_tree

    if document is None:
        return Element(name)
    options = {"links": parameters.include_links, "images": parameters.include_images}
    return xml_tree(document, name, formatting=parameters.formatting, **options)


def _text(found: Extraction, parameters: Parameters) -> str:
    separator = "\n\n" if parameters.text_is_markdown else "\n"
    parts = [text(found.main, parameters), text(found.comments, parameters)]
    header = _header(found.fields) if parameters.needs_metadata else ""
    return header + separator.join(filter(None, parts))


def _header(fields: Extracted) -> str:
    from ncleaner.render.front_matter import front_matter

    values = {name: getattr(fields, name) for name in _HEADER}
    return front_matter({name: value for name, value in values.items() if value})


def _json(found: Extraction, parameters: Parameters) -> str:
    from ncleaner.render.json import json_text

    values: dict[str, Any] = {}
    if parameters.needs_metadata:
        values = found.fields.as_dict()
        del values["body"], values["commentsbody"]
        values |= {name: ";".join(values[name] or ()) for name in _JOINED}
        values = {_RENAMED.get(name, name): value for name, value in values.items()}
    values |= {"text": text(found.main, parameters), "comments": text(found.comments, parameters)}
    return json_text(values).rstrip("\n")


def _csv(found: Extraction, parameters: Parameters) -> str:
    import csv
    from io import StringIO

    fields = found.fields
    before = (fields.url, fields.id, fields.fingerprint, fields.hostname, fields.title, fields.image, fields.date)
    texts = text(found.main, parameters), text(found.comments, parameters)
    output = StringIO()
    row = [value or "null" for value in (*before, *texts, fields.license, fields.pagetype)]
    csv.writer(output, delimiter="\t", quoting=csv.QUOTE_MINIMAL).writerow(row)
    return output.getvalue()


def _xml(found: Extraction, parameters: Parameters) -> str:
    from xml.etree.ElementTree import Element, tostring

    from ncleaner.dropin.tree import break_lines

    root = Element("doc", dict(_attributes(found.fields)))
    root.append(body(found.main, parameters, "main"))
    root.append(body(found.comments, parameters, "comments"))
    break_lines(root, _LINES)
    return tostring(root, encoding="unicode")


def _html(found: Extraction, parameters: Parameters) -> str:
    from ncleaner.dropin.tree import without_formatting
    from ncleaner.render.html import block_lines
    from ncleaner.render.markup import attributes

    lines = ["<html>"]
    if parameters.needs_metadata:
        values = [attributes({"name": name, "content": value}) for name, value in _attributes(found.fields)]
        lines += ["<head>", *(f"<meta{value}/>" for value in values), "</head>"]
    root = found.main.tree(links=parameters.include_links, images=parameters.include_images)
    if not parameters.formatting:
        without_formatting(root)
    lines += ["<body>", *(line for node in root.nodes for line in block_lines(node)), "</body>", "</html>"]
    return "\n".join(lines)


def _attributes(fields: Extracted) -> Iterator[tuple[str, str]]:
    """Yield the metadata that have a value, lists joined by semicolons."""
    from ncleaner.render.markup import legal

    for name in _ATTRIBUTES:
        value = getattr(fields, name)
        if value:
            yield name, legal(value if isinstance(value, str) else ";".join(value))


_WRITERS = {"txt": _text, "markdown": _text, "json": _json, "csv": _csv, "xml": _xml, "html": _html}
