"""The engines of an evaluation; an engine with several models takes part once for each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.engines import find_entry
from ncleaner.errors import NCleanerError
from ncleaner.evaluate import peers as peers  # adds them to the table of engines
from ncleaner.gold.sets import Pair, Set


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine with a model and options, and its label in results."""

    label: str
    engine: str
    model: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def cleaner(self) -> Cleaner:
        """Return a cleaner with the engine."""
        return Cleaner(engine=self.engine, model=self.model, **self.options)

    def trained_on(self, pages: Iterable[Pair], others: Sequence[tuple[Set, int]] = ()) -> Cleaner:
        """Return a cleaner with the engine, trained on pages, and on other sets with the weights of their pages."""
        from ncleaner.train.examples import example_of, examples_of
        from ncleaner.train.trainers import trained_engine

        examples = (example_of(pair, pair.id) for pair in pages)
        return Cleaner(engine=trained_engine(self.engine, chain(examples, examples_of(others)), **self.options))

    @property
    def can_be_trained(self) -> bool:
        """Whether the engine can be trained."""
        return find_entry(self.engine).trainer is not None


def candidates(
    engines: Sequence[str], models: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> tuple[Candidate, ...]:
    """Return the engines with their models and options; engines that only a model names come first."""
    given = models_by_engine(models)
    unnamed = [engine for engine in given if engine not in engines]
    taking_part = list(dict.fromkeys([*unnamed, *engines]))
    known = _options_by_engine(taking_part, options or {})
    result: list[Candidate] = []
    for engine in taking_part:
        own = given.get(engine, [])
        if len(own) > 1:
            labels = _labels(own)
            result += [Candidate(f"{engine}:{labels[model]}", engine, model, known[engine]) for model in own]
        else:
            result.append(Candidate(engine, engine, own[0] if own else None, known[engine]))
    return tuple(result)


def _options_by_engine(engines: Sequence[str], options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the options that each engine has; an option that no engine has is an error."""
    by_engine = {
        engine: {name: value for name, value in options.items() if name in find_entry(engine).option_names}
        for engine in engines
    }
    for name in options:
        if not any(name in known for known in by_engine.values()):
            raise NCleanerError(f"none of these engines has an option {name!r}: {', '.join(engines)}")
    return by_engine


def models_by_engine(models: Sequence[str]) -> dict[str, list[str]]:
    """Return the models by engine."""
    from ncleaner.models import load

    by_engine: dict[str, list[str]] = {}
    for model in dict.fromkeys(models):
        by_engine.setdefault(load(model).engine, []).append(model)
    return by_engine


def _labels(models: Sequence[str]) -> dict[str, str]:
    """Return labels of models: their names without folder and ending, if those differ."""
    short = {model: os.path.basename(model).removesuffix(".model") for model in models}
    return short if len(set(short.values())) == len(short) else dict(zip(models, models, strict=True))
