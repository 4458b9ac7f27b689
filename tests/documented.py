"""Code blocks of the documentation, to be run as scripts."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from conftest import ROOT
from markdown_it import MarkdownIt


def blocks(page: str, section: str, language: str = "python") -> list[str]:
    """Return the code blocks of a section of a page."""
    scripts = []
    heading = ""
    tokens = MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8"))
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            heading = token.content
        elif token.type == "fence" and token.info == language and heading == section:
            scripts.append(token.content)
    assert scripts, f"no {language} in the section {section!r} of {page}"
    return scripts


def run(script: str, folder: Path) -> str:
    """Run a script in a folder and return its output; a script that fails fails the test."""
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    return command([sys.executable, str(path)], folder)


def command(arguments: list[str], folder: Path) -> str:
    """Run a command in a folder and return its output."""
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
