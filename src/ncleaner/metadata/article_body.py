"""The text that a page declares in JSON-LD (``articleBody``), for pages that show next to nothing of it.

Pages that a script draws, or that show a teaser in front of a paywall, often declare the whole text for search engines.
It takes the place of the page's text if the kept text, without the title, has less than a tenth of its words, and the
page shows less than a tenth of it in other blocks: what readers see and the engine drops stays dropped.
`ncleaner.cleaner` asks for the text only if hardly any words are kept and a script has the property.
"""

from __future__ import annotations

from ncleaner.metadata.facts import Facts
from ncleaner.metadata.jsonld import MOST_VALUES
from ncleaner.page.declared import room_for, with_declared_text, word_count
from ncleaner.read.declared import declared_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.page.document import Document

LEAST = 50  # words of a text that is worth more than what the page shows
TIMES = 10  # as many words as the page shows or keeps, at least
MOST_SOUGHT = 500  # blocks of the page that are looked for in the text,
SHORTEST = 20  # of as many characters: shorter ones may be there by chance


def completed(document: Document, kept: int) -> Document:
    """Return the document with the text that its page declares, if the ``kept`` words are next to nothing of it."""
    blocks = document.blocks
    facts = Facts(document.page, blocks)
    lines = declared_lines(_text(facts.nodes.main.get("articleBody")), room_for(blocks))
    words = sum(word_count(line.encode("utf-8")) for line, _ in lines)
    if words < LEAST:
        return document
    keep = document.decisions.keep
    title = _title(facts, keep)
    kept -= sum(blocks.items[index].words for index in title if keep[index])
    if words <= TIMES * max(kept, _shown(facts, " ".join(line for line, _ in lines))):
        return document
    if lines[0][0].casefold().startswith(" ".join(map(blocks.text, title)).casefold()):
        title = range(0)  # the text begins with it
    return with_declared_text(document, lines, title)


def _text(value: Any) -> str:
    """Return the text of the property, whose paragraphs may be the items of a list."""
    values = value[:MOST_VALUES] if isinstance(value, list) else [value]
    texts = (one.get("@value") if isinstance(one, dict) else one for one in values)
    return "\n".join(one for one in texts if isinstance(one, str))


def _shown(facts: Facts, text: str) -> int:
    """Return how many words the page shows in blocks whose text is a part of a text."""
    blocks = facts.blocks
    words = sought = 0
    for index, block in enumerate(blocks.items):
        if block.chars >= SHORTEST and not block.state & facts.hidden:
            sought += 1
            if sought > MOST_SOUGHT:
                break
            if " ".join(blocks.text(index).split()) in text:
                words += block.words
    return words


def _title(facts: Facts, keep: bytes) -> range:
    """Return the indices of the blocks that show the title; none if that is not sure.

    It is sure of a heading that the engine kept, and of one that says what the page declares.
    """
    found = facts.heading
    if found is None:
        return range(0)
    is_title = keep[found.first] or found.value.casefold() == facts.value("title").casefold()
    return range(found.first, found.last + 1) if is_title else range(0)
