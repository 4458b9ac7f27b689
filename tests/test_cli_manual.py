"""The manual page: complete, escaped, and accepted by groff without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from ncleaner.cli import COMMANDS
from ncleaner.cli.completion import visible
from ncleaner.cli.manual import escaped, manual
from ncleaner.cli.reference import parsers
from ncleaner.engines import ENGINES
from ncleaner.render import FORMATS

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def page() -> str:
    return manual()


def test_it_has_all_commands_options_formats_and_engines(page: str) -> None:
    for name in COMMANDS:
        assert name == "clean" or f".SS ncleaner {escaped(name)}\n" in page
    for parser in parsers().values():
        assert all(rf"\fB{escaped(flag)}\fR" in page for action in visible(parser) for flag in action.option_strings)
    for name in [*FORMATS, *(name for name in ENGINES if ":" not in name)]:
        assert f".TP\n\\fB{escaped(name)}\\fR\n" in page


def test_sections_are_in_the_usual_order(page: str) -> None:
    sections = re.findall(r"^\.SH (.*)", page, re.MULTILINE)
    assert sections[:5] == ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "OPTIONS"]
    assert sections[-1] == "COMMANDS"
    assert "EXIT STATUS" in sections


def test_no_text_is_a_request(page: str) -> None:
    assert set(re.findall(r"^[.'](\w*)", page, re.MULTILINE)) == {"TH", "SH", "SS", "TP", "PP", "br"}
    assert "\n\n" not in page
    assert escaped(".so /etc/passwd\n'x\n\\n(.x a-b") == "\\&.so /etc/passwd\n\\(aqx\n\\en(.x a\\-b"


@pytest.mark.parametrize("width", [60, 100])
def test_groff_has_no_warning(page: str, width: int) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    command = [groff, "-man", "-Tutf8", "-ww", f"-rLL={width}n"]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True, timeout=60)
    complaints = [line for line in done.stderr.decode().splitlines() if "cannot break line" not in line]
    assert not [line for line in complaints if "adjust" not in line and "break" not in line]
    text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout.decode())
    assert "--with-metadata" in text
    assert "ncleaner -f markdown page.html" in text
