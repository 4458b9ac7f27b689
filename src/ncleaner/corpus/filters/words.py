"""The number of words of a page, in any language, at little cost.

Blocks know the number of their words separated by white space (`ncleaner.page.blocks`). For languages written without
spaces, the characters of their scripts are counted instead, and a fixed number of characters counts as a word. These
characters are recognised by their first byte or two in UTF-8, which occur nowhere else. Korean has spaces.
"""

from __future__ import annotations

from ncleaner.page.document import Document

CHINESE = 2  # characters per word of Chinese and Japanese, kana and punctuation included
THAI = 4  # the same for Thai, Lao, Burmese and Khmer, whose vowels and tones are characters of their own

_CHINESE = bytes(range(0xE3, 0xEA))  # U+3000 to U+9FFF
_THAI = b"\xe0\xb8", b"\xe0\xb9", b"\xe0\xba", b"\xe0\xbb", b"\xe1\x80", b"\xe1\x81", b"\xe1\x9e", b"\xe1\x9f"
_LEADS = [bytes([byte]) for byte in (*_CHINESE, 0xE0, 0xE1)]  # a text without any of them has no such characters


def word_counts(document: Document) -> tuple[int, int]:
    """Return the number of words of a page, and the number of words that are kept."""
    blocks = document.blocks
    buffer = blocks.buffer
    words, kept = blocks.word_counts(document.decisions.keep)
    if not buffer.isascii() and any(map(buffer.__contains__, _LEADS)):
        words += _unspaced(buffer)
        kept += _unspaced(blocks.lines(document.decisions.keep))
    return words, kept


def _unspaced(text: bytes) -> int:
    """Estimate the number of words written without spaces in a UTF-8 text."""
    words = (len(text) - len(text.translate(None, _CHINESE))) // CHINESE
    if b"\xe0" in text or b"\xe1" in text:
        words += sum(map(text.count, _THAI)) // THAI
    return words
