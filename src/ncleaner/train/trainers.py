"""The trainers of all engines, one table for the command, for ``make models`` and for cross-validation.

An entry of `ncleaner.engines.registry.ENGINES` names its trainer here. Modules that train are imported when a trainer
is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ncleaner.engines.option import Option, count
from ncleaner.engines.registry import ENGINES, find_entry, model_engine
from ncleaner.errors import NCleanerError
from ncleaner.train.recipe import DEFAULT, DIRTY, LARGEST_MODE, LARGEST_N, Recipe

if TYPE_CHECKING:
    from ncleaner.engines.base import Engine
    from ncleaner.models.format import Model
    from ncleaner.train.examples import Example, Progress


@dataclass(frozen=True, slots=True)
class Trainer:
    """How models of an engine are trained.

    ``function`` makes a model of examples; it takes ``total``, ``progress`` and the options as keyword arguments.
    ``for_engine`` returns the options to train with, given the options that the engine will run with: cross-validation
    uses it. ``on_texts`` trains on two folders of texts, ``figure`` draws the training of a model as SVG; both are for
    engines that can. ``takes_snippets`` says that the engine also learns from pages that have snippets, not gold texts.
    ``can_adapt`` says that its models can start from another model.
    """

    function: Callable[..., Model]
    options: tuple[Option, ...] = ()
    for_engine: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda options: {}
    on_texts: Callable[..., Model] | None = None
    figure: Callable[[Model], str] | None = None
    takes_snippets: bool = False
    can_adapt: bool = False

    def train(
        self, examples: Iterable[Example], *, total: int = 0, progress: Progress | None = None, **options: Any
    ) -> Model:
        """Return a model trained on pages and their gold texts; ``total`` is their number, for the progress."""
        chosen = examples if self.takes_snippets else map(_with_gold, examples)
        return self.function(chosen, total=total, progress=progress, **options)

    def adapt(
        self, model: Model, examples: Iterable[Example], *, total: int = 0, progress: Progress | None = None
    ) -> Model:
        """Return a model that starts from another one; ``total`` is the number of pages, for the progress."""
        from ncleaner.train.adapt import adapt

        return adapt(model, map(_with_gold, examples), total=total, progress=progress)


def _with_gold(example: Example) -> Example:
    """Return an example that has a gold text."""
    if example.snippets is not None:
        raise NCleanerError(f"{example.id} has snippets, but no gold text: this engine learns only from gold texts")
    return example


def find_trainer(engine: str) -> Trainer:
    """Return the trainer of an engine."""
    place = find_entry(engine).trainer
    if place is None:
        raise NCleanerError(f"the engine {engine!r} cannot be trained; these can: {', '.join(trainable())}")
    module, _, name = place.partition(":")
    trainer: Trainer = getattr(__import__(module, fromlist=[name]), name)
    return trainer


def trainable() -> list[str]:
    """Return the names of the engines that can be trained."""
    return [name for name, entry in ENGINES.items() if entry.trainer]


def trained_engine(engine: str, examples: Iterable[Example], **options: Any) -> Engine:
    """Return an engine with a model trained on the examples; the options are those of the engine."""
    trainer = find_trainer(engine)
    return model_engine(engine)(trainer.train(examples, **trainer.for_engine(options)), **options)


def _ngram(examples: Iterable[Example], *, total: int, progress: Progress | None, **options: Any) -> Model:
    from ncleaner.train.ngram import train

    return train(examples, Recipe(**options), total=total, progress=progress)


def _ngram_on_texts(clean: str, dirty: str, *, progress: Progress | None = None, **options: Any) -> Model:
    from ncleaner.train.texts import train_on_texts

    return train_on_texts(clean, dirty, Recipe(**options), progress=progress)


def _forest(examples: Iterable[Example], **options: Any) -> Model:
    from ncleaner.train.forest import train

    return train(examples, **options)


def _ice_tree(examples: Iterable[Example], **options: Any) -> Model:
    from ncleaner.train.ice.tree import train

    return train(examples, "ice-tree", **options)


def _ice_tree_plus(examples: Iterable[Example], **options: Any) -> Model:
    from ncleaner.train.ice.tree import train

    return train(examples, "ice-tree-plus", **options)


def _ice_lm(examples: Iterable[Example], **options: Any) -> Model:
    from ncleaner.train.ice.lm import train

    return train(examples, **options)


def _ice_lm_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Learn the threshold of the one setting that the engine will use."""
    from ncleaner.engines.ice.divergence import ABSOLUTE

    setting = options.get("smoothing", ABSOLUTE), bool(options.get("bold", False))
    return {"settings": [setting], "scores": False}


def _ice_ga(
    examples: Iterable[Example], *, total: int, progress: Progress | None, workers: int = 1, **options: Any
) -> Model:
    from ncleaner.train.ice.ga import Evolution, train

    return train(examples, Evolution(**options), workers=workers, total=total, progress=progress)


def _ice_ga_figure(model: Model) -> str:
    from ncleaner.train.ice.plot import fitness_by_generation

    return fitness_by_generation(model)


def _fiasco(examples: Iterable[Example], *, visual: str = "auto", use_cache: bool = True, **options: Any) -> Model:
    """Train the SVMs; the visual one only if ``visual`` is ``"yes"``, or ``"auto"`` and a browser is found."""
    from ncleaner.engines.fiasco.packages import requires_package
    from ncleaner.train.fiasco.training import train

    with requires_package("opencv-python-headless"):
        from ncleaner.engines.fiasco.visual import find_browser
        from ncleaner.engines.fiasco.visual.cache import default_folder

    is_visual = visual == "yes" or (visual == "auto" and find_browser() is not None)
    return train(examples, visual=is_visual, cache=default_folder() if use_cache else None, **options)


def _fiasco_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Train the visual SVM only if the engine will use it."""
    visual = "no" if options.get("visual", "no") == "no" else "yes"
    return {"visual": visual, "scores": False, "use_cache": False}


def _without_scores(options: Mapping[str, Any]) -> dict[str, Any]:
    return {"scores": False}


_WORKERS = Option("workers", count, "N", "use N worker processes or browsers (default: 1)")

NGRAM = Trainer(
    _ngram,
    options=(
        Option("n", int, "N", f"set the length of the n-grams, 1 to {LARGEST_N} (default: {DEFAULT.n})"),
        Option("q", float, "Q", f"set the weight of shorter histories, 0 to 1 (default: {DEFAULT.q})"),
        Option("mode", int, "M", f"set the normalisation, 0 to {LARGEST_MODE}, see below (default: {DEFAULT.mode})"),
        Option("dirty", str, "HOW", f"choose how dirty text is counted (default: {DEFAULT.dirty})", DIRTY),
        Option("bias", float, "BITS", "raise for more precision, lower for more recall (default: the best on folds)"),
        Option("decode", str, "HOW", "decide on segments one by one or in runs (default: the better on folds)",
               ("independent", "viterbi")),
        Option("prune", float, "BITS", "leave out n-grams that change scores by less than this (default: none)"),
    ),
    on_texts=_ngram_on_texts,
    can_adapt=True,
)  # fmt: skip
FOREST = Trainer(_forest, takes_snippets=True, can_adapt=True)
ICE_TREE = Trainer(_ice_tree, for_engine=_without_scores)
ICE_TREE_PLUS = Trainer(_ice_tree_plus, for_engine=_without_scores)
ICE_LM = Trainer(_ice_lm, for_engine=_ice_lm_settings)
ICE_GA = Trainer(
    _ice_ga,
    options=(
        Option("population", count, "N", "set the number of expressions in a generation (default: 30)"),
        Option("generations", count, "N", "set the number of generations (default: 15)"),
        Option("seed", int, "N", "set the seed; the same seed gives the same expression (default: 1)"),
        _WORKERS,
    ),
    figure=_ice_ga_figure,
)
FIASCO = Trainer(
    _fiasco,
    options=(
        Option("visual", str, "HOW", "use rendered screenshots; auto: if a browser is found (default: auto)",
               ("yes", "no", "auto")),
        _WORKERS,
    ),
    for_engine=_fiasco_settings,
)  # fmt: skip
