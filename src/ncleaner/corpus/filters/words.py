"""How many words a page has, in any language, for next to nothing.

Blocks know how many words they have as far as white space tells (`ncleaner.page.blocks`). In the languages that are written
without blanks that is not far: there the characters of their scripts are counted, and some of them are taken for a
word. Which these are is told by the first byte or two of a character in UTF-8, which stand nowhere else. Korean has
blanks.
"""

from __future__ import annotations

from ncleaner.page.document import Document

CHINESE = 2  # characters to a word of Chinese and Japanese, kana and punctuation included
THAI = 4  # the same for Thai, Lao, Burmese and Khmer, whose vowels and tones are characters of their own

_CHINESE = bytes(range(0xE3, 0xEA))  # U+3000 to U+9FFF
_THAI = b"\xe0\xb8", b"\xe0\xb9", b"\xe0\xba", b"\xe0\xbb", b"\xe1\x80", b"\xe1\x81", b"\xe1\x9e", b"\xe1\x9f"
_LEADS = [bytes([byte]) for byte in (*_CHINESE, 0xE0, 0xE1)]  # without any of them there is nothing to count


def word_counts(document: Document) -> tuple[int, int]:
    """How many words the page has, and how many of them are kept."""
    blocks = document.blocks
    buffer = blocks.buffer
    words, kept = blocks.word_counts(document.decisions.keep)
    if not buffer.isascii() and any(map(buffer.__contains__, _LEADS)):
        words += _unspaced(buffer)
        kept += _unspaced(blocks.lines(document.decisions.keep))
    return words, kept


def _unspaced(text: bytes) -> int:
    """The number of words without blanks in a text in UTF-8, nearly."""
    words = (len(text) - len(text.translate(None, _CHINESE))) // CHINESE
    if b"\xe0" in text or b"\xe1" in text:
        words += sum(map(text.count, _THAI)) // THAI
    return words
