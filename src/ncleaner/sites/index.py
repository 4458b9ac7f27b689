# cython: boundscheck=False
"""The sample of a site, arranged to be looked up in, and what it says about the blocks of a page.

Pages are bits of a number, so that a set of pages is one number, and some pages can be left out of all counts at once:
other pages are those of the sample that are neither the page nor a copy of it and that have its design. Two pages are
of one design if they share a third of the paths of the one that has fewer. So pages of two designs do not spoil each
other, and no page is evidence about itself.

Compiled, tables are read and written without bounds checks: all numbers in them come out of `Interner`.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.octets.interner import Interner
from ncleaner.page.site_facts import ANYWHERE, FIXED, HERE, PLACE, SiteFacts
from ncleaner.sites.fingerprints import Fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks
    from ncleaner.sites.sketch import Sketch

MOST = 64  # pages of a sample
DESIGN = 3  # pages of one design share at least one path in so many
COPY_WORDS = 60  # words of prose that a page must have to be recognised as a copy of another,
COPIED, OF = 9, 10  # and the share of them that the other page must have

_MOST, _DESIGN, _COPY_WORDS, _COPIED, _OF = MOST, DESIGN, COPY_WORDS, COPIED, OF  # again as C variables

_M64 = 0xFFFFFFFFFFFFFFFF
_SPREAD = 0x9E3779B97F4A7C15  # the golden ratio
_NO_BITS = array("Q", bytes(8))
_NO_COUNT = array("q", bytes(8))
_NO_NUMBER = array("i", bytes(4))


class Index:
    """The pages of a sample, at most `MOST`; ``all`` are their bits.

    Texts, paths, and texts at paths have numbers; ``with_text``, ``with_path`` and ``with_place`` are the pages of
    each number. ``sizes`` are the numbers of paths on each page. Each of the ``rows`` of the sample, which are its
    blocks, has the numbers of its text and path, its page and its words.
    """

    def __init__(self, sketches: Sequence[Sketch]) -> None:
        if len(sketches) > _MOST:
            raise ValueError(f"{len(sketches)} pages are more than {_MOST}")
        rows = sum(map(len, sketches))
        self.pages = [sketch.page for sketch in sketches]
        self.all = (1 << len(sketches)) - 1
        self.texts, self.paths, self.places = Interner(rows), Interner(rows), Interner(rows)
        self.held = with_text, with_path, with_place, bits = tuple(_NO_BITS * rows for _ in range(4))
        self.with_text = arrays.unsigned_longs(with_text)
        self.with_path = arrays.unsigned_longs(with_path)
        self.with_place = arrays.unsigned_longs(with_place)
        self.bit_of = arrays.unsigned_longs(bits)
        self.held_rows = text_of, path_of, words_of = tuple(_NO_NUMBER * rows for _ in range(3))
        self.text_of = arrays.ints(text_of)
        self.path_of = arrays.ints(path_of)
        self.words_of = arrays.ints(words_of)
        self.held_sizes = _NO_COUNT * _MOST
        self.sizes = arrays.longs(self.held_sizes)
        self.rows = 0
        for number, sketch in enumerate(sketches):
            self._add(number, sketch.texts, sketch.paths, sketch.words)

    def _add(self, number: int, texts: array[int], paths: array[int], words: array[int]) -> None:
        """Add a page with the bit of a number."""
        bit = 1 << number
        for i in range(len(texts)):
            text, path = texts[i], paths[i]
            text_number, path_number = self.texts.number(text), self.paths.number(path)
            self.with_text[text_number] |= bit
            self.with_place[self.places.number(_place(text, path))] |= bit
            if not self.with_path[path_number] & bit:
                self.with_path[path_number] |= bit
                self.sizes[number] += 1
            self.bit_of[self.rows] = bit
            self.text_of[self.rows] = text_number
            self.path_of[self.rows] = path_number
            self.words_of[self.rows] = words[i]
            self.rows += 1

    def count(self, text: int, path: int) -> int:
        """Return the number of pages that have a text at a path."""
        number = self.places.find(_place(text, path))
        return ones(self.with_place[number]) if number >= 0 else 0

    def facts(self, blocks: Blocks) -> SiteFacts | None:
        """Return what the other pages say about the blocks of a page; ``None`` if there are no other pages."""
        found = Fingerprints(blocks)
        pages = self.others(found)
        if not pages:
            return None
        by_block = _NO_NUMBER * len(blocks.items)
        self._look_up(found, pages, arrays.ints(by_block))
        return SiteFacts(ones(pages), by_block)

    def _look_up(self, found: Fingerprints, pages: int, by_block: array[int]) -> None:
        held = self._fixed(pages)
        fixed = arrays.ints(held)
        rows = arrays.ints(found.rows)
        texts, paths = arrays.unsigned_longs(found.texts), arrays.unsigned_longs(found.paths)
        for row in range(found.count):
            fact = 0
            number = self.paths.find(paths[row])
            if number >= 0:
                fact = ones(self.with_path[number] & pages) << PLACE | fixed[number] << FIXED
            number = self.texts.find(texts[row])
            if number >= 0:
                fact |= ones(self.with_text[number] & pages) << ANYWHERE
            number = self.places.find(_place(texts[row], paths[row]))
            if number >= 0:
                fact |= ones(self.with_place[number] & pages) << HERE
            by_block[rows[row]] = fact

    def _fixed(self, pages: int) -> array[int]:
        """Return, for the number of each path, whether most of its words on some pages stand on two of them or more."""
        held = _NO_COUNT * self.paths.count
        balance = arrays.longs(held)
        for row in range(self.rows):
            if self.bit_of[row] & pages:
                if self.with_text[self.text_of[row]] & pages == self.bit_of[row]:
                    balance[self.path_of[row]] -= self.words_of[row]
                else:
                    balance[self.path_of[row]] += self.words_of[row]
        fixed = _NO_NUMBER * self.paths.count
        is_fixed = arrays.ints(fixed)
        for number in range(self.paths.count):
            is_fixed[number] = balance[number] > 0
        return fixed

    def others(self, page: Fingerprints) -> int:
        """Return the pages of the sample that say something about a page, as bits."""
        pages = self.all
        for number, known in enumerate(self.pages):
            if known == page.page:
                pages &= ~(1 << number)
        pages &= ~self._copies(page)
        return self._of_one_design(page, pages)

    def _copies(self, page: Fingerprints) -> int:
        """Return the pages that are nearly the same as a page, as bits."""
        held = _NO_COUNT * _MOST
        shared = arrays.longs(held)
        texts, prose = arrays.unsigned_longs(page.texts), arrays.ints(page.prose)
        words = 0
        for row in range(page.count):
            if prose[row]:
                words += prose[row]
                number = self.texts.find(texts[row])
                if number >= 0:
                    _count(shared, self.with_text[number], prose[row])
        if words < _COPY_WORDS:
            return 0
        copies = 0
        for number in range(_MOST):
            if _OF * shared[number] >= _COPIED * words:
                copies |= _BITS[number]
        return copies

    def _of_one_design(self, page: Fingerprints, pages: int) -> int:
        """Return those of some pages that have the design of a page, as bits."""
        held = _NO_COUNT * _MOST
        shared = arrays.longs(held)
        paths = arrays.unsigned_longs(page.paths)
        own = Interner(page.count)
        for row in range(page.count):
            count = own.count
            if own.number(paths[row]) == count:
                number = self.paths.find(paths[row])
                if number >= 0:
                    _count(shared, self.with_path[number] & pages, 1)
        chosen = 0
        for number in range(_MOST):
            if shared[number] and _DESIGN * shared[number] >= min(own.count, self.sizes[number]):
                chosen |= _BITS[number]
        return chosen


def _place(text: int, path: int) -> int:
    """Return the fingerprint of a text at a path."""
    return (text ^ (path >> 1 | path << 63 & _M64)) * _SPREAD & _M64


def _count(shared: array[int], pages: int, worth: int) -> None:
    """Add to the counts of some pages, given as bits."""
    number = 0
    while pages:
        if pages & 1:
            shared[number] += worth
        pages >>= 1
        number += 1


def ones(bits: int) -> int:
    """Return how many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


_BITS = [1 << number for number in range(MOST)]
