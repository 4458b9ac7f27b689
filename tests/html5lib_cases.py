"""Readers for the files of html5lib-tests: tokenizer cases (JSON) and tree-construction cases (a format of its own).

A tree is a flat list of its printed lines, each with its depth: the tests only need the text that a reader would see.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEADINGS = frozenset(
    ("#data", "#errors", "#new-errors", "#document-fragment", "#script-off", "#script-on", "#document")
)
UNICODE_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")
SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class TokenizerCase:
    """The tokens of ``data`` for a tokenizer that starts in ``state``."""

    file: str
    name: str
    data: str
    state: str
    last_start_tag: str
    tokens: list[list[Any]]


@dataclass(frozen=True)
class Node:
    """A line of a printed tree: an element, an attribute of the element above it, a text, a comment …"""

    depth: int
    kind: str
    name: str
    value: str = ""


@dataclass(frozen=True)
class TreeCase:
    """The tree of ``data``; ``context`` is the name of the element around a fragment."""

    name: str
    data: bytes
    context: str
    scripting: bool | None
    nodes: list[Node]


def tokenizer_cases(path: Path) -> Iterator[TokenizerCase]:
    """Yield the cases of a ``.test`` file, one for each initial state, with unique names."""
    seen: Counter[str] = Counter()
    for tests in json.loads(path.read_text(encoding="utf-8")).values():
        for test in tests:
            twice = bool(test.get("doubleEscaped"))
            for state in test.get("initialStates", ["Data state"]):
                name = test["description"] if state == "Data state" else f"{test['description']} [{state}]"
                seen[name] += 1
                yield TokenizerCase(
                    path.name,
                    name if seen[name] == 1 else f"{name} #{seen[name]}",
                    resolve(test["input"], twice),
                    state,
                    test.get("lastStartTag", ""),
                    resolve(test["output"], twice),
                )


def resolve(value: Any, escaped_twice: bool) -> Any:
    """Resolve a second layer of ``\\uHHHH`` in the strings of a JSON value, if it has one.

    Replace lone surrogates by U+FFFD: UTF-8 has none, so none gets past the decoder.
    """
    if isinstance(value, str):
        if escaped_twice:
            value = UNICODE_ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)
        return SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [resolve(item, escaped_twice) for item in value]
    if isinstance(value, dict):
        return {resolve(key, escaped_twice): resolve(item, escaped_twice) for key, item in value.items()}
    return value


def tree_cases(path: Path, folder: Path) -> Iterator[TreeCase]:
    """Yield the cases of a ``.dat`` file, named by file and number."""
    for number, sections in enumerate(split_cases(path.read_bytes()), 1):
        scripting = True if "#script-on" in sections else False if "#script-off" in sections else None
        yield TreeCase(
            f"{path.relative_to(folder).as_posix()}:{number}",
            "\n".join(sections["#data"]).encode("utf-8", "surrogateescape"),
            "".join(sections.get("#document-fragment", [])),
            scripting,
            list(parse_tree(sections["#document"])),
        )


def split_cases(content: bytes) -> Iterator[dict[str, list[str]]]:
    """Yield the lines of each case by heading."""
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in content.decode("utf-8", "surrogateescape").rstrip("\n").split("\n"):
        if line == "#data" and sections:
            yield sections
            sections = {}
        if line in HEADINGS:
            lines = sections.setdefault(line, [])
        else:
            lines.append(line)
    yield sections


def parse_tree(lines: list[str]) -> Iterator[Node]:
    """Yield the nodes of a printed tree. A line that does not begin with a bar continues the text before it."""
    printed: list[str] = []
    for line in lines:
        if line.startswith("| "):
            printed.append(line)
        elif printed:
            printed[-1] += "\n" + line
    for entry in printed:
        entry = entry[2:].rstrip("\n")
        body = entry.lstrip(" ")
        yield parse_node((len(entry) - len(body)) // 2, body)


def parse_node(depth: int, body: str) -> Node:
    """Return the node of a printed line."""
    if body.startswith('"'):
        return Node(depth, "text", "", body[1:-1])
    if body.startswith("<!--"):
        return Node(depth, "comment", "", body)
    if body.startswith(("<!DOCTYPE", "<?")):
        return Node(depth, "declaration", "", body)
    if body.startswith("<") and body.endswith(">"):
        return Node(depth, "element", body[1:-1])
    if body == "content":
        return Node(depth, "element", "content")
    name, _, value = body.partition("=")
    return Node(depth, "attribute", name, value[1:-1])
