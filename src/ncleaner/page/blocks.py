"""Blocks: what the scanner leaves behind, and what engines and renderers read.

Strategy: a page becomes one buffer of visible text (UTF-8, blocks separated by line feeds), a list of `Block`
objects that point into the buffer and into the source, and a table of containers (`Elements`), each pointing to its
parent by index. No object points to another, so a million nested elements are just a long table.
Everything that is not needed to decide (paths, class words, inline marks, character offsets) is derived on demand.

All offsets are in bytes of UTF-8. `Blocks.spans` turns them into offsets of characters in one walk over the page.
"""

from __future__ import annotations

from array import array

from ncleaner.octets.octets import Octets
from ncleaner.page.elements import Elements
from ncleaner.page.tags import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What holds for all of a block, inherited from the elements around it: the bits of `Block.state`.
HIDDEN = 1
PRE = 2
LIST = 4
TABLE = 8
QUOTE = 16
FORM = 32
NAV = 64
ASIDE = 128
HEADER = 256
FOOTER = 512
ARTICLE = 1024
MAIN = 2048
ARIA_HIDDEN = 4096

# How a block begins: the values of `Block.breaks`.
BY_ELEMENT = 0
BY_BR = 1
BY_BRS = 2  # two or more
BY_BLANK_LINE = 3

# The segment kinds, as indices into `ncleaner.page.segment.KINDS`.
PARAGRAPH = 0
HEADING = 1
ITEM = 2

CONTINUES = 4  # added to the kind of a block that goes on with the segment of the block kept before it

# Inline marks: these open, the even number after each closes.
LINK_OPEN = 1
BOLD_OPEN = 3
ITALIC_OPEN = 5
CODE_OPEN = 7
INLINE_NAMES = ("", "+a", "-a", "+b", "-b", "+i", "-i", "+code", "-code")
A_PAGE = 100  # words; less than that is no page that waits for its script, nor a frame for one

INLINE_WIDTH = 4  # position in the buffer, kind, start and end of the address in the source

# Public names again as C variables of the compiled module.
_HIDDEN = HIDDEN
_A_PAGE = A_PAGE

_NO_PLACES = array("q", bytes(8))


class Block:
    """The text between two block boundaries, with the facts that engines use.

    ``start``/``end`` are offsets into the source, ``text_start``/``text_end`` into the buffer, ``element`` is the index
    of the innermost container. ``chars`` counts characters that are not white space; ``link_chars`` and
    ``bold_chars`` those inside links and bold type. ``level`` is that of the heading around the block, 0 for none.
    ``rule`` is the number of the rule that is certain the block is furniture (see `ncleaner.read.segment`), 0 for none.
    """

    __slots__ = (
        "start", "end", "text_start", "text_end", "element", "state", "level", "lang", "breaks",
        "chars", "words", "link_chars", "bold_chars", "links", "bars", "first_inline", "last_inline", "kind", "rule",
    )  # fmt: skip

    def __init__(self) -> None:
        self.begin(0, 0, 0)

    def begin(self, start: int, text_start: int, element: int) -> None:
        """Fill a new one. The scanner makes them without ``__init__``, which costs as much as all the rest."""
        self.start = self.end = start
        self.text_start = self.text_end = text_start
        self.element = element
        self.state = self.level = self.lang = self.breaks = 0
        self.chars = self.words = self.link_chars = self.bold_chars = self.links = self.bars = 0
        self.first_inline = self.last_inline = 0
        self.kind = self.rule = 0


class Blocks:
    """All blocks of a page, the buffer with their text, and their containers."""

    __slots__ = ("source", "buffer", "items", "elements", "inline_tags", "langs", "names", "head_spans", "warnings")

    def __init__(
        self,
        source: bytes,
        buffer: bytes,
        items: list[Block],
        elements: Elements,
        inline_tags: array[int],
        langs: list[str],
        names: list[str],
        head_spans: list[tuple[str, int, int]],
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.source = source
        self.buffer = buffer
        self.items = items
        self.elements = elements
        self.inline_tags = inline_tags
        self.langs = langs
        self.names = names  # of elements HTML does not know; their tags count on from the known ones
        self.head_spans = head_spans
        self.warnings = warnings

    def __len__(self) -> int:
        return len(self.items)

    def hidden_bits(self) -> int:
        """The bits of a block's state by which readers cannot see it.

        Some pages hide most of themselves until a script has run. There hiding means nothing, and no bit tells.
        """
        words = hidden = 0
        for block in self.items:
            words += block.words
            if block.state & _HIDDEN:
                hidden += block.words
        return 0 if hidden >= _A_PAGE and 2 * hidden > words else _HIDDEN

    def word_counts(self, keep: bytearray) -> tuple[int, int]:
        """How many words there are, and how many of them in the blocks that have a 1 in ``keep``."""
        words = kept = 0
        for index, block in enumerate(self.items):
            words += block.words
            if keep[index]:
                kept += block.words
        return words, kept

    def lines(self, keep: bytearray) -> bytes:
        """The text of the blocks that have a 1 in ``keep``, each on a line of its own, in UTF-8.

        A line feed is between any two blocks in the buffer, so that those that follow each other are one piece of it,
        with the line feed at its end unless the buffer ends there.
        """
        pieces = []
        start = -1
        end = 0
        for index, block in enumerate(self.items):
            if keep[index]:
                if start < 0:
                    start = block.text_start
                end = block.text_end
            elif start >= 0:
                pieces.append(self.buffer[start : end + 1])
                start = -1
        if start >= 0:
            pieces.append(self.buffer[start : end + 1])
            if end >= len(self.buffer):
                pieces.append(b"\n")
        return b"".join(pieces)

    def text(self, index: int) -> str:
        """The visible text of a block."""
        block = self.items[index]
        return self.buffer[block.text_start : block.text_end].decode("utf-8")

    def language(self, index: int) -> str:
        """The language that the ``lang`` attribute nearest to the block declares, or the empty string."""
        return self.langs[self.items[index].lang]

    def tag(self, element: int) -> str:
        """The name of an element."""
        code = self.elements.tag(element)
        return NAMES[code] if code < len(NAMES) else self.names[code - len(NAMES)]

    def ancestors(self, index: int) -> Iterator[int]:
        """The containers of a block, from the innermost outwards, as indices into `elements`."""
        element = self.items[index].element
        while element >= 0:
            yield element
            element = self.elements.parent(element)

    def path(self, index: int) -> str:
        """The tags from the root to the block, as in ``html/body/div/p``."""
        return "/".join(reversed([self.tag(element) for element in self.ancestors(index)]))

    def paths(self) -> list[str]:
        """The paths of all blocks; those of containers that several have in common are put together once."""
        known = {-1: ""}
        for block in self.items:
            element = block.element
            unknown = []
            while element not in known:
                unknown.append(element)
                element = self.elements.parent(element)
            path = known[element]
            for inner in reversed(unknown):
                path = f"{path}/{self.tag(inner)}" if path else self.tag(inner)
                known[inner] = path
        return [known[block.element] for block in self.items]

    def words(self, element: int) -> list[str]:
        """The words of an element's class, id, role and ARIA label, in lower case."""
        it = self.elements[element]
        spans = (
            (it.class_start, it.class_end),
            (it.id_start, it.id_end),
            (it.role_start, it.role_end),
            (it.label_start, it.label_end),
        )
        joined = b" ".join(self.source[start:end] for start, end in spans if end > start)
        return "".join(c if c.isalnum() else " " for c in joined.decode("utf-8").lower()).split()

    def inline(self, index: int) -> list[tuple[int, str, str]]:
        """The inline marks of a block: offset in its text, name, and the address if it is a link.

        The names are ``+a`` ``-a`` ``+b`` ``-b`` ``+i`` ``-i`` ``+code`` ``-code``. The marks are in order. Those
        around the block are opened at its start again; those still open at its end are closed there.
        """
        block = self.items[index]
        result = []
        offset = 0
        counted = block.text_start  # up to here
        for mark in range(block.first_inline, block.last_inline):
            at = mark * INLINE_WIDTH
            position = min(self.inline_tags[at], block.text_end)
            offset += characters(self.buffer, counted, position)
            counted = position
            address = self.source[self.inline_tags[at + 2] : self.inline_tags[at + 3]].decode("utf-8")
            result.append((offset, INLINE_NAMES[self.inline_tags[at + 1]], address))
        return result

    def places(self) -> array[int]:
        """Where each block begins and ends in the decoded page, in characters; -1 if it stands nowhere in it."""
        octets = Octets()
        octets.hold(self.source)
        result = _NO_PLACES * (2 * len(self.items))
        found = result
        at = count = 0
        for index, block in enumerate(self.items):
            if block.start < 0:
                found[2 * index] = found[2 * index + 1] = -1
            else:
                count += octets.characters(at, block.start)
                found[2 * index] = count
                count += octets.characters(block.start, block.end)
                found[2 * index + 1] = count
                at = block.end
        return result

    def spans(self) -> list[tuple[int, int]]:
        """The same in pairs."""
        places = self.places()
        return list(zip(places[::2], places[1::2], strict=True))


def block_limit(size: int) -> int:
    """How many blocks a page of that many bytes may have: far more than honest pages do."""
    return 65536 + size // 64


def characters(data: bytes, start: int, end: int) -> int:
    """How many characters the bytes from ``start`` to ``end`` encode."""
    octets = Octets()
    octets.hold(data)
    return octets.characters(start, end)
