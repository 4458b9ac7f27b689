"""The tokenizer against html5lib-tests: its tokens are those of the HTML standard.

Parse errors are not compared, because ncleaner does not use them. ``conformance_exceptions.json`` lists the cases that
fail, with reasons; a listed case that passes is an error too, so the list stays accurate.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA
from html5lib_cases import TokenizerCase, tokenizer_cases

from ncleaner.page import tags as elements
from ncleaner.read.html import tokenizer
from ncleaner.read.html.tokenizer import Tokenizer

FOLDER = DATA / "html5lib-tests" / "tokenizer"
FILES = sorted(path.name for path in FOLDER.glob("*.test"))
EXCEPTIONS: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "conformance_exceptions.json").read_text(encoding="utf-8")
)["tokenizer"]
SHARE_TO_PASS = 0.99

MODELS = {
    "Data state": elements.DATA,
    "RCDATA state": elements.RCDATA,
    "RAWTEXT state": elements.RAWTEXT,
    "Script data state": elements.SCRIPT,
    "PLAINTEXT state": elements.PLAINTEXT,
    "CDATA section state": elements.CDATA,
}

needs_cases = pytest.mark.skipif(not FILES, reason=f"no tokenizer cases in {FOLDER}; set NCLEANER_DATA")


def tokens_of(case: TokenizerCase) -> list[list[Any]]:
    """Return the tokens of a case in the notation of html5lib-tests."""
    machine = Tokenizer(case.data.encode("utf-8"))
    machine.last_name = case.last_start_tag.encode("utf-8")
    if case.state != "Data state":
        machine.enter(MODELS[case.state])
    tokens: list[list[Any]] = []
    while (kind := machine.next()) != tokenizer.END_OF_FILE:
        token = describe(machine, kind)
        if token[0] == "Character" and tokens and tokens[-1][0] == "Character":
            tokens[-1][1] += token[1]
        elif token != ["Character", ""]:
            tokens.append(token)
    return tokens


def describe(machine: Tokenizer, kind: int) -> list[Any]:
    """Return the current token in that notation."""
    if kind == tokenizer.TEXT:
        return ["Character", machine.text()]
    if kind == tokenizer.START_TAG:
        closing = [True] if machine.self_closing else []
        return ["StartTag", machine.name(), machine.attributes(), *closing]
    if kind == tokenizer.END_TAG:
        return ["EndTag", machine.name()]
    if kind == tokenizer.COMMENT:
        return ["Comment", machine.comment()]
    assert kind == tokenizer.DOCTYPE, f"no token is of kind {kind}"
    return ["DOCTYPE", *machine.doctype()]


def failures(file: str) -> dict[str, str]:
    """Return the names of the cases of a file that fail, with expected and actual tokens."""
    failed = {}
    for case in tokenizer_cases(FOLDER / file):
        tokens = tokens_of(case)
        if tokens != case.tokens:
            failed[case.name] = f"{case.data!r}: expected {case.tokens}, found {tokens}"
    return failed


@needs_cases
@pytest.mark.parametrize("file", FILES)
def test_tokens_are_those_of_the_standard(file: str) -> None:
    failed = failures(file)
    listed = EXCEPTIONS.get(file, {})
    unlisted = [f"{name}: {failed[name]}" for name in failed if name not in listed]
    assert not unlisted, f"{len(unlisted)} cases of {file} fail:\n" + "\n".join(unlisted[:20])
    passing = sorted(listed.keys() - failed.keys())
    assert not passing, f"listed as failing, but they pass: {passing}"


@needs_cases
def test_nearly_all_tokenizer_cases_pass() -> None:
    total = sum(1 for file in FILES for _ in tokenizer_cases(FOLDER / file))
    listed = sum(len(names) for names in EXCEPTIONS.values())
    assert total - listed >= SHARE_TO_PASS * total


def test_every_exception_has_a_reason() -> None:
    assert all(reason.strip() for names in EXCEPTIONS.values() for reason in names.values())
