"""``make fuzz``: fuzz ncleaner for some minutes, then print what was done and found."""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter

from attacks.fuzz import build
from attacks.fuzz.places import ROOT
from attacks.fuzz.run import Finding, Run, keep
from attacks.fuzz.worker import Worker
from ncleaner import backend


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    result = argparse.ArgumentParser(prog="python -m attacks.fuzz", description="Fuzz ncleaner.")
    result.add_argument("--minutes", type=float, default=10, metavar="N", help="fuzz for N minutes (default: 10)")
    return result


def main() -> int:
    """Build, fuzz, minimise and report; return 1 if there are findings, 2 if something is missing."""
    arguments = parser().parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the target ends, too
    measure = backend.name() == "compiled"
    if not measure:
        print("Time and memory are not measured, because the modules are not compiled here.")
    try:
        build.build()
        run = Run(arguments.minutes, measure)
        run.fuzz()
    except build.CannotBuild as error:
        print(f"make fuzz: {error}", file=sys.stderr)
        return 2
    show(run)
    findings = run.findings()
    show_findings(run, findings)
    return 1 if findings or run.undefined() else 0


def show(run: Run) -> None:
    """Print the tables of the run."""
    tally = run.tally()
    print(f"\n{tally.inputs:,} inputs in {(run.reported - run.started) / 60:.0f} minutes, coverage {run.coverage:,}")
    print(f"{tally.compared:,} compared with the interpreted modules, {tally.grown:,} grown and measured")
    for title, counts in (("kind", tally.kinds), ("engine", tally.engines), ("format", tally.formats)):
        show_counts(title, counts)
    print(f"\nencodings: {len(tally.labels)} labels declared")


def show_counts(title: str, counts: Counter[str]) -> None:
    """Print a table of counts."""
    print(f"\n{title:22} {'inputs':>9}")
    for name, count in counts.most_common():
        print(f"{name:22} {count:9,}")


def show_findings(run: Run, findings: list[Finding]) -> None:
    """Minimise the findings, store them and print where they are."""
    places = run.undefined()
    print(f"\n{len(findings)} findings, {len(places)} places with undefined behaviour, {run.targets - 1} restarts")
    for place in sorted(places):
        print(f"  undefined behaviour: {place}")
    worker = Worker(ROOT, build.environment())
    for finding in findings:
        path = keep(finding, worker, run.found)
        print(f"  {finding.rule}: {finding.message} ({finding.plan.engine}, {path.relative_to(ROOT)})", flush=True)
    worker.close()


if __name__ == "__main__":
    sys.exit(main())
