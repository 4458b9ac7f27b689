"""Colours of clean text: which parts of a line have them, and that they change nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner import clean
from ncleaner.cli.colours import shown
from ncleaner.cli.terminal import without_controls

pytestmark = pytest.mark.once

B, D, P = "\x1b[1m", "\x1b[2m", "\x1b[0m"
CODE = re.compile(r"\x1b\[\d*m")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Plain text.", "Plain text."),
        ("## Heading", f"{B}## Heading{P}"),
        ("#no heading", "#no heading"),
        ("- item", f"{D}-{P} item"),
        ("   1. item", f"{D}   1.{P} item"),
        ("-no item", "-no item"),
        ("> quote", f"{D}> {P}quote"),
        ("> - item", f"{D}> -{P} item"),
        ("a [b](http://c/d(e)f) g", f"a [b]{D}(http://c/d(e)f){P} g"),
        ("![a](b) and [c](d)", f"![a]{D}(b){P} and [c]{D}(d){P}"),
        ("[a](b (c", "[a](b (c"),
        ("(no link)", "(no link)"),
    ],
)
def test_markdown(line: str, expected: str) -> None:
    assert shown(clean(b""), line, "markdown") == expected


@pytest.mark.parametrize("fence", ["```", "````", "~~~", "$$"])
def test_code_and_formulas_are_left_alone(fence: str) -> None:
    text = f"# a\n{fence}\n# b\n- [c](d)\n{fence}\n# e\n"
    assert shown(clean(b""), text, "markdown") == f"{B}# a{P}\n{fence}\n# b\n- [c](d)\n{fence}\n{B}# e{P}\n"


def test_inline_code_opens_no_block() -> None:
    assert shown(clean(b""), "```a``` b\n# c", "markdown").endswith(f"{B}# c{P}")


def test_front_matter_is_dim_only_if_it_was_asked_for() -> None:
    text = "---\ntitle: a\n---\n\n# b\n"
    assert shown(clean(b""), text, "markdown", metadata=True) == f"{D}---{P}\n{D}title: a{P}\n{D}---{P}\n\n{B}# b{P}\n"
    assert D not in shown(clean(b""), text, "markdown").replace(f"{D}-{P}", "")


def test_text() -> None:
    page = "<title>Tides</title><h1>Tides</h1><p>The sea.<pre>a\n\nb</pre><p hidden>No."
    document = clean(page, engine="dump")
    assert shown(document, document.to("txt"), "txt").startswith(f"{B}Tides{P}\nThe sea.\n")
    text = document.to("txt", metadata=True)
    assert shown(document, text, "txt", metadata=True).startswith(f"{D}Title: Tides{P}\n")
    assert CODE.sub("", shown(document, text, "txt", metadata=True)) == text
    text = document.to("txt", all=True)
    assert f"+ {B}" not in shown(document, text, "txt", all=True)
    assert f"{B}+ Tides{P}\n" in shown(document, text, "txt", all=True)
    assert f"{D}- No.{P}\n" in shown(document, text, "txt", all=True)


@given(st.text('#-*>`~$[]()\\"! .1a\n\t', max_size=200), st.booleans())
def test_no_character_is_lost(text: str, metadata: bool) -> None:
    assert CODE.sub("", shown(clean(b""), text, "markdown", metadata=metadata)) == text


@given(st.text(max_size=100))
def test_control_characters_are_replaced(text: str) -> None:
    found = without_controls(text)
    assert len(found) == len(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", found)
    assert all(a == b for a, b in zip(text, found, strict=True) if a.isprintable() or a in "\n\t")


@pytest.mark.parametrize("part", ["[a](", "](", "(", "\\", "- ", "> ", "`", "[a](b\\", "1" * 50])
def test_long_lines_take_linear_time(part: str) -> None:
    text = part * (200_000 // len(part))
    assert CODE.sub("", shown(clean(b""), text, "markdown")) == text
