"""JSON-LD in pages: the nodes of all scripts, and the node that describes the page.

Scripts can be broken, huge or nested a million levels deep. Unreadable scripts and those longer than `LONGEST_SCRIPT`
characters are skipped; nodes are collected without recursion, up to `MOST_NODES` per script.
"""

from __future__ import annotations

from ncleaner.metadata.controls import without_controls
from ncleaner.metadata.found import Found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Node = dict[str, Any]

LONGEST_SCRIPT = 1_000_000
MOST_NODES = 2_000
MOST_VALUES = 200  # of one property

SOURCE = "json-ld:"

# The properties that lead to other nodes that may be the main one.
_LINKS = ("@graph", "mainEntity", "mainEntityOfPage", "hasPart", "itemListElement", "item")

# The properties whose value is an address.
_ADDRESSED = ("image", "thumbnailUrl", "license")

# Types of works that a page may describe, besides the many types that end in "Article" or "Posting".
_WORKS = frozenset(
    "Report Recipe Review Product HowTo Book Event Course VideoObject Question Dataset PodcastEpisode".split()
)

_PRODUCTS = frozenset(["Product", "ProductGroup"])

# Wrappers around scripts, meant for browsers of the 1990s.
_WRAPPERS = (("<!--", "-->"), ("//<![CDATA[", "//]]>"), ("/*<![CDATA[*/", "/*]]>*/"), ("<![CDATA[", "]]>"))


class Nodes:
    """The main node of a page, which describes the page itself, and the node of its site; each may be empty.

    ``has_work`` says that the main node is an article or another work, not just a page; ``is_product``, that there is a
    product instead.
    """

    def __init__(self, scripts: list[str], url: str | None) -> None:
        nodes = [node for script in scripts for node in _nodes(script)]
        self.main = _main(nodes, url)
        self.has_work = any(map(_is_work, types(self.main)))
        self.is_product = not any(map(_is_article, types(self.main))) and any(map(_is_product, nodes))
        self.site = next((node for node in nodes if "WebSite" in types(node)), {})
        self._by_id: dict[str, Node] = {}
        for node in nodes:
            if isinstance(node.get("@id"), str) and len(node) > 1:
                self._by_id.setdefault(node["@id"], node)

    def text(self, *properties: str) -> str | None:
        """Return the text of the first of these properties of the main node that has one."""
        for name in properties:
            if name in self.main and (value := text(self.main[name])):
                return value
        return None

    def found(self, *properties: str) -> Iterator[Found]:
        """Yield the text of each of these properties of the main node that has one."""
        for name in properties:
            if value := self.text(name):
                yield Found(value, f"{SOURCE}{name}")

    def names(self, property: str) -> list[str]:
        """Return the names of the persons or organizations in a property of the main node."""
        values = self.main.get(property, [])
        values = values[:MOST_VALUES] if isinstance(values, list) else [values]
        return [name for value in values if (name := self.name_of(value))]

    def name_of(self, value: Any) -> str | None:
        """Return the name of a person or an organization from text, a node, or a reference to a node, or ``None``."""
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            value = self._by_id.get(value["@id"], value)
        return name_of(value)

    def texts(self, *properties: str) -> Iterator[Found]:
        """Yield all texts of these properties of the main node, and of the nodes that they lead to."""
        for name in properties:
            values = self.main.get(name)
            for value in values[:MOST_VALUES] if isinstance(values, list) else [values]:
                if (one := address_of(value) if name in _ADDRESSED else name_of(value)) is not None:
                    yield Found(one, f"{SOURCE}{name}")


def _nodes(script: str) -> Iterator[Node]:
    """Yield the nodes of a script in order."""
    pending: list[Any] = [_parse(script)]
    count = 0
    while pending and count < MOST_NODES:
        value = pending.pop()
        count += 1
        if isinstance(value, list):
            pending.extend(reversed(value[:MOST_NODES]))
        elif isinstance(value, dict):
            yield value
            pending.extend(value[name] for name in reversed(_LINKS) if name in value)


def _parse(script: str) -> Any:
    if len(script) > LONGEST_SCRIPT:
        return None
    import json

    for opening, closing in _WRAPPERS:
        script = script.strip().removeprefix(opening).removesuffix(closing)
    try:
        return json.loads(script.strip().removesuffix(";"), strict=False)
    except (ValueError, RecursionError):
        return None


def types(node: Node) -> list[str]:
    """Return the types of a node, without the URL of the vocabulary."""
    value = node.get("@type")
    values = value if isinstance(value, list) else [value]
    return [name.rpartition("/")[2] for name in values[:20] if isinstance(name, str)]


def _main(nodes: list[Node], url: str | None) -> Node:
    """Return the work with the URL of the page, or the only work, or else the node of the page itself, or ``{}``."""
    works = [node for node in nodes if any(map(_is_work, types(node)))]
    with_url = [node for node in works if url and url in _urls(node)]
    if with_url or len({text(node.get("headline")) or text(node.get("name")) for node in works}) == 1:
        return next((node for node in with_url or works if any(map(_is_article, types(node)))), (with_url or works)[0])
    return next((node for node in nodes if any(name.endswith("Page") for name in types(node))), {})


def _is_work(type_name: str) -> bool:
    return type_name in _WORKS or _is_article(type_name)


def _is_product(node: Node) -> bool:
    return bool(_PRODUCTS.intersection(types(node)))


def _is_article(type_name: str) -> bool:
    return type_name.endswith(("Article", "Posting"))


def _urls(node: Node) -> list[str]:
    page = node.get("mainEntityOfPage")
    values = [node.get("url"), node.get("@id"), page, page.get("@id") if isinstance(page, dict) else None]
    return [value.partition("#")[0] for value in values if isinstance(value, str)]


def text(value: Any) -> str | None:
    """Return a value as text with white space folded and character references resolved, or ``None``."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("@value")
    if not isinstance(value, str):
        return None
    source = value.encode("utf-8", "replace")  # JSON can contain lone surrogates, UTF-8 cannot
    if b"&" in source:
        from ncleaner.read.html.tokenizer import Tokenizer

        value = Tokenizer(source).decoded(0, len(source), False)
    else:
        value = source.decode("utf-8")
    return without_controls(" ".join(value.split())) or None


def name_of(value: Any) -> str | None:
    """Return the name of a person or an organization from a node or text, or ``None``."""
    if isinstance(value, dict):
        return text(value.get("name")) or text(value)
    return text(value)


def address_of(value: Any) -> str | None:
    """Return the address of an image or a licence from a node or text, or ``None``."""
    if isinstance(value, dict):
        return text(value.get("url")) or text(value.get("contentUrl")) or text(value.get("@id"))
    return text(value)
