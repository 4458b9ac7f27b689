"""What expressions are worth, found out by workers that can be killed.

Strategy: each worker is a process of its own with a pipe to it, and has all pages. It gets one expression at a time and
answers with a number, or with ``None`` for an expression that takes too much processor time. A worker that has not
answered after `PATIENCE` seconds is killed and another one takes its place; the expression is of no worth. The results
are in the order of the expressions, so that it does not matter how many workers there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic

from ncleaner.engines.ice.expression import captured, compiled, shares
from ncleaner.engines.ice.ga import ENOUGH
from ncleaner.errors import ExpressionTooLong, NCleanerError
from ncleaner.gold.reading import read
from ncleaner.system.processes import end_with_parent, ignore_interrupts
from ncleaner.train.ice.studies import Study

SECONDS = 5.0  # of processor time for an expression on one page: far more than those take that do not backtrack
PATIENCE = 1800.0  # seconds until an expression is given up: for those that hang, not for those that are slow

GAIN, LOSS = 2, 1  # points for a word of the gold text, and for any other


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page: its source, where its elements stand in it and which words they have, and how often the gold has each."""

    source: str
    spans: list[tuple[int, int]]
    words: list[list[str]]
    gold: Counter[str]
    weight: int


def lesson(page: Study) -> Lesson:
    """What is needed of a page."""
    spans = page.blocks.spans()
    return Lesson(
        page.blocks.source.decode("utf-8"),
        [spans[index] for index in page.visible],
        [page.blocks.text(index).split() for index in page.visible],
        Counter(read(page.gold).words),
        page.weight,
    )


def worth(text: str, lessons: Sequence[Lesson]) -> float | None:
    """The share of all points that an expression gets, or nothing if it takes too long."""
    expression = compiled(text)
    if not expression.groups:
        return 0.0  # it keeps nothing, and it does not take a look to know
    points = possible = 0
    for page in lessons:
        try:
            captures = captured(expression, page.source, SECONDS)
        except ExpressionTooLong:
            return None
        kept: Counter[str] = Counter()
        for share, words in zip(shares(page.spans, captures), page.words, strict=True):
            if share >= ENOUGH:
                kept.update(words)
        good = (kept & page.gold).total()
        points += page.weight * (GAIN * good - LOSS * (kept.total() - good))
        possible += page.weight * GAIN * page.gold.total()
    return round(points / possible, 9)


@dataclass(slots=True)
class Worker:
    """A process, the pipe to it, and what it is at: the number of an expression and when it got it."""

    process: BaseProcess
    pipe: Connection
    number: int = -1
    since: float = 0.0

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    """Some workers, to be called with expressions."""

    def __init__(self, lessons: Sequence[Lesson], count: int = 1, patience: float = PATIENCE) -> None:
        self.lessons = list(lessons)
        self.count = count
        self.patience = patience
        self.workers: list[Worker] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.kill()
        self.workers = []

    def __call__(self, expressions: list[str]) -> list[float | None]:
        """What each of the expressions is worth."""
        results: dict[int, float | None] = {}
        waiting = list(reversed(range(len(expressions))))
        while len(self.workers) < min(self.count, len(expressions)):
            self.workers.append(self._start())
        while len(results) < len(expressions):
            for worker in self.workers:
                if worker.number < 0 and waiting:
                    worker.number, worker.since = waiting.pop(), monotonic()
                    worker.pipe.send(expressions[worker.number])
            busy = [worker for worker in self.workers if worker.number >= 0]
            ready = wait([worker.pipe for worker in busy], self._longest(busy))
            for worker in busy:
                if worker.pipe in ready:
                    results[worker.number] = _answer(worker)
                    worker.number = -1
                elif monotonic() - worker.since >= self.patience:
                    results[worker.number] = None
                    worker.kill()
                    self.workers[self.workers.index(worker)] = self._start()
        return [results[number] for number in range(len(expressions))]

    def _longest(self, busy: Sequence[Worker]) -> float:
        """How long to wait at most."""
        return max(0.0, min(worker.since for worker in busy) + self.patience - monotonic())

    def _start(self) -> Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self.lessons), daemon=True)
        with ignore_interrupts():
            process.start()
        theirs.close()
        worker = Worker(process, ours)
        _answer(worker)  # it is ready, and its time begins to count
        return worker


def _answer(worker: Worker) -> float | None:
    try:
        answer: float | None = worker.pipe.recv()
    except EOFError:
        raise NCleanerError("a worker process died: there may not have been enough memory") from None
    return answer


def _work(pipe: Connection, lessons: Sequence[Lesson]) -> None:
    """Say that we are ready, then answer until nobody asks."""
    end_with_parent()
    pipe.send(None)
    while True:
        try:
            pipe.send(worth(pipe.recv(), lessons))
        except (EOFError, BrokenPipeError):
            return
