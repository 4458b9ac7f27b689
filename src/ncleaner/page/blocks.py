"""Blocks: the output of the scanner, and the input of engines and renderers.

Strategy: a page becomes one buffer of visible text (UTF-8, blocks separated by line feeds), a list of `Block` objects
with offsets into the buffer and the source, and a table of containers (`Elements`), each with the index of its parent.
No object refers to another, so a million nested elements are just a long table. Everything that engines do not need for
decisions (paths, class words, inline tags, character offsets) is derived on demand.

All offsets are in bytes of UTF-8. `Blocks.spans` turns them into character offsets in one walk over the page.
"""

from __future__ import annotations

from array import array

from ncleaner.octets.octets import Octets
from ncleaner.page.elements import Elements
from ncleaner.page.tags import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# The bits of `Block.state`, inherited from the elements around the block.
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

# The values of `Block.breaks`: what separates a block from the one before it.
BY_ELEMENT = 0
BY_BR = 1
BY_BRS = 2  # two or more ``<br>``
BY_BLANK_LINE = 3

# The segment kinds, as indices into `ncleaner.page.segment.KINDS`.
PARAGRAPH = 0
HEADING = 1
ITEM = 2

CONTINUES = 4  # added to the kind of a block that continues the segment of the kept block before it

# The styles of text besides links, bold, italics and code: the bits of `Writer.style`, by name. ``math`` and
# ``display`` are formulas in TeX, within a line and on a line of their own.
STYLES = ("sup", "sub", "del", "ins", "mark", "kbd", "q", "abbr", "math", "display")

# Inline tags: these open; the even number after each closes.
LINK_OPEN = 1
BOLD_OPEN = 3
ITALIC_OPEN = 5
CODE_OPEN = 7
STYLE_OPEN = 9  # of the first style; those of the others follow
INLINE_NAMES = ("", *[sign + name for name in ("a", "b", "i", "code", *STYLES) for sign in "+-"])
INLINE_WIDTH = 4  # position in the buffer, kind, start and end of the address or the ``<abbr>`` tag in the source

# What stands in or between blocks and has no text: kind, start of its tag in the source, position in the buffer, index
# of the block, container, start and end of the address that it links to. The index is that of the block around it or,
# with `BETWEEN` added to the kind, of the next. `AFTER_SPACE` is added where white space is before it.
IMAGE = 1
RULE = 2
CHECKBOX = 3
BETWEEN = 8
AFTER_SPACE = 16
OBJECT_WIDTH = 7

LONGEST_ADDRESS = 4096  # bytes; longer links are treated as text

A_PAGE = 100  # words; a page that is hidden until its script has run hides at least as many

# Public names again as C variables of the compiled module, because other modules cannot import C variables.
_HIDDEN = HIDDEN
_A_PAGE = A_PAGE

_NO_PLACES = array("q", bytes(8))
_NO_OBJECTS = array("i")


class Block:
    """The text between two block boundaries, with the facts that engines use.

    ``start``/``end`` are offsets into the source, ``text_start``/``text_end`` into the buffer, ``element`` is the index
    of the innermost container. ``chars`` counts characters that are not white space; ``link_chars`` and ``bold_chars``
    count those inside links and bold type. ``level`` is the level of the heading around the block, 0 for none.
    ``first_inline`` and ``last_inline`` delimit its inline tags in `Blocks.inline_tags`. ``rule`` is the number of the
    rule by which the block is certainly boilerplate (see `ncleaner.read.segment`), 0 for none.
    """

    __slots__ = (
        "start", "end", "text_start", "text_end", "element", "state", "level", "lang", "breaks",
        "chars", "words", "link_chars", "bold_chars", "links", "bars", "first_inline", "last_inline", "kind", "rule",
    )  # fmt: skip

    def __init__(self) -> None:
        self.begin(0, 0, 0)

    def begin(self, start: int, text_start: int, element: int) -> None:
        """Initialise a block. The scanner bypasses ``__init__``, which takes as long as all the rest."""
        self.start = self.end = start
        self.text_start = self.text_end = text_start
        self.element = element
        self.state = self.level = self.lang = self.breaks = 0
        self.chars = self.words = self.link_chars = self.bold_chars = self.links = self.bars = 0
        self.first_inline = self.last_inline = 0
        self.kind = self.rule = 0


class Blocks:
    """All blocks of a page, the buffer with their text, and their containers.

    ``is_xml`` says that elements such as ``<script/>`` were read as empty. ``objects`` are the images, rules and check
    boxes, `OBJECT_WIDTH` numbers each.
    """

    __slots__ = (
        "source", "buffer", "items", "elements", "inline_tags", "langs", "names", "head_spans", "warnings", "is_xml",
        "objects",
    )  # fmt: skip

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
        is_xml: bool = False,
        objects: array[int] = _NO_OBJECTS,
    ) -> None:
        self.source = source
        self.buffer = buffer
        self.items = items
        self.elements = elements
        self.inline_tags = inline_tags
        self.langs = langs
        self.names = names  # of elements unknown to HTML; their numbers start at ``len(NAMES)``
        self.head_spans = head_spans
        self.warnings = warnings
        self.is_xml = is_xml
        self.objects = objects

    def __len__(self) -> int:
        return len(self.items)

    def __reduce__(self) -> tuple[Any, ...]:
        facts = array("i", [getattr(block, name) for block in self.items for name in Block.__slots__])
        tables = facts, self.elements, self.inline_tags, self.langs, self.names
        return _restored, (self.source, self.buffer, *tables, self.head_spans, self.warnings, self.is_xml, self.objects)

    def hidden_bits(self) -> int:
        """Return the state bits of blocks that readers cannot see.

        Some pages hide most of their text until a script has run. Then return 0: hidden blocks count as visible.
        """
        words = hidden = 0
        for block in self.items:
            words += block.words
            if block.state & _HIDDEN:
                hidden += block.words
        return 0 if hidden >= _A_PAGE and 2 * hidden > words else _HIDDEN

    def word_counts(self, keep: bytes) -> tuple[int, int]:
        """Return the number of words, and the number of words in kept blocks."""
        words = kept = 0
        for index, block in enumerate(self.items):
            words += block.words
            if keep[index]:
                kept += block.words
        return words, kept

    def lines(self, keep: bytes) -> bytes:
        """Return the text of the kept blocks in UTF-8, one line each.

        The buffer has a line feed between any two blocks, so consecutive kept blocks are copied in one slice. The slice
        includes the last line feed, unless the buffer ends there.
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
        """Return the text of a block."""
        block = self.items[index]
        return self.buffer[block.text_start : block.text_end].decode("utf-8")

    def language(self, index: int) -> str:
        """Return the language of the nearest ``lang`` attribute around the block, or the empty string."""
        return self.langs[self.items[index].lang]

    def tag(self, element: int) -> str:
        """Return the tag name of a container."""
        code = self.elements.tag(element)
        return NAMES[code] if code < len(NAMES) else self.names[code - len(NAMES)]

    def ancestors(self, index: int) -> Iterator[int]:
        """Yield the containers of a block from the innermost outwards, as indices into `elements`."""
        element = self.items[index].element
        while element >= 0:
            yield element
            element = self.elements.parent(element)

    def path(self, index: int) -> str:
        """Return the tags from the root to the block, as in ``html/body/div/p``."""
        return "/".join(reversed([self.tag(element) for element in self.ancestors(index)]))

    def paths(self) -> list[str]:
        """Return the paths of all blocks, each different path as one string.

        All different paths together are bounded: once they are longer than the page and a megabyte, a container with a
        new path gets the path of the container around it.
        """
        paths = {-1: ""}
        known: dict[tuple[str, str], str] = {}
        room = len(self.source) + (1 << 20)
        for block in self.items:
            element = block.element
            pending = []
            while element not in paths:
                pending.append(element)
                element = self.elements.parent(element)
            path = paths[element]
            for inner in reversed(pending):
                key = path, self.tag(inner)
                if key not in known and room > 0:
                    known[key] = "/".join(key) if path else key[1]
                    room -= len(known[key])
                path = paths[inner] = known.get(key, path)
        return [paths[block.element] for block in self.items]

    def words(self, element: int) -> list[str]:
        """Return the words of a container's class, id, role and ARIA label, in lower case."""
        container = self.elements[element]
        spans = (
            (container.class_start, container.class_end),
            (container.id_start, container.id_end),
            (container.role_start, container.role_end),
            (container.label_start, container.label_end),
        )
        joined = b" ".join(self.source[start:end] for start, end in spans if end > start)
        return "".join(c if c.isalnum() else " " for c in joined.decode("utf-8").lower()).split()

    def inline(self, index: int) -> list[tuple[int, str, str]]:
        """Return the inline tags of a block in order: offset in its text, name, and the address of a link.

        Addresses longer than `LONGEST_ADDRESS` are left out. For ``<abbr>``, the start tag stands for the address.

        The names are `INLINE_NAMES`: ``+a`` opens a link, ``-a`` closes it, and likewise for ``b``, ``i``, ``code`` and
        `STYLES`. Tags opened before the block are opened again at its start; tags still open at its end are closed
        there.
        """
        block = self.items[index]
        result = []
        offset = 0
        counted = block.text_start  # characters are counted up to here
        for number in range(block.first_inline, block.last_inline):
            at = number * INLINE_WIDTH
            position = min(self.inline_tags[at], block.text_end)
            offset += characters(self.buffer, counted, position)
            counted = position
            start, end = self.inline_tags[at + 2], self.inline_tags[at + 3]
            address = self.source[start:end].decode("utf-8") if end - start <= LONGEST_ADDRESS else ""
            result.append((offset, INLINE_NAMES[self.inline_tags[at + 1]], address))
        return result

    def places(self) -> array[int]:
        """Return start and end of each block in the decoded page, in characters; -1 if it is not in the page."""
        octets = Octets()
        octets.hold(self.source)
        result = _NO_PLACES * (2 * len(self.items))
        offsets = result
        at = count = 0
        for index, block in enumerate(self.items):
            if block.start < 0:
                offsets[2 * index] = offsets[2 * index + 1] = -1
            else:
                count += octets.characters(at, block.start)
                offsets[2 * index] = count
                count += octets.characters(block.start, block.end)
                offsets[2 * index + 1] = count
                at = block.end
        return result

    def spans(self) -> list[tuple[int, int]]:
        """Return `places` as pairs of start and end."""
        places = self.places()
        return list(zip(places[::2], places[1::2], strict=True))


def _restored(source: bytes, buffer: bytes, facts: array[int], *others: Any) -> Blocks:
    """Return the blocks with these facts, which have been pickled."""
    items = []
    width = len(Block.__slots__)
    for start in range(0, len(facts), width):
        block = Block()
        for name, value in zip(Block.__slots__, facts[start : start + width], strict=True):
            setattr(block, name, value)
        items.append(block)
    return Blocks(source, buffer, items, *others)


def block_limit(size: int) -> int:
    """Return the maximum number of blocks of a page of that many bytes, far more than ordinary pages have."""
    return 65536 + size // 64


def characters(data: bytes, start: int, end: int) -> int:
    """Return the number of characters encoded by the bytes from ``start`` to ``end``."""
    octets = Octets()
    octets.hold(data)
    return octets.characters(start, end)
