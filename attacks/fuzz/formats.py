"""A reader for each output format, independent of the writer: it returns a complaint, or the empty string."""

from __future__ import annotations

import json
import re
import xml.parsers.expat
from collections.abc import Callable
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser

from ncleaner.tree.links import SAFE_SCHEMES

CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
ILLEGAL_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

# Of the page with its decisions: all that may run, load or send something. Its own frame has `<meta>` and `<style>`.
ACTIVE = frozenset(
    "script iframe frame frameset object embed applet base link form input button select textarea img image picture "
    "source video audio track svg math portal template noscript fencedframe".split()
)
ADDRESS_ATTRIBUTES = frozenset("href src action formaction data xlink:href background poster cite ping srcset".split())
HARMLESS_ADDRESS = re.compile(r"(?i)https?:|[^:]*$|[^:]*[/?#]")

# All that clean HTML may have, by tag.
_OWN = {
    "ol": "start", "td": "colspan rowspan", "th": "colspan rowspan", "a": "href", "abbr": "title", "img": "src alt",
    "input": "type disabled checked", "span": "class", "code": "class", "html": "lang", "meta": "charset name content",
}  # fmt: skip
HTML_ATTRIBUTES: dict[str, frozenset[str]] = {
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 p li dd dt".split(), frozenset(["id"])),
    **dict.fromkeys(
        "ul dl blockquote table caption tr details summary figure figcaption pre hr br".split(), frozenset()
    ),
    **dict.fromkeys("strong em sup sub del ins mark kbd q head body title".split(), frozenset()),
    **{tag: frozenset(names.split()) for tag, names in _OWN.items()},
}
SCHEME = re.compile(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]*):")
NUMBER = re.compile(r"[1-9]\d{0,8}|0")


def check_plain(output: str) -> str:
    """Complain about control characters, and about a last line without an end."""
    found = CONTROLS.search(output)
    if found:
        return f"control character {found[0]!r} at {found.start()}"
    return "the last line does not end" if output and not output.endswith("\n") else ""


def check_json(output: str) -> str:
    """Complain about what is no JSON object, or has segments or cells of tables without a text."""
    try:
        value = json.loads(output)
        if not all(isinstance(segment["text"], str) for segment in value["segments"]):
            return "a segment without text"
        cells = [cell for table in value.get("tables", ()) for row in table["rows"] for cell in row]
        return "" if all(isinstance(cell["text"], str) for cell in cells) else "a cell without text"
    except (ValueError, KeyError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


def check_json_line(output: str) -> str:
    """Complain about what is no JSON object on one line, for all that counts lines."""
    return check_json(output) if len(output.splitlines()) == 1 else "more than one line"


def check_xml(output: str) -> str:
    """Complain about what is not well-formed XML."""
    found = ILLEGAL_IN_XML.search(output)
    if found:
        return f"character {found[0]!r} at {found.start()}"
    try:
        xml.parsers.expat.ParserCreate("utf-8").Parse(output.encode(), True)
    except xml.parsers.expat.ExpatError as error:
        return f"{error}: {_line(output, error.lineno)!r}"
    return ""


def check_vertical(output: str) -> str:
    """Complain about lines that are neither a tag nor one token, and about tags that do not match."""
    lines = output.split("\n")
    for number, line in enumerate(lines[:-1], 1):
        if not line or line != line.strip() or "\t" in line:
            return f"line {number} is no token: {line!r}"
        if not line.startswith("<") and ("<" in line or ">" in line):
            return f"line {number} has markup: {line!r}"
    return check_xml(output)


def check_html(output: str) -> str:
    """Complain about clean HTML that is no well-formed XML, or has tags, attributes or addresses that it may not have.

    A browser must read the same elements, so its reading of the page is checked as well.
    """
    is_document = output.startswith("<!DOCTYPE html>\n")
    text = output.removeprefix("<!DOCTYPE html>\n") if is_document else f"<body>{output}</body>"
    complaint = check_xml(text)
    if complaint:
        return complaint
    elements = [(node.tag, dict(node.attrib)) for node in ElementTree.fromstring(text.encode()).iter()]
    tree = LexborHTMLParser(output)
    read = [(node.tag or "", dict(node.attributes)) for node in tree.root.traverse()] if tree.root else []
    return next(filter(None, (element_complaint(tag, values) for tag, values in elements + read)), "")


def element_complaint(tag: str, values: dict[str, str] | dict[str, str | None]) -> str:
    """Complain about an element that clean HTML may not have."""
    if tag in ("tbody", "-undef") and not values:  # a browser adds the first
        return ""
    if tag not in HTML_ATTRIBUTES:
        return f"<{tag}>"
    for name, value in values.items():
        text = value or ""
        if name not in HTML_ATTRIBUTES[tag]:
            return f"attribute {name} of <{tag}>"
        scheme = SCHEME.match(text) if name in ("href", "src") else None
        if scheme is not None and scheme[1].lower() not in SAFE_SCHEMES:
            return f"address {text!r}"
        if name in ("colspan", "rowspan", "start") and not NUMBER.fullmatch(text):
            return f"{name} {text!r} of <{tag}>"
        if tag == "input" and name == "type" and text != "checkbox":
            return f"an input of type {text!r}"
    return ""


def check_decisions(output: str) -> str:
    """Complain about all in the page with decisions that could run, load or send something, as a browser reads it."""
    if "Content-Security-Policy" not in output.partition("<title>")[0]:
        return "no content security policy"
    tree = LexborHTMLParser(output)
    root = tree.root
    if root is None:
        return "no tree"
    frame = {"meta": 5, "style": 1}
    for node in root.traverse():
        tag = node.tag or ""
        frame[tag] = frame.get(tag, 0) - 1
        if tag in ACTIVE or (tag in ("meta", "style") and frame[tag] < 0):
            return f"<{tag}> in the page"
        for name, value in node.attributes.items():
            complaint = _attribute_complaint(name, value or "")
            if complaint:
                return complaint
    return ""


def _attribute_complaint(name: str, value: str) -> str:
    if name.startswith("on") or name in ("style", "srcdoc"):
        return f"attribute {name}"
    address = re.sub(r"[\x00-\x20\x7f]", "", value)
    if name in ADDRESS_ATTRIBUTES and not HARMLESS_ADDRESS.match(address):
        return f"address {value!r}"
    return ""


def _line(output: str, number: int) -> str:
    lines = output.split("\n")
    return lines[number - 1][:200] if number <= len(lines) else ""


CHECKS: dict[str, Callable[[str], str]] = {
    "txt": check_plain,
    "cleaneval": check_plain,
    "markdown": check_plain,
    "json": check_json,
    "jsonl": check_json_line,
    "xml": check_xml,
    "tei": check_xml,
    "vertical": check_vertical,
    "html": check_html,
    "decisions": check_decisions,
}
