"""The recorded answers of an engine about one document, for copies of the document that have no engine."""

from __future__ import annotations

from ncleaner.errors import NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions
    from ncleaner.page.document import Document


class RecordedAnswers:
    """What an engine has said of a document: its decider and the grounds of its decisions, after pickling or copying.

    Answers about other decisions than the recorded ones, or about single characters, would need the engine.
    """

    __slots__ = ("name", "_keep", "_kinds", "_headings", "_confidence", "_page_types", "_reasons")

    def __init__(self, document: Document) -> None:
        decisions = document.decisions
        shared: dict[str, str] = {}
        reasons = map(decisions.reason, range(len(decisions)))
        self.name = document.engine
        self._keep = decisions.keep
        self._kinds = document.kinds
        self._headings = document.headings
        self._confidence = document.confidence
        self._page_types = document.page_types
        self._reasons = [shared.setdefault(reason, reason) for reason in reasons]

    def reason(self, index: int) -> str:
        """Return why a block was kept or dropped."""
        return self._reasons[index]

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return nothing: only the reasons are recorded."""
        return []

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kind of each block."""
        return self._kinds

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each block that surely is a heading."""
        return self._headings

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected precision of the kept text, or ``None`` if other blocks are kept now."""
        return self._confidence if decisions.keep == self._keep else None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return the probability of each page type."""
        return self._page_types

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Raise an error: the engine is not part of the copy."""
        raise NCleanerError("a copied document has no engine, which scores of characters need; clean the page again")
