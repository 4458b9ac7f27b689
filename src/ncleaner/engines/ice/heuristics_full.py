"""The elaborate heuristics (section 3.2): whether an element is a paragraph, a heading, a list item, or nothing.

Each element gets three pseudo-probabilities, and the largest one decides. What each is made of stands in the paper; how
much each part counts does not, and was settled on CleanEval's development set:

- list item: whether it is marked up as one, its length (each word makes it less likely), a capital at its start, and
  whether the elements before and after it are list items;
- heading: whether it is marked up as one, its length, and whether the next element has more than ten words;
- paragraph: punctuation and conjunctions for each word. Ratios of few words say little, so that they count the less the
  fewer words there are.

Neither a heading nor a list item may be or contain a link. An element is dropped if its largest figure is below the
threshold: the paper has one for paragraphs only, but by its own figures would keep every line without a link.
"""

from __future__ import annotations

from ncleaner.engines.ice import DROPPED, NAMES, Ice, Label, is_number
from ncleaner.engines.ice.lexicon import check, conjunctions, known, language_of
from ncleaner.engines.ice.wording import Wording
from ncleaner.errors import NCleanerError
from ncleaner.page.blocks import HEADING, ITEM, LIST, PARAGRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Block, Blocks

MARKED_ITEM, UNMARKED_ITEM = 0.6, 0.05
SHORT_ITEM = 0.3  # for a list item of no words, less `PER_WORD` for each that it has
CAPITAL = 0.1
NEIGHBOURS = 0.25  # what they count, of all that there is

MARKED_HEADING = 0.5
SHORT_HEADING = 0.2
FOLLOWED = 0.3  # by an element of more than `LONG` words
LONG = 10

PER_WORD = 0.02
FULL_PUNCTUATION = 0.2  # for each word: no text needs more to look like one
FULL_CONJUNCTIONS = 1 / 30
ENOUGH = 20  # words, for ratios to be trusted


class HeuristicsFull(Ice):
    """Pseudo-probabilities. ``threshold`` is what the largest of them must be for an element to be kept."""

    name = "ice-heuristics-full"

    def __init__(self, *, threshold: float = 0.2) -> None:
        if not is_number(threshold, 0, 1):
            raise NCleanerError(f"the threshold must be a number from 0 to 1, not {threshold!r}")
        check(self.name, conjunctions)
        self.threshold = threshold

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Weigh all elements, each with its neighbours."""
        wordings = [Wording(blocks.text(index)) for index in visible]
        items = [
            _item(blocks.items[index], wording, blocks.text(index)[:1].isupper())
            for index, wording in zip(visible, wordings, strict=True)
        ]
        labels = []
        for place, (index, wording) in enumerate(zip(visible, wordings, strict=True)):
            block = blocks.items[index]
            joining = wording.ratio(known(conjunctions, language_of(blocks, index)))
            followed = place + 1 < len(visible) and wordings[place + 1].count > LONG
            figures = {
                PARAGRAPH: _paragraph(wording, joining),
                HEADING: 0.0 if block.links else _heading(block, wording, followed),
                ITEM: 0.0 if block.links else _among(items, place),
            }
            labels.append(self._label(figures))
        return labels

    def _label(self, figures: dict[int, float]) -> Label:
        kind = max(figures, key=figures.__getitem__)
        kept = figures[kind] >= self.threshold
        return Label(kind if kept else DROPPED, 0.0, (kind, figures[kind]))

    def sentence(self, label: Label) -> str:
        """What it is most like, and how much."""
        kind, figure = label.facts
        side = "threshold" if label.kind != DROPPED else "below the threshold"
        return f"most like {NAMES[kind]}: {figure:.2f}, {side} {self.threshold:g}"


def _item(block: Block, wording: Wording, capital: bool) -> float:
    """How much an element is like a list item by itself."""
    if block.links:
        return 0.0
    marked = MARKED_ITEM if block.state & LIST else UNMARKED_ITEM
    return marked + max(0.0, SHORT_ITEM - PER_WORD * wording.count) + CAPITAL * capital


def _among(items: Sequence[float], place: int) -> float:
    """The same with what its neighbours are."""
    around = [items[other] for other in (place - 1, place + 1) if 0 <= other < len(items)]
    return (1 - NEIGHBOURS) * items[place] + NEIGHBOURS * sum(around) / max(1, len(around))


def _heading(block: Block, wording: Wording, followed: bool) -> float:
    marked = MARKED_HEADING if block.level else 0.0
    return marked + max(0.0, SHORT_HEADING - PER_WORD * wording.count) + FOLLOWED * followed


def _paragraph(wording: Wording, joining: float) -> float:
    punctuation = min(1.0, wording.punct_ratio / FULL_PUNCTUATION)
    joined = min(1.0, joining / FULL_CONJUNCTIONS)
    return (punctuation + joined) / 2 * min(1.0, wording.count / ENOUGH)
