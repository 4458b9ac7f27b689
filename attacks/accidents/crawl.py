"""A crawl to clean, and the output of an undisturbed run to compare with."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from attacks.running import Ended, run, start, wait_until

import attacks.builders  # noqa: F401  isort: skip  the next module is one of the tests
from warc_examples import page  # isort: skip

MEGABYTE = 1 << 20
STATE = ".ncleaner"
SPEED = re.compile(rb',\s*"(?:pages|megabytes)_per_second": (?:null|[0-9.]+)')  # in the summary
OPTIONS = ("--shard-size", "1", "--to", "jsonl", "-q")
SAME = "the output is the same, byte for byte, as of an undisturbed run"


@dataclass(slots=True)
class Crawl:
    """A folder with the input of a job and its outputs. ``expected`` is the output of an undisturbed run."""

    folder: Path
    expected: dict[str, bytes]
    _numbers: Iterator[int]

    @property
    def pages(self) -> Path:
        """The folder of inputs."""
        return self.folder / "input"

    @property
    def table(self) -> Path:
        """The input that is the larger part of the crawl."""
        return self.pages / "pages.jsonl"

    def new_output(self) -> Path:
        """Return the name of a new output folder."""
        return self.folder / f"output-{next(self._numbers)}"

    def start(self, output: Path, workers: int = 2, **options: Any) -> subprocess.Popen[str]:
        """Start the job."""
        return start("corpus", self.pages, "-o", output, "--workers", str(workers), *OPTIONS, **options)

    def run(self, output: Path, workers: int = 2, **options: Any) -> Ended:
        """Run the job to its end."""
        return run("corpus", self.pages, "-o", output, "--workers", str(workers), *OPTIONS, **options)

    def resumed(self, output: Path, what: str, attempts: int = 1) -> list[str]:
        """Run the same command again; return a finding unless its output is that of an undisturbed run."""
        ended = self.run(output)
        for _ in range(attempts - 1):
            if ended.status == 0:
                break
            ended = self.run(output)
        if ended.status != 0:
            return [f"{what}: resumed with status {ended.status}: {last_line(ended.errors)}"]
        return self.differences(output, what)

    def differences(self, output: Path, what: str) -> list[str]:
        """Return a finding if an output is not the expected one."""
        found = visible(output)
        names = [name for name in self.expected.keys() | found.keys() if self.expected.get(name) != found.get(name)]
        return [f"{what}: {len(names)} files differ, for example {min(names)}"] if names else []


def last_line(text: str) -> str:
    """Return the last line of a message."""
    return (text.strip().splitlines() or ["no message"])[-1][:200]


def visible(output: Path) -> dict[str, bytes]:
    """Return the files of an output, without those that only the run itself uses, and without its speed."""
    paths = (path for path in sorted(output.rglob("*")) if path.is_file() and STATE not in path.parts)
    return {str(path.relative_to(output)): SPEED.sub(b"", path.read_bytes()) for path in paths}


def finished(output: Path) -> int:
    """Return the number of finished shards."""
    try:
        return max(0, (output / "manifest.jsonl").read_bytes().count(b"\n") - 1)
    except OSError:
        return 0


def wait_for_shards(process: subprocess.Popen[str], output: Path, number: int) -> None:
    """Wait until some shards are finished, or the process has ended."""
    wait_until(lambda: finished(output) >= number or process.poll() is not None, 60)


def write_table(path: Path, size: int, seed: int) -> None:
    """Write a table of about ``size`` bytes; the same seed gives the same pages."""
    chance = random.Random(seed)
    written = 0
    with path.open("w", encoding="utf-8") as file:
        for number in count():
            html = page(number, chance).decode("utf-8", "replace")
            written += file.write(json.dumps({"id": f"{seed}-{number}", "html": html}) + "\n")
            if written >= size:
                return


@contextmanager
def crawl(shards: int) -> Iterator[Crawl]:
    """Write a crawl of about this many shards, and run the job once."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        job = Crawl(folder, {}, count())
        job.pages.mkdir()
        write_table(job.table, shards * MEGABYTE, seed=1)
        chance = random.Random(2)
        for number in range(20):
            (job.pages / f"page-{number}.html").write_bytes(page(number, chance))
        output = job.new_output()
        ended = job.run(output)
        if ended.status != 0:
            raise RuntimeError(f"the undisturbed run failed: {ended.errors}")
        job.expected = visible(output)
        shutil.rmtree(output)
        yield job
