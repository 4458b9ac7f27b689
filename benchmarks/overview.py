"""``python -m benchmarks.overview``: draw accuracy over CPU time from the table of tools, for README.md and the site.

The accuracy is the mean of the macro F of words on the sets that no model of ours has learnt from. On Dragnet, the gold
texts are those without comments. `benchmarks.results` draws the figure, too, when it has written the table.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.accuracy.speed import Entry, Field, drawing
from benchmarks.pages import ROOT
from ncleaner.cli.commands.compare import PEER
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.system.files import write_file

PAGE = ROOT / "docs" / "measurements" / "tools.md"
DRAWING = ROOT / "docs" / "images" / "accuracy-and-time.svg"
SETS = ("CleanEval final, part a", "L3S-GN1", "Dragnet")
TITLE = "CleanEval, L3S-GN1 and Dragnet"
TIME = "CPU ms/page"
OURS = "ncleaner"


def main() -> int:
    """Draw the figure; return the exit status."""
    draw(PAGE.read_text("utf-8"))
    print(f"{DRAWING} is drawn.")
    return 0


def draw(page: str, target: Path = DRAWING) -> None:
    """Draw the figure from the page with the table."""
    target.parent.mkdir(parents=True, exist_ok=True)
    write_file(str(target), drawing([field(page)], "Accuracy over time"))


def field(page: str) -> Field:
    """Return the default engine and the other tools, as the table has them."""
    heads, *rows = [_cells(line) for line in page.splitlines() if line.startswith("|") and not line.startswith("|-")]
    columns = [next(number for number, head in enumerate(heads) if head.startswith(f"{name}, ")) for name in SETS]
    pages = sum(int(heads[column].rpartition(", ")[2].removesuffix(" pages")) for column in columns)
    entries = [_entry(row, columns, heads.index(TIME)) for row in rows if _is_shown(row[0])]
    return Field(TITLE, f"{pages:,} pages", ("macro F of words, mean of the three sets,",), entries)


def _is_shown(name: str) -> bool:
    return name == DEFAULT_ENGINE or name.startswith(PEER)


def _entry(row: Sequence[str], columns: Sequence[int], time: int) -> Entry:
    figures = [float(row[column].rpartition("/")[2]) for column in columns]
    name = OURS if row[0] == DEFAULT_ENGINE else row[0]
    return Entry(name, float(row[time]), (sum(figures) / len(figures) / 100,))


def _cells(line: str) -> list[str]:
    return [cell.strip(" `*").replace("*", "") for cell in line.strip("|").split("|")]


if __name__ == "__main__":
    sys.exit(main())
