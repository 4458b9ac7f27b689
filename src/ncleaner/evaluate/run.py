"""Runs of engines over the pages of a set, with scores of their outputs.

Strategy: the pages are divided into tasks, which one process (`scoring`) or several (`workers`) work through. The
results and their order, that of the pages, do not depend on the number of processes. The memory of each engine is
measured afterwards, in a process of its own (`memory`).

Cross-validation makes one task of each fold: engines that can be trained learn from the other folds and are scored on
this one. Engines that cannot be trained run as they are. Other sets to train on are part of every fold, without the
pages of sites that the fold holds out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from ncleaner.errors import NCleanerError
from ncleaner.evaluate.candidates import Candidate, candidates
from ncleaner.evaluate.memory import memory_peaks
from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
from ncleaner.evaluate.scoring import Rows, Scorer, Task
from ncleaner.evaluate.workers import rows_from_workers
from ncleaner.gold.sets import Set

Progress = Callable[[str, int, int], None]
"""Called with the name of the step, the number of items done, and their total."""

TASKS_PER_WORKER = 8  # small tasks, so that no worker with long pages finishes much later than the others
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
    train_with: Sequence[tuple[Set, int]] = (),
    measure_memory: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Clean all pages of a set with several engines, and score the outputs.

    ``models`` are names of models, or model files; each is used with the engine that it was trained for. If an engine
    has several, its results get names such as ``ngram:english``. Each engine gets those of the ``options`` that it has.
    ``cross_validate`` is the number of folds, 0 for none; ``train_with`` are sets to train on besides the other folds,
    each with the weight of its pages. ``progress`` is called after each page.

    With several ``workers`` the main module of the calling program must be importable without side effects
    (``if __name__ == "__main__":``), as `multiprocessing` requires.
    """
    chosen = candidates(engines, models, options)
    _validate(chosen, workers, cross_validate)
    if ascii_only and set.has_snippets:
        raise NCleanerError(f"{set.name} has snippets, which are compared as they are: run without --ascii")
    if train_with and not cross_validate:
        raise NCleanerError("nothing is trained without cross-validation: give the number of folds, too")
    tasks = _folds(set, chosen, cross_validate, train_with) if cross_validate else _chunks(set, workers)
    rows = _collect(_rows(tasks, chosen, ascii_only, workers), len(set.pages), progress)
    memory = memory_peaks(chosen, set.pages, workers, progress) if measure_memory and not cross_validate else {}
    results = _results(chosen, [rows[pair.id] for pair in set.pages], memory)
    return Evaluation(set.name, results, list(set.unpaired), cross_validate)


def _validate(engines: Sequence[Candidate], workers: int, cross_validate: int) -> None:
    """Raise an error now rather than halfway through: check the arguments and load every engine and model."""
    if not engines:
        raise NCleanerError("there is no engine to evaluate: name at least one")
    if workers < 1:
        raise NCleanerError(f"the number of workers must be 1 or more, not {workers}")
    for engine in engines:
        if not (cross_validate and engine.can_be_trained):
            engine.cleaner()
        elif engine.model is not None:
            raise NCleanerError("cross-validation trains its own models: to evaluate a given model, run without it")


def _rows(tasks: Sequence[Task], engines: Sequence[Candidate], ascii_only: bool, workers: int) -> Rows:
    """Return an iterator over the results of all tasks, computed in this process or by workers."""
    if workers > 1:
        return rows_from_workers(tasks, engines, ascii_only, workers)
    return _rows_in_process(tasks, engines, ascii_only)


def _rows_in_process(tasks: Sequence[Task], engines: Sequence[Candidate], ascii_only: bool) -> Rows:
    scorer = Scorer(engines, ascii_only)
    for task in tasks:
        yield from scorer.rows(task)


def _collect(rows: Rows, pages: int, progress: Progress | None) -> dict[str, list[PageResult]]:
    """Return the rows by page id, reporting progress; stop the workers if that fails."""
    collected = {}
    with closing(rows):
        for row in rows:
            collected[row[0].id] = row
            if progress is not None:
                progress("pages", len(collected), pages)
    return collected


def _results(
    engines: Sequence[Candidate], rows: Sequence[Sequence[PageResult]], memory: Mapping[str, int]
) -> list[EngineResult]:
    """Turn rows of pages into the results of each engine."""
    return [
        EngineResult(engine.label, [row[index] for row in rows], memory.get(engine.label, 0))
        for index, engine in enumerate(engines)
    ]


def _chunks(set: Set, workers: int) -> list[Task]:
    """Divide the pages, in their order, into small tasks."""
    size = max(1, min(LARGEST_TASK, len(set.pages) // (workers * TASKS_PER_WORKER)))
    return [Task(tuple(set.pages[start : start + size])) for start in range(0, len(set.pages), size)]


def _folds(set: Set, engines: Sequence[Candidate], k: int, train_with: Sequence[tuple[Set, int]]) -> list[Task]:
    """Return a task for each fold, with the pages of all other folds and of other sets as training examples."""
    from ncleaner.gold.folds import folds_by_site

    if not any(engine.can_be_trained for engine in engines):
        names = ", ".join(engine.label for engine in engines)
        raise NCleanerError(f"none of these engines can be trained: {names}; leave out cross-validation")
    pairs = {pair.id: pair for pair in set.pages}
    tasks = []
    for fold in folds_by_site({pair.id: pair.site for pair in set.pages}, k):
        held_out = frozenset(fold)
        others = tuple(pair for pair in set.pages if pair.id not in held_out)
        sites = frozenset(pairs[id].site for id in fold)
        more = tuple((_without_sites(other, sites), weight) for other, weight in train_with)
        tasks.append(Task(tuple(pairs[id] for id in fold), others, more))
    return tasks


def _without_sites(set: Set, sites: frozenset[str]) -> Set:
    """Return the set without the pages of some sites."""
    return replace(set, pages=[pair for pair in set.pages if pair.site not in sites])
