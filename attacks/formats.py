"""Hostile pages in every output format: each output must be valid in its format and carry no address that runs code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from attacks.outcome import Outcome
from attacks.payloads import HostilePage, collection
from ncleaner import clean
from ncleaner.render import FORMATS
from ncleaner.tree.links import SAFE_SCHEMES

ADDRESS = "http://127.0.0.1:9"
SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign]  # other parsers do not look at addresses, either
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
        text = clean(page.source, url=page.url, encoding=page.encoding, kind=kind).to(name, all=True)
        text.encode("utf-8")
        problem = CHECKS[name](text)
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
    for token in MARKDOWN.parse(text):
        for part in (token, *(token.children or ())):
            if part.type in ("html_block", "html_inline"):
                return f"HTML: {part.content[:60]!r}"
            scheme = SCHEME.match(str(part.attrs.get("href") or part.attrs.get("src") or ""))
            if scheme is not None and scheme[1].lower() not in SAFE_SCHEMES:
                return f"an address with {scheme[1]}"
    return ""


CHECKS: dict[str, Check] = {
    "txt": _anything,
    "cleaneval": _anything,
    "markdown": _markdown,
    "json": _json,
    "jsonl": _json_line,
    "xml": _xml,
    "tei": _xml,
    "vertical": _vertical,
    "html": _anything,
}
RULES = {
    "txt": "it is UTF-8",
    "cleaneval": "it is UTF-8",
    "markdown": "a parser of CommonMark finds no HTML, and no address but a relative one or "
    + ", ".join(sorted(SAFE_SCHEMES)),
    "json": "it is one JSON object",
    "jsonl": "it is one JSON object on one line",
    "xml": "it is well-formed XML without entities",
    "tei": "it is well-formed XML without entities",
    "vertical": "structures are well nested and lines of their own",
    "html": "it is UTF-8",
}
