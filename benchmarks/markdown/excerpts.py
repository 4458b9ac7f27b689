"""Excerpts: the Markdown of each tool around the same place of a page, in code fences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
STRUCTURES = Path(__file__).with_name("structures.html")

MOST_LINES = 25
LONGEST = 100
"""Characters of a line."""

CUT = "…"
MISSING = "*Not in the output.*"

_TICKS = re.compile("`+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A place in a page: a text in its first line, and one in the line after it, or "" for the ends of the output."""

    page: Path
    begin: str
    end: str = ""


EXCERPTS = {
    "spans": Excerpt(STRUCTURES, "Harrowmere, March 2026", "By hand"),
    "lists": Excerpt(STRUCTURES, "Find the high water", "By formula"),
    "formulas": Excerpt(STRUCTURES, "Between high water", "By program"),
    "code": Excerpt(STRUCTURES, "By program", "Words"),
    "others": Excerpt(STRUCTURES, "Words"),
    "recipe": Excerpt(EXAMPLES / "recipe.html", ""),
    "news": Excerpt(EXAMPLES / "news.html", "The piano, for the record"),
    "forum": Excerpt(EXAMPLES / "forum.html", "Things I have tried"),
    "shop": Excerpt(EXAMPLES / "shop.html", "A watch on board", "Survived"),
}
"""By the names of their holes in the page."""


def written(excerpts: Mapping[str, Excerpt], outputs: Mapping[Path, Mapping[str, str]]) -> dict[str, str]:
    """Return the text for each hole; ``outputs`` has the Markdown of each tool for each page."""
    return {name: "\n\n".join(_parts(excerpt, outputs[excerpt.page])) for name, excerpt in excerpts.items()}


def _parts(excerpt: Excerpt, outputs: Mapping[str, str]) -> Iterator[str]:
    for tool, markdown in outputs.items():
        yield f"#### {tool}"
        lines = cut(markdown, excerpt.begin, excerpt.end)
        yield fenced(lines) if lines else MISSING


def cut(markdown: str, begin: str, end: str) -> list[str]:
    """Return the lines from the one with ``begin`` up to the one with ``end``, without empty ones at both ends.

    At most 25 lines are returned, and at most 100 characters of each; ``…`` is in place of what is left out.
    """
    lines = markdown.strip().split("\n")
    start = next((number for number, line in enumerate(lines) if begin in line), len(lines))
    stops = (number for number in range(start + 1, len(lines)) if end and end in lines[number])
    chosen = "\n".join(lines[start : next(stops, len(lines))]).strip("\n").split("\n")
    if len(chosen) > MOST_LINES:
        chosen = [*chosen[: MOST_LINES - 1], CUT]
    return [_short(line) for line in chosen] if any(chosen) else []


def _short(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 2].rstrip() + " " + CUT


def fenced(lines: Sequence[str]) -> str:
    """Return lines in a code fence that is longer than any in them."""
    text = "\n".join(lines)
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(text)), default=0))
    return f"{fence}markdown\n{text}\n{fence}"
