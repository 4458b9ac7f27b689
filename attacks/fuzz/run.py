"""The supervisor of a run: it starts the target, restarts it after a crash, reports, and looks after the findings."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from attacks.fuzz import build, regressions, seeds
from attacks.fuzz.minimise import minimised
from attacks.fuzz.places import ROOT
from attacks.fuzz.plan import Plan, split
from attacks.fuzz.signature import crash_signature, shortened
from attacks.fuzz.tally import Tally, added
from attacks.fuzz.worker import Worker

FOLDER = ROOT / "build" / "fuzz"
REGRESSIONS = ROOT / "tests" / "regressions"
REPORT_EVERY = 30.0
COVERAGE = re.compile(r"cov: (\d+) ft: (\d+)")
UNDEFINED = re.compile(r"(\S+\.c:\d+):\d+: runtime error: (.+)")
LOG_TAIL = 1 << 20  # bytes of the log to look at after a crash
UNUSUAL_RSS = 6000  # MB


@dataclass(frozen=True)
class Finding:
    """A broken promise: the rule, how it is broken, the plan and the page."""

    rule: str
    message: str
    plan: Plan
    page: bytes


class Run:
    """A run of some minutes. All its files are in a folder of their own; the corpus is kept from run to run."""

    def __init__(self, minutes: float, measure: bool) -> None:
        self.until = time.monotonic() + 60 * minutes
        self.measure = measure
        self.found = FOLDER / f"run-{int(time.time())}"
        self.corpus = FOLDER / "corpus"
        self.started = time.monotonic()
        self.targets = 0
        self.coverage = 0
        self.reported = time.monotonic()

    def fuzz(self) -> None:
        """Fuzz until the time is over."""
        for folder in (self.found, self.corpus):
            folder.mkdir(parents=True, exist_ok=True)
        print(f"{seeds.write(FOLDER / 'seeds')} first inputs, findings in {self.found.relative_to(ROOT)}", flush=True)
        while self.until - time.monotonic() > 1:
            self.targets += 1
            self._target()

    def tally(self) -> Tally:
        """Return the counts of all targets so far."""
        return added(self.found.glob("tally-*.json"))

    def findings(self) -> list[Finding]:
        """Return the findings so far, the smallest page for each signature."""
        smallest: dict[tuple[str, str], Finding] = {}
        for path in self.found.glob("*.bin"):
            values = json.loads(path.with_suffix(".json").read_text())
            finding = Finding(values["rule"], values["message"], Plan.from_json(values), path.read_bytes())
            key = finding.rule, shortened(finding.message)
            if key not in smallest or len(finding.page) < len(smallest[key].page):
                smallest[key] = finding
        return list(smallest.values())

    def undefined(self) -> set[str]:
        """Return the places where undefined behaviour was seen, with the message about it."""
        logs = (path.read_text(errors="replace") for path in self.found.glob("log-*"))
        return {f"{place} {shortened(message)}" for log in logs for place, message in UNDEFINED.findall(log)}

    def _target(self) -> None:
        """Run one target to its end, reporting from time to time."""
        log = self.found / f"log-{self.targets}"
        with log.open("wb") as output:
            process = subprocess.Popen(
                self._command(),
                cwd=ROOT,
                env={**os.environ, **build.environment(), **self._settings()},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        try:
            while process.poll() is None:
                time.sleep(0.5)
                if time.monotonic() - self.reported > REPORT_EVERY:
                    self.report(log)
                if time.monotonic() > self.until + 120:  # a target ends by itself, unless it hangs
                    process.kill()
        finally:
            process.kill()
            process.wait()
        self._store_crashes(log, process.returncode)

    def _command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "attacks.fuzz.target", str(self.found)),
            str(self.found / f"tally-{self.targets}.json"),
            f"-max_total_time={max(1, int(self.until - time.monotonic()))}",
            f"-max_len={seeds.LARGEST}",
            f"-artifact_prefix={self.found}/",
            f"-rss_limit_mb={UNUSUAL_RSS}",
            "-timeout=60",
            "-len_control=20",
            "-reload=0",
            *(str(self.corpus), str(FOLDER / "seeds")),
        ]

    def _settings(self) -> dict[str, str]:
        """Return what the target must know to start workers without sanitizers."""
        plain = {"LD_PRELOAD": "", "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PYTHONMALLOC": "default"}
        return {"NCLEANER_FUZZ_PLAIN": json.dumps(plain), "NCLEANER_FUZZ_MEASURE": "1" if self.measure else ""}

    def report(self, log: Path) -> None:
        """Print a line about the run so far."""
        self.reported = time.monotonic()
        found = COVERAGE.findall(_tail(log))
        self.coverage = int(found[-1][0]) if found else self.coverage
        seconds = self.reported - self.started
        tally = self.tally()
        print(
            f"{seconds / 60:6.1f} min {tally.inputs:9,} inputs {tally.inputs / seconds:6.1f}/s "
            f"coverage {self.coverage:7,} findings {len(self.findings())}",
            flush=True,
        )

    def _store_crashes(self, log: Path, status: int) -> None:
        """Turn the inputs that libFuzzer kept from a crash, a hang or too much memory into findings."""
        rule, message = crash_signature(_tail(log), status)
        for path in self.found.glob("*-*"):
            if path.name.startswith(("crash-", "timeout-", "oom-")):
                plan, page = split(path.read_bytes())
                regressions.store(self.found, plan, page, rule, message)
                path.unlink()
        if status and not COVERAGE.search(_tail(log)):
            raise build.CannotBuild(f"the target does not start; {log.relative_to(ROOT)} says why: {message}")


def keep(finding: Finding, worker: Worker, folder: Path) -> Path:
    """Minimise a finding and store it: with the regressions if it is small, else with the files of the run."""
    page = finding.page
    if finding.rule not in ("growth", "backends", "time"):

        def breaks(candidate: bytes) -> bool:
            broken = worker.ask(finding.plan, candidate)["broken"]
            return broken is not None and broken[0] == finding.rule

        page = minimised(page, breaks) if breaks(page) else page
    target = REGRESSIONS if len(page) <= regressions.LARGEST else folder / "minimised"
    return regressions.store(target, finding.plan, page, finding.rule, finding.message)


def _tail(log: Path) -> str:
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - LOG_TAIL))
        return stream.read().decode("utf-8", "replace")
