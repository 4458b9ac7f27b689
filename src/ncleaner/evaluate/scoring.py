"""Cleaning, timing and scoring of pages, one after another, by each engine.

Each page is cleaned by `Cleaner`, rendered in CleanEval's format and scored; only the step from bytes to plain text is
timed. All engines clean a page before the next one comes, so that disturbances of the machine affect them equally. If
an engine raises an exception, its output is empty and the error is part of the result.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import process_time

from ncleaner.cleaner import Cleaner
from ncleaner.evaluate import children
from ncleaner.evaluate.candidates import Candidate
from ncleaner.evaluate.results import SNIPPETS, PageResult
from ncleaner.gold.reading import read
from ncleaner.gold.sets import Pair, Set
from ncleaner.metrics.scores import score
from ncleaner.metrics.snippets import snippets

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

Rows = Generator[list[PageResult], None, None]
"""A generator of the results of all engines, page by page."""


@dataclass(frozen=True, slots=True)
class Task:
    """Pages to clean and score, and what to train on first: pages of the same set, and other sets with weights."""

    pages: tuple[Pair, ...]
    examples: tuple[Pair, ...] = ()
    others: tuple[tuple[Set, int], ...] = ()


class Scorer:
    """Loaded engines that clean pages, with scores of their outputs."""

    def __init__(self, engines: Sequence[Candidate], ascii_only: bool) -> None:
        self.engines = engines
        self.ascii_only = ascii_only
        self.cleaners: dict[str, Cleaner] = {}

    def rows(self, task: Task) -> Rows:
        """Yield the results of all engines for each page."""
        cleaners = [self._cleaner(engine, task) for engine in self.engines]
        for number, pair in enumerate(task.pages):
            page, gold = pair.page(), "" if pair.snippets else pair.gold()
            gc.freeze()  # keeps garbage collections during cleaning from traversing older objects
            # The first engine finds the page in no CPU cache, so the engines take turns at being first.
            first = number % len(cleaners)
            outputs = [_clean(cleaner, pair, page) for cleaner in cleaners[first:] + cleaners[:first]]
            outputs = outputs[-first:] + outputs[:-first] if first else outputs
            gc.unfreeze()
            yield [self._result(pair, len(page), gold, output) for output in outputs]

    def _cleaner(self, engine: Candidate, task: Task) -> Cleaner:
        if task.examples and engine.can_be_trained:
            return _warm(engine.trained_on(task.examples, task.others))
        if engine.label not in self.cleaners:
            self.cleaners[engine.label] = _warm(engine.cleaner())
        return self.cleaners[engine.label]

    def _result(self, pair: Pair, size: int, gold: str, output: Output) -> PageResult:
        if pair.snippets is None:
            counts, edit = score(output.text, gold, ascii_only=self.ascii_only)
        else:
            counts, edit = {SNIPPETS: snippets(read(output.text), pair.snippets)}, {}
        return PageResult(
            pair.id, pair.type, output.text, gold, counts, edit, output.seconds, size, output.error, pair.language
        )


@dataclass(frozen=True, slots=True)
class Output:
    """The output of an engine for a page, with its processor time and its error, if any."""

    text: str
    seconds: float
    error: str


def _clean(cleaner: Cleaner, pair: Pair, page: bytes) -> Output:
    text = error = ""
    gc.collect()  # or this engine would collect the garbage of the previous one
    start = _seconds()
    try:
        document = cleaner.clean(page, url=pair.url, kind=pair.kind)
        document.text  # noqa: B018  users wait for it, so it is timed
        seconds = _seconds() - start
        text = document.to("cleaneval")
    except Exception as problem:
        seconds = _seconds() - start
        error = f"{type(problem).__name__}: {problem}".rstrip(": ")
    return Output(text, seconds, error)


def _warm(cleaner: Cleaner) -> Cleaner:
    """Clean a short page, so that the time of lazy imports and loading is not attributed to the first page."""
    with suppress(Exception):
        cleaner.clean(b"<p>It rained all day.").text  # noqa: B018
    return cleaner


def _seconds() -> float:
    """Return the processor time so far of this process, of its children that have ended, and of engines' programs."""
    own = process_time() + children.seconds()
    if resource is None:
        return own
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + ended.ru_utime + ended.ru_stime
