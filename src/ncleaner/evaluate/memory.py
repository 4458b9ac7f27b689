"""The memory use of engines: the peak of a process that only cleans all pages with the engine.

On Linux the peak is read from ``/proc``, because ``getrusage`` would include the memory of the parent from which the
process was started. Elsewhere it is that of ``getrusage``; on systems that have neither, nothing is measured.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait

from ncleaner.engines import ENGINES, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from typing import Any

    from ncleaner.evaluate.candidates import Candidate
    from ncleaner.gold.sets import Pair


def memory_peaks(
    engines: Sequence[Candidate],
    pages: Sequence[Pair],
    workers: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> dict[str, int]:
    """Return the peak memory of each engine in bytes, or 0 if unknown; measure ``workers`` engines at a time."""
    waiting = list(reversed(engines))
    running: dict[Connection, tuple[str, SpawnProcess]] = {}
    peaks: dict[str, int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                engine = waiting.pop()
                receiver, process = _started(engine, pages)
                running[receiver] = engine.label, process
            for receiver in [each for each in running if each in wait(list(running))]:
                label, process = running.pop(receiver)
                peaks[label] = _answer(receiver)
                process.join()
                if progress is not None:
                    progress("memory", len(peaks), len(engines))
    finally:
        for _, process in running.values():
            process.terminate()
            process.join()
    return peaks


def _started(engine: Candidate, pages: Sequence[Pair]) -> tuple[Connection, SpawnProcess]:
    from ncleaner.system.processes import ignore_interrupts  # not at the top: the new process should not import it

    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    options = {"engine": engine.engine, "model": engine.model, **engine.options}
    arguments = (sender, dict(ENGINES), options, list(pages))
    process = context.Process(target=_clean_all, args=arguments, daemon=True)
    with ignore_interrupts():
        process.start()
    sender.close()
    return receiver, process


def _answer(receiver: Connection) -> int:
    with receiver:
        try:
            answer: int = receiver.recv()
        except EOFError:  # the process died
            return 0
    return answer


def _clean_all(sender: Connection, table: dict[str, Entry], options: dict[str, Any], pages: Sequence[Pair]) -> None:
    """Clean all pages in the new process, then send its peak memory."""
    from ncleaner.cleaner import Cleaner
    from ncleaner.evaluate.silence import silence

    silence()
    ENGINES.update(table)
    cleaner = Cleaner(**options)
    for pair in pages:
        with suppress(Exception):
            cleaner.clean(pair.page(), url=pair.url, kind=pair.kind).text  # noqa: B018
    sender.send(_peak())


def _peak() -> int:
    """Return the peak memory of this process, or of a process that it started, whichever is larger."""
    try:
        import resource
    except ImportError:
        return 0
    from ncleaner.evaluate import children  # only now, so that its memory is not that of the engine

    unit = 1 if sys.platform == "darwin" else 1024
    started = max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit, children.peak())
    with suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return max(int(line.split()[1]) * 1024, started)
    return max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit, started)
