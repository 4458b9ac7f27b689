"""The fitness of expressions, computed by worker processes that can be killed.

Strategy: each worker is a process with a pipe and all pages. It gets one expression at a time and answers with its
fitness, or with ``None`` if the expression takes too much processor time. A worker that does not answer within
`PATIENCE` seconds is killed and replaced, and the fitness of the expression is ``None``. Results are in the order of
the expressions, so the number of workers does not matter.
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
from ncleaner.train.ice.pages import IcePage

SECONDS = 5.0  # of processor time for an expression on one page: far more than without backtracking
PATIENCE = 1800.0  # seconds until a worker is killed: for expressions that hang, not for slow ones

GAIN, LOSS = 2, 1  # points for a kept word of the gold text, and for any other kept word


@dataclass(frozen=True, slots=True)
class FitnessPage:
    """A page: its source, the spans and words of its visible elements, and the word counts of its gold text."""

    source: str
    spans: list[tuple[int, int]]
    words: list[list[str]]
    gold: Counter[str]
    weight: int


def fitness_page(page: IcePage) -> FitnessPage:
    """Return the parts of a page that the fitness depends on."""
    spans = page.blocks.spans()
    return FitnessPage(
        page.blocks.source.decode("utf-8"),
        [spans[index] for index in page.visible],
        [page.blocks.text(index).split() for index in page.visible],
        Counter(read(page.gold).words),
        page.weight,
    )


def fitness_of(text: str, pages: Sequence[FitnessPage]) -> float | None:
    """Return the share of all points that an expression gets, or ``None`` if it takes too long."""
    expression = compiled(text)
    if not expression.groups:
        return 0.0  # without groups it captures nothing, so it keeps nothing
    points = possible = 0
    for page in pages:
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
    """A process, its pipe, the number of its current expression (or -1), and the time it got that."""

    process: BaseProcess
    pipe: Connection
    number: int = -1
    since: float = 0.0

    def kill(self) -> None:
        """Kill the process and close its pipe."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    """A pool of workers; call it with expressions to get their fitness."""

    def __init__(self, pages: Sequence[FitnessPage], count: int = 1, patience: float = PATIENCE) -> None:
        self.pages = list(pages)
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
        """Return the fitness of each expression."""
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
            ready = wait([worker.pipe for worker in busy], self._seconds_left(busy))
            for worker in busy:
                if worker.pipe in ready:
                    results[worker.number] = _answer(worker)
                    worker.number = -1
                elif monotonic() - worker.since >= self.patience:
                    results[worker.number] = None
                    worker.kill()
                    self.workers[self.workers.index(worker)] = self._start()
        return [results[number] for number in range(len(expressions))]

    def _seconds_left(self, busy: Sequence[Worker]) -> float:
        """Return the seconds until the first busy worker runs out of time."""
        return max(0.0, min(worker.since for worker in busy) + self.patience - monotonic())

    def _start(self) -> Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self.pages), daemon=True)
        with ignore_interrupts():
            process.start()
        theirs.close()
        worker = Worker(process, ours)
        _answer(worker)  # wait until it is ready, so that start-up does not count as its time
        return worker


def _answer(worker: Worker) -> float | None:
    try:
        answer: float | None = worker.pipe.recv()
    except EOFError:
        raise NCleanerError("a worker process died, perhaps for lack of memory: try fewer workers") from None
    return answer


def _work(pipe: Connection, pages: Sequence[FitnessPage]) -> None:
    """Report readiness, then answer with fitness until the pipe is closed."""
    end_with_parent()
    pipe.send(None)
    while True:
        try:
            pipe.send(fitness_of(pipe.recv(), pages))
        except (EOFError, BrokenPipeError):
            return
