"""``python -m benchmarks``: all measurements, or one of them. Exit status 1 if a limit is exceeded."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

from benchmarks.report import Table

MEASUREMENTS = ("scan", "linear", "rendering", "start", "memory", "crawl")


def main() -> int:
    """Measure, print each table as it is ready, and say what is over its limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What ncleaner costs, and its limits.")
    parser.add_argument("--only", choices=MEASUREMENTS, help="take this measurement only")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures to FILE, too")
    options = parser.parse_args()

    tables: list[Table] = []
    for name in [options.only] if options.only else MEASUREMENTS:
        for table in import_module(f"benchmarks.{name}").measure():
            print(*table.lines(), "", sep="\n", flush=True)
            tables.append(table)
    if options.json:
        options.json.write_text(json.dumps([table.data() for table in tables], indent=1) + "\n", encoding="utf-8")
    over = [f"{table.title}: {row.label}" for table in tables for row in table.rows if row.over]
    print(f"{len(over)} over the limit" if over else "All limits are kept.", *over, sep="\n  ")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
