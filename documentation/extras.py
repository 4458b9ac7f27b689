"""The extras of the package, from pyproject.toml: the comment above an extra says what it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from documentation.table import code, codes, table

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"

_NAME = re.compile(r'"?([\w-]+)"? = \[')
_STRING = re.compile(r'"([^"]*)"')
_PACKAGE = re.compile(r"[\w.-]+(\[[\w,-]+\])?")


class Extra(NamedTuple):
    """An extra: its name, what it is for, and the packages that it installs, without versions."""

    name: str
    purpose: str
    packages: list[str]


def overview() -> str:
    """Return a table of the extras."""
    rows = [(code(extra.name), extra.purpose, codes(extra.packages)) for extra in extras(PROJECT.read_text("utf-8"))]
    return table(["extra", "what it is for", "packages"], rows)


def extras(project: str) -> Iterator[Extra]:
    """Yield the extras that a pyproject.toml declares."""
    section = project.partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    comment: list[str] = []
    extra: Extra | None = None
    for line in section.splitlines():
        if extra is None and line.startswith("#"):
            comment.append(line.lstrip("# "))
            continue
        name = _NAME.match(line)
        if extra is None and name:
            extra = Extra(name[1], " ".join(comment), [])
            line = line[name.end() :]
        if extra is not None:
            packages = (_PACKAGE.match(text) for text in _STRING.findall(line.partition("  #")[0]))
            extra.packages.extend(package[0] for package in packages if package)
            if "]" in _STRING.sub("", line.partition("  #")[0]):
                yield extra
                extra = None
        comment = []
