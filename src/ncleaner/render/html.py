"""The kept content as clean HTML: headings, paragraphs, lists, tables, code, quotes, formulas and images.

It is written from the tree of the document (`ncleaner.tree`), so nothing of the markup of the page can reach it: no
scripts, no styles, no attributes but those of the nodes. It is well-formed XML, too. Formulas are TeX between the
signs of MathJax and KaTeX, in elements of class ``math``.
"""

from __future__ import annotations

from ncleaner.page.node import INLINE, LEAVES, Node
from ncleaner.render.fields import SHOWN, metadata_fields
from ncleaner.render.markup import attributes, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

_ON_ONE_LINE = frozenset(["li", "dt", "dd", "td", "th", "caption", "summary", "figcaption"])
"""Nodes whose first paragraph is written without tags if no other follows."""

_SPANS = ("colspan", "rowspan")
_SHOWN = {"a": ("href",), "abbr": ("title",), "img": ("src", "alt"), "td": _SPANS, "th": _SPANS}


def render(
    document: Document, *, all: bool = False, links: bool = True, images: bool = False, metadata: bool = False
) -> str:
    """Render the kept content as HTML, one block a line; ``all`` adds the dropped text in ``<del>``.

    Without ``links``, only the text of links is written. ``images`` adds images, and ``metadata`` a head, which makes
    it a whole document.
    """
    root = document.tree(all=all, links=links, images=images)
    body = [line for node in root.nodes for line in block_lines(node)]
    if metadata:
        body = [*_head(document), "<body>", *body, "</body>", "</html>"]
    return "".join(f"{line}\n" for line in body)


def html(node: Node) -> str:
    """Return a node as HTML."""
    return _inline(node) if node.tag in INLINE else "\n".join(block_lines(node))


def _head(document: Document) -> Iterator[str]:
    fields = metadata_fields(document, SHOWN)
    language = attributes({"lang": fields["language"]}) if fields.get("language") else ""
    yield f"<!DOCTYPE html>\n<html{language}>"
    yield '<head>\n<meta charset="utf-8"/>'
    yield f"<title>{escape(fields.get('title', ''))}</title>"
    for name, value in fields.items():
        if name not in ("title", "charset", "language"):
            yield f"<meta{attributes({'name': name, 'content': value})}/>"
    yield "</head>"


def block_lines(node: Node) -> Iterator[str]:
    """Yield the lines of a node that is no inline node."""
    tag = node.tag
    if tag == "hr":
        yield "<hr/>"
    elif tag == "img":
        yield _inline(node)
    elif tag == "pre":
        language = node.attributes.get("language")
        name = attributes({"class": f"language-{language}"}) if language else ""
        yield _dropped(f"<pre><code{name}>{escape(node.text)}</code></pre>", node)
    elif tag in LEAVES:
        yield f"<{tag}{_note(node)}>{_content(node)}</{tag}>"
    elif tag == "tr":
        yield f"<tr>{''.join(line for cell in node.nodes for line in block_lines(cell))}</tr>"
    else:
        yield from _container(node)


def _container(node: Node) -> Iterator[str]:
    """Yield the lines of a node that contains others."""
    opening, closing = f"<{node.tag}{_attributes(node)}>", f"</{node.tag}>"
    children = node.nodes
    if node.tag in _ON_ONE_LINE and children and children[0].tag == "p" and all(c.tag != "p" for c in children[1:]):
        opening += _tick(node) + _content(children[0])
        children = children[1:]
    elif node.tag in _ON_ONE_LINE:
        opening += _tick(node)
    if not children:
        yield opening + closing
        return
    yield opening
    for child in children:
        yield from block_lines(child)
    yield closing


def _attributes(node: Node) -> str:
    """Return the attributes of a node that contains others, as written in its tag."""
    values = {name: node.attributes[name] for name in _SHOWN.get(node.tag, ()) if name in node.attributes}
    if node.tag == "ol":
        first = node.nodes[0].attributes.get("value", "1") if node.nodes else "1"
        values |= {"start": first} if first != "1" else {}
    return _note(node) + attributes(values)


def _note(node: Node) -> str:
    label = node.attributes.get("note")
    return attributes({"id": f"note-{label}"}) if label else ""


def _tick(node: Node) -> str:
    checked = node.attributes.get("checked")
    if checked is None:
        return ""
    state = ' checked="checked"' if checked == "true" else ""
    return f'<input type="checkbox" disabled="disabled"{state}/> '


def _content(leaf: Node) -> str:
    return _dropped("".join(_inline(child) for child in leaf.children), leaf)


def _dropped(text: str, leaf: Node) -> str:
    return text if leaf.keep else f"<del>{text}</del>"


def _inline(child: Node | str) -> str:
    if isinstance(child, str):
        return escape(child)
    tag = child.tag
    if tag == "math":
        left, right = ("\\[", "\\]") if child.attributes["display"] == "block" else ("\\(", "\\)")
        return f'<span class="math">{left}{escape(child.text)}{right}</span>'
    if tag == "a" and "note" in child.attributes:
        return f"<sup><a{attributes({'href': '#note-' + child.attributes['note']})}>{escape(child.text)}</a></sup>"
    values = {name: child.attributes[name] for name in _SHOWN.get(tag, ()) if name in child.attributes}
    if tag in ("img", "br"):
        return f"<{tag}{attributes(values)}/>"
    return f"<{tag}{attributes(values)}>{''.join(map(_inline, child.children))}</{tag}>"
