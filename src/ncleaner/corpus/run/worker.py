"""A worker process: it receives tasks through a pipe and answers with results until the pipe is closed."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from ncleaner.corpus.run.progress_slot import ProgressSlot
from ncleaner.corpus.run.task import GivenUp, Result, Task
from ncleaner.corpus.run.work import Work
from ncleaner.engines import ENGINES, Entry
from ncleaner.errors import MissingPackage, NCleanerError, SourceError
from ncleaner.system.processes import end_with_parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.corpus.settings import Settings

Answer = Result | GivenUp | NCleanerError

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc
_KEPT_MEMORY = 16 << 20  # bytes


def work_for(
    pipe: Connection,
    slot: ProgressSlot,
    settings: Settings,
    output: str,
    table: dict[str, Entry],
    memory: int,
) -> None:
    """Do tasks until the pipe is closed. ``table`` is the parent's table of engines, ``memory`` the limit in bytes."""
    end_with_parent()
    _die_with_parent()
    ENGINES.update(table)
    try:
        work = ready(settings, output)
    except NCleanerError as error:
        pipe.send(error)
        return
    except ModuleNotFoundError as error:
        pipe.send(missing(error))
        return
    _limit_memory(memory)
    with suppress(EOFError, ConnectionError):  # the parent has ended
        while True:
            pipe.send(_answer(work, pipe.recv(), slot))


def ready(settings: Settings, output: str) -> Work:
    """Set up this process to use little memory, and return a `Work`. Call it before Arrow is imported."""
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its own pools take 20 MB more for the same work
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Arrow imports numpy, whose threads are not needed
    _keep_freed_memory()
    work = Work(settings, output)
    gc.freeze()  # these objects stay: do not traverse them at every collection
    return work


def _answer(work: Work, task: Task, slot: ProgressSlot) -> Answer:
    """Return the result of a task, or a `GivenUp` if its input fails, or an exception."""
    try:
        return work.on(task, slot)
    except SourceError as error:
        return GivenUp(task, str(error))
    except NCleanerError as error:
        return error
    except ModuleNotFoundError as error:
        return missing(error)


def missing(error: ModuleNotFoundError) -> NCleanerError:
    """Return the exception to raise for a package that is not installed."""
    extra = "ray" if error.name == "ray" else "corpus"
    return MissingPackage("this job", error.name, extra)


def _die_with_parent() -> None:
    """On Linux, have the kernel kill this process when its parent ends.

    The thread of `end_with_parent` cannot run while a page hangs with the interpreter's lock held.
    """
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _keep_freed_memory() -> None:
    """Have glibc keep freed memory for the next page.

    By default it returns the memory of each page to the system and asks for it again, which takes a fifteenth of the
    time.
    """
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(AttributeError):
            mallopt = ctypes.CDLL(None).mallopt
            mallopt(_TRIM_THRESHOLD, _KEPT_MEMORY)
            mallopt(_MMAP_THRESHOLD, _KEPT_MEMORY)


def _limit_memory(memory: int) -> None:
    """On Linux, have the kernel refuse this process much more memory than ``memory`` bytes.

    The parent looks at a worker's memory only several times a second, and much can be filled in between. This limit
    counts memory that is requested, not used, so it is twice as high.
    """
    if not memory or not sys.platform.startswith("linux"):
        return
    import resource

    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        data = int(file.read().split()[5]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (data + 2 * memory, hard))
