"""What a page declares to be, and what it is called, as its head says."""

from __future__ import annotations

from ncleaner.blocks import Blocks

# The numbers of what a page may declare itself to be. Structured data is believed before Open Graph's types.
NOTHING = 0
_OPEN_GRAPH = ((b"article", 1), (b"product", 2), (b"website", 3))
_STRUCTURED = {
    b"WebSite": 4, b"Article": 5, b"FAQPage": 7, b"CollectionPage": 8, b"ItemList": 9, b"Product": 10,
    b"DiscussionForumPosting": 11, b"QAPage": 12,
}  # fmt: skip
_KINDS = ((b"Article", 5), (b"Posting", 6))  # of which there are many: NewsArticle, BlogPosting
_MOST_BYTES = 16384  # of structured data that are looked at
_LONGEST = 50  # bytes from the word for type to the end of the type


def declared(blocks: Blocks) -> int:
    """The number of what a page declares itself to be."""
    found = NOTHING
    source = blocks.source
    for what, start, end in blocks.head_spans:
        if what == "json-ld":
            found = max(found, _structured(source, start, min(end, start + _MOST_BYTES)))
        elif what == "meta" and found == NOTHING and b"og:type" in source[start:end]:
            found = _first(_OPEN_GRAPH, source[start:end].lower())
    return found


def _structured(source: bytes, start: int, end: int) -> int:
    """The largest number among the types of a piece of structured data."""
    found = NOTHING
    at = source.find(b'"@type"', start, end)
    while at >= 0:
        opened = source.find(b'"', at + 7, at + _LONGEST) + 1
        closed = source.find(b'"', opened, at + _LONGEST)
        value = source[opened:closed] if opened and closed > 0 else b""
        number = _STRUCTURED.get(value) or _kind(value)
        if number > found:
            found = number
        at = source.find(b'"@type"', at + 7, end)
    return found


def _kind(value: bytes) -> int:
    for ending, number in _KINDS:
        if value.endswith(ending):
            return number
    return NOTHING


def _first(names: tuple[tuple[bytes, int], ...], text: bytes) -> int:
    for name, number in names:
        if name in text:
            return number
    return NOTHING


def title_words(blocks: Blocks) -> frozenset[bytes]:
    """The words of the page's title, in lower case."""
    for what, start, end in blocks.head_spans:
        if what == "title":
            return frozenset(blocks.source[start:end].lower().split())
    return frozenset()
