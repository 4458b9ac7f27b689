# cython: boundscheck=False
"""Containers: what the elements around a block have inside them, and what they are called.

Strategy: the names of containers that hold visible text are read once, from the outside inwards, so that each knows
what was said around it. Then the blocks that are in play are chosen, as comments may not be. Their sums are added up
from the inside outwards. At last containers are compared: which one around is really larger, which others are of the
same make, and which one holds most of what is worth keeping.

All of it is in two tables with a row for each container. The columns have numbers, which are the names below.

The tables are read and written without bounds when compiled. So all containers that blocks and other containers are
said to stand in are looked at first: there must be such a container, and before those inside it.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.declared import is_discussion
from ncleaner.engines.forest.numbers import Numbers
from ncleaner.engines.forest.signs import Signs
from ncleaner.octets import arrays
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.elements import ELEMENT_WIDTH, Element, Elements
from ncleaner.page.tags import CODE

# The columns of `Containers.sums`, over all blocks in play inside a container.
BLOCKS, WORDS, CHARS, LINKS, BITS, LENGTH, LONG, WORTH, PROSE, HEADINGS = range(10)
SUMS = 10

# The columns of `Containers.facts`: the next larger container, the first row inside, the number of its path, that of
# its family, what its name says (and those around it: the last word, the best, the worst, and all together), a hash of
# its make, whether it is or is inside of comments (or has a heading for them), and whether it has one of the best
# containers inside it. The next three are for `ncleaner.engines.forest.profiles`: the record that it is or is inside of, and
# how far the best containers are. The next two are the container around it, and whether it has a class. The last two
# are the first container around it that has the title of the page inside it, too, and, for such containers, how far up
# from the title they are, counted from 1.
UP, FIRST, PATH, FAMILY, SIGN, BEST, WORST, ALL, MAKE, COMMENT, AROUND, RECORD, BEST_STEPS, PROSE_STEPS = range(14)
ABOVE, NAMED, WITH_TITLE, TITLE_STEPS = 14, 15, 16, 17
FACTS = 18

# The columns of `Containers.families` and `Containers.paths`.
F_WORDS, F_COUNT, F_HEADINGS = range(3)
FAMILIES = 3
P_BLOCKS, P_WORDS, P_CHARS, P_LINKS, P_BITS, P_LENGTH = range(6)
PATHS = 6

# What to do with comments.
AUTO = 0
KEEP = 1
DROP = 2

SENTENCE = 10  # words of a block that may be prose; links must be less than a quarter of it
PARAGRAPH = 15  # words of a block that is more than a phrase
AN_ARTICLE = 60  # words of prose: with less of it outside of the comments, these are what the page is about

_BLOCKS, _WORDS, _CHARS, _LINKS, _BITS, _LENGTH, _LONG, _WORTH, _PROSE, _HEADINGS = range(10)
_SUMS = SUMS
_UP, _FIRST, _PATH, _FAMILY, _SIGN, _BEST, _WORST, _ALL, _MAKE, _COMMENT, _AROUND = range(11)
_ABOVE, _NAMED, _TITLE_STEPS = ABOVE, NAMED, TITLE_STEPS
_FACTS = FACTS
_F_WORDS, _F_COUNT, _F_HEADINGS = range(3)
_FAMILIES = FAMILIES
_P_BLOCKS, _P_WORDS, _P_CHARS, _P_LINKS, _P_BITS, _P_LENGTH = range(6)
_PATHS = PATHS
_AUTO = AUTO
_KEEP = KEEP
_DROP = DROP
_SENTENCE = SENTENCE
_PARAGRAPH = PARAGRAPH
_AN_ARTICLE = AN_ARTICLE
_MAIN = CODE["main"]
_A = CODE["a"]
_H1, _H6 = CODE["h1"], CODE["h6"]
_WIDTH = ELEMENT_WIDTH
_PARENT, _TAG = map(Element.__slots__.index, ("parent", "tag"))
_NOWHERE = 0x7FFFFFFF
_FROM_HERE = 2  # of a container in the midst of which comments begin: those that follow inside are comments
_MOST = 127

_NO_SUMS = array("q", bytes(8 * _SUMS))
_NO_FACTS = array("i", bytes(4 * _FACTS))
_NO_NUMBER = array("q", bytes(8))
_NO_ROW = array("i", bytes(4))


class Containers:
    """The containers of a page.

    ``comments`` is what to do with comments: what is called so and, if they are to be dropped, what only follows a
    place of that name. In old pages such a place is often all there is, but whatever else follows it would go, too.
    ``best`` is the container that the n-grams would choose if one was all they could have, ``prose`` the one by the
    length of its sentences, ``is_discussed`` whether the page has comments at all, and ``leaves_out`` whether there are
    any that are not in play.
    """

    def __init__(self, blocks: Blocks, signs: Signs, comments: int, hidden: int) -> None:
        self.blocks = blocks
        self.elements: Elements = blocks.elements
        self.signs = signs
        self.comments = comments
        self.hidden = hidden
        self.count = len(blocks.elements)
        self.held = sums, facts = _NO_SUMS * self.count, _NO_FACTS * self.count
        self.sums = arrays.longs(sums)
        self.facts = arrays.ints(facts)
        self.families = arrays.longs(_NO_NUMBER)
        self.paths = arrays.longs(_NO_NUMBER)
        self.best = self.prose = 0
        self.is_discussed = self.leaves_out = False
        self._find_full()
        self._read_names()

    def _find_full(self) -> None:
        """Count visible blocks, so that containers without any can be passed over."""
        sums = self.sums
        rows = self.elements.rows
        for block in self.blocks.items:
            if not 0 <= block.element < self.count:
                raise IndexError(block.element)
            if not block.state & self.hidden:
                sums[block.element * _SUMS] += 1
        for i in range(self.count - 1, 0, -1):
            if sums[i * _SUMS]:
                above = rows[i * _WIDTH + _PARENT]
                if not 0 <= above < i:
                    raise IndexError(above)
                self.facts[i * _FACTS + _ABOVE] = above
                sums[above * _SUMS] += 1

    def _read_names(self) -> None:
        """What containers are called, from the outside inwards; the sums are empty again afterwards."""
        signs = self.signs
        source = self.blocks.source
        for i in range(self.count):
            if self.sums[i * _SUMS]:
                self.sums[i * _SUMS] = 0
                signs.read(source, self.elements, i)
                self._note(i, signs.value, signs.is_comment)
            elif self.comments == _DROP and self.elements.rows[i * _WIDTH + _TAG] == _A:
                signs.read(source, self.elements, i)
                if signs.is_target:
                    self._begin_comments(i)
        signs.forget()

    def _begin_comments(self, i: int) -> None:
        """What follows a place or heading that links to comments lead to is comments, in the container around it.

        What has nothing but a place inside it, and a heading, is not what is meant by that.
        """
        rows = self.elements.rows
        while i > 1:
            above = rows[i * _WIDTH + _PARENT]
            if not 0 <= above < i:
                raise IndexError(above)
            i = above
            if self.facts[i * _FACTS + _FIRST] and not _H1 <= rows[i * _WIDTH + _TAG] <= _H6:
                break
        if not self.facts[i * _FACTS + _COMMENT]:
            self.facts[i * _FACTS + _COMMENT] = _FROM_HERE
            self.is_discussed = True

    def _note(self, i: int, value: int, is_comment: bool) -> None:
        """Note what has been read of a container's names."""
        at = i * _FACTS
        up = self.facts[at + _ABOVE] * _FACTS
        self.facts[at + _FIRST] = _NOWHERE
        self.facts[at + _MAKE] = self.signs.make & 0x7FFFFFFF
        self.facts[at + _NAMED] = self.signs.has_class
        self.facts[at + _SIGN] = value if value else self.facts[up + _SIGN]
        self.facts[at + _BEST] = max(value, self.facts[up + _BEST])
        self.facts[at + _WORST] = min(value, self.facts[up + _WORST])
        self.facts[at + _ALL] = max(-_MOST, min(_MOST, value + self.facts[up + _ALL]))
        tag = self.elements.rows[i * _WIDTH + _TAG]
        # The names of html, body and main speak of the whole page: that one may comment on it, for instance.
        if is_comment and i > 1 and tag != _MAIN:
            self.facts[at + _COMMENT] = 1
            self.is_discussed = True
        elif self.facts[up + _COMMENT]:
            self.facts[at + _COMMENT] = 1
        if self.signs.is_target and _H1 <= tag <= _H6:
            self._begin_comments(i)

    def choose(self) -> array[int]:
        """The indices of the visible blocks that are in play.

        Comments are, if they are to be kept, if the page says that it is a discussion, or if there is not much of an
        article without them.
        """
        everything = not self.is_discussed or self.comments == _KEEP
        if not everything and self.comments == _AUTO:
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
        """Whether a block of the page stands in what is called a comment."""
        if not 0 <= block.element < self.count:
            raise IndexError(block.element)
        return self.facts[block.element * _FACTS + _COMMENT] == 1

    def _has_article(self) -> bool:
        """Whether there is some prose outside of the comments."""
        outside = 0
        for block in self.blocks.items:
            if not block.state & self.hidden and _is_prose(block) and not self.is_comment(block):
                outside += block.words
        return outside >= _AN_ARTICLE

    def add_up(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        """Give each container the sums of the blocks inside it, which have these bits and numbers of characters."""
        sums = self.sums
        facts = self.facts
        for row, block in enumerate(rows):
            at = block.element * _SUMS
            sums[at + _BLOCKS] += 1
            sums[at + _WORDS] += block.words
            sums[at + _CHARS] += block.chars
            sums[at + _LINKS] += block.link_chars
            sums[at + _BITS] += bits[row]
            sums[at + _LENGTH] += lengths[row]
            sums[at + _LONG] += block.words if block.words >= _PARAGRAPH else 0
            sums[at + _WORTH] += (bits[row] >> 10) - block.link_chars
            sums[at + _PROSE] += block.words if _is_prose(block) else -block.words
            sums[at + _HEADINGS] += block.level != 0
            if facts[block.element * _FACTS + _FIRST] == _NOWHERE:
                facts[block.element * _FACTS + _FIRST] = row
        for i in range(self.count - 1, 0, -1):
            if sums[i * _SUMS]:
                self._pass_on(i, facts[i * _FACTS + _ABOVE])

    def _pass_on(self, i: int, above: int) -> None:
        at = i * _SUMS
        to = above * _SUMS
        for k in range(_SUMS):
            self.sums[to + k] += self.sums[at + k]
        first = self.facts[i * _FACTS + _FIRST]
        if self.facts[above * _FACTS + _FIRST] > first:
            self.facts[above * _FACTS + _FIRST] = first

    def compare(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        """Find the next larger ones, those of the same make, and the best; after `add_up` of the same rows."""
        families = Numbers(self.count)
        paths = Numbers(self.count)
        self.held_families = _NO_NUMBER * (_FAMILIES * self.count)
        self.families = arrays.longs(self.held_families)
        self.facts[_UP] = -1
        for i in range(1, self.count):
            if self.sums[i * _SUMS]:
                above = self.facts[i * _FACTS + _ABOVE]
                self._find_larger(i, above)
                self._join_family(i, above, families)
                self._find_path(i, above, paths)
                if self.sums[i * _SUMS + _WORTH] >= self.sums[self.best * _SUMS + _WORTH]:
                    self.best = i
                if self.sums[i * _SUMS + _PROSE] >= self.sums[self.prose * _SUMS + _PROSE]:
                    self.prose = i
        self._mark(self.best, 1)
        self._mark(self.prose, 2)
        self.held_paths = _NO_NUMBER * (_PATHS * (paths.count + 1))
        self.paths = arrays.longs(self.held_paths)
        self._add_up_paths(rows, bits, lengths)

    def _find_larger(self, i: int, above: int) -> None:
        """Many containers hold nothing but another one. The next that holds more is what counts as around it."""
        if self.sums[above * _SUMS] > self.sums[i * _SUMS]:
            self.facts[i * _FACTS + _UP] = above
        else:
            self.facts[i * _FACTS + _UP] = self.facts[above * _FACTS + _UP]

    def _join_family(self, i: int, above: int, numbers: Numbers) -> None:
        """A family is what has the same make and stands in the same container: items of a list, rows, cards."""
        key = self.facts[i * _FACTS + _MAKE]
        family = numbers.number(key << 31 | above)
        self.facts[i * _FACTS + _FAMILY] = family
        at = family * _FAMILIES
        self.families[at + _F_COUNT] += 1
        self.families[at + _F_WORDS] += self.sums[i * _SUMS + _WORDS]
        self.families[at + _F_HEADINGS] += self.sums[i * _SUMS + _HEADINGS] > 0

    def _find_path(self, i: int, above: int, numbers: Numbers) -> None:
        """Blocks whose containers are of the same make all the way up have the same path."""
        key = self.facts[i * _FACTS + _MAKE]
        self.facts[i * _FACTS + _PATH] = numbers.number(key << 31 | self.facts[above * _FACTS + _PATH]) + 1

    def _add_up_paths(self, rows: list[Block], bits: array[int], lengths: array[int]) -> None:
        paths = self.paths
        for row, block in enumerate(rows):
            at = self.facts[block.element * _FACTS + _PATH] * _PATHS
            paths[at + _P_BLOCKS] += 1
            paths[at + _P_WORDS] += block.words
            paths[at + _P_CHARS] += block.chars
            paths[at + _P_LINKS] += block.link_chars
            paths[at + _P_BITS] += bits[row]
            paths[at + _P_LENGTH] += lengths[row]

    def _mark(self, i: int, bit: int) -> None:
        """Mark one of the best containers, and what is around it."""
        while i:
            self.facts[i * _FACTS + _AROUND] |= bit
            i = self.facts[i * _FACTS + _ABOVE]
        self.facts[_AROUND] |= bit

    def mark_title(self, block: Block) -> None:
        """Note how far up the containers around the title are, counting only those that hold more than the last."""
        i = block.element
        if not 0 <= i < self.count:
            raise IndexError(i)
        steps = 1
        self.facts[i * _FACTS + _TITLE_STEPS] = steps
        while i:
            above = self.facts[i * _FACTS + _ABOVE]
            steps += self.sums[above * _SUMS] > self.sums[i * _SUMS]
            i = above
            self.facts[i * _FACTS + _TITLE_STEPS] = steps


def _is_prose(block: Block) -> bool:
    return block.words >= _SENTENCE and 4 * block.link_chars < block.chars
