"""What a training does: a model of all annotated pages, and figures that say how good such a model is.

Strategy: the model that people get has learnt from all pages, so nothing can be measured on it. The figures are those
of models that are made alike, each without some of the pages: every page is cleaned by one that has seen no page of its
site. Where sites are not known, or are fewer than `FEWEST_SITES`, single pages are held out. The shipped model cleans
the same pages; it has seen none of them, either.

The learning curve has models of fewer pages, drawn from those that the same folds leave. It comes last, and ends when
its time is over, at first with one drawing of each size, then with more.

Nothing here knows of requests or processes: `learned` takes examples and returns a model and figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ncleaner import models
from ncleaner.cleaner import Cleaner
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site, shuffled
from ncleaner.models.format import Model
from ncleaner.studio.learning_figures import (
    Scores,
    curve_point,
    difference,
    f_of,
    mean_f,
    measure_of,
    row,
    scores_of,
    worst_pages,
)
from ncleaner.train.examples import Example
from ncleaner.train.trainers import find_trainer

SCRATCH, SHIPPED = "scratch", "shipped"
STARTS = (SHIPPED, SCRATCH)
SHIPPED_MODELS = {"forest": ("forest",), "ngram": ("english", "universal")}
"""The engines that can be trained in the studio, with the models that come with them: the best one is taken."""

NEEDED = 5  # pages
FEWEST_SITES = 3  # so that there are two sites to learn from while one is held out
FOLDS = 5
SIZES = (5, 10, 20, 40, 80, 160, 320)
DRAWINGS = 3  # of each size of the learning curve
SECONDS = 40.0  # for the learning curve

Step = Callable[[str, int, int], None]
"""Is told what is done now, how many models are done, and how many there will be."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to learn: the engine, where to start, and the annotated pages as examples, with distinct ids."""

    engine: str
    start: str
    examples: tuple[Example, ...]


def learned(task: Task, step: Step, *, seconds: float = SECONDS) -> tuple[Model, dict[str, Any]]:
    """Return the model of all pages, and the figures that are written beside it.

    ``seconds`` is the time for the learning curve. Raises an `NCleanerError` if the pages are too few or all alike.
    """
    if len(task.examples) < NEEDED:
        raise NCleanerError(f"a training needs {NEEDED} pages or more, not {len(task.examples)}")
    return _Lesson(task, step, seconds).learned()


def with_sites(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with the sites that are held out together: none if there are too few."""
    sites = {example.site or example.id for example in examples}
    return list(examples) if len(sites) >= FEWEST_SITES else [example._replace(site="") for example in examples]


class _Lesson:
    """A task on its way."""

    def __init__(self, task: Task, step: Step, seconds: float) -> None:
        self.task = task
        self.examples = with_sites(task.examples)
        self.measure = measure_of(self.examples)
        self.seconds = seconds
        self.folds = list(_folds(self.examples))
        self.sizes = [size for size in SIZES if size < min(len(others) for _, others in self.folds)]
        self.done = 0
        self.total = 2 + len(self.folds) * (1 + len(self.sizes))
        self._step = step

    def learned(self) -> tuple[Model, dict[str, Any]]:
        """Return the model and its figures."""
        self._say("Cleaning the pages with the shipped model")
        base, shipped = self._shipped()
        self._done()
        self._say(f"Training on all {len(self.examples)} pages")
        model = self._model(self.examples, base)
        self._done()
        own = self._held_out(base)
        pages = round(sum(len(others) for _, others in self.folds) / len(self.folds))
        curve = [*self._curve(base), curve_point(pages, [own])]
        return model, {
            "pages": len(self.examples),
            "measure": self.measure,
            "held_out": "sites" if any(example.site for example in self.examples) else "pages",
            **f_of(own),
            "shipped_f": f_of(shipped)["f"],
            "shipped_model": base.name,
            "figures": [row("this model", own), row("the shipped model", shipped)],
            "difference": difference("this model", own, "the shipped model", shipped),
            "curve": curve,
            "shipped_curve_f": f_of(shipped)["f"],
            "worst": worst_pages(own, shipped),
        }

    def _shipped(self) -> tuple[Model, Scores]:
        """Return the model that comes with the engine, and its scores; the best one if there are several."""
        found = []
        for name in SHIPPED_MODELS[self.task.engine]:
            model = models.load(name)
            found.append((model, self._scores(model, self.examples)))
        return max(found, key=lambda pair: mean_f(pair[1]))

    def _held_out(self, base: Model) -> Scores:
        """Return the scores of all pages by models that have not seen them."""
        scores: Scores = {}
        for number, (held_out, others) in enumerate(self.folds, 1):
            self._say(f"Measuring on pages that are held out, part {number} of {len(self.folds)}")
            scores |= self._scores(self._model(others, base), held_out)
            self._done()
        return scores

    def _curve(self, base: Model) -> list[dict[str, Any]]:
        """Return the points of the learning curve: several drawings of each size, if there is time."""
        drawings: dict[int, list[Scores]] = {}
        end = monotonic() + self.seconds
        for number in range(DRAWINGS):
            for size in self.sizes:
                scores = self._drawn(size, number, base, end)
                if scores is not None:
                    drawings.setdefault(size, []).append(scores)
        return [curve_point(size, drawings[size]) for size in self.sizes if size in drawings]

    def _drawn(self, size: int, number: int, base: Model, end: float) -> Scores | None:
        """Return the scores of all pages by models of ``size`` others, or ``None`` if there is no time or no model."""
        scores: Scores = {}
        for held_out, others in self.folds:
            if monotonic() > end:
                return None
            self._say(f"Measuring how much {size} pages teach" + (", once more" if number else ""))
            try:
                model = self._model(_some(others, size, number), base)
            except NCleanerError:  # these few pages are all alike
                return None
            scores |= self._scores(model, held_out)
            if not number:
                self._done()
        return scores

    def _model(self, examples: Sequence[Example], base: Model) -> Model:
        trainer = find_trainer(self.task.engine)
        if self.task.start == SHIPPED:
            return trainer.adapt(base, examples, total=len(examples))
        return trainer.train(examples, total=len(examples))

    def _scores(self, model: Model, examples: Sequence[Example]) -> Scores:
        cleaner = Cleaner(engine=self.task.engine, model=model)
        return scores_of(cleaner, examples, self.measure)

    def _say(self, words: str) -> None:
        self._step(words, self.done, self.total)

    def _done(self) -> None:
        self.done += 1


def _folds(examples: Sequence[Example]) -> Iterator[tuple[list[Example], list[Example]]]:
    """Yield pairs of held-out pages and all others."""
    sites = {example.id: example.site or example.id for example in examples}
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        ids = frozenset(fold)
        yield [one for one in examples if one.id in ids], [one for one in examples if one.id not in ids]


def _some(examples: Sequence[Example], size: int, number: int) -> list[Example]:
    """Return ``size`` of the pages, the same ones for the same number."""
    chosen = frozenset(shuffled(f"{number} {example.id}" for example in examples)[:size])
    return with_sites([example for example in examples if f"{number} {example.id}" in chosen])
