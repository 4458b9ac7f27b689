"""The page ``papers.md``: templates with holes in them, and what goes into the holes.

The prose stands in templates, one for each package of papers, with names in braces where tables, figures and sentences
go that depend on what was measured. Every hole must be filled, and everything that was made must go somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from ncleaner.errors import NCleanerError
from ncleaner.system.files import write_file

NAME = "papers.md"
HEAD = Path(__file__).with_name("head.md")


@dataclass(slots=True)
class Pieces:
    """What was measured: texts in Markdown by the names of their holes, and drawings by the names of their files."""

    texts: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, str] = field(default_factory=dict)

    def add(self, other: Pieces) -> None:
        """Put pieces to these."""
        twice = self.texts.keys() & other.texts.keys() or self.drawings.keys() & other.drawings.keys()
        if twice:
            raise NCleanerError(f"made twice: {', '.join(sorted(twice))}")
        self.texts |= other.texts
        self.drawings |= other.drawings


def fill(template: Path, pieces: Pieces) -> str:
    """The template with its holes filled."""
    text = template.read_text("utf-8")
    holes = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    wrong = holes ^ pieces.texts.keys()
    if wrong:
        raise NCleanerError(f"{template.name}: holes without text, or texts without a hole: {', '.join(sorted(wrong))}")
    return text.format_map(pieces.texts)


def write(folder: Path, parts: Iterable[tuple[Path, Pieces]]) -> None:
    """Write the page and its drawings, when all of them are there."""
    found = list(parts)
    text = "\n".join(_texts(found))
    folder.mkdir(parents=True, exist_ok=True)
    for _, pieces in found:
        for name, drawing in pieces.drawings.items():
            write_file(str(folder / name), drawing)
    write_file(str(folder / NAME), text)


def _texts(parts: Iterable[tuple[Path, Pieces]]) -> Iterator[str]:
    yield HEAD.read_text("utf-8")
    for template, pieces in parts:
        yield fill(template, pieces)
