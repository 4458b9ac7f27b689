"""Prints what a build of the package requires, as pyproject.toml says, a requirement on each line."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def requirements(text: str) -> list[str]:
    """Return the requirements of ``[build-system]``; Python 3.10 has no parser for TOML."""
    found = re.search(r"^requires = \[(.*?)\]", text, re.DOTALL | re.MULTILINE)
    return re.findall(r'"(.+?)"', found[1]) if found else []


if __name__ == "__main__":
    print(*requirements(PROJECT.read_text(encoding="utf-8")), sep="\n")
