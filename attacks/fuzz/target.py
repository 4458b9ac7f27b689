"""The process that fuzzes: Atheris calls it with one input after the other, in the sanitized copy of the package.

Broken promises are written to files, and fuzzing goes on; only a crash ends the process, and the supervisor starts
another one.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import atheris

from attacks.fuzz.broken import Broken
from attacks.fuzz.tally import Tally

EXAMPLES_OF_ONE = 3  # inputs to keep for one signature
COMPARED = 6  # one input in so many is given to the interpreted modules, if it is not long
LONGEST_COMPARED = 6000
GROWN = 400  # one input in so many is grown and measured
SECONDS = 2.0  # processor time of an input: far more than the promise, because sanitizers and counters cost time
TALLY_EVERY = 5.0
REMEMBERED = 300  # pages to take parts from

with atheris.instrument_imports(include=["ncleaner"]):
    from attacks.fuzz import growth, oracle
    from attacks.fuzz.mutate import mutated
    from attacks.fuzz.plan import HEADER, Plan, engines, split
    from attacks.fuzz.signature import signature
    from attacks.fuzz.worker import Worker
    from ncleaner.render import FORMATS

    for name in set(engines()):  # all that is imported on demand is imported now
        oracle.examine(Plan(engine=name, formats=tuple(FORMATS), explain=True), b"<title>a</title><p>b")


class Target:
    """Examines inputs, and counts them in the file ``tally``. Findings go to the folder ``found``."""

    def __init__(self, found: Path, tally: Path, twin: Worker, optimised: Worker | None) -> None:
        self.found = found
        self.tally_file = tally
        self.twin = twin
        self.optimised = optimised
        self.tally = Tally()
        self.signatures: Counter[tuple[str, str]] = Counter()
        self.pages: list[bytes] = []
        self.written = time.monotonic()

    def one_input(self, blob: bytes) -> None:
        """Examine one input."""
        plan, page = split(blob)
        self.tally.count(plan)
        self.remember(page)
        try:
            examined = oracle.examine(plan, page)
            if examined.seconds > SECONDS + growth.SECONDS_PER_MB * 10 * len(page) / (1 << 20):
                raise Broken("time", f"{plan.engine} and {plan.formats} take too long")
            self.compare(plan, page, examined.digest)
            self.grow(plan, page)
        except Exception as error:  # whatever a page raises is a finding
            self.store(plan, page, signature(error))
        if time.monotonic() - self.written > TALLY_EVERY:
            self.written = time.monotonic()
            self.tally.write(self.tally_file)

    def compare(self, plan: Plan, page: bytes, digest: str) -> None:
        """Give some inputs to the interpreted modules, which must answer the same."""
        if self.tally.inputs % COMPARED or len(page) > LONGEST_COMPARED:
            return
        self.tally.compared += 1
        answer = self.twin.ask(plan, page)
        if answer["broken"]:
            raise Broken("backends", f"only the interpreted modules break: {answer['broken'][0]}")
        if answer["digest"] != digest:
            raise Broken("backends", f"the output of {plan.engine} differs")

    def grow(self, plan: Plan, page: bytes) -> None:
        """Measure some inputs after growing them."""
        if self.optimised is None or self.tally.inputs % GROWN or not page:
            return
        self.tally.grown += 1
        complaint = growth.complaint(self.optimised, plan, page)
        if complaint:
            self.store(plan, growth.grown(page), ("growth", complaint))

    def store(self, plan: Plan, page: bytes, found: tuple[str, str]) -> None:
        """Write a finding to files, unless there are enough of its signature."""
        self.signatures[found] += 1
        if self.signatures[found] > EXAMPLES_OF_ONE:
            return
        name = hashlib.sha256(repr(plan).encode() + page).hexdigest()[:16]
        (self.found / f"{name}.bin").write_bytes(page)
        content = {**plan.to_json(), "rule": found[0], "message": found[1]}
        (self.found / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")

    def remember(self, page: bytes) -> None:
        """Keep a page to take parts from; later ones replace earlier ones at random."""
        if len(self.pages) < REMEMBERED:
            self.pages.append(page)
        elif self.tally.inputs % 10 == 0:
            self.pages[self.tally.inputs // 10 * 7919 % REMEMBERED] = page

    def mutate(self, blob: bytes, largest: int, seed: int) -> bytes:
        """Return a changed input."""
        return mutated(blob, max(largest, HEADER), Random(seed), self.pages, atheris.Mutate)


def main() -> None:
    """Fuzz as the arguments say: the folder for findings, the file for the tally, and those of libFuzzer."""
    found, tally, *arguments = sys.argv[1:]
    plain = json.loads(os.environ["NCLEANER_FUZZ_PLAIN"])
    twin = Worker(Path.cwd(), {**plain, "NCLEANER_PURE": "1"})
    optimised = Worker(Path.cwd(), plain) if os.environ.get("NCLEANER_FUZZ_MEASURE") else None
    target = Target(Path(found), Path(tally), twin, optimised)
    atheris.Setup([sys.argv[0], *arguments], target.one_input, custom_mutator=target.mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
