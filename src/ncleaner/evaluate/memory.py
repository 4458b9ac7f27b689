"""How much memory an engine needs: the peak of a process that cleans all pages with it and does nothing else.

On Linux the peak is read from ``/proc``, as ``getrusage`` would report the memory of the parent, too, from which the
process was started. Where there is neither of the two nothing is measured.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait

from ncleaner.engines import ENGINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from typing import Any

    from ncleaner.evaluate.contestants import Contestant
    from ncleaner.gold.sets import Pair


def peaks(
    engines: Sequence[Contestant],
    pages: Sequence[Pair],
    workers: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> dict[str, int]:
    """The peak of each engine in bytes, 0 where it is not known; so many at a time."""
    waiting = list(reversed(engines))
    running: dict[Connection, tuple[str, SpawnProcess]] = {}
    found: dict[str, int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                engine = waiting.pop()
                receiver, process = _started(engine, pages)
                running[receiver] = engine.label, process
            for receiver in [one for one in running if one in wait(list(running))]:
                label, process = running.pop(receiver)
                found[label] = _answer(receiver)
                process.join()
                if progress is not None:
                    progress("memory", len(found), len(engines))
    finally:
        for _, process in running.values():
            process.terminate()
            process.join()
    return found


def _started(engine: Contestant, pages: Sequence[Pair]) -> tuple[Connection, SpawnProcess]:
    from ncleaner.system.processes import ignore_interrupts  # the new process shall not import that

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


def _clean_all(
    sender: Connection, table: dict[str, tuple[str, str]], options: dict[str, Any], pages: Sequence[Pair]
) -> None:
    """In the new process: clean everything, then say what it took."""
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
    """The most memory that this process had, or one that it started."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    with suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return max(int(line.split()[1]) * 1024, children)
    return max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit, children)
