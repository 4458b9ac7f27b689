"""TEI P5, the format of the Text Encoding Initiative.

A TEI division has its heading first and then paragraphs and lists, and after its first sub-division only further
sub-divisions. So a heading opens a ``<div>`` that lasts until the next heading of its level or above; what
comes before the first heading has a division of its own. Items that follow each other make one ``<list>``. The lines of
a segment that goes on over several blocks are divided by ``<lb/>``.

Values that the schema is strict about (languages, dates, addresses) go into attributes only if they fit; the text of an
element takes anything.
"""

from __future__ import annotations

import re

from ncleaner import __version__
from ncleaner.page.blocks import HEADING, ITEM
from ncleaner.render.about import facts, heading_level
from ncleaner.render.joined import joined
from ncleaner.render.markup import attributes, escape, legal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

NAMESPACE = "http://www.tei-c.org/ns/1.0"
LEVEL_OF_NONE = 7  # the division before the first heading, which any heading ends

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_NOT_IN_ADDRESS = re.compile(r'[\s<>"{}|\\^`]')


def render(document: Document, *, all: bool = False, id: str | None = None) -> str:
    """The document as a TEI file, with what it is called, if that is known, as ``n``.

    Dropped segments, with ``all``, have ``rend="dropped"``.
    """
    known = facts(document)
    name = {} if id is None else {"n": id}
    lines = [
        '<?xml version="1.0"?>',
        f"<TEI{attributes({'xmlns': NAMESPACE, **name})}>",
        *_header(document, known),
        f"<text{attributes(_language(known))}>",
        "<body>",
        *_body(document, all),
        "</body>",
        "</text>",
        "</TEI>",
    ]
    return "\n".join(lines) + "\n"


def _header(document: Document, known: dict[str, str]) -> list[str]:
    title = escape(known.get("title") or known.get("url") or "")
    author = _element("author", known.get("author"))
    version = attributes({"ident": "ncleaner", "version": __version__})
    return [
        "<teiHeader>",
        "<fileDesc>",
        f"<titleStmt><title>{title}</title>{author}</titleStmt>",
        "<publicationStmt><p>The text of a web page, without its furniture.</p></publicationStmt>",
        f"<sourceDesc><bibl>{''.join(_source(known))}</bibl></sourceDesc>",
        "</fileDesc>",
        "<encodingDesc>",
        f"<appInfo><application{version}><label>ncleaner</label><p>{escape(document.engine)}</p></application></appInfo>",
        "</encodingDesc>",
        *_profile(known),
        "</teiHeader>",
    ]


def _element(name: str, text: str | None, values: dict[str, str] | None = None) -> str:
    return f"<{name}{attributes(values or {})}>{escape(text)}</{name}>" if text else ""


def _source(known: dict[str, str]) -> Iterator[str]:
    """What a bibliography says of the page."""
    yield _element("title", known.get("title"))
    yield _element("author", known.get("author"))
    yield _element("publisher", known.get("site_name"))
    yield _element("date", known.get("date"), _when(known.get("date", "")))
    if known.get("url"):
        yield f"<ptr{attributes({'target': _pointer(known['url'])})}/>"


def _when(date: str) -> dict[str, str]:
    from datetime import date as Date

    if date[4:5] + date[7:8] != "--":  # newer Pythons read other forms too, and the output must not depend on that
        return {}
    try:
        return {"when": Date.fromisoformat(date[:10]).isoformat()}
    except ValueError:
        return {}


def _pointer(url: str) -> str:
    from urllib.parse import quote

    return _NOT_IN_ADDRESS.sub(lambda match: quote(match[0]), legal(url).strip())


def _profile(known: dict[str, str]) -> Iterator[str]:
    language = _language(known).get("xml:lang")
    if "description" not in known and not language:
        return
    yield "<profileDesc>"
    if "description" in known:
        yield f"<abstract><p>{escape(known['description'])}</p></abstract>"
    if language:
        yield f"<langUsage><language{attributes({'ident': language})}>{escape(language)}</language></langUsage>"
    yield "</profileDesc>"


def _language(known: dict[str, str]) -> dict[str, str]:
    tag = known.get("language", "").strip().replace("_", "-")
    return {"xml:lang": tag} if _LANGUAGE.fullmatch(tag) else {}


def _body(document: Document, all: bool) -> Iterator[str]:
    """The divisions, paragraphs and lists."""
    blocks = document.blocks
    levels: list[int] = []  # of the divisions that are open
    in_list = False
    for kind, keep, indices in joined(document, all):
        if in_list and kind != ITEM:
            yield "</list>"
            in_list = False
        if kind == HEADING or not levels:
            level = heading_level(blocks.items[indices[0]]) if kind == HEADING else LEVEL_OF_NONE
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
