"""Who takes part in an evaluation: engines, and those that take models once for each model that is given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.cleaner import Cleaner
from ncleaner.engines import find


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine, the model it is given, if it is, and what the two are called in results."""

    label: str
    engine: str
    model: str | None = None

    def cleaner(self) -> Cleaner:
        """The engine, ready to work."""
        return Cleaner(engine=self.engine, model=self.model)

    @property
    def can_be_trained(self) -> bool:
        """Whether the engine has a way to learn from pages."""
        return find(self.engine).trainable


def contestants(engines: Sequence[str], models: Sequence[str] = ()) -> tuple[Contestant, ...]:
    """Engines with the models that are for them. Those that only a model names come first."""
    given = models_by_engine(models)
    unnamed = [engine for engine in given if engine not in engines]
    found: list[Contestant] = []
    for engine in dict.fromkeys([*unnamed, *engines]):
        if len(given.get(engine, ())) > 1:
            labels = _labels(given[engine])
            found += [Contestant(f"{engine}:{labels[model]}", engine, model) for model in given[engine]]
        else:
            found.append(Contestant(engine, engine, *given.get(engine, ())))
    return tuple(found)


def models_by_engine(models: Sequence[str]) -> dict[str, list[str]]:
    """The models for each of the engines that they are for."""
    from ncleaner.models import load

    found: dict[str, list[str]] = {}
    for model in dict.fromkeys(models):
        found.setdefault(load(model).engine, []).append(model)
    return found


def _labels(models: Sequence[str]) -> dict[str, str]:
    """The names of models without folder and ending where that is enough to tell them apart."""
    short = {model: os.path.basename(model).removesuffix(".model") for model in models}
    return short if len(set(short.values())) == len(short) else dict(zip(models, models, strict=True))
