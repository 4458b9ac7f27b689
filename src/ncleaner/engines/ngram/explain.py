"""The bits of every character of a segment, so that a page or a terminal can colour it."""

from __future__ import annotations

from ncleaner.engines.ngram.normalise import BLANK
from ncleaner.engines.ngram.scorer import Scorer


def explain(scorer: Scorer, text: str) -> list[tuple[str, float]]:
    """Each character with its bits, and at last an empty string with those of the segment's end.

    Blanks that normalisation takes out have none. All of them add up to the score of the text, times its length.
    """
    codes = scorer.normaliser.text(text.encode("utf-8", "replace"))
    bits = scorer.bits(codes)
    found = []
    at = 0
    for char in text:
        own = _codes(scorer, char)
        count = len(own)
        if own == bytes([BLANK]) and codes[at] != BLANK:
            count = 0
        found.append((char, sum(bits[at : at + count])))
        at += count
    found.append(("", bits[at]))
    return found


def _codes(scorer: Scorer, char: str) -> bytes:
    """The codes of a character between others."""
    return scorer.normaliser.text(f"a{char}a".encode("utf-8", "replace"))[1:-2]
