"""Programs of engines that stay running, with the processor time and the memory that they use.

The system tells the time and memory of a process only when it has ended. So a program says with each answer what it has
used so far: ``seconds`` of processor time and the peak of its memory in ``bytes``.
"""

from __future__ import annotations

import os
import weakref

from ncleaner.errors import NCleanerError
from ncleaner.system.fork_lock import ForkLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from subprocess import Popen
    from typing import Any

PATIENCE = 5  # seconds until a program that should end is killed

_used: dict[int, tuple[float, int]] = {}
"""The processor time and memory of the running programs, by process id."""


def seconds() -> float:
    """Return the processor time of the programs that are running, as of their last answers."""
    return sum(time for time, _ in _used.values())


def peak() -> int:
    """Return the peak memory in bytes of the largest program that is running, as of its last answer."""
    return max((memory for _, memory in _used.values()), default=0)


class Child:
    """A program that reads requests and writes answers, each an object in a line of JSON.

    It starts with the first request and ends with this object or this process. ``engine`` is the name of the engine
    that runs it, for errors.
    """

    def __init__(self, engine: str, command: Sequence[str]) -> None:
        self.engine = engine
        self.command = command
        self._lock = ForkLock()
        self._process: Popen[bytes] | None = None
        self._parent = 0
        self._finalizer: weakref.finalize[..., Any] | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request.

        If the program ends instead, `NCleanerError` is raised, and the next request starts it anew.
        """
        with self._lock:
            process = self._running()
            try:
                answer = _exchange(process, request)
            except BaseException:  # an answer that comes late would be taken for that to the next request
                process.kill()
                self.close()
                raise
            if answer is None:
                self.close()
                raise NCleanerError(
                    f"the engine {self.engine!r} got no answer: {self.command[0]} ended with status"
                    f" {process.returncode}; it starts anew with the next page"
                )
            _used[process.pid] = float(answer["seconds"]), int(answer["bytes"])
            return answer

    def close(self) -> None:
        """End the program."""
        if self._finalizer is not None:
            self._finalizer()
        self._process = self._finalizer = None

    def _running(self) -> Popen[bytes]:
        """Return the process; start it if there is none, if it has ended, or if this process is a fork."""
        if self._process is not None and self._parent == os.getpid() and self._process.poll() is None:
            return self._process
        self.close()
        import subprocess

        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise NCleanerError(f"the engine {self.engine!r} cannot start {self.command[0]}: {reason}") from None
        self._process, self._parent = process, os.getpid()
        self._finalizer = weakref.finalize(self, _end, process)
        return process


def _exchange(process: Popen[bytes], request: dict[str, Any]) -> dict[str, Any] | None:
    """Write a request and return the answer, or ``None`` if the process has ended."""
    import json

    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except BrokenPipeError:
        return None
    return dict(json.loads(line)) if line.endswith(b"\n") else None


def _end(process: Popen[bytes]) -> None:
    """Close the input of a process, which tells it to end, and wait for that."""
    from contextlib import suppress
    from subprocess import TimeoutExpired

    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    try:
        process.wait(PATIENCE)
    except TimeoutExpired:
        process.kill()
        process.wait()
    _used.pop(process.pid, None)
