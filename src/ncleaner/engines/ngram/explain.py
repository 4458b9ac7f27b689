"""The bits of every character of a segment, for reports and terminals that colour characters."""

from __future__ import annotations

from ncleaner.engines.ngram.normalise import BLANK
from ncleaner.engines.ngram.scorer import Scorer


def explain(scorer: Scorer, text: str) -> list[tuple[str, float]]:
    """Return each character with its bits, and last an empty string with the bits of the segment's end.

    Blanks that normalisation removes have 0 bits. The sum of all bits is the score of the text times its length.
    """
    codes = scorer.normaliser.text(text.encode("utf-8", "replace"))
    bits = scorer.bits(codes)
    explained = []
    at = 0
    for char in text:
        own = _codes(scorer, char)
        count = len(own)
        if own == bytes([BLANK]) and codes[at] != BLANK:
            count = 0
        explained.append((char, sum(bits[at : at + count])))
        at += count
    explained.append(("", bits[at]))
    return explained


def _codes(scorer: Scorer, char: str) -> bytes:
    """Return the codes of a character in the middle of a text."""
    return scorer.normaliser.text(f"a{char}a".encode("utf-8", "replace"))[1:-2]
