"""How far the text of a page can be trusted: a linear model that predicts its precision (StupidOS, section 4.4).

The paper found that large pages with long segments are cleaned better than those with many short ones, and predicted
the precision of a page from the number of segments, their average length and the share of the text that stands in very
short ones. The score of the text and the share of the page that was kept are added here. All of them are had from the
characters and scores of the segments, so that they cost nothing while pages are cleaned, and little when asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ncleaner.models.format import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions

FEATURES = ("constant", "segments", "length", "short", "score", "kept")
"""What the prediction is made of; logarithms of numbers and lengths, as their effects wear off."""

LARGEST = 1e6  # number in a model that means something

SHORT = 40  # characters that are not white space: some eight words, less than most sentences have


def features(chars: Sequence[int], scores: Sequence[float], keep: Sequence[int]) -> list[float] | None:
    """The facts of a page from those of its segments, or ``None`` if nothing of it was kept."""
    from math import log2

    count = size = short = 0
    bits = 0.0
    for length, score, kept in zip(chars, scores, keep, strict=True):
        if kept:
            count += 1
            size += length
            bits += length * score
            if length < SHORT:
                short += length
    if not size:
        return None
    return [1.0, log2(1 + count), log2(1 + size / count), short / size, bits / size, size / sum(chars)]


def predict(coefficients: Mapping[str, float], facts: Sequence[float]) -> float:
    """The precision to be expected, from 0 to 1."""
    value = sum(coefficients[name] * fact for name, fact in zip(FEATURES, facts, strict=True))
    return min(max(value, 0.0), 1.0)


def confidence(coefficients: Mapping[str, float], blocks: Blocks, decisions: Decisions, bias: float) -> float | None:
    """The precision to be expected of what was kept of a page, by scores that had this bias taken off."""
    open = [
        (block.chars, score + bias, keep)
        for block, score, keep in zip(blocks.items, decisions.scores, decisions.keep, strict=True)
        if not block.rule and not block.state & decisions.hidden
    ]
    facts = features([chars for chars, _, _ in open], [score for _, score, _ in open], [keep for _, _, keep in open])
    return None if facts is None else predict(coefficients, facts)


def is_bounded(value: object) -> bool:
    """Whether this is a number that one can calculate with; a model file may have anything."""
    return type(value) in (float, int) and -LARGEST < value < LARGEST  # type: ignore[operator]


def coefficients_of(model: Model) -> dict[str, float] | None:
    """The coefficients in the header of a model; ``None`` if it was trained on too few pages to have any."""
    learnt = model.header.get("confidence")
    if not learnt:
        return None
    found = learnt.get("coefficients") if type(learnt) is dict else None
    if type(found) is not dict or not all(is_bounded(found.get(name)) for name in FEATURES):
        from ncleaner.errors import ModelError

        raise ModelError(f"{model.name}: the fact 'confidence' should have a coefficient for each of {FEATURES}")
    return found
