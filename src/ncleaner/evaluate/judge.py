"""One page after another: cleaned by each engine, timed, and judged.

Each page is cleaned by `Cleaner`, written in CleanEval's format and scored; only the way from bytes to plain text is
timed. The engines take turns at every page, so that whatever disturbs the machine disturbs all alike. An engine that
raises has written nothing, and its error is part of the result.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import process_time

from ncleaner.cleaner import Cleaner
from ncleaner.evaluate.contestants import Contestant
from ncleaner.evaluate.results import PageResult
from ncleaner.gold.sets import Pair
from ncleaner.metrics.scores import score

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

Rows = Generator[list[PageResult], None, None]
"""For each page the results of all engines."""


@dataclass(frozen=True, slots=True)
class Task:
    """Pages to clean and to judge, and those to learn from before."""

    pages: tuple[Pair, ...]
    examples: tuple[Pair, ...] = ()


class Judge:
    """Engines that are ready, and what is thought of their output."""

    def __init__(self, engines: Sequence[Contestant], ascii_only: bool) -> None:
        self.engines = engines
        self.ascii_only = ascii_only
        self.cleaners: dict[str, Cleaner] = {}

    def rows(self, task: Task) -> Rows:
        """The results of all engines for each of the pages."""
        cleaners = [self._cleaner(engine, task.examples) for engine in self.engines]
        for number, pair in enumerate(task.pages):
            page, gold = pair.page(), pair.gold()
            gc.freeze()  # what is here already is nothing that the engines' garbage collections should look through
            # Who comes first finds the page in no cache, so that each engine has to be the first now and then.
            turn = number % len(cleaners)
            outputs = [_clean(cleaner, pair, page) for cleaner in cleaners[turn:] + cleaners[:turn]]
            outputs = outputs[-turn:] + outputs[:-turn] if turn else outputs
            gc.unfreeze()
            yield [self._result(pair, len(page), gold, output) for output in outputs]

    def _cleaner(self, engine: Contestant, examples: Sequence[Pair]) -> Cleaner:
        if examples and engine.can_be_trained:
            return _warm(engine.trained_on(examples))
        if engine.label not in self.cleaners:
            self.cleaners[engine.label] = _warm(engine.cleaner())
        return self.cleaners[engine.label]

    def _result(self, pair: Pair, size: int, gold: str, output: Output) -> PageResult:
        counts, edit = score(output.text, gold, ascii_only=self.ascii_only)
        return PageResult(pair.id, pair.type, output.text, gold, counts, edit, output.seconds, size, output.error)


@dataclass(frozen=True, slots=True)
class Output:
    """What an engine made of a page."""

    text: str
    seconds: float
    error: str


def _clean(cleaner: Cleaner, pair: Pair, page: bytes) -> Output:
    text = error = ""
    gc.collect()  # or else this engine would pay for the garbage of the one before
    start = _seconds()
    try:
        document = cleaner.clean(page, url=pair.url, kind=pair.kind)
        document.text  # noqa: B018  this is what users wait for
        seconds = _seconds() - start
        text = document.to("cleaneval")
    except Exception as problem:
        seconds = _seconds() - start
        error = f"{type(problem).__name__}: {problem}".rstrip(": ")
    return Output(text, seconds, error)


def _warm(cleaner: Cleaner) -> Cleaner:
    """Let an engine import and load what it puts off until its first page; no page should pay for that."""
    with suppress(Exception):
        cleaner.clean(b"<p>It rained all day.").text  # noqa: B018
    return cleaner


def _seconds() -> float:
    """Processor time so far, of this process and of those that it started and saw end."""
    if resource is None:
        return process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime
