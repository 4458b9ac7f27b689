"""What a page says of itself in JSON-LD: the nodes of all its scripts, and which of them is the page.

Scripts of strangers may be broken, huge or nested a million deep. What cannot be read is passed over: each script has
`LONGEST_SCRIPT` characters at most, the walk over the nodes keeps its own stack and ends after `MOST_NODES`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Node = dict[str, Any]

LONGEST_SCRIPT = 1_000_000
MOST_NODES = 2_000

# The properties that lead from a node to others that may be what the page is about.
_INWARD = ("@graph", "mainEntity", "mainEntityOfPage", "hasPart", "itemListElement", "item")

# What a page may be about. The names of articles and pages are many, but end alike.
_WORKS = frozenset(["Report", "Recipe", "Review", "Product", "HowTo", "Book", "Event", "Course", "VideoObject"])

# What some put around a script, for browsers of the last century.
_WRAPPERS = (("<!--", "-->"), ("//<![CDATA[", "//]]>"), ("/*<![CDATA[*/", "/*]]>*/"), ("<![CDATA[", "]]>"))


class Nodes:
    """The nodes of a page, and the one that describes the page itself, if there is one."""

    def __init__(self, scripts: list[str], url: str | None) -> None:
        nodes = [node for script in scripts for node in _nodes(script)]
        self.main = _main(nodes, url)
        self.site = next((node for node in nodes if "WebSite" in types(node)), {})

    def text(self, *properties: str) -> str | None:
        """The first of some properties of the page that has a text."""
        for name in properties:
            if name in self.main and (value := text(self.main[name])):
                return value
        return None

    def names(self, name: str) -> list[str]:
        """The names of the persons or organizations that a property of the page has."""
        values = self.main.get(name, [])
        return [found for value in (values if isinstance(values, list) else [values]) if (found := name_of(value))]


def _nodes(script: str) -> Iterator[Node]:
    """The nodes of a script, in order."""
    pending: list[Any] = [_parsed(script)]
    count = 0
    while pending and count < MOST_NODES:
        value = pending.pop()
        count += 1
        if isinstance(value, list):
            pending.extend(reversed(value[:MOST_NODES]))
        elif isinstance(value, dict):
            yield value
            pending.extend(value[name] for name in reversed(_INWARD) if name in value)


def _parsed(script: str) -> Any:
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
    """The types of a node, without the address of the vocabulary."""
    value = node.get("@type")
    values = value if isinstance(value, list) else [value]
    return [name.rpartition("/")[2] for name in values[:20] if isinstance(name, str)]


def _main(nodes: list[Node], url: str | None) -> Node:
    """The node of the page: the only work described, or the one with the page's address, or else the page's own."""
    works = [node for node in nodes if any(map(_is_work, types(node)))]
    here = [node for node in works if url and url in _addresses(node)]
    if here or len({text(node.get("headline")) or text(node.get("name")) for node in works}) == 1:
        return (here or works)[0]
    return next((node for node in nodes if any(name.endswith("Page") for name in types(node))), {})


def _is_work(name: str) -> bool:
    return name in _WORKS or name.endswith(("Article", "Posting"))


def _addresses(node: Node) -> list[str]:
    page = node.get("mainEntityOfPage")
    values = [node.get("url"), node.get("@id"), page, page.get("@id") if isinstance(page, dict) else None]
    return [value.partition("#")[0] for value in values if isinstance(value, str)]


def text(value: Any) -> str | None:
    """A value as text: white space folded, character references resolved."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("@value")
    if not isinstance(value, str):
        return None
    source = value.encode("utf-8", "replace")  # JSON can write half a surrogate pair, UTF-8 cannot
    if b"&" in source:
        from ncleaner.read.html.tokenizer import Tokenizer

        value = Tokenizer(source).decoded(0, len(source), False)
    else:
        value = source.decode("utf-8")
    return " ".join(value.split()) or None


def name_of(value: Any) -> str | None:
    """The name of a person or an organization, given as a node or as text."""
    if isinstance(value, dict):
        return text(value.get("name")) or text(value)
    return text(value)
