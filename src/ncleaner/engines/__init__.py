"""Engines: what decides which segments to keep. One file each, looked up by name, imported when asked for.

An engine decides on each block of a page. The blocks are made by `ncleaner.read`; an engine that needs other blocks is
a `ReadingEngine`.

Some engines need a model. They say so (`Engine.takes_model`), and are made by `Engine.with_model`. Some have options,
which are keyword arguments of their constructors (`Engine.options`).
"""

from __future__ import annotations

from ncleaner.errors import EngineUnavailable, ModelError, NCleanerError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.models import Model, ModelSource
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions
    from ncleaner.page.page import Page
    from ncleaner.train import Example

DEFAULT_ENGINE = "forest"

VISIBLE = "visible text"
INVISIBLE = "hidden from readers"

ENGINES = {
    "forest": (
        "ncleaner.engines.forest.engine:Forest",
        "keeps what looks like content, by trees over text and markup",
    ),
    "heuristics": ("ncleaner.engines.heuristics:Heuristics", "drops only what is certainly furniture"),
    "ngram": (
        "ncleaner.engines.ngram.engine:Ngram",
        "keeps what reads like clean text, by models of character n-grams",
    ),
    "ice-baseline": ("ncleaner.engines.ice.baseline:Baseline", "ICE: keeps everything, as paragraphs"),
    "ice-heuristics": ("ncleaner.engines.ice.heuristics:Heuristics", "ICE: keeps long lines, and what they are below"),
    "ice-heuristics-full": (
        "ncleaner.engines.ice.heuristics_full:HeuristicsFull",
        "ICE: keeps what is like a paragraph, a heading or a list item",
    ),
    "ice-tree": ("ncleaner.engines.ice.tree:DecisionTree", "ICE: keeps what a decision tree says, by five features"),
    "ice-tree-plus": ("ncleaner.engines.ice.tree_plus:TreePlus", "ICE: the same by more features"),
    "ice-lm": ("ncleaner.engines.ice.lm:LanguageModels", "ICE: keeps what is near to title, headings and keywords"),
    "ice-ga": ("ncleaner.engines.ice.ga:Evolved", "ICE: keeps what an evolved regular expression captures"),
    "fiasco": ("ncleaner.engines.fiasco.engine:Fiasco", "keeps what a support vector machine says, by subtrees"),
    "dump": ("ncleaner.engines.dump:Dump", "keeps everything that a reader can see"),
    "lynx": ("ncleaner.engines.lynx:Lynx", "keeps everything that the text browser Lynx shows"),
}
"""Name to where the class is, and what it does in a few words."""


class Engine:
    """What all engines have in common.

    ``default_model`` is the name of the model that an engine takes if it is given no other, ``options`` are the names
    of the keyword arguments of its constructor.
    """

    name: str
    trainable = False
    takes_model = False
    default_model: str | None = None
    options: tuple[str, ...] = ()

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep or drop, for each of the segments."""
        raise NotImplementedError

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """Why a segment was kept or dropped; here, what is certain about it."""
        from ncleaner.read.rules import REASONS

        block = blocks.items[index]
        if block.state & decisions.hidden:
            return INVISIBLE
        return REASONS[block.rule] if block.rule else VISIBLE

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """The kind of each segment, and `ncleaner.page.blocks.CONTINUES` where a block belongs to the segment before it.

        Here, the kind as the page was read, and each block is a segment of its own.
        """
        return bytes(block.kind for block in blocks.items)

    @property
    def can_tell_confidence(self) -> bool:
        """Whether `confidence` will have an answer for pages of which something is kept."""
        return False

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """How much of what was kept is expected to be right, from 0 to 1; ``None`` if the engine cannot tell."""
        return None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """How likely the page is of each type, the likeliest first; nothing if the engine cannot tell."""
        return {}

    def explain(self, text: str) -> list[tuple[str, float]]:
        """The bits of each character of a segment; only engines that go by characters know them."""
        raise NCleanerError(f"the engine {self.name!r} does not go by characters")

    @classmethod
    def with_model(cls, model: Model, **options: Any) -> Engine:
        """An engine that works by a model; only those that say so take one."""
        raise NCleanerError(f"the engine {cls.name!r} takes no model")

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """What is in a model, besides its header, that people would like to know: titles, and values for JSON."""
        return {}

    @classmethod
    def trained_on(cls, examples: Iterable[Example], **options: Any) -> Engine:
        """An engine that has learnt from pages and their gold texts; only those that are ``trainable`` can."""
        raise NCleanerError(f"the engine {cls.name!r} cannot be trained")


class ReadingEngine(Engine):
    """An engine that reads pages itself, because it does not work on the blocks that `ncleaner.read` makes."""

    def read(self, page: Page) -> Blocks:
        """Return the labelled blocks of a page."""
        raise NotImplementedError


def find(name: str) -> type[Engine]:
    """The class of the engine of that name."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    place, _, cls = ENGINES[name][0].partition(":")
    engine: type[Engine] = getattr(__import__(place, fromlist=[cls]), cls)
    return engine


def load(name: str | None = None, model: ModelSource | None = None, **options: Any) -> Engine:
    """The engine of that name, ready to work.

    ``model`` is the name of a model, its file, or the model itself. Without a name, the engine is the one that the
    model is for, or the default one if there is no model either. The options are those of the engine.
    """
    if model is None:
        engine = find(name or DEFAULT_ENGINE)
        _check(engine, options)
        return _with_default_model(engine, options) if engine.takes_model else engine(**options)
    from ncleaner import models

    if name is not None and not find(name).takes_model:
        raise NCleanerError(f"the engine {name!r} takes no model")
    loaded = models.load(model)
    if loaded.engine not in ENGINES:
        raise ModelError(f"{loaded.name}: the model is for the engine {loaded.engine!r}, which does not exist here")
    if name not in (None, loaded.engine):
        raise ModelError(f"{loaded.name}: the model is for the engine {loaded.engine!r}, not for {name!r}")
    engine = find(loaded.engine)
    _check(engine, options)
    return engine.with_model(loaded, **options)


def _check(engine: type[Engine], options: Iterable[str]) -> None:
    for option in options:
        if option not in engine.options:
            there = f"there are: {', '.join(engine.options)}" if engine.options else "it has none"
            raise NCleanerError(f"the engine {engine.name!r} has no option {option!r}; {there}")


def _with_default_model(engine: type[Engine], options: dict[str, Any]) -> Engine:
    from ncleaner import models

    if engine.default_model not in models.installed():
        raise EngineUnavailable(
            f"the engine {engine.name!r} needs a model, and its own is not installed; give it one of yours"
        )
    return engine.with_model(models.load(engine.default_model), **options)
