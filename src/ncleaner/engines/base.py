"""The base classes of engines, and the reasons that all engines share."""

from __future__ import annotations

from ncleaner.errors import NCleanerError, UsageError
from ncleaner.page.blocks import CONTINUES, HEADING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions, Draft
    from ncleaner.page.page import Page
    from ncleaner.page.protocols import SiteKnowledge

VISIBLE = "visible text"
INVISIBLE = "hidden from readers"


class RuleGrounds:
    """Reasons of an engine that only follows the rules for certain boilerplate, and a base for others."""

    __slots__ = ("blocks", "draft")

    def __init__(self, blocks: Blocks, draft: Draft) -> None:
        self.blocks = blocks
        self.draft = draft

    def reason(self, index: int) -> str:
        """Return why a block was kept or dropped."""
        return self.certain(index) or VISIBLE

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return what counted for keeping a block, or against it; by default nothing."""
        return []

    def certain(self, index: int) -> str:
        """Return the reason if the block is hidden or a rule marks it as boilerplate, else the empty string."""
        block = self.blocks.items[index]
        if block.state & self.draft.hidden:
            return INVISIBLE
        if not block.rule:
            return ""
        from ncleaner.read.rules import REASONS

        return REASONS[block.rule]


class Engine:
    """The base class of engines. Its `decide` keeps or drops each block of a page.

    `ncleaner.engines.registry.ENGINES` has the name, summary, options and trainer of each engine. Options are keyword
    arguments of the constructor. An engine keeps no state between pages.
    """

    name: str
    takes_model = False
    explains_characters = False
    takes_site = False
    takes_declared_text = False
    """Whether a page that shows next to nothing may be completed by the text that it declares in its metadata."""

    uncertain_bits = 0.0
    """A decision is uncertain if its score is less than this from 0; 0 for engines whose scores say nothing of that."""

    def with_site(self, site: SiteKnowledge) -> Engine:
        """Return a copy of the engine that uses what is known of the site of all its pages."""
        if not self.takes_site:
            raise UsageError(f"the engine {self.name!r} cannot use what is known of a site; the engine 'forest' can")
        facts = getattr(type(site), "facts", None)
        if not callable(facts):
            raise UsageError(f"a site must be an ncleaner.Site, not {type(site).__name__}")
        engine = object.__new__(type(self))
        engine.__dict__.update(self.__dict__, site=site)
        return engine

    def decide(self, blocks: Blocks) -> Decisions:
        """Return a decision on each block."""
        raise NotImplementedError

    def words_dropped_by_site(self, blocks: Blocks, decisions: Decisions) -> int:
        """Return how many words would be kept if nothing were known of the site."""
        return 0

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kind of each block, with `ncleaner.page.blocks.CONTINUES` added where it continues a segment.

        By default, the kinds are those that the page was read with, and each block is a segment of its own.
        """
        return bytes(block.kind for block in blocks.items)

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each block that surely is a heading; on pages with markup, those are in heading tags.

        Formats that show headings as such rely on it. Any kind of segment may be wrong, but a paragraph that is shown
        as a heading is worse than a heading that is shown as a paragraph.
        """
        if len(blocks.elements):
            return bytes(block.level > 0 for block in blocks.items)
        return bytes(kind & ~CONTINUES == HEADING for kind in self.kinds(blocks, decisions))

    def comments_on_article(self, blocks: Blocks, decisions: Decisions) -> list[int]:
        """Return the indices of kept blocks that are comments on an article; by default none.

        The posts of a discussion are its content, not comments on an article.
        """
        return []

    @property
    def can_tell_confidence(self) -> bool:
        """Whether `confidence` returns a number for pages with kept text."""
        return False

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected precision of the kept text, from 0 to 1, or ``None`` if the engine cannot tell."""
        return None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return the probability of each page type, the most probable first; empty if the engine cannot tell."""
        return {}

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Return the score of each character of a text, in bits, if the engine scores characters."""
        raise NCleanerError(f"the engine {self.name!r} does not score characters")


class ReadingEngine(Engine):
    """An engine that reads pages itself, because it does not work on the blocks that `ncleaner.read` makes."""

    def read(self, page: Page) -> Blocks:
        """Return the labelled blocks of a page."""
        raise NotImplementedError


class ModelEngine(Engine):
    """An engine that needs a model: ``default_model``, if it has one and is given no other.

    The constructor takes the model and the options. It stores the model and the value of each option as attributes of
    the same name; pickling relies on that.
    """

    takes_model = True
    default_model: str | None = None
    model: Model

    def __init__(self, model: Model) -> None:
        self.model = model

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """Return a description of a model for people: titles, and values for JSON."""
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        from ncleaner.models.format import pack

        options = {name: getattr(self, name) for name in option_names(type(self))}
        return _unpickled, (type(self), pack(self.model.header, self.model.arrays), self.model.name, options)


def option_names(engine: type[Engine]) -> tuple[str, ...]:
    """Return the names of an engine's options: the keyword-only parameters of its constructor."""
    return tuple(getattr(engine.__init__, "__kwdefaults__", None) or ())


def _unpickled(engine: type[ModelEngine], data: bytes, name: str, options: dict[str, Any]) -> ModelEngine:
    from ncleaner.models.format import unpack

    return engine(unpack(data, name), **options)
