"""The type and the title that a page declares in its head.

Compiled, the source is read without bounds checks: the spans of the head are checked against its length first.
"""

from __future__ import annotations

from ncleaner.engines.forest.surface import Title
from ncleaner.page.blocks import Blocks

# The numbers of declared types, the values of the column "declared". Structured data is preferred to Open Graph.
NOTHING = 0
_OPEN_GRAPH = ((b"article", 1), (b"product", 2), (b"website", 3))
_STRUCTURED = {
    b"WebSite": 4, b"Article": 5, b"FAQPage": 7, b"CollectionPage": 8, b"ItemList": 9, b"Product": 10,
    b"DiscussionForumPosting": 11, b"QAPage": 12,
}  # fmt: skip
_DISCUSSION = 11  # types from this number on are discussions: their comments are content
_ENDINGS = ((b"Article", 5), (b"Posting", 6))  # of many types, such as NewsArticle and BlogPosting
_MOST_BYTES = 16384  # of structured data that are searched
_LONGEST = 50  # bytes from the key "@type" to the end of its value
_QUOTE = 0x22

_OG_TYPE = b"og:type"
_AT_TYPE = b'"@type"'
_LENGTH = 7  # of both keys


def _steps(word: bytes) -> bytes:
    """Return how far Horspool's search for a word can move on after each byte."""
    return bytes(len(word) - 1 - word.rfind(byte, 0, len(word) - 1) for byte in range(256))


_OG_STEPS = _steps(_OG_TYPE)
_AT_STEPS = _steps(_AT_TYPE)


def declared_type(blocks: Blocks) -> int:
    """Return the number of the type that a page declares."""
    declared = NOTHING
    source = blocks.source
    for what, start, end in blocks.head_spans:
        if not 0 <= start <= end <= len(source):
            raise IndexError(end)
        if what == "json-ld":
            declared = max(declared, _structured(source, start, min(end, start + _MOST_BYTES)))
        elif what == "meta" and not declared and _find(source, _OG_TYPE, _OG_STEPS, start, end) >= 0:
            declared = _open_graph(source[start:end].lower())
    return declared


def is_discussion(blocks: Blocks) -> bool:
    """Return whether a page declares itself to be a discussion."""
    return declared_type(blocks) >= _DISCUSSION


def _find(source: bytes, word: bytes, steps: bytes, start: int, end: int) -> int:
    """Return the position of one of the two keys, or -1, by Horspool's search, which reads few bytes."""
    raw = source
    letters = word
    way = steps
    last = _LENGTH - 1
    i = start + last
    while i < end:
        k = last
        at = i
        while raw[at] == letters[k]:
            if not k:
                return at
            k -= 1
            at -= 1
        i += way[raw[i]]
    return -1


def _structured(source: bytes, start: int, end: int) -> int:
    """Return the largest number of the types in a script of structured data."""
    largest = NOTHING
    at = _find(source, _AT_TYPE, _AT_STEPS, start, end)
    while at >= 0:
        stop = min(at + _LONGEST, len(source))
        opened = _quote(source, at + _LENGTH, stop) + 1
        closed = _quote(source, opened, stop)
        if opened <= closed < stop:
            number = _number(source[opened:closed])
            if number > largest:
                largest = number
        at = _find(source, _AT_TYPE, _AT_STEPS, at + _LENGTH, end)
    return largest


def _quote(source: bytes, i: int, stop: int) -> int:
    """Return the position of the next quotation mark, or ``stop`` if there is none."""
    raw = source
    while i < stop and raw[i] != _QUOTE:
        i += 1
    return i


def _number(value: bytes) -> int:
    """Return the number of a type in structured data."""
    number = _STRUCTURED.get(value, NOTHING)
    if not number:
        for ending, of_ending in _ENDINGS:
            if value.endswith(ending):
                return of_ending
    return number


def _open_graph(text: bytes) -> int:
    """Return the number of the type in a ``<meta>`` element."""
    for name, number in _OPEN_GRAPH:
        if text.find(name) >= 0:
            return number
    return NOTHING


def title_of(blocks: Blocks) -> Title:
    """Return the words of the page's ``<title>``."""
    for what, start, end in blocks.head_spans:
        if what == "title":
            return Title(blocks.source, start, end)
    return Title(b"", 0, 0)
