"""Who takes part in an evaluation: engines, and those that take models once for each model that is given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.engines import find_entry
from ncleaner.errors import NCleanerError
from ncleaner.evaluate import peers as peers  # adds them to the table of engines
from ncleaner.gold.sets import Pair


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine, the model and the options it is given, and what it is called in results."""

    label: str
    engine: str
    model: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def cleaner(self) -> Cleaner:
        """The engine, ready to work."""
        return Cleaner(engine=self.engine, model=self.model, **self.options)

    def trained_on(self, pages: Iterable[Pair]) -> Cleaner:
        """The engine, ready to work after it has learnt from pages."""
        from ncleaner.train.examples import Example
        from ncleaner.train.trainers import trained_engine

        examples = (
            Example(pair.id, pair.page(), pair.gold(), pair.kind, site=pair.site, type=pair.type) for pair in pages
        )
        return Cleaner(engine=trained_engine(self.engine, examples, **self.options))

    @property
    def can_be_trained(self) -> bool:
        """Whether the engine has a way to learn from pages."""
        return find_entry(self.engine).trainer is not None


def contestants(
    engines: Sequence[str], models: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> tuple[Contestant, ...]:
    """Engines with the models and options that are for them. Those that only a model names come first."""
    given = models_by_engine(models)
    unnamed = [engine for engine in given if engine not in engines]
    taking_part = list(dict.fromkeys([*unnamed, *engines]))
    known = _options_by_engine(taking_part, options or {})
    found: list[Contestant] = []
    for engine in taking_part:
        own = given.get(engine, [])
        if len(own) > 1:
            labels = _labels(own)
            found += [Contestant(f"{engine}:{labels[model]}", engine, model, known[engine]) for model in own]
        else:
            found.append(Contestant(engine, engine, own[0] if own else None, known[engine]))
    return tuple(found)


def _options_by_engine(engines: Sequence[str], options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Those of the options that each of the engines has."""
    found = {
        engine: {name: value for name, value in options.items() if name in find_entry(engine).option_names}
        for engine in engines
    }
    for name in options:
        if not any(name in known for known in found.values()):
            raise NCleanerError(f"none of these engines has an option {name!r}: {', '.join(engines)}")
    return found


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
