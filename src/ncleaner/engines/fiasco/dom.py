"""The tree of a page (section 2.1): parsed by lexbor, without scripts and the like, loose text put into paragraphs.

Strategy: lexbor parses the source that the scanner has read, and one walk over its tree makes a table with a row for
each element and each text in document order. A row has its parent and the end of its subtree, so nothing recurses, and
every fact about subtrees is a sum over rows. A second walk puts loose text into paragraphs:

- text between runs of two or more ``<br>``, as in the paper;
- text beside block-level elements. This fixes a problem from section 6 of the paper: a ``<body>`` with some text of its
  own would otherwise be one target that contains the whole page.

An engine decides on the blocks of our scanner, so each text needs its block. Before each block, a label is inserted
into the source to parse: the number of the block between two noncharacters. All text from one label to the next belongs
to one block.

Cost: linear in the size of the page. lexbor alone would take quadratic time in two cases:

- unclosed elements. Pages with more of them than browsers would nest get one paragraph per block, as do plain text
  and pages that were read as XML;
- options of a ``<select>``, because with each it looks for the selected one among all. It does not if several may be
  selected, so on pages with many options each ``<select>`` gets the attribute ``multiple``, which is removed again.
"""

from __future__ import annotations

import re

from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.page.blocks import HEADING, ITEM
from ncleaner.page.tags import BREAK, FLAGS, NAMES, VOID
from ncleaner.read.html.stack import MAX_DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ncleaner.page.blocks import Block, Blocks

    Attributes = dict[str, str | None]

TEXT = "-text"  # lexbor's tag of text nodes
PARAGRAPH = "p"
STYLE = "style"  # not text for readers, but needed to render the page
NOWHERE = -1

BLOCK_LEVEL = frozenset(name for name, flags in zip(NAMES, FLAGS, strict=True) if flags & BREAK)
LEFT_OUT = frozenset("base datalist iframe link meta noembed noframes noscript script template title".split())
WITHOUT_SCRIPTS = LEFT_OUT - {"noscript"}  # for pages that show almost nothing before a script has run

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_OPEN_BYTES, _CLOSE_BYTES = _OPEN.encode(), _CLOSE.encode()
_LABEL = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_TAG = re.compile(rb"<(/?)([a-z][^\s/>]*)", re.IGNORECASE)
_CLOSED_BY_OTHERS = "body colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr"
_VOID = [name for name, flags in zip(NAMES, FLAGS, strict=True) if flags & VOID]
_NEED_NO_END = frozenset(name.encode() for name in [*_VOID, *_CLOSED_BY_OTHERS.split()])

_MANY_OPTIONS = 512
_SELECT = re.compile(rb"<select(?=[\s/>])", re.IGNORECASE)
_OPTION = re.compile(rb"<option[\s/>]", re.IGNORECASE)
_MULTIPLE = f" multiple={_OPEN} "

_FLAT = {HEADING: "h2", ITEM: "li"}  # the tags of blocks in a flat page, if not `PARAGRAPH`


class Tree:
    """A table of the elements and texts of a page, in document order.

    ``parents`` has the row of each row's parent, `NOWHERE` for the first row; ``ends`` has the first row after each
    subtree. ``texts`` has the text of text nodes and of ``<style>``, ``owners`` the index of the block of each text, or
    `NOWHERE`.
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
        """Add a row and return its index."""
        self.tags.append(tag)
        self.parents.append(parent)
        self.ends.append(len(self.tags))
        self.attributes.append(attributes)
        self.texts.append(text)
        self.owners.append(owner)
        return len(self.tags) - 1

    def close(self) -> None:
        """Compute the ends of all subtrees, after the last row was added."""
        for row in range(len(self.tags) - 1, 0, -1):
            parent = self.parents[row]
            if parent >= 0:
                self.ends[parent] = max(self.ends[parent], self.ends[row])

    def children(self) -> list[list[int]]:
        """Return the rows of the children of each row."""
        children: list[list[int]] = [[] for _ in self.tags]
        for row, parent in enumerate(self.parents):
            if parent >= 0:
                children[parent].append(row)
        return children

    def text(self, row: int) -> str:
        """Return all text of a subtree, with its original white space."""
        return "".join(self.texts[below] for below in range(row, self.ends[row]) if self.tags[below] == TEXT)


def tree_of(blocks: Blocks, *, divided: bool = True) -> Tree:
    """Return the tree of a scanned page.

    If ``divided`` is false, text beside block-level elements is not put into paragraphs, as in the paper.
    """
    source = _flat(blocks) if _is_flat(blocks) else _labelled(blocks)
    left_out = LEFT_OUT if blocks.hidden_bits() else WITHOUT_SCRIPTS
    return _with_paragraphs(_parsed(source, len(blocks), left_out), divided)


# The source


def _is_flat(blocks: Blocks) -> bool:
    """Return whether lexbor cannot parse a page as we did: plain text, XML, or too many unclosed elements."""
    if blocks.is_xml or any(block.element < 0 for block in blocks.items):
        return True
    return _unclosed(blocks.source) > MAX_DEPTH


def _unclosed(source: bytes) -> int:
    """Return the largest number of elements that are open at a time, if each end tag closes one of its name."""
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


def _label(number: int) -> bytes:
    return b"%b%d%b" % (_OPEN_BYTES, number, _CLOSE_BYTES)


def _labelled(blocks: Blocks) -> str:
    """Return the source with a label before each block."""
    pieces = []
    at = 0
    for number, block in enumerate(blocks.items):
        if block.start >= at:
            pieces.append(blocks.source[at : block.start].replace(_OPEN_BYTES, b""))
            pieces.append(_label(number))
            at = block.start
    pieces.append(blocks.source[at:].replace(_OPEN_BYTES, b""))
    return _with_multiple_selects(b"".join(pieces)).decode("utf-8", "replace")


def _with_multiple_selects(source: bytes) -> bytes:
    """Return the source of a page with many options with `_MULTIPLE` in each ``<select>``."""
    options = sum(1 for _ in _OPTION.finditer(source))
    return _SELECT.sub(rb"\g<0>" + _MULTIPLE.encode(), source) if options > _MANY_OPTIONS else source


def _flat(blocks: Blocks) -> str:
    """Return a page with one element per block."""
    return "".join(_paragraph(blocks, number, block) for number, block in enumerate(blocks.items))


def _paragraph(blocks: Blocks, number: int, block: Block) -> str:
    tag = _FLAT.get(block.kind, PARAGRAPH)
    text = blocks.text(number).replace(_OPEN, "").replace("&", "&amp;").replace("<", "&lt;")
    return f"<{tag}>{_OPEN}{number}{_CLOSE}{text}</{tag}>"


# The table


def _parsed(source: str, count: int, left_out: frozenset[str]) -> Tree:
    """Parse a source and leave out scripts, comments and the like; ``count`` is the number of blocks."""
    with requires_package("selectolax"):
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
            continue  # inside an element that was left out
        tag = node.tag
        if tag == TEXT:
            owner = _add_text(tree, parent, node.text_content or "", owner, count)
        elif tag and tag[0] != "-" and tag not in left_out:
            rows[node.mem_id] = tree.add(tag, parent, _attributes(tag, node))
    tree.close()
    return tree


def _parent(node: Any, rows: dict[int, int]) -> int:
    parent = node.parent
    return NOWHERE if parent is None else rows.get(parent.mem_id, NOWHERE)


def _attributes(tag: str, node: Any) -> Attributes:
    """Return the attributes of a node, without those that were added to the source."""
    attributes: Attributes = node.attributes
    if tag == "select" and attributes.get("multiple") == _OPEN:
        del attributes["multiple"]
    return attributes


def _add_text(tree: Tree, parent: int, text: str, owner: int, count: int) -> int:
    """Add a text, one row for each block in it; return the block of the text that follows."""
    if tree.tags[parent] == STYLE:
        tree.texts[parent] += text
        return owner
    pieces = _LABEL.split(text.replace(_MULTIPLE, "") if _MULTIPLE in text else text)
    for number, piece in enumerate(pieces):
        if number % 2:
            owner = min(int(piece), count - 1)
        elif piece:
            tree.add(TEXT, parent, {}, piece, owner)
    return owner


# Paragraphs


def _with_paragraphs(raw: Tree, divided: bool) -> Tree:
    """Return a copy of the tree with loose texts in paragraphs."""
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
    """Return which rows are, or contain, a block-level element or a run of ``<br>``."""
    broken = [tag in BLOCK_LEVEL or _has_breaks(raw, below) for tag, below in zip(raw.tags, children, strict=True)]
    for row in range(len(raw) - 1, 0, -1):
        if broken[row] and raw.parents[row] >= 0:
            broken[raw.parents[row]] = True
    return broken


def _is_space(raw: Tree, row: int) -> bool:
    return raw.tags[row] == TEXT and not raw.texts[row].strip()


def _has_breaks(raw: Tree, below: Sequence[int]) -> bool:
    """Return whether two ``<br>`` follow each other."""
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
    """Return the children of an element, with children that form one paragraph as a list."""
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
    """Return which children are in no paragraph: block-level ones, and ``<br>`` in runs of two or more."""
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
    """Add a run of children as a paragraph, or as it is if it is only white space."""
    if any(raw.tags[row] != TEXT or raw.texts[row].strip() for row in run):
        groups.append(run)
    else:
        groups += run


def _rename_paragraphs(tree: Tree) -> None:
    """Turn each ``<p>`` that now contains block-level elements into a ``<div>``, as HTML does not nest paragraphs."""
    holds = [False] * len(tree)
    for row in range(len(tree) - 1, 0, -1):
        if holds[row] and tree.tags[row] == PARAGRAPH:
            tree.tags[row] = "div"
        if tree.parents[row] >= 0 and (holds[row] or tree.tags[row] in BLOCK_LEVEL):
            holds[tree.parents[row]] = True
