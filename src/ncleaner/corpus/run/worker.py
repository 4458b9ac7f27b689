"""The process of a worker: it gets tasks through a pipe and answers with results, until the pipe is closed."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from ncleaner.corpus.run.slot import Slot
from ncleaner.corpus.run.work import Result, Task, Work
from ncleaner.engines import ENGINES, Entry
from ncleaner.errors import MissingPackage, NCleanerError, OutputError
from ncleaner.system.processes import end_with_parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.corpus.settings import Settings

Answer = Result | OutputError | NCleanerError

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc
_KEPT = 16 << 20  # bytes


def work_for(
    pipe: Connection,
    slot: Slot,
    settings: Settings,
    output: str,
    table: dict[str, Entry],
    memory: int,
) -> None:
    """Work until there is nothing more to do."""
    end_with_parent()
    _die_with_parent()
    ENGINES.update(table)
    try:
        work = ready(settings, output)
    except NCleanerError as error:
        pipe.send(NCleanerError(str(error)))
        return
    _limit_memory(memory)
    with suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(_answer(work, pipe.recv(), slot))


def ready(settings: Settings, output: str) -> Work:
    """A process that takes little memory, and little time for it, ready to work; before Arrow is imported."""
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its own pools take 20 MB more for the same work
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Arrow brings numpy, and that one threads that nobody needs
    _keep_freed_memory()
    work = Work(settings, output)
    gc.freeze()  # what is there by now stays, and need not be looked through time and again
    return work


def _answer(work: Work, task: Task, slot: Slot) -> Answer:
    try:
        return work.on(task, slot)
    except OutputError as error:
        return error
    except NCleanerError as error:
        return NCleanerError(str(error))
    except ModuleNotFoundError as error:
        return missing(error)


def missing(error: ModuleNotFoundError) -> NCleanerError:
    """What to say about a package that is not installed."""
    extra = "ray" if error.name == "ray" else "corpus"
    return MissingPackage("this job", error.name, extra)


def _die_with_parent() -> None:
    """Have the system end this process with its parent, where it can: no thread of ours may run while a page hangs."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _keep_freed_memory() -> None:
    """Have the C library keep some memory for the next page, where it is glibc.

    It would give back what each page leaves behind, and ask for it again: a fifteenth of the time goes there.
    """
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(AttributeError):
            mallopt = ctypes.CDLL(None).mallopt
            mallopt(_TRIM_THRESHOLD, _KEPT)
            mallopt(_MMAP_THRESHOLD, _KEPT)


def _limit_memory(memory: int) -> None:
    """Have the system refuse what no page needs.

    The parent looks at a worker's memory only some times a second, and much can be filled in between. What counts here
    is what is asked for, not what is used, so twice as much is granted.
    """
    if not memory or not sys.platform.startswith("linux"):
        return
    import resource

    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        data = int(file.read().split()[5]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (data + 2 * memory, hard))
