"""Damaged model files: loading one gives a `ModelError` or a model that can be used, in little time and memory.

The models are tried in a process of their own, so that a crash is a finding, too.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from attacks.builders import ROOT
from attacks.outcome import Outcome
from attacks.running import child
from ncleaner import Cleaner
from ncleaner.errors import EngineUnavailable, ModelError
from ncleaner.models import find, installed

COUNT, QUICK_COUNT = 1500, 15  # mutants of each model
SLOW = {"fiasco": 150}  # mutants of models whose engines take long to load
LARGEST = 512 << 20  # bytes; memory of the process
SLOWEST = 10.0  # seconds for a mutant
PATIENCE = 900.0
RULE = f"a ModelError on load or a model that cleans pages; at most {SLOWEST:.0f} s each, {LARGEST >> 20} MB for all"
PAGES = ("news.html", "japanese.html", "dump.txt")


def attack(quick: bool) -> Iterator[Outcome]:
    """Try damaged copies of each model."""
    for name in installed():
        count = QUICK_COUNT if quick else SLOW.get(name, COUNT)
        findings, peak = child("attacks.models", name, str(count), patience=PATIENCE, largest=LARGEST)
        yield Outcome(f"damaged copies of the model {name}", count, RULE, tuple(findings), f"{peak >> 20} MB")


def main(name: str, count: int) -> None:
    """Try damaged copies of one model, and print a line for each finding."""
    import attacks.builders  # noqa: F401  the next module is one of the tests

    from model_mutations import mutants  # isort: skip

    data = Path(find(name)).read_bytes()
    pages = [(ROOT / "examples" / page).read_bytes() for page in PAGES]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.model"
        for number, mutant in enumerate(islice(mutants(data, random.Random(name)), count)):
            path.write_bytes(mutant)
            problem = tried(path, pages)
            if problem:
                print(f"mutant {number}: {problem!r}", flush=True)


def tried(path: Path, pages: list[bytes]) -> str:
    """Load a model and clean pages with it; return what went wrong, or nothing."""
    began = time.monotonic()
    step = "on load"
    try:
        cleaner = Cleaner(model=path)
        step = "in use"
        for page in pages:
            cleaner.clean(page).to("json")
    except ModelError as error:
        if step == "in use":
            return f"{step}: ModelError: {error}"
    except EngineUnavailable:
        pass  # a valid model for an engine whose program is not installed
    except Exception as error:
        return f"{step}: {type(error).__name__}: {error}"
    seconds = time.monotonic() - began
    return f"{seconds:.1f} s" if seconds > SLOWEST else ""


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
