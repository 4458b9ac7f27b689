"""The tree of a page (section 2.1): parsed by lexbor, cleared of what is no text, and put into paragraphs.

Strategy: lexbor parses what the scanner has read, and one walk over its tree makes a table of it, a row for each
element and each text in the order of the document. A row knows its parent and where its subtree ends, so that nothing
recurses, and whatever is to be known about all subtrees is a sum over rows. Then a second walk puts loose text into
paragraphs:

- what stands between two or more ``<br>``, as in the paper;
- what stands beside block-level elements. That is our remedy for what the paper found wrong in its section 6: a
  ``<body>`` with some text of its own would otherwise be one target with the whole page in it.

What an engine decides goes by the blocks of our scanner. So each text has to know which block it belongs to: before
each block a mark is put into the source that is parsed, two noncharacters with the block's number between them.
All text from one mark to the next belongs to one block.

Costs: linear in the page but for lexbor, which takes quadratic time and memory for elements that are never closed.
Pages with more of these than browsers would nest, and those that are no HTML, become a paragraph for each block.
"""

from __future__ import annotations

import re

from ncleaner.engines.fiasco.packages import needed
from ncleaner.page.blocks import HEADING, ITEM
from ncleaner.page.tags import BREAK, FLAGS, NAMES, VOID
from ncleaner.read.html.stack import MAX_DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ncleaner.page.blocks import Block, Blocks

    Attributes = dict[str, str | None]

TEXT = "-text"  # in place of a tag, as lexbor has it
PARAGRAPH = "p"
STYLE = "style"  # has no text for readers, but says how the page is to be shown
NOWHERE = -1

BLOCK_LEVEL = frozenset(name for name, flags in zip(NAMES, FLAGS, strict=True) if flags & BREAK)
LEFT_OUT = frozenset("base datalist iframe link meta noembed noframes noscript script template title".split())
WITHOUT_SCRIPTS = LEFT_OUT - {"noscript"}  # of pages that show next to nothing before a script has run

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_OPEN_BYTES, _CLOSE_BYTES = _OPEN.encode(), _CLOSE.encode()
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_TAG = re.compile(rb"<(/?)([a-z][^\s/>]*)", re.IGNORECASE)
_CLOSED_BY_OTHERS = "body colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr"
_VOID = [name for name, flags in zip(NAMES, FLAGS, strict=True) if flags & VOID]
_NEED_NO_END = frozenset(name.encode() for name in [*_VOID, *_CLOSED_BY_OTHERS.split()])

_FLAT = {HEADING: "h2", ITEM: "li"}  # the tags of blocks that become paragraphs by themselves


class Tree:
    """A table of the elements and texts of a page, in the order of the document.

    ``parents`` has the row of the element around each row, `NOWHERE` for the first; the subtree of a row ends before
    the row ``ends`` has. ``texts`` has the text of texts and of ``<style>``; ``owners`` the block that a text belongs
    to, or `NOWHERE`.
    """

    __slots__ = ("tags", "parents", "ends", "attributes", "texts", "owners")

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.attributes: list[Attributes] = []
        self.texts: list[str] = []
        self.owners: list[int] = []

    def __len__(self) -> int:
        return len(self.tags)

    def add(self, tag: str, parent: int, attributes: Attributes, text: str = "", owner: int = NOWHERE) -> int:
        """Add a row, and return its number."""
        self.tags.append(tag)
        self.parents.append(parent)
        self.ends.append(len(self.tags))
        self.attributes.append(attributes)
        self.texts.append(text)
        self.owners.append(owner)
        return len(self.tags) - 1

    def close(self) -> None:
        """Find out where subtrees end, when all rows are there."""
        for row in range(len(self.tags) - 1, 0, -1):
            parent = self.parents[row]
            if parent >= 0:
                self.ends[parent] = max(self.ends[parent], self.ends[row])

    def children(self) -> list[list[int]]:
        """The rows that stand right below each row."""
        found: list[list[int]] = [[] for _ in self.tags]
        for row, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(row)
        return found

    def text(self, row: int) -> str:
        """All text of a subtree, with white space as it is."""
        return "".join(self.texts[below] for below in range(row, self.ends[row]) if self.tags[below] == TEXT)


def tree_of(blocks: Blocks, *, divided: bool = True) -> Tree:
    """The tree of a page that was scanned.

    If it is not ``divided``, text beside block-level elements stays where it is, as in the paper.
    """
    source = _flat(blocks) if _is_flat(blocks) else _marked(blocks)
    left_out = LEFT_OUT if blocks.hidden_bits() else WITHOUT_SCRIPTS
    return _with_paragraphs(_parsed(source, len(blocks), left_out), divided)


# The source


def _is_flat(blocks: Blocks) -> bool:
    """Whether a page is plain text, or has so many unclosed elements that no browser would nest them."""
    return any(block.element < 0 for block in blocks.items) or _unclosed(blocks.source) > MAX_DEPTH


def _unclosed(source: bytes) -> int:
    """How many elements are open at a time, at most, if each end tag closes one of its name."""
    counts: dict[bytes, int] = {}
    now = most = 0
    for match in _TAG.finditer(source):
        end, name = match.group(1), match.group(2).lower()
        count = counts.get(name, 0)
        if end:
            if count:
                counts[name] = count - 1
                now -= 1
        elif name not in _NEED_NO_END:
            counts[name] = count + 1
            now += 1
            most = max(most, now)
    return most


def _mark(number: int) -> bytes:
    return b"%b%d%b" % (_OPEN_BYTES, number, _CLOSE_BYTES)


def _marked(blocks: Blocks) -> str:
    """The source with a mark before each block."""
    pieces = []
    at = 0
    for number, block in enumerate(blocks.items):
        if block.start >= at:
            pieces.append(blocks.source[at : block.start].replace(_OPEN_BYTES, b""))
            pieces.append(_mark(number))
            at = block.start
    pieces.append(blocks.source[at:].replace(_OPEN_BYTES, b""))
    return b"".join(pieces).decode("utf-8", "replace")


def _flat(blocks: Blocks) -> str:
    """A page in which each block is an element of its own."""
    return "".join(_paragraph(blocks, number, block) for number, block in enumerate(blocks.items))


def _paragraph(blocks: Blocks, number: int, block: Block) -> str:
    tag = _FLAT.get(block.kind, PARAGRAPH)
    text = blocks.text(number).replace(_OPEN, "").replace("&", "&amp;").replace("<", "&lt;")
    return f"<{tag}>{_OPEN}{number}{_CLOSE}{text}</{tag}>"


# The table


def _parsed(source: str, count: int, left_out: frozenset[str]) -> Tree:
    """What lexbor makes of a source, without scripts, comments and the like; ``count`` is that of the blocks."""
    with needed("selectolax"):
        from selectolax.lexbor import LexborHTMLParser

    tree = Tree()
    root = LexborHTMLParser(source).root
    if root is None:
        tree.add("html", NOWHERE, {})
        return tree
    rows: dict[int, int] = {}
    owner = NOWHERE
    for node in root.traverse(include_text=True):
        parent = _parent(node, rows) if rows else NOWHERE
        if rows and parent == NOWHERE:
            continue  # below something that was left out
        tag = node.tag
        if tag == TEXT:
            owner = _add_text(tree, parent, node.text_content or "", owner, count)
        elif tag and tag[0] != "-" and tag not in left_out:
            rows[node.mem_id] = tree.add(tag, parent, node.attributes)
    tree.close()
    return tree


def _parent(node: Any, rows: dict[int, int]) -> int:
    parent = node.parent
    return NOWHERE if parent is None else rows.get(parent.mem_id, NOWHERE)


def _add_text(tree: Tree, parent: int, text: str, owner: int, count: int) -> int:
    """Add a text in as many rows as blocks have a part of it; return the block that follows go with."""
    if tree.tags[parent] == STYLE:
        tree.texts[parent] += text
        return owner
    pieces = _MARK.split(text)
    for number, piece in enumerate(pieces):
        if number % 2:
            owner = min(int(piece), count - 1)
        elif piece:
            tree.add(TEXT, parent, {}, piece, owner)
    return owner


# Paragraphs


def _with_paragraphs(raw: Tree, divided: bool) -> Tree:
    """The same tree with loose texts in paragraphs of their own."""
    children = raw.children()
    broken = _broken(raw, children)
    tree = Tree()
    stack: list[tuple[int, Iterator[int | list[int]]]] = [(NOWHERE, iter([0]))]
    while stack:
        parent, items = stack[-1]
        item = next(items, None)
        if item is None:
            stack.pop()
        elif isinstance(item, list):
            row = tree.add(PARAGRAPH, parent, {})
            stack.append((row, iter(item)))
        else:
            row = tree.add(raw.tags[item], parent, raw.attributes[item], raw.texts[item], raw.owners[item])
            stack.append((row, iter(_grouped(raw, children[item], broken, divided))))
    tree.close()
    _rename_paragraphs(tree)
    return tree


def _broken(raw: Tree, children: Sequence[Sequence[int]]) -> list[bool]:
    """Which rows are block-level or have something below that is, or is between several ``<br>``."""
    broken = [tag in BLOCK_LEVEL or _has_breaks(raw, below) for tag, below in zip(raw.tags, children, strict=True)]
    for row in range(len(raw) - 1, 0, -1):
        if broken[row] and raw.parents[row] >= 0:
            broken[raw.parents[row]] = True
    return broken


def _is_space(raw: Tree, row: int) -> bool:
    return raw.tags[row] == TEXT and not raw.texts[row].strip()


def _has_breaks(raw: Tree, below: Sequence[int]) -> bool:
    """Whether two ``<br>`` follow each other."""
    before = False
    for row in below:
        if raw.tags[row] == "br":
            if before:
                return True
            before = True
        elif not _is_space(raw, row):
            before = False
    return False


def _grouped(raw: Tree, below: Sequence[int], broken: Sequence[bool], divided: bool) -> list[int | list[int]]:
    """The children of an element, those that are to be in one paragraph as a list."""
    has_breaks = _has_breaks(raw, below)
    if not has_breaks and not (divided and any(broken[row] for row in below)):
        return list(below)
    groups: list[int | list[int]] = []
    run: list[int] = []
    for row, ends in zip(below, _ends_run(raw, below, broken, divided), strict=True):
        if ends:
            _add_run(raw, groups, run)
            run = []
            groups.append(row)
        else:
            run.append(row)
    _add_run(raw, groups, run)
    return groups


def _ends_run(raw: Tree, below: Sequence[int], broken: Sequence[bool], divided: bool) -> list[bool]:
    """Which children are in no paragraph: block-level ones, and the ``<br>`` of which there are several."""
    breaks = [raw.tags[row] == "br" for row in below]
    filled = [not brk and not _is_space(raw, row) for brk, row in zip(breaks, below, strict=True)]
    ends = [divided and broken[row] for row in below]
    start = 0
    while start < len(below):
        stop = start
        while stop < len(below) and not filled[stop]:
            stop += 1
        if sum(breaks[start:stop]) > 1:
            ends[start:stop] = [True] * (stop - start)
        start = stop + 1
    return ends


def _add_run(raw: Tree, groups: list[int | list[int]], run: list[int]) -> None:
    """Put a run of children into a paragraph if there is text in it."""
    if any(raw.tags[row] != TEXT or raw.texts[row].strip() for row in run):
        groups.append(run)
    else:
        groups += run


def _rename_paragraphs(tree: Tree) -> None:
    """Make a ``<div>`` of each ``<p>`` that has paragraphs below it now, which no browser would accept."""
    holds = [False] * len(tree)
    for row in range(len(tree) - 1, 0, -1):
        if holds[row] and tree.tags[row] == PARAGRAPH:
            tree.tags[row] = "div"
        if tree.parents[row] >= 0 and (holds[row] or tree.tags[row] in BLOCK_LEVEL):
            holds[tree.parents[row]] = True
