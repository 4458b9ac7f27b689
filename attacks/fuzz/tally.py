"""What was fuzzed: inputs by kind, engine, format and encoding. Each process writes its counts; they are added up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attacks.fuzz.plan import Plan


@dataclass
class Tally:
    """The number of inputs, of those compared with the interpreted modules and of those grown, and of each choice."""

    inputs: int = 0
    compared: int = 0
    grown: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)

    def count(self, plan: Plan) -> None:
        """Count an input."""
        self.inputs += 1
        self.kinds[plan.kind] += 1
        self.engines[plan.engine] += 1
        self.formats.update(plan.formats)
        label = plan.encoding or plan.http_charset
        if label:
            self.labels[label] += 1

    def write(self, path: Path) -> None:
        """Write the counts to a file, in one step."""
        new = path.with_suffix(".new")
        new.write_text(json.dumps(vars(self)))
        new.replace(path)


def added(paths: Iterable[Path]) -> Tally:
    """Return the sum of the counts in some files."""
    total = Tally()
    for path in paths:
        values = json.loads(path.read_text())
        total.inputs += values["inputs"]
        total.compared += values["compared"]
        total.grown += values["grown"]
        for name in ("kinds", "engines", "formats", "labels"):
            getattr(total, name).update(values[name])
    return total
