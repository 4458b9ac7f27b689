"""``python -m paper DATA``: repeat the experiments of the papers, and write ``docs/measurements/papers.md``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ncleaner.errors import NCleanerError, SetError
from ncleaner.gold.sets import read_set
from ncleaner.system.progress import progress
from ncleaner.train.examples import Example, Progress, examples_of
from paper import fiasco, ice, ngram
from paper.ngram.materials import Materials
from paper.page import NAME, write
from paper.pages import read

TRAIN, TEST = "cleaneval-dev", "cleaneval-final-a"
MORE, MORE_PAGES = "wcxb-dev", 100  # for FIASCO
MEASUREMENTS = Path(__file__).resolve().parent.parent / "docs" / "measurements"


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m paper", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=MEASUREMENTS, metavar="DIR", help="where to write")
    options = parser.parse_args(argv)
    try:
        with progress() as advance:
            materials = _materials(options.data, advance)
            of_ice = ice.pieces(materials.html.train, materials.html.test, advance)
            of_fiasco = fiasco.pieces(_more(options.data, materials), advance)
            write(
                options.output,
                [(ngram.TEMPLATE, ngram.pieces(materials)), (ice.TEMPLATE, of_ice), (fiasco.TEMPLATE, of_fiasco)],
            )
    except (NCleanerError, OSError) as error:
        print(f"paper: {error}", file=sys.stderr)
        return 1
    print(f"{options.output / NAME} is written.")
    return 0


def _materials(data: Path, advance: Progress) -> Materials:
    try:
        return Materials(read(data, TRAIN), read(data, TEST), advance)
    except SetError as error:
        raise NCleanerError(
            f"the sets {TRAIN} and {TEST} are needed ({error}); NCLEANER_DATA must name the folder that has both"
        ) from None


def _more(data: Path, materials: Materials) -> list[Example]:
    """The pages to learn from, and some of today."""
    try:
        return [*materials.html.train, *examples_of([(read_set(data / MORE).limited(MORE_PAGES), 1)])]
    except SetError as error:
        raise NCleanerError(f"the set {MORE} is needed, too ({error})") from None


if __name__ == "__main__":
    sys.exit(main())
