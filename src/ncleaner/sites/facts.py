"""What the other pages of a site say about the blocks of a page.

Other pages are those of the sample that are neither this page nor a copy of it and that have its design: two pages are
of one design if they share a third of the paths of the one that has fewer. So pages of two designs do not spoil each
other, and no page is evidence about itself.
"""

from __future__ import annotations

from ncleaner.page.site_facts import SiteFact, SiteFacts
from ncleaner.sites.fingerprints import Fingerprints
from ncleaner.sites.index import PAGES, PROSE, SCORE, SCORED, VARYING, WIDTH, WORDS, Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

DESIGN = 3  # pages of one design share at least one path in so many
COPY_WORDS = 60  # words of prose that a page must have to be recognised as a copy of another,
COPIED, OF = 9, 10  # and the share of them that the other page must have


_NOTHING = (0,) * WIDTH


def facts_of(index: Index, blocks: Blocks) -> SiteFacts | None:
    """Return what the other pages say about the blocks of a page; ``None`` if there are no other pages."""
    found = Fingerprints(blocks)
    pages = others(index, found)
    if not pages:
        return None
    count = pages.bit_count()
    tallies = index.tally(pages)
    by_block = {}
    inside: dict[int, int] = {0: 0, tallies.main: 1} if tallies.main else {0: -1}
    for row, block in enumerate(found.rows):
        text, path = found.texts[row], found.paths[row]
        fact = by_block[block] = SiteFact(count)
        fact.here = (index.by_text_and_path.get((text, path), 0) & pages).bit_count()
        fact.anywhere = (index.by_text.get(text, 0) & pages).bit_count()
        tally = tallies.by_path.get(path, _NOTHING)
        fact.place = tally[PAGES].bit_count()
        fact.words, fact.varying, fact.prose, fact.scored = tally[WORDS], tally[VARYING], tally[PROSE], tally[SCORED]
        fact.score = tally[SCORE] // tally[SCORED] if tally[SCORED] else 0
        fact.inside = _inside(path, found.around, inside)
    return SiteFacts(count, by_block)


def _inside(path: int, around: dict[int, int], known: dict[int, int]) -> int:
    """Return whether a path is inside the main one, and store it; 0 is the path around all others."""
    pending = []
    while path not in known:
        pending.append(path)
        path = around[path]
    for inner in pending:
        known[inner] = known[path]
    return known[path]


def others(index: Index, page: Fingerprints) -> int:
    """Return the pages of the sample that say something about a page, as bits."""
    pages = index.all & ~index.bits.get(page.page, 0)
    pages &= ~_copies(index, page)
    return _of_one_design(index, page, pages)


def _copies(index: Index, page: Fingerprints) -> int:
    """Return the pages that are nearly the same as a page, as bits."""
    words = sum(page.prose)
    if words < COPY_WORDS:
        return 0
    shared: dict[int, int] = {}
    for text, prose in zip(page.texts, page.prose, strict=True):
        if prose:
            pages = index.by_text.get(text, 0)
            while pages:
                bit = pages & -pages
                shared[bit] = shared.get(bit, 0) + prose
                pages ^= bit
    return sum(bit for bit, common in shared.items() if OF * common >= COPIED * words)


def _of_one_design(index: Index, page: Fingerprints, pages: int) -> int:
    """Return those of some pages that have the design of a page, as bits."""
    paths = set(page.paths)
    shared: dict[int, int] = {}
    for path in paths:
        having = index.pages_with.get(path, 0) & pages
        while having:
            bit = having & -having
            shared[bit] = shared.get(bit, 0) + 1
            having ^= bit
    sizes = index.path_counts
    return sum(bit for bit, common in shared.items() if DESIGN * common >= min(len(paths), sizes[bit]))
