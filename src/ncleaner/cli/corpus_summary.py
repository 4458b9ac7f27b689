"""The table that is printed at the end of a corpus job."""

from __future__ import annotations

from collections import Counter

from ncleaner.cli.corpus_progress import duration
from ncleaner.corpus.folder import ERROR_LOG
from ncleaner.corpus.job import Outcome
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
        ("this run", duration(seconds), ""),
    ]
    if tally.languages:
        rows.insert(-2, ("languages", f"{len(tally.languages):,}", _listed(tally.languages)))
    if tally.duplicate_paragraphs:
        rows.insert(3, ("paragraphs", f"{tally.duplicate_paragraphs:,}", "left out as duplicates"))
    width = max(len(number) for _, number, _ in rows)
    return "".join(f"{name:<11} {number:>{width}}  {printable(note)}".rstrip() + "\n" for name, number, note in rows)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _listed(counts: Counter[str]) -> str:
    """Return the most frequent names with their counts, and the sum of the others."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{name} {number:,}" for name, number in ordered[:LISTED]]
    rest = sum(number for _, number in ordered[LISTED:])
    return ", ".join([*parts, f"others {rest:,}"] if rest else parts)
