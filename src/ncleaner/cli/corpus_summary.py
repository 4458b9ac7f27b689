"""The table that is printed at the end of a corpus job."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ncleaner.cli.corpus_progress import duration
from ncleaner.corpus.folder import ERROR_LOG
from ncleaner.corpus.job import Outcome
from ncleaner.corpus.tally import Tally
from ncleaner.system.printable import printable

LISTED = 5  # names in a cell


def table(outcome: Outcome, output: str, seconds: float) -> str:
    """Return the table: a line for each figure."""
    tally = outcome.tally
    left_out = sum(tally.left_out.values())
    rows = [
        ("pages", f"{tally.pages:,}", f"{tally.bytes / 1e6:,.1f} MB"),
        ("kept", f"{tally.kept:,}", _share(tally.kept, tally.pages)),
        ("left out", f"{left_out:,}", _listed(tally.left_out)),
        ("failed", f"{tally.failed:,}", f"{_listed(tally.failures)}; see {ERROR_LOG}" if tally.failed else ""),
        ("not pages", f"{sum(tally.passed_over.values()):,}", _listed(tally.passed_over)),
        ("words kept", f"{tally.kept_words:,}", f"{tally.boilerplate:.1%} of all words were boilerplate"),
        ("shards", f"{outcome.shards:,}", output),
        ("this run", duration(seconds), _work(outcome)),
    ]
    if outcome.sites is not None:
        rows[-2:-2] = _site_rows(outcome.sites, tally)
    if tally.languages:
        rows.insert(-2, ("languages", f"{len(tally.languages):,}", _listed(tally.languages)))
    if tally.duplicate_paragraphs:
        rows.insert(3, ("paragraphs", f"{tally.duplicate_paragraphs:,}", "left out as duplicates"))
    width = max(len(number) for _, number, _ in rows)
    return "".join(f"{name:<11} {number:>{width}}  {printable(note)}".rstrip() + "\n" for name, number, note in rows)


def _site_rows(sites: dict[str, Any], tally: Tally) -> list[tuple[str, str, str]]:
    """Return the lines about sites."""
    sizes = ", ".join(f"{count:,} of {size}" for size, count in sites["pages_per_site"].items())
    mean = f"of {sites['pages'] / sites['sites']:,.1f} pages on average: {sizes}" if sites["sites"] else ""
    used = f"{sites['used']:,} site{'' if sites['used'] == 1 else 's'} with enough pages"
    words = f"of {used}; {tally.site_words:,} words dropped by what these share"
    return [("sites", f"{sites['sites']:,}", mean), ("with a site", f"{tally.site_pages:,}", words)]


def _work(outcome: Outcome) -> str:
    """Return the speed of the run, or that an earlier run had done everything."""
    if outcome.speed:
        return f"{outcome.speed} of pages"
    return "everything had been done before" if outcome.tally.pages else ""


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _listed(counts: Counter[str]) -> str:
    """Return the most frequent names with their counts, and the sum of the others."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{name} {number:,}" for name, number in ordered[:LISTED]]
    rest = sum(number for _, number in ordered[LISTED:])
    return ", ".join([*parts, f"others {rest:,}"] if rest else parts)
