"""TEI P5, the format of the Text Encoding Initiative.

A TEI division contains its heading, then paragraphs, lists, tables and the like, then sub-divisions only. So a heading
opens a ``<div>`` that ends before the next heading of the same or a higher level; text before the first heading has a
division of its own. In a paragraph of several lines, ``<lb/>`` separates them. Formulas are ``<formula>`` in TeX.

The schema restricts languages, dates and addresses in attributes, so attributes get valid ones only; the text of an
element may contain anything.
"""

from __future__ import annotations

import re

from ncleaner import __version__
from ncleaner.page.node import HEADINGS, LEAVES, Node
from ncleaner.render.fields import metadata_fields
from ncleaner.render.markup import attributes, escape, legal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

NAMESPACE = "http://www.tei-c.org/ns/1.0"
LEVEL_WITHOUT_HEADING = 7  # of the division before the first heading: any heading ends it

_CONTAINERS = {
    "ul": ("list", {"rend": "bulleted"}), "ol": ("list", {"rend": "numbered"}), "li": ("item", {}),
    "dl": ("list", {"rend": "definitions"}), "dt": ("item", {"rend": "term"}), "dd": ("item", {"rend": "definition"}),
    "blockquote": ("quote", {}), "table": ("table", {}), "caption": ("head", {}), "tr": ("row", {}),
    "td": ("cell", {}), "th": ("cell", {"role": "label"}),
}  # fmt: skip
_SPANS = {"colspan": "cols", "rowspan": "rows"}
_ON_ONE_LINE = frozenset(["item", "cell", "head", "quote"])
_INLINE = {
    "math": ("formula", {"notation": "TeX"}), "code": ("code", {}), "q": ("q", {}), "del": ("del", {}),
    "sup": ("hi", {"rend": "superscript"}), "sub": ("hi", {"rend": "subscript"}),
}  # fmt: skip

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
    """Yield the divisions and what they contain."""
    levels: list[int] = []  # of the open divisions
    for node in document.tree(all=all, links=False).nodes:
        is_heading = node.tag in HEADINGS
        if is_heading or not levels:
            level = int(node.tag[1]) if is_heading else LEVEL_WITHOUT_HEADING
            while levels and levels[-1] >= level:
                yield "</div>"
                levels.pop()
            yield "<div>"
            levels.append(level)
        if is_heading:
            yield _leaf("head", node)
        else:
            yield from _node(node)
    yield from ["</div>"] * len(levels) or ["<div><p/></div>"]


def _node(node: Node) -> Iterator[str]:
    """Yield the lines of a node; headings inside of lists and the like are paragraphs."""
    tag = node.tag
    if tag == "pre":
        yield _code(node)
    elif tag in LEAVES:
        yield _leaf("p", node, {} if tag == "p" else {"rend": tag})
    elif tag == "hr":
        yield f"<milestone{attributes({'unit': 'section', 'rend': 'rule'})}/>"
    elif tag in _CONTAINERS and (tag != "table" or node.find_all("tr")):
        name, values = _CONTAINERS[tag]
        if tag in ("td", "th"):
            values = values | {_SPANS[name]: value for name, value in node.attributes.items()}
        yield from _container(name, attributes(values), node)
    else:
        for child in node.nodes:
            yield from _node(child)


def _container(name: str, values: str, node: Node) -> Iterator[str]:
    """Yield the lines of an element that contains others; a single paragraph in it needs no element."""
    children = node.nodes
    marker = escape(node.attributes.get("marker", ""))
    if name in _ON_ONE_LINE and len(children) == 1 and children[0].tag == "p" and children[0].keep:
        yield f"<{name}{values}>{marker and marker + ' '}{_content(children[0])}</{name}>"
    elif children or name == "cell":
        yield f"<{name}{values}>{marker}"
        for child in children:
            yield from _node(child)
        yield f"</{name}>"


def _leaf(name: str, leaf: Node, values: dict[str, str] | None = None) -> str:
    shown = (values or {}) if leaf.keep else {"rend": "dropped"}
    return f"<{name}{attributes(shown)}>{_content(leaf)}</{name}>"


def _code(node: Node) -> str:
    language = node.attributes.get("language")
    values = attributes(({"lang": language} if language else {}) | {"xml:space": "preserve"})
    state = attributes({} if node.keep else {"rend": "dropped"})
    return f"<p{state}><code{values}>{escape(node.text)}</code></p>"


def _content(leaf: Node) -> str:
    return "".join(map(_inline, leaf.children))


def _inline(child: Node | str) -> str:
    if isinstance(child, str):
        return escape(child)
    if child.tag == "br":
        return "<lb/>"
    text = _content(child)
    if child.tag not in _INLINE:
        return text
    name, values = _INLINE[child.tag]
    return f"<{name}{attributes(values)}>{text}</{name}>"
