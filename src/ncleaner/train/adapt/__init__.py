"""Adaptation: models that start from another model and learn from a few further pages.

The pages of the first model are not needed. `adapt` returns an ordinary model: its header says what it started from.
"""

from __future__ import annotations

from collections.abc import Iterable

from ncleaner.errors import NCleanerError
from ncleaner.models.format import Model
from ncleaner.train.examples import Example, Progress

ENGINES = ("forest", "ngram")
"""The engines whose models can be adapted."""


def adapt(model: Model, examples: Iterable[Example], *, total: int = 0, progress: Progress | None = None) -> Model:
    """Return a model adapted to pages and their gold texts; ``total`` is their number, for the progress.

    If the pages teach it nothing, the result decides as the given model does.
    """
    check_adaptable(model)
    if model.engine == "forest":
        from ncleaner.train.adapt import forest

        return forest.adapt(model, examples, total=total, progress=progress)
    from ncleaner.train.adapt import ngram

    return ngram.adapt(model, examples, total=total, progress=progress)


def check_adaptable(model: Model) -> None:
    """Raise an error if a model is for an engine that cannot start from another model."""
    if model.engine not in ENGINES:
        raise NCleanerError(
            f"{model.name}: models of the engine {model.engine!r} cannot be adapted; those of these engines can:"
            f" {', '.join(ENGINES)}"
        )
