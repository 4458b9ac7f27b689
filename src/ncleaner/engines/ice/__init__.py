"""ICE: the systems of Hofmann and Weerkamp, *Web Corpus Cleaning using Content and Structure* (2007).

One file for each of the systems in the paper:

- `baseline`: all block-level elements are paragraphs (section 3.1);
- `heuristics`: the line algorithm of Figure 1; `heuristics_full`: pseudo-probabilities for each element (section 3.2);
- `tree`: a decision tree over five features (section 3.3); `tree_plus`: the same with what the conclusion asks for;
- `lm`: elements that are near to the page's title, headings and keywords (section 3.4);
- `ga`: an evolved regular expression (section 3.5).

They stand on `reading`, which makes the paper's elements of our blocks. The stack of our scanner knows what a parser
would know about them: which element a text stands in, and which ones around it. So no tree is built here either.

All of them say of an element not only whether it is kept, but also whether it is a paragraph, a heading or a list item.
What our own rules are certain about is not left out, as none of it is in the paper; what readers cannot see is.
"""

from __future__ import annotations

from ncleaner.engines import INVISIBLE, ReadingEngine
from ncleaner.engines.ice.reading import elements
from ncleaner.page.blocks import HEADING, ITEM, PARAGRAPH
from ncleaner.page.decisions import Decisions
from ncleaner.read import read_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

DROPPED = -1  # a class like the kinds of segments: "n" in the paper

CLASSES = {PARAGRAPH: "p", HEADING: "h", ITEM: "l", DROPPED: "n"}
"""What the paper calls the classes."""

NAMES = {PARAGRAPH: "a paragraph", HEADING: "a heading", ITEM: "a list item", DROPPED: "no content"}


class Verdict:
    """What an engine thinks of an element: its class, a score, and the facts that its reason will be made of."""

    __slots__ = ("kind", "score", "facts")

    def __init__(self, kind: int, score: float = 0.0, facts: tuple[Any, ...] = ()) -> None:
        self.kind = kind
        self.score = score
        self.facts = facts


class Ice(ReadingEngine):
    """What the systems of the paper have in common: they give each visible element a `Verdict`."""

    def read(self, page: Page) -> Blocks:
        """The elements of a page."""
        return elements(read_page(page))

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep all elements that have a class other than `DROPPED`."""
        decisions = Decisions(blocks, rules=False)
        visible = [index for index, keep in enumerate(decisions.keep) if keep]
        verdicts = dict(zip(visible, self.judge(blocks, visible), strict=True))
        for index, verdict in verdicts.items():
            decisions.scores[index] = verdict.score
            decisions.keep[index] = verdict.kind != DROPPED
        decisions.grounds = verdicts
        return decisions

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """The classes of what was kept; of all else, what it is marked up as."""
        marks = bytearray(block.kind for block in blocks.items)
        for index, verdict in _verdicts(decisions).items():
            if verdict.kind != DROPPED:
                marks[index] = verdict.kind
        return bytes(marks)

    def judge(self, blocks: Blocks, visible: Sequence[int]) -> list[Verdict]:
        """What to think of each of the elements with these indices."""
        raise NotImplementedError

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """What the verdict was made of."""
        verdicts = _verdicts(decisions)
        return self.sentence(verdicts[index]) if index in verdicts else INVISIBLE

    def sentence(self, verdict: Verdict) -> str:
        """The reason for a verdict, in words."""
        raise NotImplementedError


def is_number(value: object, low: float, high: float) -> bool:
    """Whether this is a number between two others, as options and parameters should be."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _verdicts(decisions: Decisions) -> dict[int, Verdict]:
    """What was thought of each visible element, by its index."""
    verdicts = decisions.grounds
    assert isinstance(verdicts, dict)
    return verdicts
