# cython: boundscheck=False
"""Containers: what the elements around blocks hold, and what their names say.

Strategy: the names of containers with visible text are read once, from the outside inwards, because the facts about a
name include those about the names around it. Then the candidate blocks are chosen: all visible blocks, or all but the
comments. Sums over the candidates are passed on from the inside outwards. Finally, containers are compared: which
container around a block holds more blocks, which containers have the same signature (tag and class), and which ones
hold most of the text that is worth keeping.

All results are in flat tables of integers (`ncleaner.engines.forest.layout`).

Compiled, the tables are read and written without bounds checks. Therefore the container of each block and of each
container is checked first: it must exist and, for a container, come before those inside it.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.comments import AUTO, DROP, KEEP
from ncleaner.engines.forest.declared import is_discussion
from ncleaner.octets.interner import Interner

# isort: off
from ncleaner.engines.forest.layout import (
    SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WORTH, SUM_PROSE, SUM_HEADINGS,
    SUM_WIDTH,
    FACT_UP, FACT_FIRST, FACT_PATH, FACT_FAMILY, FACT_NAME, FACT_NAME_BEST, FACT_NAME_WORST, FACT_NAME_SUM,
    FACT_SIGNATURE, FACT_COMMENT, FACT_AROUND, FACT_ABOVE, FACT_NAMED, FACT_TITLE_STEPS, FACT_WIDTH,
    AROUND_BEST, AROUND_PROSE, IS_COMMENT, COMMENTS_FROM_HERE,
    FAMILY_WORDS, FAMILY_COUNT, FAMILY_HEADINGS, FAMILY_WIDTH,
    PATH_BLOCKS, PATH_WORDS, PATH_CHARS, PATH_LINKS, PATH_BITS, PATH_LENGTH, PATH_WIDTH,
)  # fmt: skip

# isort: on
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.octets import arrays
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.elements import ELEMENT_WIDTH, Element, Elements
from ncleaner.page.tags import CODE

_SENTENCE = 10  # words: shorter blocks are not prose; nor are blocks of which a quarter or more is links
_PARAGRAPH = 15  # words: shorter blocks count as phrases
_ARTICLE = 60  # words: with less prose outside the comments, the page is about the comments
_LONG = 400  # words: of the training pages of type forum, none has as many outside the comments

_MAIN = CODE["main"]
_A = CODE["a"]
_H1, _H6 = CODE["h1"], CODE["h6"]
_PARENT, _TAG = map(Element.__slots__.index, ("parent", "tag"))
_NOWHERE = 0x7FFFFFFF  # the value of FACT_FIRST before any row is known
_MOST = 127  # the largest weight of names

_NO_SUMS = array("q", bytes(8 * SUM_WIDTH))
_NO_FACTS = array("i", bytes(4 * FACT_WIDTH))
_NO_NUMBER = array("q", bytes(8))
_NO_ROW = array("i", bytes(4))


class Containers:
    """The containers of a page.

    ``comments`` is what to do with comments (`ncleaner.engines.forest.comments`): text inside containers named
    "comment" and, with `DROP`, also text after an anchor of that name. Old pages often have no other marker, but
    everything after the anchor is dropped, comments or not.

    ``best`` is the container with the largest n-gram score, ``prose`` the one with the most words of prose,
    ``is_discussed`` whether the page has comments, and ``leaves_out`` whether some comments are not candidates.
    ``is_disputed`` says that `AUTO` leaves them out below a short article, although they have more prose than all else.
    """

    def __init__(self, blocks: Blocks, names: NameWeights, comments: int, hidden: int) -> None:
        self.blocks = blocks
        self.elements: Elements = blocks.elements
        self.names = names
        self.comments = comments
        self.hidden = hidden
        self.count = len(blocks.elements)
        self.held = sums, facts = _NO_SUMS * self.count, _NO_FACTS * self.count
        self.sums = arrays.longs(sums)
        self.facts = arrays.ints(facts)
        self.families = arrays.longs(_NO_NUMBER)
        self.paths = arrays.longs(_NO_NUMBER)
        self.best = self.prose = 0
        self.is_discussed = self.leaves_out = self.is_disputed = False
        self._find_full()
        self._read_names()

    def _find_full(self) -> None:
        """Count the visible blocks of each container, so that containers without any can be skipped."""
        sums = self.sums
        rows = self.elements.rows
        for block in self.blocks.items:
            if not 0 <= block.element < self.count:
                raise IndexError(block.element)
            if not block.state & self.hidden:
                sums[block.element * SUM_WIDTH + SUM_BLOCKS] += 1
        for i in range(self.count - 1, 0, -1):
            if sums[i * SUM_WIDTH + SUM_BLOCKS]:
                above = rows[i * ELEMENT_WIDTH + _PARENT]
                if not 0 <= above < i:
                    raise IndexError(above)
                self.facts[i * FACT_WIDTH + FACT_ABOVE] = above
                sums[above * SUM_WIDTH + SUM_BLOCKS] += 1

    def _read_names(self) -> None:
        """Read the names of containers from the outside inwards, and reset the counts of `_find_full`."""
        names = self.names
        source = self.blocks.source
        for i in range(self.count):
            at = i * SUM_WIDTH + SUM_BLOCKS
            if self.sums[at]:
                self.sums[at] = 0
                names.read(source, self.elements, i)
                self._store_name(i, names.weight, names.is_comment)
            elif self.comments == DROP and self.elements.rows[i * ELEMENT_WIDTH + _TAG] == _A:
                names.read(source, self.elements, i)
                if names.is_target:
                    self._begin_comments(i)
        names.forget()

    def _begin_comments(self, i: int) -> None:
        """Mark what follows an anchor or heading named "comment", in the container around it, as comments.

        Containers that hold nothing before the anchor, and headings, are skipped on the way up.
        """
        rows = self.elements.rows
        while i > 1:
            above = rows[i * ELEMENT_WIDTH + _PARENT]
            if not 0 <= above < i:
                raise IndexError(above)
            i = above
            if self.facts[i * FACT_WIDTH + FACT_FIRST] and not _H1 <= rows[i * ELEMENT_WIDTH + _TAG] <= _H6:
                break
        if not self.facts[i * FACT_WIDTH + FACT_COMMENT]:
            self.facts[i * FACT_WIDTH + FACT_COMMENT] = COMMENTS_FROM_HERE
            self.is_discussed = True

    def _store_name(self, i: int, weight: int, is_comment: bool) -> None:
        """Store the facts about the names of a container."""
        at = i * FACT_WIDTH
        up = self.facts[at + FACT_ABOVE] * FACT_WIDTH
        self.facts[at + FACT_FIRST] = _NOWHERE
        self.facts[at + FACT_SIGNATURE] = self.names.signature & 0x7FFFFFFF
        self.facts[at + FACT_NAMED] = self.names.has_class
        self.facts[at + FACT_NAME] = weight if weight else self.facts[up + FACT_NAME]
        self.facts[at + FACT_NAME_BEST] = max(weight, self.facts[up + FACT_NAME_BEST])
        self.facts[at + FACT_NAME_WORST] = min(weight, self.facts[up + FACT_NAME_WORST])
        self.facts[at + FACT_NAME_SUM] = max(-_MOST, min(_MOST, weight + self.facts[up + FACT_NAME_SUM]))
        tag = self.elements.rows[i * ELEMENT_WIDTH + _TAG]
        # The names of html, body and main are about the whole page, for instance that comments are open.
        if is_comment and i > 1 and tag != _MAIN:
            self.facts[at + FACT_COMMENT] = IS_COMMENT
            self.is_discussed = True
        elif self.facts[up + FACT_COMMENT]:
            self.facts[at + FACT_COMMENT] = IS_COMMENT
        if self.names.is_target and _H1 <= tag <= _H6:
            self._begin_comments(i)

    def choose(self) -> array[int]:
        """Return the indices of the candidate blocks.

        Comments are candidates if they are to be kept, or, with `AUTO`, if the page declares itself to be a discussion
        or has little prose besides the comments.
        """
        everything = not self.is_discussed or self.comments == KEEP
        if not everything and self.comments == AUTO:
            everything = is_discussion(self.blocks) or not self._has_article()
        self.leaves_out = not everything
        chosen = _NO_ROW * len(self.blocks.items)
        return chosen[: self._fill(arrays.ints(chosen), everything)]

    def _fill(self, chosen: array[int], everything: bool) -> int:
        count = 0
        for index, block in enumerate(self.blocks.items):
            if not block.state & self.hidden and (everything or not self.is_comment(block)):
                chosen[count] = index
                count += 1
        return count

    def is_comment(self, block: Block) -> bool:
        """Return whether a block is inside a comment."""
        if not 0 <= block.element < self.count:
            raise IndexError(block.element)
        return self.facts[block.element * FACT_WIDTH + FACT_COMMENT] == IS_COMMENT

    def _has_article(self) -> bool:
        """Return whether there is enough prose outside the comments to be an article, and note if inside is more."""
        inside = outside = 0
        for block in self.blocks.items:
            if not block.state & self.hidden and _is_prose(block):
                if self.is_comment(block):
                    inside += block.words
                else:
                    outside += block.words
        self.is_disputed = inside > outside and _ARTICLE <= outside < _LONG
        return outside >= _ARTICLE

    def add_up(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        """Sum up the candidate blocks inside each container.

        ``bits`` and ``lengths`` are the n-gram scores of the rows and their numbers of characters.
        """
        sums = self.sums
        facts = self.facts
        for row, block in enumerate(rows):
            at = block.element * SUM_WIDTH
            sums[at + SUM_BLOCKS] += 1
            sums[at + SUM_WORDS] += block.words
            sums[at + SUM_CHARS] += block.chars
            sums[at + SUM_LINKS] += block.link_chars
            sums[at + SUM_BITS] += bits[row]
            sums[at + SUM_LENGTH] += lengths[row]
            sums[at + SUM_LONG] += block.words if block.words >= _PARAGRAPH else 0
            sums[at + SUM_WORTH] += (bits[row] >> 10) - block.link_chars
            sums[at + SUM_PROSE] += block.words if _is_prose(block) else -block.words
            sums[at + SUM_HEADINGS] += block.level != 0
            if facts[block.element * FACT_WIDTH + FACT_FIRST] == _NOWHERE:
                facts[block.element * FACT_WIDTH + FACT_FIRST] = row
        for i in range(self.count - 1, 0, -1):
            if sums[i * SUM_WIDTH + SUM_BLOCKS]:
                self._pass_on(i, facts[i * FACT_WIDTH + FACT_ABOVE])

    def _pass_on(self, i: int, above: int) -> None:
        at = i * SUM_WIDTH
        to = above * SUM_WIDTH
        for k in range(SUM_WIDTH):
            self.sums[to + k] += self.sums[at + k]
        first = self.facts[i * FACT_WIDTH + FACT_FIRST]
        if self.facts[above * FACT_WIDTH + FACT_FIRST] > first:
            self.facts[above * FACT_WIDTH + FACT_FIRST] = first

    def compare(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        """Find larger containers, families, paths and the best containers, after `add_up` of the same rows."""
        families = Interner(self.count)
        paths = Interner(self.count)
        self.held_families = _NO_NUMBER * (FAMILY_WIDTH * self.count)
        self.families = arrays.longs(self.held_families)
        self.facts[FACT_UP] = -1
        for i in range(1, self.count):
            if self.sums[i * SUM_WIDTH + SUM_BLOCKS]:
                above = self.facts[i * FACT_WIDTH + FACT_ABOVE]
                self._find_larger(i, above)
                self._join_family(i, above, families)
                self._find_path(i, above, paths)
                if self.sums[i * SUM_WIDTH + SUM_WORTH] >= self.sums[self.best * SUM_WIDTH + SUM_WORTH]:
                    self.best = i
                if self.sums[i * SUM_WIDTH + SUM_PROSE] >= self.sums[self.prose * SUM_WIDTH + SUM_PROSE]:
                    self.prose = i
        self._mark(self.best, AROUND_BEST)
        self._mark(self.prose, AROUND_PROSE)
        self.held_paths = _NO_NUMBER * (PATH_WIDTH * (paths.count + 1))
        self.paths = arrays.longs(self.held_paths)
        self._add_up_paths(rows, bits, lengths)

    def _find_larger(self, i: int, above: int) -> None:
        """Find the next container that holds more blocks: many hold nothing but another container."""
        if self.sums[above * SUM_WIDTH + SUM_BLOCKS] > self.sums[i * SUM_WIDTH + SUM_BLOCKS]:
            self.facts[i * FACT_WIDTH + FACT_UP] = above
        else:
            self.facts[i * FACT_WIDTH + FACT_UP] = self.facts[above * FACT_WIDTH + FACT_UP]

    def larger(self, i: int) -> int:
        """Return the next container that holds more blocks, or the same one if there is none.

        Compiled, there is no bounds check: callers take the number of a container from a table of this class.
        """
        up = self.facts[i * FACT_WIDTH + FACT_UP]
        return up if up >= 0 else i

    def _join_family(self, i: int, above: int, numbers: Interner) -> None:
        """Add a container to its family: those with the same signature in the same container, such as list items."""
        key = self.facts[i * FACT_WIDTH + FACT_SIGNATURE]
        family = numbers.number(key << 31 | above)
        self.facts[i * FACT_WIDTH + FACT_FAMILY] = family
        at = family * FAMILY_WIDTH
        self.families[at + FAMILY_COUNT] += 1
        self.families[at + FAMILY_WORDS] += self.sums[i * SUM_WIDTH + SUM_WORDS]
        self.families[at + FAMILY_HEADINGS] += self.sums[i * SUM_WIDTH + SUM_HEADINGS] > 0

    def _find_path(self, i: int, above: int, numbers: Interner) -> None:
        """Number the path of a container: the signatures of the container and of all around it."""
        key = self.facts[i * FACT_WIDTH + FACT_SIGNATURE]
        path = numbers.number(key << 31 | self.facts[above * FACT_WIDTH + FACT_PATH]) + 1
        self.facts[i * FACT_WIDTH + FACT_PATH] = path

    def _add_up_paths(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        paths = self.paths
        for row, block in enumerate(rows):
            at = self.facts[block.element * FACT_WIDTH + FACT_PATH] * PATH_WIDTH
            paths[at + PATH_BLOCKS] += 1
            paths[at + PATH_WORDS] += block.words
            paths[at + PATH_CHARS] += block.chars
            paths[at + PATH_LINKS] += block.link_chars
            paths[at + PATH_BITS] += bits[row]
            paths[at + PATH_LENGTH] += lengths[row]

    def _mark(self, i: int, bit: int) -> None:
        """Mark one of the best containers and all containers around it."""
        while i:
            self.facts[i * FACT_WIDTH + FACT_AROUND] |= bit
            i = self.facts[i * FACT_WIDTH + FACT_ABOVE]
        self.facts[FACT_AROUND] |= bit

    def mark_title(self, block: Block) -> None:
        """Number the containers around the title, counting only those that hold more blocks than the one before."""
        i = block.element
        if not 0 <= i < self.count:
            raise IndexError(i)
        steps = 1
        self.facts[i * FACT_WIDTH + FACT_TITLE_STEPS] = steps
        while i:
            above = self.facts[i * FACT_WIDTH + FACT_ABOVE]
            steps += self.sums[above * SUM_WIDTH + SUM_BLOCKS] > self.sums[i * SUM_WIDTH + SUM_BLOCKS]
            i = above
            self.facts[i * FACT_WIDTH + FACT_TITLE_STEPS] = steps


def _is_prose(block: Block) -> bool:
    """Return whether a block has enough words and few enough links to be prose."""
    return block.words >= _SENTENCE and 4 * block.link_chars < block.chars
