"""What a page declares to be, and what it is called, as its head says.

The source is read without bounds when compiled: what is said to stand in the head is compared with its length before.
"""

from __future__ import annotations

from ncleaner.engines.forest.wording import Title
from ncleaner.page.blocks import Blocks

# The numbers of what a page may declare itself to be. Structured data is believed before Open Graph's types.
NOTHING = 0
_OPEN_GRAPH = ((b"article", 1), (b"product", 2), (b"website", 3))
_STRUCTURED = {
    b"WebSite": 4, b"Article": 5, b"FAQPage": 7, b"CollectionPage": 8, b"ItemList": 9, b"Product": 10,
    b"DiscussionForumPosting": 11, b"QAPage": 12,
}  # fmt: skip
_DISCUSSION = 11  # the first of those whose comments are what they are about
_KINDS = ((b"Article", 5), (b"Posting", 6))  # of which there are many: NewsArticle, BlogPosting
_MOST_BYTES = 16384  # of structured data that are looked at
_LONGEST = 50  # bytes from the word for type to the end of the type
_QUOTE = 0x22

_OG_TYPE = b"og:type"
_AT_TYPE = b'"@type"'
_LENGTH = 7  # of both


def _steps(word: bytes) -> bytes:
    """How far the search for a word can go on behind each byte that is not the word's last."""
    return bytes(len(word) - 1 - word.rfind(byte, 0, len(word) - 1) for byte in range(256))


_OG_STEPS = _steps(_OG_TYPE)
_AT_STEPS = _steps(_AT_TYPE)


def declared(blocks: Blocks) -> int:
    """The number of what a page declares itself to be."""
    found = NOTHING
    source = blocks.source
    for what, start, end in blocks.head_spans:
        if not 0 <= start <= end <= len(source):
            raise IndexError(end)
        if what == "json-ld":
            found = max(found, _structured(source, start, min(end, start + _MOST_BYTES)))
        elif what == "meta" and not found and _find(source, _OG_TYPE, _OG_STEPS, start, end) >= 0:
            found = _open_graph(source[start:end].lower())
    return found


def is_discussion(blocks: Blocks) -> bool:
    """Whether a page declares itself to be a discussion."""
    return declared(blocks) >= _DISCUSSION


def _find(source: bytes, word: bytes, steps: bytes, start: int, end: int) -> int:
    """Where one of the two words stands, or -1: Horspool's search, which looks at few bytes."""
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
    """The largest number among the types of a piece of structured data."""
    found = NOTHING
    at = _find(source, _AT_TYPE, _AT_STEPS, start, end)
    while at >= 0:
        stop = min(at + _LONGEST, len(source))
        opened = _quote(source, at + _LENGTH, stop) + 1
        closed = _quote(source, opened, stop)
        if opened <= closed < stop:
            number = _number(source[opened:closed])
            if number > found:
                found = number
        at = _find(source, _AT_TYPE, _AT_STEPS, at + _LENGTH, end)
    return found


def _quote(source: bytes, i: int, stop: int) -> int:
    """Where the next quotation mark is, or the stop if there is none."""
    raw = source
    while i < stop and raw[i] != _QUOTE:
        i += 1
    return i


def _number(value: bytes) -> int:
    """The number of a type in structured data."""
    number = _STRUCTURED.get(value, NOTHING)
    if not number:
        for ending, kind in _KINDS:
            if value.endswith(ending):
                return kind
    return number


def _open_graph(text: bytes) -> int:
    for name, number in _OPEN_GRAPH:
        if text.find(name) >= 0:
            return number
    return NOTHING


def title_of(blocks: Blocks) -> Title:
    """The words of the page's title."""
    for what, start, end in blocks.head_spans:
        if what == "title":
            return Title(blocks.source, start, end)
    return Title(b"", 0, 0)
