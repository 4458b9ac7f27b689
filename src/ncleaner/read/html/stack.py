"""The stack of open elements (WHATWG HTML, section 13.2.4.2), with the rules for tags that close other elements.

Strategy: the stack is an array of rows of integers. It has at most `MAX_DEPTH` rows, as in browsers, so every search
takes bounded time. Each row stores what holds inside its element (container, state, heading level, language, name
space), so closing elements only means reading a row. The writer always has the values of the top row.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import (
    ARTICLE,
    ASIDE,
    FOOTER,
    FORM,
    HEADER,
    HIDDEN,
    LIST,
    MAIN,
    NAV,
    PRE,
    QUOTE,
    STYLES,
    TABLE,
)  # fmt: skip
from ncleaner.page.elements import Element, Elements
from ncleaner.page.tags import CODE, CONTAINER, FLAGS, FOREIGN, HIDES, NAMES, SCOPE, SPECIAL
from ncleaner.read.html.writer import Writer

MAX_DEPTH = 512
_MAX_DEPTH = MAX_DEPTH  # a C variable of the compiled module cannot be imported by others

_KNOWN = len(NAMES)

# The state bits that an element adds to the blocks inside it.
_STATE_OF = {
    "pre": PRE, "listing": PRE, "xmp": PRE, "plaintext": PRE,
    "textarea": PRE | FORM, "select": FORM, "option": FORM, "optgroup": FORM,
    "button": FORM, "li": LIST, "dd": LIST, "dt": LIST, "table": TABLE,
    "blockquote": QUOTE, "nav": NAV, "aside": ASIDE, "header": HEADER, "footer": FOOTER,
    "article": ARTICLE, "main": MAIN,
}  # fmt: skip
_STATES = array("i", [_STATE_OF.get(name, 0) for name in NAMES])

# The style of the text inside an element, and of its other name.
_STYLE_OF = {name: 1 << number for number, name in enumerate(STYLES)}
_STYLE_OF["acronym"] = _STYLE_OF["abbr"]
_STYLES = array("i", [_STYLE_OF.get(name, 0) for name in NAMES])
_DELETED = _STYLE_OF["del"]

_A = CODE["a"]
_ADDRESS = CODE["address"]
_CAPTION = CODE["caption"]
_DD = CODE["dd"]
_DIV = CODE["div"]
_DT = CODE["dt"]
_H1 = CODE["h1"]
_H6 = CODE["h6"]
_LI = CODE["li"]
_OL = CODE["ol"]
_P = CODE["p"]
_TABLE = CODE["table"]
_TBODY = CODE["tbody"]
_TD = CODE["td"]
_TEMPLATE = CODE["template"]
_TFOOT = CODE["tfoot"]
_TH = CODE["th"]
_THEAD = CODE["thead"]
_TR = CODE["tr"]

# The columns of a row.
_TAG = 0
_ELEMENT = 1
_STATE = 2
_LEVEL = 3
_LANG = 4
_SPACE = 5
_LINK = 6
_BOLD = 7
_ITALIC = 8
_CODE = 9
_LINK_START = 10
_LINK_END = 11
_LINK_HIDDEN = 12
_STYLE = 13
_STRUCK = 14
_WIDTH = 15

_ID = Element.__slots__.index("id_start")  # a column of the table of containers

_NO_ROWS = array("i", bytes(4 * _WIDTH * 64))  # copied, which is faster than making new arrays
_NO_COUNTS = array("i", bytes(4 * _KNOWN))


class Stack:
    """The open elements, the containers so far, and the current name space.

    ``name_space`` is 0 for HTML, 1 for SVG, 2 for MathML, and -1 directly inside an SVG or MathML element whose content
    is HTML.
    """

    def __init__(self, writer: Writer, limit: int) -> None:
        self.writer = writer
        self.limit = limit  # of containers; further ones count as part of their parents
        self.overfull = False
        self.elements = Elements(self.writer.tokens.size)
        self.rows = _NO_ROWS[:]
        self.capacity = 64
        self.counts = _NO_COUNTS[:]
        self.depth = 0
        self.name_space = 0
        self.struck = 0  # the number of open ``<s>`` and ``<strike>``

    def push(self, tag: int, flags: int, state: int, lang: int, start: int) -> None:
        """Open the element whose tag begins at ``start``; it inherits state and language, and adds its own."""
        if self.depth < _MAX_DEPTH:
            if self.depth == self.capacity:
                self.rows = array("i", bytes(self.rows) * 2)
                self.capacity *= 2
            writer = self.writer
            if flags & CONTAINER:
                self._add_container(tag, start)
            if tag < _KNOWN:
                self.counts[tag] += 1
                state |= _STATES[tag]
                if flags & HIDES:
                    state |= HIDDEN
                writer.style |= _STYLES[tag]
                if tag == _TABLE:
                    writer.state &= ~LIST
                elif _H1 <= tag <= _H6:
                    writer.level = tag - _H1 + 1
            writer.state |= state
            if lang:
                writer.lang = lang
            self._fill_row(tag, flags)
            self.depth += 1

    def _fill_row(self, tag: int, flags: int) -> None:
        writer = self.writer
        at = self.depth * _WIDTH
        self.rows[at + _TAG] = tag
        self.rows[at + _ELEMENT] = writer.element
        self.rows[at + _STATE] = writer.state
        self.rows[at + _LEVEL] = writer.level
        self.rows[at + _LANG] = writer.lang
        self.rows[at + _SPACE] = self.name_space
        self.rows[at + _STYLE] = writer.style
        if flags & SCOPE:
            self.rows[at + _LINK] = writer.link
            self.rows[at + _LINK_START] = writer.link_start
            self.rows[at + _LINK_END] = writer.link_end
            self.rows[at + _LINK_HIDDEN] = writer.link_hidden
            self.rows[at + _BOLD] = writer.bold
            self.rows[at + _ITALIC] = writer.italic
            self.rows[at + _CODE] = writer.code
            self.rows[at + _STRUCK] = self.struck

    def _add_container(self, tag: int, start: int) -> None:
        if self.elements.count < self.limit:
            self.writer.element = self.elements.add(tag, self.writer.element, self.depth, start)
        else:
            self.overfull = True

    def add_place(self, start: int, name_start: int, name_end: int) -> None:
        """Add an empty container for a link target (``<a name>``), with the span of its name."""
        if self.elements.count < self.limit:
            index = self.elements.add(_A, self.writer.element, self.depth, start)
            self.elements.place(index, _ID, name_start, name_end)

    def pop_to(self, depth: int) -> None:
        """Close all elements at ``depth`` and above, except html and body."""
        writer = self.writer
        if depth < 2:
            depth = 2
        while self.depth > depth:
            self.depth -= 1
            at = self.depth * _WIDTH
            tag = self.rows[at + _TAG]
            if tag < _KNOWN:
                self.counts[tag] -= 1
                if FLAGS[tag] & SCOPE:
                    writer.link = self.rows[at + _LINK]
                    writer.link_start = self.rows[at + _LINK_START]
                    writer.link_end = self.rows[at + _LINK_END]
                    writer.link_hidden = self.rows[at + _LINK_HIDDEN] != 0
                    writer.bold = self.rows[at + _BOLD]
                    writer.italic = self.rows[at + _ITALIC]
                    writer.code = self.rows[at + _CODE]
                    self.struck = self.rows[at + _STRUCK]
        at = (self.depth - 1) * _WIDTH
        writer.element = self.rows[at + _ELEMENT]
        writer.state = self.rows[at + _STATE]
        writer.level = self.rows[at + _LEVEL]
        writer.lang = self.rows[at + _LANG]
        writer.style = self.rows[at + _STYLE]
        if self.struck:
            writer.style |= _DELETED
        self.name_space = self.rows[at + _SPACE]

    def strike(self, more: int) -> None:
        """Open or close ``<s>`` or ``<strike>``: add 1 or −1 to the number of open ones."""
        self.struck += more
        if self.struck < 0:
            self.struck = 0
        self.writer.style = self.rows[(self.depth - 1) * _WIDTH + _STYLE]
        if self.struck:
            self.writer.style |= _DELETED

    def set_language(self, lang: int) -> None:
        """Set the language of all open elements."""
        for i in range(self.depth):
            self.rows[i * _WIDTH + _LANG] = lang
        self.writer.lang = lang

    def top(self) -> int:
        """Return the tag of the innermost element."""
        return self.rows[(self.depth - 1) * _WIDTH]

    def in_scope(self, tag: int, other: int) -> int:
        """Return the depth of the element with that tag in scope, or -1; ``other`` bounds the scope too."""
        if self.counts[tag]:
            i = self.depth - 1
            while i > 1:
                open_tag = self.rows[i * _WIDTH]
                if open_tag == tag:
                    return i
                if (
                    open_tag == other
                    or (open_tag < _KNOWN and FLAGS[open_tag] & SCOPE)
                    or (open_tag == _OL and tag == _LI)
                ):
                    break
                i -= 1
        return -1

    def in_table(self, tag: int) -> int:
        """Return the depth of the element with that tag inside the innermost table, or of the table itself, or -1."""
        if self.counts[tag]:
            i = self.depth - 1
            while i > 1:
                open_tag = self.rows[i * _WIDTH]
                if open_tag == tag:
                    return i
                if open_tag == _TABLE or open_tag == _TEMPLATE:
                    break
                i -= 1
        return -1

    def close(self, at: int) -> None:
        """Close the elements at ``at`` and above; do nothing if it is -1."""
        if at >= 0:
            self.pop_to(at)

    def close_item(self, tag: int) -> None:
        """Close the list item before a new one, unless a list has been opened inside it."""
        i = self.depth - 1
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if open_tag == tag or (tag != _LI and (open_tag == _DD or open_tag == _DT)):
                self.pop_to(i)
                break
            if (
                open_tag < _KNOWN
                and FLAGS[open_tag] & SPECIAL
                and open_tag != _ADDRESS
                and open_tag != _DIV
                and open_tag != _P
            ):
                break
            i -= 1

    def close_table(self) -> None:
        """Close the open table when another begins inside it but in none of its cells."""
        i = self.depth - 1 if self.counts[_TABLE] else 0
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if open_tag == _TABLE:
                self.pop_to(i)
                break
            if open_tag == _TD or open_tag == _TH or open_tag == _CAPTION or open_tag == _TEMPLATE:
                break
            i -= 1

    def open_table_part(self, tag: int, start: int) -> bool:
        """Close the parts of the table that cannot contain this one; return false outside tables."""
        i = self.depth - 1 if self.counts[_TABLE] else 0
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if open_tag == _TABLE or open_tag == _TEMPLATE:
                break
            if open_tag == _TR and (tag == _TD or tag == _TH):
                self.pop_to(i + 1)
                return True
            if is_row_group(open_tag) and (tag == _TR or tag == _TD or tag == _TH):
                break
            i -= 1
        if i <= 1:
            return False
        self.pop_to(i + 1)
        if tag == _TD or tag == _TH:
            self.push(_TR, FLAGS[_TR], 0, 0, start)
        return True

    def end_heading(self) -> None:
        """Close the open heading, whatever its level."""
        i = self.depth - 1
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if _H1 <= open_tag <= _H6:
                self.pop_to(i)
                break
            if open_tag < _KNOWN and FLAGS[open_tag] & SCOPE:
                break
            i -= 1

    def end_template(self) -> None:
        """Close the open template and everything opened inside it."""
        if self.counts[_TEMPLATE]:
            i = self.depth - 1
            while self.rows[i * _WIDTH] != _TEMPLATE:
                i -= 1
            self.pop_to(i)

    def end_ordinary(self, tag: int) -> None:
        """Close the element of an end tag without rules of its own, unless a special element is open inside it."""
        i = self.depth - 1
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if open_tag == tag:
                self.pop_to(i)
                break
            if open_tag < _KNOWN and FLAGS[open_tag] & SPECIAL:
                break
            i -= 1

    def leave_foreign(self) -> None:
        """Close SVG and MathML elements down to the innermost HTML element."""
        i = self.depth - 1
        while i > 1 and self.rows[i * _WIDTH + _SPACE] > 0:
            i -= 1
        self.pop_to(i + 1)

    def end_foreign(self, tag: int) -> bool:
        """Close the SVG or MathML element of an end tag; return false if the tag belongs to the HTML around it."""
        i = self.depth - 1
        while i > 1:
            open_tag = self.rows[i * _WIDTH]
            if open_tag == tag + FOREIGN or (open_tag == tag and self.rows[i * _WIDTH + _SPACE]):
                self.pop_to(i)
                return True
            i -= 1
            if not self.rows[i * _WIDTH + _SPACE]:
                break
        return False


def is_row_group(tag: int) -> bool:
    """Return whether the tag groups the rows of a table."""
    return tag == _TBODY or tag == _THEAD or tag == _TFOOT
