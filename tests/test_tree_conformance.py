"""The scanner against the tree-construction cases of html5lib-tests, and all inputs of that suite against `clean`.

The scanner builds no tree, so the tests compare the text that a reader would see: the text nodes of the expected tree
in order, without elements that browsers do not display, white space (which the scanner folds) and control characters.

Fragment cases (with ``#document-fragment``) parse part of a page inside a given element. `clean` only takes pages, so
they are compared as whole pages. Cases whose text differs, for this or any other reason, are listed with the reason in
``conformance_exceptions.json``; a listed case that passes is an error too, so the list stays accurate.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import DATA
from html5lib_cases import Node, TreeCase, tokenizer_cases, tree_cases

from ncleaner import clean

FOLDER = DATA / "html5lib-tests"
EXCEPTIONS: dict[str, str] = json.loads(
    (Path(__file__).parent / "conformance_exceptions.json").read_text(encoding="utf-8")
)["tree"]
SHARE_TO_PASS = 0.97

# Elements that the style sheet of the HTML standard does not display, and fallback content.
INVISIBLE = frozenset(
    (
        "head", "title", "script", "style", "template", "datalist", "rp", "noscript", "noframes", "noembed", "iframe",
        "audio", "canvas", "video",
        "svg title", "svg desc", "svg script", "svg style",
    )
)  # fmt: skip

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no cases in {FOLDER}; set NCLEANER_DATA")


@cache
def all_tree_cases() -> list[TreeCase]:
    """Return all tree-construction cases, including those that need scripts."""
    folder = FOLDER / "tree-construction"
    return [case for path in sorted(folder.rglob("*.dat")) for case in tree_cases(path, folder)]


def expected_text(nodes: list[Node]) -> str:
    """Return the visible text of a tree."""
    parts = []
    invisible: int | None = None  # the depth of the outermost invisible element around the node
    for number, node in enumerate(nodes):
        if invisible is not None and node.depth > invisible:
            continue
        invisible = None
        if node.kind == "element" and is_invisible(nodes, number):
            invisible = node.depth
        elif node.kind == "text":
            parts.append(node.value)
    return comparable("".join(parts))


def is_invisible(nodes: list[Node], number: int) -> bool:
    """Return whether a browser does not display a node, because of its name or its attributes."""
    attributes = set()
    for node in nodes[number + 1 :]:
        if node.kind != "attribute":
            break
        attributes.add(node.name)
    name = nodes[number].name
    return name in INVISIBLE or "hidden" in attributes or (name == "dialog" and "open" not in attributes)


def found_text(data: bytes) -> str:
    """Return the text of a page that the ``dump`` engine keeps."""
    document = clean(data, engine="dump", encoding="utf-8")
    return comparable("".join(segment.text for segment in document.segments if segment.keep))


def comparable(text: str) -> str:
    """Return the text without white space, U+FFFD, control characters and unassigned characters."""
    return "".join(
        character
        for character in text
        if not character.isspace() and character != "\ufffd" and not unicodedata.category(character).startswith("C")
    )


def test_visible_text_is_that_of_the_expected_tree() -> None:
    unlisted, passing, failed = [], [], 0
    for case in all_tree_cases():
        expected, found = expected_text(case.nodes), found_text(case.data)
        failed += found != expected
        if found != expected and case.name not in EXCEPTIONS:
            unlisted.append(f"{case.name}: {case.data!r}: expected {expected!r}, found {found!r}")
        elif found == expected and case.name in EXCEPTIONS:
            passing.append(case.name)
    assert not unlisted, f"the text of {len(unlisted)} cases differs:\n" + "\n".join(unlisted)
    assert not passing, f"listed as different, but they are not: {passing}"
    assert failed <= (1 - SHARE_TO_PASS) * len(all_tree_cases())


def test_every_exception_names_a_case_and_a_reason() -> None:
    assert {case.name for case in all_tree_cases()} >= EXCEPTIONS.keys()
    assert all(reason.strip() for reason in EXCEPTIONS.values())


def encoding_inputs() -> Iterator[bytes]:
    """Yield the pages of the encoding cases, as bytes."""
    for path in sorted((FOLDER / "encoding").rglob("*.*")):
        for piece in path.read_bytes().split(b"#data\n"):
            yield piece.partition(b"\n#encoding\n")[0]


def tokenizer_inputs() -> Iterator[bytes]:
    for path in sorted((FOLDER / "tokenizer").glob("*.test")):
        for case in tokenizer_cases(path):
            yield case.data.encode("utf-8")


def tree_inputs() -> Iterator[bytes]:
    for case in all_tree_cases():
        yield case.data


@pytest.mark.parametrize("engine", ["dump", "heuristics"])
@pytest.mark.parametrize("inputs", [encoding_inputs, tokenizer_inputs, tree_inputs], ids=lambda inputs: inputs.__name__)
def test_no_input_raises(inputs: Callable[[], Iterator[bytes]], engine: str) -> None:
    count = 0
    for data in inputs():
        document = clean(data, engine=engine)
        assert isinstance(document.text, str)
        assert all(segment.start <= segment.end for segment in document.segments)
        count += 1
    assert count > 1
