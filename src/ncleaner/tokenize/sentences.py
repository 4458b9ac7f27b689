"""Sentence splitting.

A sentence ends at a full stop, question mark or similar, and the closing quotation marks and brackets after it, if
white space and then a possible beginning of a sentence follow: anything but a lower-case letter or punctuation. In
ideographic scripts, which have no lower case and no white space after a stop, the stop alone is enough.
"""

from __future__ import annotations

from unicodedata import category

from ncleaner.tokenize.tokens import Divide, Token, characters, class_of, tokens

_IDEOGRAPHIC_STOPS = frozenset("。！？｡")
_BEGINNINGS = frozenset("udwktqs'-")  # character classes of `ncleaner.tokenize.tokens`
_OTHER_BEGINNINGS = frozenset("¿¡•–—*")


def sentences(text: str, divide: Divide = characters) -> list[list[Token]]:
    """Return the sentences of a text, each as a list of its tokens; ``divide`` is that of `tokens`."""
    all_tokens = tokens(text, divide)
    result = []
    start = 0  # of the sentence
    after = 0  # end of the last stop and its closing marks
    for at, token in enumerate(all_tokens):
        if token.ending and at >= after:
            after = _after_stop(all_tokens, at)
            if after < len(all_tokens) and _breaks(token, all_tokens[after - 1], all_tokens[after]):
                result.append(all_tokens[start:after])
                start = after
    if start < len(all_tokens):
        result.append(all_tokens[start:])
    return result


def _after_stop(sequence: list[Token], at: int) -> int:
    """Return the index after a stop and the stops and closing marks glued to it."""
    ideographic = sequence[at].text[-1] in _IDEOGRAPHIC_STOPS
    at += 1
    while (
        at < len(sequence)
        and sequence[at].glued
        and (sequence[at].ending == "stop" or _closes(sequence[at], ideographic))
    ):
        at += 1
    return at


def _closes(token: Token, ideographic: bool) -> bool:
    """Return whether a mark that is glued to a stop is a closing one.

    An opening quotation mark counts as closing, because it closes quotations in German, but not after an ideographic
    stop, where it may open the next sentence.
    """
    kind = category(token.text[0])
    return kind in ("Pe", "Pf") or token.text in ('"', "'") or (kind == "Pi" and not ideographic)


def _breaks(stop: Token, last: Token, following: Token) -> bool:
    """Return whether a sentence ends between ``last``, the end of the stop and its closing marks, and ``following``."""
    kind = class_of(following)
    if stop.ending == "perhaps":
        return kind == "u" and not following.glued
    if following.glued:
        mark = last.text[-1]
        return kind in "ktqwlud" if mark in _IDEOGRAPHIC_STOPS else kind == "k" and mark in "!?"
    return kind in _BEGINNINGS or following.text[0] in _OTHER_BEGINNINGS
