"""TEI P5, the format of the Text Encoding Initiative.

A TEI division contains its heading, then paragraphs and lists, then sub-divisions only. So a heading opens a ``<div>``
that ends before the next heading of the same or a higher level; text before the first heading has a division of its
own. Consecutive items make one ``<list>``. In a segment of several blocks, ``<lb/>`` separates the blocks.

The schema restricts languages, dates and addresses in attributes, so attributes get valid ones only; the text of an
element may contain anything.
"""

from __future__ import annotations

import re

from ncleaner import __version__
from ncleaner.page.blocks import HEADING, ITEM
from ncleaner.render.fields import heading_level, metadata_fields
from ncleaner.render.markup import attributes, escape, legal
from ncleaner.render.segments import joined_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

NAMESPACE = "http://www.tei-c.org/ns/1.0"
LEVEL_WITHOUT_HEADING = 7  # of the division before the first heading: any heading ends it

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_NOT_IN_ADDRESS = re.compile(r'[\s<>"{}|\\^`]')


def render(document: Document, *, all: bool = False, id: str | None = None) -> str:
    """Render the document as a TEI file; ``id`` becomes the ``n`` of the ``<TEI>`` element.

    With ``all``, dropped segments are included with ``rend="dropped"``.
    """
    fields = metadata_fields(document)
    name = {} if id is None else {"n": id}
    lines = [
        '<?xml version="1.0"?>',
        f"<TEI{attributes({'xmlns': NAMESPACE, **name})}>",
        *_header(document, fields),
        f"<text{attributes(_language(fields))}>",
        "<body>",
        *_body(document, all),
        "</body>",
        "</text>",
        "</TEI>",
    ]
    return "\n".join(lines) + "\n"


def _header(document: Document, fields: dict[str, str]) -> list[str]:
    title = escape(fields.get("title") or fields.get("url") or "")
    metadata = document.metadata
    version = attributes({"ident": "ncleaner", "version": __version__})
    return [
        "<teiHeader>",
        "<fileDesc>",
        f"<titleStmt><title>{title}</title>{_elements('author', metadata.authors)}</titleStmt>",
        "<publicationStmt><p>The text of a web page, without its boilerplate.</p></publicationStmt>",
        f"<sourceDesc><bibl>{''.join(_source(fields, metadata.authors))}</bibl></sourceDesc>",
        "</fileDesc>",
        "<encodingDesc>",
        f"<appInfo><application{version}><label>ncleaner</label><p>{escape(document.engine)}</p></application></appInfo>",
        "</encodingDesc>",
        *_profile(fields, (*metadata.categories, *metadata.tags)),
        "</teiHeader>",
    ]


def _element(name: str, text: str | None, values: dict[str, str] | None = None) -> str:
    return f"<{name}{attributes(values or {})}>{escape(text)}</{name}>" if text else ""


def _elements(name: str, texts: tuple[str, ...]) -> str:
    return "".join(_element(name, text) for text in texts)


def _source(fields: dict[str, str], authors: tuple[str, ...]) -> Iterator[str]:
    """Yield the bibliographic elements of the page."""
    yield _element("title", fields.get("title"))
    yield _elements("author", authors)
    yield _element("publisher", fields.get("site_name"))
    yield _element("date", fields.get("date"), _when(fields.get("date", "")))
    if fields.get("url"):
        yield f"<ptr{attributes({'target': _pointer(fields['url'])})}/>"


def _when(date: str) -> dict[str, str]:
    from datetime import date as Date

    if date[4:5] + date[7:8] != "--":  # newer Pythons accept other forms too; output must not depend on the version
        return {}
    try:
        return {"when": Date.fromisoformat(date[:10]).isoformat()}
    except ValueError:
        return {}


def _pointer(url: str) -> str:
    from urllib.parse import quote

    return _NOT_IN_ADDRESS.sub(lambda match: quote(match[0]), legal(url).strip())


def _profile(fields: dict[str, str], keywords: tuple[str, ...]) -> Iterator[str]:
    language = _language(fields).get("xml:lang")
    if "description" not in fields and not language and not keywords:
        return
    yield "<profileDesc>"
    if "description" in fields:
        yield f"<abstract><p>{escape(fields['description'])}</p></abstract>"
    if language:
        yield f"<langUsage><language{attributes({'ident': language})}>{escape(language)}</language></langUsage>"
    if keywords:
        yield f"<textClass><keywords>{_elements('term', keywords)}</keywords></textClass>"
    yield "</profileDesc>"


def _language(fields: dict[str, str]) -> dict[str, str]:
    tag = fields.get("language", "").strip().replace("_", "-")
    return {"xml:lang": tag} if _LANGUAGE.fullmatch(tag) else {}


def _body(document: Document, all: bool) -> Iterator[str]:
    """Yield the divisions, paragraphs and lists."""
    blocks = document.blocks
    levels: list[int] = []  # of the open divisions
    in_list = False
    for kind, keep, indices in joined_segments(document, all):
        if in_list and kind != ITEM:
            yield "</list>"
            in_list = False
        if kind == HEADING or not levels:
            level = heading_level(blocks.items[indices[0]]) if kind == HEADING else LEVEL_WITHOUT_HEADING
            while levels and levels[-1] >= level:
                yield "</div>"
                levels.pop()
            yield "<div>"
            levels.append(level)
        if kind == ITEM and not in_list:
            yield "<list>"
            in_list = True
        yield _segment([blocks.text(index) for index in indices], kind, keep)
    if in_list:
        yield "</list>"
    yield from ["</div>"] * len(levels) or ["<div><p/></div>"]


def _segment(lines: list[str], kind: int, keep: bool) -> str:
    name = "head" if kind == HEADING else "item" if kind == ITEM else "p"
    values = {} if keep else {"rend": "dropped"}
    if any("\n" in line for line in lines):
        values["xml:space"] = "preserve"
    return f"<{name}{attributes(values)}>{'<lb/>'.join(map(escape, lines))}</{name}>"
