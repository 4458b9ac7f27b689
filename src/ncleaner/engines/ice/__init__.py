"""ICE: the systems of Hofmann and Weerkamp, *Web Corpus Cleaning using Content and Structure* (2007).

One module for each system of the paper:

- `baseline`: all block-level elements are paragraphs (section 3.1);
- `heuristics`: the line algorithm of Figure 1; `heuristics_full`: pseudo-probabilities for each element (section 3.2);
- `tree`: a decision tree over five features (section 3.3); `tree_plus`: the same with the features that the conclusion
  proposes;
- `lm`: elements that are close to the page's title, headings and keywords (section 3.4);
- `ga`: an evolved regular expression (section 3.5).

All of them use `reading`, which turns our blocks into the paper's elements. Our scanner already knows the element of
each text and the elements around it, so no tree is built.

Each system decides not only whether an element is kept, but also whether it is a paragraph, a heading or a list item.
Hidden elements are dropped. The rules for certain boilerplate are not applied, because the paper has no such rules.
"""

from __future__ import annotations

from ncleaner.engines.base import INVISIBLE, ReadingEngine
from ncleaner.engines.ice.reading import elements
from ncleaner.page.blocks import HEADING, ITEM, PARAGRAPH
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.read import read_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

DROPPED = -1  # a class beside the kinds of segments; "n" in the paper

CLASSES = {PARAGRAPH: "p", HEADING: "h", ITEM: "l", DROPPED: "n"}
"""The names of the classes in the paper."""

NAMES = {PARAGRAPH: "a paragraph", HEADING: "a heading", ITEM: "a list item", DROPPED: "no content"}


class Label:
    """The class of an element, a score, and the facts for its reason."""

    __slots__ = ("facts", "kind", "score")

    def __init__(self, kind: int, score: float = 0.0, facts: tuple[Any, ...] = ()) -> None:
        self.kind = kind
        self.score = score
        self.facts = facts


class Ice(ReadingEngine):
    """The base class of the systems of the paper: they give each visible element a `Label`."""

    def read(self, page: Page) -> Blocks:
        """Return the block-level elements of a page."""
        return elements(read_page(page))

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep all elements that have a class other than `DROPPED`."""
        draft = Draft(blocks, rules=False)
        visible = [index for index, keep in enumerate(draft.keep) if keep]
        labels = dict(zip(visible, self.label(blocks, visible), strict=True))
        for index, label in labels.items():
            draft.scores[index] = label.score
            draft.keep[index] = label.kind != DROPPED
        return draft.finish(LabelGrounds(self, labels))

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the classes of kept elements; dropped elements have the kind of their markup."""
        kinds = bytearray(block.kind for block in blocks.items)
        assert isinstance(decisions.grounds, LabelGrounds)
        for index, label in decisions.grounds.labels.items():
            if label.kind != DROPPED:
                kinds[index] = label.kind
        return bytes(kinds)

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each element that is labelled as a heading."""
        return bytes(kind == HEADING for kind in self.kinds(blocks, decisions))

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Return a label for each of the elements with these indices."""
        raise NotImplementedError

    def sentence(self, label: Label) -> str:
        """Return the reason for a label, in words."""
        raise NotImplementedError


class LabelGrounds:
    """Reasons from the labels of the visible elements."""

    __slots__ = ("engine", "labels")

    def __init__(self, engine: Ice, labels: dict[int, Label]) -> None:
        self.engine = engine
        self.labels = labels

    def reason(self, index: int) -> str:
        """Return the reason for the label of an element; elements without a label are hidden."""
        return self.engine.sentence(self.labels[index]) if index in self.labels else INVISIBLE

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return nothing: the reason says it all."""
        return []


def is_number(value: object, low: float, high: float) -> bool:
    """Return whether a value is a number from ``low`` to ``high``; options and parameters may be anything."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
