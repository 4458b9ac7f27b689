"""Pages of ``docs/measurements/``: a command measures, then fills a template, or says why it cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ncleaner.errors import NCleanerError
from ncleaner.system.files import write_file
from ncleaner.system.progress import progress
from ncleaner.train.examples import Progress
from paper.page import Pieces, fill

MEASUREMENTS = Path(__file__).resolve().parents[1] / "docs" / "measurements"


def write(template: Path, page: Path, measure: Callable[[Progress], Pieces]) -> int:
    """Write the page, and its drawings beside it; return the exit status. Nothing is written if ``measure`` fails."""
    try:
        with progress() as advance:
            pieces = measure(advance)
        page.parent.mkdir(parents=True, exist_ok=True)
        for name, drawing in pieces.drawings.items():
            write_file(str(page.parent / name), drawing)
        write_file(str(page), fill(template, pieces))
    except (NCleanerError, OSError) as error:
        print(f"{page.stem}: {error}; DATA must be the folder of data sets", file=sys.stderr)
        return 1
    print(f"{page} is written.")
    return 0
