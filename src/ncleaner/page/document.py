"""The document: the result of cleaning a page.

A `Document` is lazy. An engine decides on compact `Blocks`; segments, metadata and text are made on request.
"""

from __future__ import annotations

from ncleaner.page.blocks import CONTINUES
from ncleaner.page.frozen import Frozen
from ncleaner.page.segment import DIGITS, KINDS, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.chunk import Chunk
    from ncleaner.page.decisions import Decisions
    from ncleaner.page.metadata import Metadata
    from ncleaner.page.node import Node
    from ncleaner.page.page import Page
    from ncleaner.page.protocols import Decider, Presenter


class Document(Frozen):
    """A cleaned page: its labelled segments and its metadata.

    ``decider`` is the engine that decided; it supplies reasons, kinds and confidence. ``presenter`` reads metadata and
    renders output formats. Both are called only on request.
    """

    __slots__ = ("page", "blocks", "decisions", "decider", "presenter", "warnings", "_kinds", "_segments", "_metadata")

    page: Page
    blocks: Blocks
    decisions: Decisions
    decider: Decider
    presenter: Presenter
    warnings: tuple[str, ...]
    _kinds: bytes | None
    _segments: tuple[Segment, ...] | None
    _metadata: Metadata | None

    def __init__(
        self, page: Page, blocks: Blocks, decisions: Decisions, decider: Decider, presenter: Presenter
    ) -> None:
        fill = object.__setattr__
        fill(self, "page", page)
        fill(self, "blocks", blocks)
        fill(self, "decisions", decisions)
        fill(self, "decider", decider)
        fill(self, "presenter", presenter)
        fill(self, "warnings", page.warnings + blocks.warnings)
        fill(self, "_kinds", None)
        fill(self, "_segments", None)
        fill(self, "_metadata", None)

    @property
    def engine(self) -> str:
        """The name of the engine that decided."""
        return self.decider.name

    @property
    def kinds(self) -> bytes:
        """The kind of each block: an index into `KINDS`, plus `CONTINUES` if it continues the segment before it."""
        kinds = self._kinds
        if kinds is None:
            kinds = self.decider.kinds(self.blocks, self.decisions)
            self._fill(_kinds=kinds)
        return kinds

    @property
    def headings(self) -> bytes:
        """A 1 for each block that surely is a heading: by its tag, or because the engine is sure."""
        return self.decider.headings(self.blocks, self.decisions)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All segments, kept and dropped, in the order of the page."""
        segments = self._segments
        if segments is None:
            segments = tuple(map(self.segment_maker(), range(len(self.blocks))))
            self._fill(_segments=segments)
        return segments

    def segment_maker(self) -> Callable[[int], Segment]:
        """Return a function that makes the segment of a block by its index."""
        blocks, decisions, decider = self.blocks, self.decisions, self.decider
        kinds, places, paths = self.kinds, blocks.places(), blocks.paths()

        def make(index: int) -> Segment:
            kind = kinds[index]
            score = round(decisions.scores[index], DIGITS)
            decision = decisions.keep[index] == 1, score, decisions.reason(index)
            span = places[2 * index], places[2 * index + 1]
            name = KINDS[kind & ~CONTINUES]
            return Segment(blocks.text(index), name, *decision, *span, paths[index], kind >= CONTINUES, decider)

        return make

    def without(self, indices: Iterable[int]) -> Document:
        """Return a copy of the document in which some blocks are dropped; the kinds of segments stay the same."""
        copy = Document(self.page, self.blocks, self.decisions.without(indices), self.decider, self.presenter)
        copy._fill(_kinds=self.kinds, _metadata=self._metadata)
        return copy

    @property
    def metadata(self) -> Metadata:
        """Title, address, author, date and other metadata that the page declares."""
        metadata = self._metadata
        if metadata is None:
            metadata = self.presenter.metadata(self.page, self.blocks)
            self._fill(_metadata=metadata)
        return metadata

    @property
    def confidence(self) -> float | None:
        """The expected precision of the kept text, from 0 to 1; ``None`` if the engine cannot estimate it."""
        return self.decider.confidence(self.blocks, self.decisions)

    @property
    def page_types(self) -> dict[str, float]:
        """The probability of each page type, the most probable first; empty if the engine cannot tell."""
        return self.decider.page_types(self.blocks, self.decisions)

    @property
    def page_type(self) -> str | None:
        """The most probable page type, such as ``"article"`` or ``"forum"``; ``None`` if the engine cannot tell."""
        return next(iter(self.page_types), None)

    @property
    def text(self) -> str:
        """The kept text, one segment per line; a row of a data table is one line, with tabs between its cells."""
        return self.to("txt")

    def tree(self, *, all: bool = False, links: bool = True, images: bool = False) -> Node:
        """Return the kept content as a tree of headings, paragraphs, lists, tables and the like.

        With ``all``, the dropped text is there too, in nodes with a false ``keep``. Without ``links``, only the text of
        links is there; images are there only with ``images``.
        """
        return self.presenter.tree(self, all=all, links=links, images=images)

    def chunks(self, *, max_words: int = 200, **options: Any) -> list[Chunk]:
        """Return the kept content in parts of at most ``max_words`` words, each with the headings above it.

        The options are those of `tree`.
        """
        return self.presenter.chunks(self, max_words=max_words, **options)

    def to(self, format: str, **options: Any) -> str:
        """Return the document in an output format; `ncleaner.render` lists them."""
        return self.presenter.render(self, format, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the document with what the engine has said of it, instead of the engine and its model."""
        from ncleaner.page.recorded import RecordedAnswers

        answers = RecordedAnswers(self)
        decisions = self.decisions.with_grounds(answers)
        return Document, (self.page, self.blocks, decisions, answers, self.presenter)

    def __repr__(self) -> str:
        return f"<Document: {self.decisions.kept} of {len(self.blocks)} segments kept by {self.engine}>"
