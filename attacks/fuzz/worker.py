"""Examines inputs in another process: with the interpreted modules, with the optimised ones, or with the sanitizers.

A request is a header in JSON and a page, each after its length in four bytes; an answer is a line of JSON. A worker
that dies over a page is started again for the next one.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import IO, Any, BinaryIO

from attacks.fuzz.plan import Plan
from attacks.fuzz.signature import crash_signature, signature

LENGTHS = struct.Struct("<II")


class Worker:
    """A process that examines pages; ``environment`` decides which modules it uses."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def ask(self, plan: Plan, page: bytes, task: str = "examine") -> dict[str, Any]:
        """Have a page examined, or measured; a worker that dies over it answers with the ``broken`` rule ``crash``."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        header = json.dumps({**plan.to_json(), "task": task}).encode()
        try:
            process.stdin.write(LENGTHS.pack(len(header), len(page)) + header + page)
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        return {"broken": self._crash()}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115
            self._process = subprocess.Popen(
                [sys.executable, "-m", "attacks.fuzz.worker"],
                cwd=self.folder,
                env={**os.environ, **self.environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        return self._process

    def _crash(self) -> list[str]:
        assert self._process is not None
        assert self._errors is not None
        status = self._process.wait()
        self._process = None
        self._errors.seek(0)
        return list(crash_signature(self._errors.read().decode("utf-8", "replace"), status))


def answer(request: dict[str, Any], page: bytes) -> dict[str, Any]:
    """Examine or measure a page."""
    from attacks.fuzz.oracle import examine

    plan = Plan.from_json(request)
    try:
        if request["task"] == "measure":
            return measured(plan, page)
        examined = examine(plan, page)
    except Exception as error:  # whatever a page raises is a finding
        return {"broken": list(signature(error))}
    return {"broken": None, "digest": examined.digest, "seconds": examined.seconds}


def measured(plan: Plan, page: bytes) -> dict[str, Any]:
    """Return the size of the page in UTF-8, processor time and peak memory of cleaning, and what each format costs."""
    from attacks.fuzz.oracle import cleaned, render_options

    started = time.process_time()
    document = cleaned(plan, page)
    seconds = {"clean": time.process_time() - started}
    sizes = {}
    for name in plan.formats:
        started = time.process_time()
        sizes[name] = len(document.to(name, **render_options(plan, name)))
        seconds[name] = time.process_time() - started
    size = len(document.page.source)
    del document
    tracemalloc.start()
    try:
        cleaned(plan, page)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return {"broken": None, "seconds": seconds, "sizes": sizes, "peak": peak, "size": size}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    while lengths := requests.read(LENGTHS.size):
        header, size = LENGTHS.unpack(lengths)
        request = json.loads(requests.read(header))
        answers.write(json.dumps(answer(request, requests.read(size))).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Serve on standard input and output; whatever else prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
