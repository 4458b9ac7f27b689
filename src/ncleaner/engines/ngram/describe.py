"""A description of a model for people."""

from __future__ import annotations

from ncleaner.engines.ngram.normalise import alphabet, decoded
from ncleaner.engines.ngram.scorer import Scorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.models.format import Model

EDGE_SIGN = "¶"
BLANK_SIGN = "␣"


def describe(model: Model) -> dict[str, Any]:
    """Return the most distinctive n-grams of clean and dirty text, strongest first, with the bits of their last code.

    ``¶`` is the edge of a segment and ``␣`` a blank.
    """
    scorer = Scorer(model)
    sides: dict[str, list[dict[str, Any]]] = {"clean n-grams": [], "dirty n-grams": []}
    for key in model.array("telling", "U64"):
        codes = key.to_bytes(8, "big").lstrip(b"\0")
        if len(codes) != scorer.n or 0 in codes or max(codes) > len(alphabet(scorer.mode)):
            continue  # not an n-gram: the file may be damaged
        bits = scorer.bits(codes)[-1]
        if not bits:
            continue  # rounded to 0 in a table
        shown = decoded(codes, scorer.mode).replace("\n", EDGE_SIGN).replace(" ", BLANK_SIGN)
        sides["clean n-grams" if bits > 0 else "dirty n-grams"].append({"n-gram": shown, "bits": round(bits, 2)})
    return sides
