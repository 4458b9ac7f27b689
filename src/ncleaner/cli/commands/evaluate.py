"""``ncleaner evaluate SET --engine E…``: how well engines clean the pages of a set that has gold texts."""

from __future__ import annotations

from ncleaner.cli.measuring import measure, parse
from ncleaner.engines import DEFAULT_ENGINE

DESCRIPTION = """\
Let engines clean the pages of a set and judge what they keep by its gold texts.

SET is a folder with the pages in html/ and the texts that should be left of
them in gold/, with the same names, gzip-compressed or not; or the name of such
a folder below the one that NCLEANER_DATA names. If there are several engines,
each is compared with the first.
"""

ENGINE = f"what to evaluate; may be given several times (default: {DEFAULT_ENGINE}, or that of --model)"


def run(argv: list[str]) -> int:
    """Evaluate engines; return the exit status."""
    options = parse("evaluate", DESCRIPTION, ENGINE, argv)
    return measure(options, options.engines or ([] if options.models else [DEFAULT_ENGINE]))
