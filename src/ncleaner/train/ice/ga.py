"""Training of ``ice-ga``: evolution of a regular expression (section 3.5) with DEAP.

An individual is a tree of capturing groups, other groups and alternatives, with literals as leaves. Every such tree is
a valid expression, and so are the results of crossover and mutation. An expression gets 2 points for each kept word
that is in the gold text (counted as often as it occurs there), and -1 for each other kept word. Its fitness is its
share of the points for all gold texts.

A worker matches the expression of an individual against all pages (`ncleaner.train.ice.fitness`). Expressions that take
too long get the lowest fitness. There are two limits: one on processor time, enforced by the matching package, and one
on real time, after which the worker is killed, for expressions that hang without checking the clock. An evolution is
the same on every run and with any number of workers, unless an expression takes about as long as the limit. So the
limit is far above the time of expressions that do not backtrack.
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
from ncleaner.train.examples import Example, Progress, training_sets
from ncleaner.train.ice.fitness import Workers, fitness_page
from ncleaner.train.ice.pages import read_pages

if TYPE_CHECKING:
    from deap import gp

WORTHLESS = -1.0  # the lowest fitness

FitnessFunction = Callable[[list[str]], list[float | None]]
"""Returns the fitness of expressions, ``None`` for those that take too long."""


@dataclass(frozen=True, slots=True)
class Evolution:
    """The settings of an evolution; ``height`` is the maximum height of trees."""

    population: int = 30
    generations: int = 15
    crossover: float = 0.6
    mutation: float = 0.3
    tournament: int = 3
    height: int = 7
    seed: int = 1

    def __post_init__(self) -> None:
        if self.population < 2 or self.generations < 0:
            raise NCleanerError("an evolution needs at least two individuals and no negative number of generations")


@dataclass(frozen=True, slots=True)
class Generation:
    """The best fitness in a generation, and the mean fitness without worthless individuals."""

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
    """Return a model with the best expression evolved on pages and their gold texts."""
    evolution = evolution or Evolution()
    pages = read_pages(examples, progress, total)
    fitness_pages = [fitness_page(page) for page in pages]
    if not any(page.gold for page in fitness_pages):
        raise NCleanerError("there is no clean text to learn from: all gold texts are empty")
    with Workers(fitness_pages, workers) as measure_fitness, _seeded(evolution.seed):
        best, fitness, history = evolve(evolution, measure_fitness, progress)
    header = {
        "engine": "ice-ga",
        "parameters": {"expression": best},
        "training": training_sets(pages),
        "scores": {"training pages": {"fitness": round(100 * fitness, 2)}},
        "evolution": asdict(evolution),
        "history": [[round(generation.best, 4), round(generation.mean, 4)] for generation in history],
    }
    return build(header, {})


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Seed Python's global random generator, which DEAP uses, and restore its state at the end."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


def evolve(
    evolution: Evolution, measure_fitness: FitnessFunction, progress: Progress | None = None
) -> tuple[str, float, list[Generation]]:
    """Return the best expression, its fitness, and the fitness of all generations."""
    tools = _toolbox(evolution)
    population = [tools.individual() for _ in range(evolution.population)]
    known: dict[str, float] = {}
    history = []
    best = population[0]
    for number in range(evolution.generations + 1):
        if number:
            population = tools.next_generation(population, best)
        _set_fitness(population, known, measure_fitness)
        best = max([best, *population], key=lambda individual: individual.fitness.values[0])
        history.append(_generation(population))
        if progress is not None:
            progress("generations", number, evolution.generations)
    return expression_of(best), best.fitness.values[0], history


def _set_fitness(population: Sequence[Any], known: dict[str, float], measure_fitness: FitnessFunction) -> None:
    """Set the fitness of all individuals; each distinct expression is measured once."""
    expressions = [expression_of(individual) for individual in population]
    new = [text for text in dict.fromkeys(expressions) if text not in known]
    for text, fitness in zip(new, measure_fitness(new), strict=True):
        known[text] = WORTHLESS if fitness is None else max(WORTHLESS, fitness)
    for individual, text in zip(population, expressions, strict=True):
        individual.fitness.values = (known[text],)


def _generation(population: Sequence[Any]) -> Generation:
    values = [individual.fitness.values[0] for individual in population]
    alive = [value for value in values if value > WORTHLESS] or [WORTHLESS]
    return Generation(max(values), sum(alive) / len(alive))


def expression_of(tree: gp.PrimitiveTree) -> str:
    """Return the expression of a tree."""
    parts: list[str] = []
    for node in reversed(tree):  # the tree is in prefix notation
        arguments = [parts.pop() for _ in range(node.arity)]
        parts.append(WRITERS[node.name](*arguments) if node.arity else node.value)
    return parts.pop()


WRITERS: dict[str, Callable[..., str]] = {
    "capture": lambda inner: f"{CAPTURING}{inner}{END}",
    "group": lambda first, second: f"{GROUP}{first}{second}{END}",
    "either": lambda first, second: f"{GROUP}{first}{OR}{second}{END}",
}


class Toolbox:
    """The operators of the evolution, built on DEAP."""

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
        """Return a random tree."""
        from deap import gp

        return self.make(gp.genHalfAndHalf(self.parts, min_=1, max_=4))

    def next_generation(self, population: Sequence[Any], best: Any) -> list[Any]:
        """Return the best individual so far, and the winners of tournaments after crossover and mutation."""
        from copy import deepcopy

        from deap import tools

        chosen = tools.selTournament(population, len(population) - 1, tournsize=self.evolution.tournament)
        children = [deepcopy(individual) for individual in chosen]
        for place in range(1, len(children), 2):
            if random.random() < self.evolution.crossover:
                children[place - 1 : place + 1] = self._crossed(*children[place - 1 : place + 1])
        return [deepcopy(best), *map(self._mutated, children)]

    def _crossed(self, first: Any, second: Any) -> list[Any]:
        from copy import deepcopy

        from deap import gp

        children = gp.cxOnePoint(deepcopy(first), deepcopy(second))
        return [new if self._fits(new) else old for new, old in zip(children, (first, second), strict=True)]

    def _mutated(self, individual: Any) -> Any:
        from copy import deepcopy

        from deap import gp

        if random.random() >= self.evolution.mutation:
            return individual
        (new,) = gp.mutUniform(deepcopy(individual), lambda pset, type_: gp.genFull(pset, 0, 2, type_), self.parts)
        return new if self._fits(new) else individual

    def _fits(self, individual: Any) -> bool:
        return bool(individual.height <= self.evolution.height) and len(expression_of(individual)) <= LONGEST


def _toolbox(evolution: Evolution) -> Toolbox:
    try:
        return Toolbox(evolution)
    except ImportError as error:
        raise MissingPackage("training of ice-ga", error.name, "ice") from None
