"""The confidence of the engine: a linear model that predicts the precision of a page (StupidOS, section 4.4).

The paper found that large pages with long segments are cleaned better than pages with many short ones. It predicted the
precision of a page from the number of segments, their average length and the share of text in very short segments. We
add the score of the text and the kept share of the page. All features are computed from the lengths and scores of the
segments, and only if somebody asks for the confidence.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ncleaner.models.format import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions

FEATURES = ("constant", "segments", "length", "short", "score", "kept")
"""The features of the prediction. Counts and lengths are logarithms, because their effect levels off."""

LARGEST = 1e6  # absolute value of a number in a model

SHORT = 40  # characters without white space: about eight words, fewer than in most sentences


def features(chars: Sequence[int], scores: Sequence[float], keep: Sequence[int]) -> list[float] | None:
    """Return the features of a page, or ``None`` if no text was kept."""
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


def predict(coefficients: Mapping[str, float], values: Sequence[float]) -> float:
    """Return the expected precision of a page with these features, from 0 to 1."""
    total = sum(coefficients[name] * value for name, value in zip(FEATURES, values, strict=True))
    return min(max(total, 0.0), 1.0)


def confidence(coefficients: Mapping[str, float], blocks: Blocks, decisions: Decisions, bias: float) -> float | None:
    """Return the expected precision of the kept text; ``bias`` is the bias that was subtracted from the scores."""
    scored = [
        (block.chars, score + bias, keep)
        for block, score, keep in zip(blocks.items, decisions.scores, decisions.keep, strict=True)
        if not block.rule and not block.state & decisions.hidden
    ]
    values = features(
        [chars for chars, _, _ in scored], [score for _, score, _ in scored], [keep for _, _, keep in scored]
    )
    return None if values is None else predict(coefficients, values)


def is_bounded(value: object) -> bool:
    """Return whether a value is a number of reasonable size; a model file may contain anything."""
    return type(value) in (float, int) and -LARGEST < value < LARGEST  # type: ignore[operator]


def coefficients_of(model: Model) -> dict[str, float] | None:
    """Return the coefficients in the header of a model, or ``None`` if it was trained on too few pages."""
    learnt = model.header.get("confidence")
    if not learnt:
        return None
    coefficients = learnt.get("coefficients") if type(learnt) is dict else None
    if type(coefficients) is not dict or not all(is_bounded(coefficients.get(name)) for name in FEATURES):
        from ncleaner.errors import ModelError

        names = ", ".join(FEATURES)
        raise ModelError(f"{model.name}: the header field 'confidence' should have a coefficient for each of {names}")
    return coefficients
