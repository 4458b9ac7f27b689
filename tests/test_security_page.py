"""SECURITY.md: each promise names tests and attacks that hold it, and these exist."""

from __future__ import annotations

import ast
import re

import pytest
from conftest import ROOT

from attacks.__main__ import ATTACKS

pytestmark = pytest.mark.once

PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = re.findall(r"`(test_\w+\.py)::((?:\w+::)?test_\w+)`", PAGE)
PROMISES = re.split(r"^- ", PAGE.partition("## What we promise")[2].partition("\n## ")[0], flags=re.MULTILINE)[1:]


def names_in(name: str) -> set[str]:
    """Return the names of the tests in a file, those of classes with the name of the class."""
    tree = ast.parse((ROOT / "tests" / name).read_text("utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}::{method.name}" for method in node.body if isinstance(method, ast.FunctionDef)}
    return names


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_every_named_test_exists(file: str, test: str) -> None:
    assert test in names_in(file)


def test_every_named_attack_exists() -> None:
    named = {name for names in re.findall(r"attacks? (`[^.;]*`)", PAGE) for name in re.findall(r"`(\w+)`", names)}
    assert named
    assert named <= set(ATTACKS)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.partition(".")[0] for promise in PROMISES])
def test_every_promise_names_a_test(promise: str) -> None:
    assert "Held by" in promise
    assert re.search(r"`test_\w+\.py::", promise)
