"""Several processes that share the work of a `Judge`.

They are new processes (never forks: a program that has threads cannot be forked safely), and they know the engines that
the program has put into the table of engines. They leave Ctrl-C to the program, which ends them, and they end when
the program is gone. If one of them dies, that is an `NCleanerError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context

from ncleaner.engines import ENGINES
from ncleaner.errors import NCleanerError
from ncleaner.evaluate.contestants import Contestant
from ncleaner.evaluate.judge import Judge, Rows, Task
from ncleaner.evaluate.results import PageResult
from ncleaner.evaluate.silence import silence
from ncleaner.system.processes import end_with_parent, ignore_interrupts


def by_workers(tasks: Sequence[Task], engines: Sequence[Contestant], ascii_only: bool, workers: int) -> Rows:
    """What `Judge.rows` gives for all tasks, in their order."""
    others = set(active_children())
    start = (dict(ENGINES), engines, ascii_only)
    executor = ProcessPoolExecutor(min(workers, len(tasks)), get_context("spawn"), _start_worker, start)
    try:
        with ignore_interrupts():
            futures = [executor.submit(_work, task) for task in tasks]
        for task, future in zip(tasks, futures, strict=True):
            try:
                yield from future.result()
            except BrokenProcessPool:
                raise NCleanerError(
                    f"a worker process died, at page {task.pages[0].id} or later: either there was not enough memory,"
                    " or an engine crashed"
                ) from None
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


_judges: list[Judge] = []  # the one of this worker


def _start_worker(table: dict[str, tuple[str, str]], engines: Sequence[Contestant], ascii_only: bool) -> None:
    end_with_parent()
    silence()
    ENGINES.update(table)
    _judges[:] = [Judge(engines, ascii_only)]


def _work(task: Task) -> list[list[PageResult]]:
    try:
        return list(_judges[0].rows(task))
    except NCleanerError as error:
        raise NCleanerError(str(error)) from None  # those of other classes may not survive the way back
