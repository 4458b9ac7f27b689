"""The page docs/measurements/security.md: an introduction, the table of all attacks, and what they found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from attacks.builders import ROOT
from attacks.outcome import Outcome

PAGE = ROOT / "docs" / "measurements" / "security.md"
HEAD = Path(__file__).with_name("head.md")
MOST_FINDINGS = 20  # to list of one line
LONGEST_FINDING = 300  # characters


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: the attack, its outcome, and the seconds that it took."""

    attack: str
    outcome: Outcome
    seconds: float


def page(lines: Sequence[Line], version: str, day: date) -> str:
    """Return the page as Markdown."""
    return "\n".join([HEAD.read_text("utf-8"), *_table(lines, version, day), *_findings(lines)]) + "\n"


def _table(lines: Sequence[Line], version: str, day: date) -> Iterator[str]:
    red = sum(line.outcome.is_red for line in lines)
    minutes = sum(line.seconds for line in lines) / 60
    yield f"## Result of {day:%-d %B %Y}\n"
    verdict = "Nothing was found" if not red else f"{red} of {len(lines)} lines are red"
    yield f"{verdict}, in {minutes:.0f} minutes, with {version}.\n"
    yield "| attack | tried | what | what must hold | found | seconds |"
    yield "|---|--:|---|---|--:|--:|"
    for line in lines:
        outcome = line.outcome
        cells = (line.attack, f"{outcome.tried:,}", outcome.what, outcome.rule, outcome.result, f"{line.seconds:.0f}")
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _findings(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        if not line.outcome.is_red:
            continue
        yield f"\n## Found by {line.attack}: {line.outcome.what}\n"
        for finding in line.outcome.findings[:MOST_FINDINGS]:
            yield f"- `{printable(finding)}`"
        if len(line.outcome.findings) > MOST_FINDINGS:
            yield f"- and {len(line.outcome.findings) - MOST_FINDINGS} more"


def printable(finding: str) -> str:
    """Return a finding that is safe in a terminal and in code of Markdown."""
    text = finding.replace("`", "'")[:LONGEST_FINDING]
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
