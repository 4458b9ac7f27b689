"""``python -m attacks``: make all attacks, or one of them. Exit status 1 if anything is found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from importlib import import_module
from time import monotonic

from attacks import results
from attacks.page import PAGE, Line, page, printable
from attacks.running import run

ATTACKS = (
    "browser",
    "formats",
    "models",
    "archives",
    "fetching",
    "accidents",
    "visual",
    "linear",
    "segmenters",
    "fork",
    "command",
    "studio",
)
MOST_SHOWN = 3  # findings per line on the terminal


def main(argv: list[str] | None = None) -> int:
    """Make the attacks and print each line as it is ready; write the page if there are results of all attacks."""
    parser = argparse.ArgumentParser(prog="python -m attacks", description="Attack ncleaner from outside.")
    parser.add_argument("--only", choices=ATTACKS, help="make this attack only")
    parser.add_argument("--quick", action="store_true", help="try a small part of everything, and write no page")
    options = parser.parse_args(argv)

    lines = []
    for name in [options.only] if options.only else ATTACKS:
        made = []
        for line in attacked(name, quick=options.quick):
            show(line)
            made.append(line)
        if not options.quick:
            results.store(name, made)
        lines += made
    if not options.quick:
        write_page()
    red = sum(line.outcome.is_red for line in lines)
    print(f"{red} of {len(lines)} lines are red." if red else f"Nothing was found by {len(lines)} lines.")
    return 1 if red else 0


def write_page() -> None:
    """Write the page from the stored results, if there are any of every attack."""
    lines = results.stored(ATTACKS)
    if lines:
        version = run("--version").output.strip()
        PAGE.write_text(page(lines, version, datetime.now(timezone.utc).date()), encoding="utf-8")


def attacked(name: str, *, quick: bool) -> Iterator[Line]:
    """Make an attack; yield a line for each of its outcomes."""
    start = monotonic()
    for outcome in import_module(f"attacks.{name}").attack(quick):
        yield Line(name, outcome, monotonic() - start)
        start = monotonic()


def show(line: Line) -> None:
    """Print a line and its first findings."""
    outcome = line.outcome
    sign = "RED " if outcome.is_red else "    "
    print(
        f"{sign}{line.attack}: {outcome.tried:,} {outcome.what}: {outcome.result}  [{line.seconds:.0f} s]", flush=True
    )
    for finding in outcome.findings[:MOST_SHOWN]:
        print(f"        {printable(finding)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
