"""Trains ``ice-ga``: evolves a regular expression (section 3.5), with DEAP.

An individual is a tree of capturing groups, other groups and alternatives, whose leaves are literals. Any such tree can
be written as an expression, and so can whatever crossover and mutation make of it. It earns 2 points for each word that
it keeps and that is in the gold text, as often as it is there, and loses 1 for each other one; its fitness is the share
of the points of all gold texts together.

To look at an individual, a worker matches its expression against all pages (`ncleaner.train.ice.fitness`). Expressions
that take too long are of no worth. There are two limits. One of processor time, which the package that matches looks
after. And one of real time, after which the worker is killed: should an expression ever hang where nobody looks at the
clock. An evolution is the same on every run and with any number of workers as long as no expression takes about as
long as the limit, where the machine's mood would decide. So the limit is far above what expressions take that do not
backtrack.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ncleaner.engines.ice.expression import CAPTURING, END, GROUP, LITERALS, LONGEST, OR
from ncleaner.errors import MissingPackage, NCleanerError
from ncleaner.models.format import Model, build
from ncleaner.train.examples import Example, Progress
from ncleaner.train.ice.fitness import Workers, lesson
from ncleaner.train.ice.studies import studies, training_of

if TYPE_CHECKING:
    from deap import gp

WORTHLESS = -1.0


@dataclass(frozen=True, slots=True)
class Evolution:
    """How an expression evolves. ``height`` is that of the tallest tree."""

    population: int = 30
    generations: int = 15
    crossover: float = 0.6
    mutation: float = 0.3
    tournament: int = 3
    height: int = 7
    seed: int = 1

    def __post_init__(self) -> None:
        if self.population < 2 or self.generations < 0:
            raise NCleanerError("an evolution needs two individuals or more")


@dataclass(frozen=True, slots=True)
class Generation:
    """The fitness of the best individual of a generation, and the mean of those that are worth anything."""

    best: float
    mean: float


def train(
    examples: Iterable[Example],
    evolution: Evolution | None = None,
    *,
    workers: int = 1,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """A model with the best expression that evolves on these pages."""
    evolution = evolution or Evolution()
    pages = studies(examples, progress, total)
    lessons = [lesson(page) for page in pages]
    if not any(one.gold for one in lessons):
        raise NCleanerError("there is no clean text to learn from: all gold texts are empty")
    with Workers(lessons, workers) as judge, _seeded(evolution.seed):
        best, fitness, history = evolve(evolution, judge, progress)
    header = {
        "engine": "ice-ga",
        "parameters": {"expression": best},
        "training": training_of(pages),
        "scores": {"training pages": {"fitness": round(100 * fitness, 2)}},
        "evolution": asdict(evolution),
        "history": [[round(one.best, 4), round(one.mean, 4)] for one in history],
    }
    return build(header, {})


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """DEAP asks Python's common generator of random numbers, which others find as they left it."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


def evolve(
    evolution: Evolution, judge: Callable[[list[str]], list[float | None]], progress: Progress | None = None
) -> tuple[str, float, list[Generation]]:
    """The best expression, its fitness, and how the generations did; ``judge`` says what expressions are worth."""
    tools = _toolbox(evolution)
    population = [tools.individual() for _ in range(evolution.population)]
    known: dict[str, float] = {}
    history = []
    best = population[0]
    for number in range(evolution.generations + 1):
        if number:
            population = tools.next_generation(population, best)
        _judge(population, known, judge)
        best = max([best, *population], key=lambda one: one.fitness.values[0])
        history.append(_generation(population))
        if progress is not None:
            progress("generations", number, evolution.generations)
    return written(best), best.fitness.values[0], history


def _judge(
    population: Sequence[Any], known: dict[str, float], judge: Callable[[list[str]], list[float | None]]
) -> None:
    """Give all individuals their fitness; no expression is looked at twice."""
    expressions = [written(one) for one in population]
    new = [text for text in dict.fromkeys(expressions) if text not in known]
    for text, fitness in zip(new, judge(new), strict=True):
        known[text] = WORTHLESS if fitness is None else max(WORTHLESS, fitness)
    for one, text in zip(population, expressions, strict=True):
        one.fitness.values = (known[text],)


def _generation(population: Sequence[Any]) -> Generation:
    values = [one.fitness.values[0] for one in population]
    alive = [value for value in values if value > WORTHLESS] or [WORTHLESS]
    return Generation(max(values), sum(alive) / len(alive))


def written(tree: gp.PrimitiveTree) -> str:
    """The expression of a tree."""
    parts: list[str] = []
    for node in reversed(tree):  # which is in prefix notation
        arguments = [parts.pop() for _ in range(node.arity)]
        parts.append(WRITERS[node.name](*arguments) if node.arity else node.value)
    return parts.pop()


WRITERS: dict[str, Callable[..., str]] = {
    "capture": lambda inner: f"{CAPTURING}{inner}{END}",
    "group": lambda first, second: f"{GROUP}{first}{second}{END}",
    "either": lambda first, second: f"{GROUP}{first}{OR}{second}{END}",
}


class Toolbox:
    """What evolution does, in DEAP's words."""

    def __init__(self, evolution: Evolution) -> None:
        from deap import base, gp

        class Fitness(base.Fitness):  # type: ignore[misc]
            weights = (1.0,)

        class Individual(gp.PrimitiveTree):  # type: ignore[misc]
            def __init__(self, content: Any) -> None:
                super().__init__(content)
                self.fitness = Fitness()

        self.evolution = evolution
        self.make = Individual
        self.parts = gp.PrimitiveSet("expression", 0)
        for name, writer in WRITERS.items():
            self.parts.addPrimitive(writer, 1 if name == "capture" else 2, name=name)
        for literal in LITERALS:
            self.parts.addTerminal(literal)

    def individual(self) -> Any:
        """A random tree."""
        from deap import gp

        return self.make(gp.genHalfAndHalf(self.parts, min_=1, max_=4))

    def next_generation(self, population: Sequence[Any], best: Any) -> list[Any]:
        """Those who won tournaments, crossed and mutated, and the best individual so far as it is."""
        from copy import deepcopy

        from deap import tools

        chosen = tools.selTournament(population, len(population) - 1, tournsize=self.evolution.tournament)
        children = [deepcopy(one) for one in chosen]
        for place in range(1, len(children), 2):
            if random.random() < self.evolution.crossover:
                children[place - 1 : place + 1] = self._crossed(*children[place - 1 : place + 1])
        return [deepcopy(best), *map(self._mutated, children)]

    def _crossed(self, first: Any, second: Any) -> list[Any]:
        from copy import deepcopy

        from deap import gp

        children = gp.cxOnePoint(deepcopy(first), deepcopy(second))
        return [new if self._fits(new) else old for new, old in zip(children, (first, second), strict=True)]

    def _mutated(self, one: Any) -> Any:
        from copy import deepcopy

        from deap import gp

        if random.random() >= self.evolution.mutation:
            return one
        (new,) = gp.mutUniform(deepcopy(one), lambda pset, type_: gp.genFull(pset, 0, 2, type_), self.parts)
        return new if self._fits(new) else one

    def _fits(self, one: Any) -> bool:
        return bool(one.height <= self.evolution.height) and len(written(one)) <= LONGEST


def _toolbox(evolution: Evolution) -> Toolbox:
    try:
        return Toolbox(evolution)
    except ImportError as error:
        raise MissingPackage("training of ice-ga", error.name, "ice") from None
