"""Hostile pages in every output format: each output must be valid in its format and carry no address that runs code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from attacks.fuzz.formats import check_decisions, check_html, element_complaint
from attacks.outcome import Outcome
from attacks.payloads import HostilePage, collection
from ncleaner import clean
from ncleaner.render import FORMATS
from ncleaner.tree.links import SAFE_SCHEMES

ADDRESS = "http://127.0.0.1:9"
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign]  # other parsers do not look at addresses, either
OF_MARKDOWN = frozenset(("s", "thead"))  # struck text and heads of tables: not in clean HTML
FRONT_MATTER = re.compile(r"---\n(?:\w+: .*\n)+---\n")
MARKS = re.compile(r"<(/?)([a-z]+)[^<>]*?(/?)>")

Check = Callable[[str], str]
"""Returns what is wrong with an output, or nothing."""


def attack(quick: bool) -> Iterator[Outcome]:
    """Render all pages in all formats."""
    pages = collection(ADDRESS)[:: 40 if quick else 1]
    for name in FORMATS:
        findings = [finding for page in pages for finding in _findings(page, name)]
        yield Outcome(f"hostile pages as {name}", len(pages), RULES[name], tuple(findings))


def _findings(page: HostilePage, name: str) -> Iterator[str]:
    kind = "text" if page.kind == "text" else "html"
    try:
        document = clean(page.source, url=page.url, encoding=page.encoding, kind=kind)
        for options in OPTIONS.get(name, ({"all": True},)):
            text = document.to(name, **options)
            text.encode("utf-8")
            problem = CHECKS[name](text)
            if problem:
                break
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        yield f"{page.name}: {problem}"


def _anything(text: str) -> str:
    return ""


def _json(text: str) -> str:
    return "" if isinstance(json.loads(text), dict) else "no object"


def _json_line(text: str) -> str:
    return "more than one line" if len(text.rstrip("\n").split("\n")) > 1 else _json(text)


def _xml(text: str) -> str:
    ElementTree.fromstring(text)
    return "a document type declaration" if "<!DOCTYPE" in text or "<!ENTITY" in text else ""


def _vertical(text: str) -> str:
    """Check that structures are lines of their own and well nested."""
    opened: list[str] = []
    for line in text.splitlines() if "\x0b" not in text else text.split("\n"):
        if not line.startswith("<"):
            continue
        mark = MARKS.fullmatch(line)
        if mark is None or (mark[1] and (not opened or opened.pop() != mark[2])):
            return f"a damaged line: {line[:60]!r}"
        if not mark[1] and not mark[3]:
            opened.append(mark[2])
    return f"not closed: {opened}" if opened else ""


def _markdown(text: str) -> str:
    """Look at what a browser would make of the Markdown: tags in it are tags of the result."""
    header = FRONT_MATTER.match(text)
    if header is not None and "<" in header[0]:
        return f"a tag in the front matter: {header[0][:60]!r}"
    root = LexborHTMLParser(MARKDOWN.render(text[header.end() :] if header else text)).root
    for node in root.traverse() if root is not None else ():
        tag = node.tag or ""
        if tag in OF_MARKDOWN and not node.attributes:
            continue
        complaint = element_complaint(tag, node.attributes)
        if complaint:
            return complaint
    return ""


WITH_IMAGES: tuple[dict[str, bool], ...] = ({"all": True}, {"images": True, "metadata": True})
OPTIONS = {"html": WITH_IMAGES, "markdown": WITH_IMAGES}

CHECKS: dict[str, Check] = {
    "txt": _anything,
    "cleaneval": _anything,
    "markdown": _markdown,
    "json": _json,
    "jsonl": _json_line,
    "xml": _xml,
    "tei": _xml,
    "vertical": _vertical,
    "html": check_html,
    "decisions": check_decisions,
}
RULES = {
    "txt": "it is UTF-8",
    "cleaneval": "it is UTF-8",
    "markdown": "a parser of CommonMark, with HTML, makes no elements but those of clean HTML, with the same addresses",
    "json": "it is one JSON object",
    "jsonl": "it is one JSON object on one line",
    "xml": "it is well-formed XML without entities",
    "tei": "it is well-formed XML without entities",
    "vertical": "structures are well nested and lines of their own",
    "html": "it is well-formed XML with a few harmless elements and attributes, and no address but a relative one or "
    + ", ".join(sorted(SAFE_SCHEMES)),
    "decisions": "a browser's parser finds no active element, attribute or address in it",
}
