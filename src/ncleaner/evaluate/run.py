"""Runs engines over the pages of a set and judges what they write.

Strategy: the pages are cut into tasks, which one process (`judge`) or several (`workers`) work through. The results are
the same and in the order of the pages whatever the number of processes. The memory of each engine is measured
afterwards, in a process of its own (`memory`).

Cross-validation makes one task of each fold: the engines that can be trained learn from the other folds and are judged
on this one. Engines that learn nothing take part as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from ncleaner.errors import NCleanerError
from ncleaner.evaluate.contestants import Contestant, contestants
from ncleaner.evaluate.judge import Judge, Rows, Task
from ncleaner.evaluate.memory import peaks
from ncleaner.evaluate.results import EngineResult, Evaluation
from ncleaner.evaluate.workers import by_workers
from ncleaner.gold.sets import Set

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""

TASKS_PER_WORKER = 8  # so that a worker with long pages does not keep the others waiting at the end
LARGEST_TASK = 16  # pages


def evaluate(
    set: Set,
    engines: Sequence[str],
    *,
    models: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
    ascii_only: bool = False,
    cross_validate: int = 0,
    measure_memory: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Let engines clean all pages of a set, and judge what they write.

    ``models`` are names of models, or their files: each takes part with the engine that it is for. If there are several
    for one engine, results have names such as ``ngram:english``. ``options`` are for the engines that have options of
    such names. ``cross_validate`` is the number of folds, 0 for none.
    With several ``workers``, the program that calls this must be one that can be imported
    (``if __name__ == "__main__":``), as always with processes.
    """
    chosen = contestants(engines, models, options)
    if not chosen:
        raise NCleanerError("there is no engine to evaluate")
    if workers < 1:
        raise NCleanerError(f"the number of workers must be 1 or more, not {workers}")
    for engine in chosen:
        _check(engine, cross_validate)
    tasks = _folds(set, chosen, cross_validate) if cross_validate else _chunks(set, workers)
    results = _here(tasks, chosen, ascii_only) if workers == 1 else by_workers(tasks, chosen, ascii_only, workers)
    rows = {}
    with closing(results):
        for row in results:
            rows[row[0].id] = row
            if progress is not None:
                progress("pages", len(rows), len(set.pages))
    memory = peaks(chosen, set.pages, workers, progress) if measure_memory and not cross_validate else {}
    in_order = [rows[pair.id] for pair in set.pages]
    found = [
        EngineResult(engine.label, [row[index] for row in in_order], memory.get(engine.label, 0))
        for index, engine in enumerate(chosen)
    ]
    return Evaluation(set.name, found, list(set.unpaired), cross_validate)


def _check(engine: Contestant, cross_validate: int) -> None:
    """Fail now rather than in the middle if an engine is unknown or not available, or its model is not for it."""
    if not (cross_validate and engine.can_be_trained):
        engine.cleaner()
    elif engine.model is not None:
        raise NCleanerError("cross-validation trains models of its own: evaluate the given ones without it")


def _chunks(set: Set, workers: int) -> list[Task]:
    """The pages in their order, in small tasks."""
    size = max(1, min(LARGEST_TASK, len(set.pages) // (workers * TASKS_PER_WORKER)))
    return [Task(tuple(set.pages[start : start + size])) for start in range(0, len(set.pages), size)]


def _folds(set: Set, engines: Sequence[Contestant], k: int) -> list[Task]:
    """A task for each fold, with the pages of all others to learn from."""
    from ncleaner.gold.folds import folds_by_site

    if not any(engine.can_be_trained for engine in engines):
        raise NCleanerError(f"none of these engines can be trained: {', '.join(engine.label for engine in engines)}")
    pairs = {pair.id: pair for pair in set.pages}
    tasks = []
    for fold in folds_by_site({pair.id: pair.site for pair in set.pages}, k):
        held_out = frozenset(fold)
        others = tuple(pair for pair in set.pages if pair.id not in held_out)
        tasks.append(Task(tuple(pairs[id] for id in fold), others))
    return tasks


def _here(tasks: Sequence[Task], engines: Sequence[Contestant], ascii_only: bool) -> Rows:
    """What `Judge.rows` gives for all tasks, one after another."""
    judge = Judge(engines, ascii_only)
    for task in tasks:
        yield from judge.rows(task)
