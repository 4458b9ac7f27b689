"""The table of engines. Each entry has the class of an engine, a summary, its options and its trainer.

Classes are imported on demand. Trainers are only named here; `ncleaner.train` imports them.
"""

from __future__ import annotations

from ncleaner.engines.option import Option
from ncleaner.errors import EngineUnavailable, ModelError, NCleanerError, UnknownNameError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.engines.base import Engine, ModelEngine
    from ncleaner.models import ModelSource

DEFAULT_ENGINE = "forest"

# The largest biases that cost less than a point of F on both sets of docs/measurements/accuracy.md, "What a bias does".
PRECISION_BIAS = 1.0
RECALL_BIAS = -2.0

_FOREST_OPTIONS = (
    Option(
        "bias",
        float,
        "BITS",
        "raise for more precision, lower for more recall (default: 0)",
        shortcuts=(("precision", PRECISION_BIAS), ("recall", RECALL_BIAS)),
    ),
    Option(
        "comments",
        str,
        "HOW",
        "keep or drop user comments; auto drops those below an article (default: auto)",
        ("auto", "keep", "drop"),
        shortcuts=(("no-comments", "drop"),),
    ),
    Option(
        "scope",
        str,
        "WHAT",
        "keep the article alone or all text of the page; auto decides by page (default: auto)",
        ("auto", "article", "page"),
    ),
    Option("language", str, "CODE", "set the language of all pages, such as de, or und for unknown (default: detect)"),
)
_NGRAM_OPTIONS = (
    Option("bias", float, "BITS", "raise for more precision, lower for more recall (default: set by the model)"),
    Option(
        "decode",
        str,
        "HOW",
        "decide on segments one by one (independent) or in runs (viterbi) (default: set by the model)",
        ("independent", "viterbi"),
    ),
)
_LINE_OPTIONS = (
    Option("characters", int, "N", "count lines of up to N characters as empty (default: 3)"),
    Option("words", int, "N", "require more than N words in a paragraph (default: 10)"),
    Option("letters", float, "N", "require a mean word length of more than N characters in a paragraph (default: 3)"),
    Option("window", int, "N", "allow fewer than N empty lines between a heading and its paragraph (default: 3)"),
)
_FIASCO_OPTIONS = (
    Option("bias", float, "BITS", "raise for more precision, lower for more recall (default: 0)"),
    Option("share", float, "X", "require this share of a node's text directly inside it, 0 to 1 (default: 0.1)"),
    Option(
        "visual",
        str,
        "HOW",
        "use visual features from a browser: yes, no, or auto (yes if a browser is installed) (default: no)",
        ("no", "yes", "auto"),
    ),
)
_LM_OPTIONS = (
    Option(
        "threshold",
        float,
        "BITS",
        "keep elements up to this divergence from title and headings (default: set by the model)",
    ),
    Option(
        "smoothing",
        str,
        "HOW",
        "smooth word models by absolute discounting or dirichlet (default: absolute)",
        ("absolute", "dirichlet"),
    ),
    Option("bold", bool, "", "treat bold text as part of the query, like title and headings"),
)


class Entry:
    """An engine: the ``place`` of its class (``module:class``), a ``summary`` for help texts, options and trainer.

    ``trainer`` is the place of an `ncleaner.train.trainers.Trainer`, or ``None`` if the engine is not trained.
    """

    __slots__ = ("options", "place", "summary", "trainer")

    def __init__(
        self, place: str, summary: str, *, options: tuple[Option, ...] = (), trainer: str | None = None
    ) -> None:
        self.place = place
        self.summary = summary
        self.options = options
        self.trainer = trainer

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple(option.name for option in self.options)


ENGINES = {
    "forest": Entry(
        "ncleaner.engines.forest.engine:Forest",
        "the default: judge blocks by text and markup, with boosted trees",
        options=_FOREST_OPTIONS,
        trainer="ncleaner.train.trainers:FOREST",
    ),
    "heuristics": Entry(
        "ncleaner.engines.heuristics:Heuristics", "keep all visible text but certain boilerplate, without a model"
    ),
    "ngram": Entry(
        "ncleaner.engines.ngram.engine:Ngram",
        "keep what reads like clean text, by character n-grams (NCleaner, StupidOS)",
        options=_NGRAM_OPTIONS,
        trainer="ncleaner.train.trainers:NGRAM",
    ),
    "ice-baseline": Entry("ncleaner.engines.ice.baseline:Baseline", "ICE: keep everything, as paragraphs"),
    "ice-heuristics": Entry(
        "ncleaner.engines.ice.heuristics:Heuristics", "ICE: long lines and their headings", options=_LINE_OPTIONS
    ),
    "ice-heuristics-full": Entry(
        "ncleaner.engines.ice.heuristics_full:HeuristicsFull",
        "ICE: elements that resemble a paragraph, a heading or a list item",
        options=(Option("threshold", float, "X", "require this resemblance, 0 to 1 (default: 0.2)"),),
    ),
    "ice-tree": Entry(
        "ncleaner.engines.ice.tree:DecisionTree",
        "ICE: a decision tree over five features",
        trainer="ncleaner.train.trainers:ICE_TREE",
    ),
    "ice-tree-plus": Entry(
        "ncleaner.engines.ice.tree_plus:TreePlus",
        "ICE: a decision tree over more features",
        trainer="ncleaner.train.trainers:ICE_TREE_PLUS",
    ),
    "ice-lm": Entry(
        "ncleaner.engines.ice.lm:LanguageModels",
        "ICE: text close to the title, headings and keywords",
        options=_LM_OPTIONS,
        trainer="ncleaner.train.trainers:ICE_LM",
    ),
    "ice-ga": Entry(
        "ncleaner.engines.ice.ga:Evolved",
        "ICE: an evolved regular expression",
        options=(Option("seconds", float, "N", "limit the processor time for a page (default: 10)"),),
        trainer="ncleaner.train.trainers:ICE_GA",
    ),
    "fiasco": Entry(
        "ncleaner.engines.fiasco.engine:Fiasco",
        "judge subtrees of the page by a support vector machine (FIASCO)",
        options=_FIASCO_OPTIONS,
        trainer="ncleaner.train.trainers:FIASCO",
    ),
    "dump": Entry("ncleaner.engines.dump:Dump", "keep all visible text"),
    "lynx": Entry("ncleaner.engines.lynx:Lynx", "keep all text that the browser Lynx shows"),
}


def find_entry(name: str) -> Entry:
    """Return the entry of an engine."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    return ENGINES[name]


def find(name: str) -> type[Engine]:
    """Return the class of an engine."""
    place, _, cls = find_entry(name).place.partition(":")
    engine: type[Engine] = getattr(__import__(place, fromlist=[cls]), cls)
    return engine


def load(name: str | None = None, model: ModelSource | None = None, **options: Any) -> Engine:
    """Return an engine.

    ``model`` is the name of a model, its file, or the model itself. Without ``name``, the model determines the engine;
    without either, it is the default engine. ``options`` are the options of the engine.
    """
    if model is None:
        name = name or DEFAULT_ENGINE
        _check_options(name, options)
        engine = find(name)
        return _with_default_model(engine, options) if engine.takes_model else engine(**options)
    from ncleaner import models

    if name is not None and not find(name).takes_model:
        raise ModelError(f"the engine {name!r} takes no model: leave out the model, or the engine")
    loaded = models.load(model)
    if loaded.engine not in ENGINES:
        raise ModelError(
            f"{loaded.name}: the model is for the engine {loaded.engine!r}, which this version does not have"
        )
    if name not in (None, loaded.engine):
        raise ModelError(
            f"{loaded.name}: the model is for the engine {loaded.engine!r}, not for {name!r}: leave out the engine"
        )
    if not find(loaded.engine).takes_model:
        raise ModelError(f"{loaded.name}: the model is for the engine {loaded.engine!r}, which takes no model")
    _check_options(loaded.engine, options)
    return model_engine(loaded.engine)(loaded, **options)


def model_engine(name: str) -> type[ModelEngine]:
    """Return the class of an engine that takes a model."""
    from ncleaner.engines.base import ModelEngine

    engine = find(name)
    if not issubclass(engine, ModelEngine):
        raise ModelError(f"the engine {name!r} takes no model")
    return engine


def default_model(name: str) -> str | None:
    """Return the name of the default model of an engine, or ``None`` if the engine takes no model."""
    from ncleaner.engines.base import ModelEngine

    engine = find(name)
    return engine.default_model if issubclass(engine, ModelEngine) else None


def _check_options(name: str, options: Iterable[str]) -> None:
    names = find_entry(name).option_names
    for option in options:
        if option not in names:
            near = nearest(option, names)
            hint = f": did you mean {near!r}? There are:" if near else "; there are:"
            available = f"{hint} {', '.join(names)}" if names else "; it has none"
            raise NCleanerError(f"the engine {name!r} has no option {option!r}{available}")


def _with_default_model(engine: type[Engine], options: dict[str, Any]) -> Engine:
    from ncleaner import models

    cls = model_engine(engine.name)
    if cls.default_model is None or cls.default_model not in models.installed():
        raise EngineUnavailable(
            f"the engine {engine.name!r} needs a model, and its default model is not installed: name another one"
        )
    return cls(models.load(cls.default_model), **options)
