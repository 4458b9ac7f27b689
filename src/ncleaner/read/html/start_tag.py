"""The attributes of one start tag, read again from the source."""

from __future__ import annotations

from ncleaner.read.html.tokenizer import START_TAG, Tokenizer

LONGEST_TAG = 4096  # bytes; attributes of longer start tags are ignored


def attributes_at(source: bytes, start: int) -> dict[str, str]:
    """Return the attributes of the tag that begins at ``start``; none if it is too long."""
    tokens = Tokenizer(source[start : start + LONGEST_TAG])
    return tokens.attributes() if tokens.next() == START_TAG else {}
