"""Worker processes that share the work of a `Scorer`.

Workers are spawned, not forked (a program with threads cannot be forked safely), and get the program's table of
engines. They ignore Ctrl-C: the program handles it and terminates them. They also end when the program dies. If a
worker dies, `NCleanerError` is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context

from ncleaner.engines import ENGINES, Entry
from ncleaner.errors import NCleanerError
from ncleaner.evaluate.candidates import Candidate
from ncleaner.evaluate.results import PageResult
from ncleaner.evaluate.scoring import Rows, Scorer, Task
from ncleaner.evaluate.silence import silence
from ncleaner.system.processes import end_with_parent, ignore_interrupts


def rows_from_workers(tasks: Sequence[Task], engines: Sequence[Candidate], ascii_only: bool, workers: int) -> Rows:
    """Yield the results of `Scorer.rows` for all tasks, in order."""
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
                    f"a worker process died, at page {task.pages[0].id} or later: it ran out of memory, or an engine"
                    " crashed; try fewer workers, or leave out the page"
                ) from None
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


_scorer: list[Scorer] = []  # of this worker: none before it has started, then one


def _start_worker(table: dict[str, Entry], engines: Sequence[Candidate], ascii_only: bool) -> None:
    end_with_parent()
    silence()
    ENGINES.update(table)
    _scorer[:] = [Scorer(engines, ascii_only)]


def _work(task: Task) -> list[list[PageResult]]:
    try:
        return list(_scorer[0].rows(task))
    except NCleanerError as error:
        raise NCleanerError(str(error)) from None  # exceptions of subclasses may not be picklable
