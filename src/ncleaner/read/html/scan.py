"""The scanner: one linear pass over a page that extracts its visible text as blocks.

Strategy: `Tokenizer` finds the tags, `Stack` holds the elements that a browser would have open, `Writer` copies visible
text into one buffer, and this module applies each tag to them. No tree is built. The facts that a tree would be used
for later (which elements a text is inside, how much of it is links) are recorded during the pass: each block takes a
few facts from the top of the stack, each container gets a row in a table with the index of its parent, and one walk
backwards over the table adds up the contents of the containers.

The stack follows the rules of the standard's tree construction (section 13.2.6) as far as they decide *where text
belongs*: implied end tags, scopes, the parts of tables, formatting that outlives its element, SVG and MathML.
Formatting elements (``<a>``, ``<b>`` …) are not on the stack: a browser carries them across other elements until they
are closed, so they are counters, saved and restored at the elements that bound them (table cells and others).

Formulas are written as TeX (`ncleaner.read.html.formulas`). Parts of the page that only repeat or decorate its text are
hidden (`ncleaner.read.html.decoration`).

Some pages were saved as XML, where ``<iframe/>`` and ``<textarea/>`` are empty. In HTML they have no end, and the rest
of the page is their text. HTML is followed even so, except where more than half of the visible text would be lost: then
the page is read again, with such elements empty.

Invariants: text is written in the order of the source and never twice. The stack has a bounded depth, as in browsers:
deeper elements count as part of the deepest one that fitted. The number of blocks and elements is bounded by the size
of the page (`block_limit`); after that, text joins the open block. So time and memory are linear in the page.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import (
    BY_BR,
    BY_ELEMENT,
    CHECKBOX,
    HIDDEN,
    IMAGE,
    PRE,
    RULE,
    STYLES,
    Blocks,
    block_limit,
)  # fmt: skip
from ncleaner.page.tags import (
    ATTRIBUTE,
    BODY_CONTENT,
    BREAK,
    BREAKOUT,
    CLOSES_P,
    CODE,
    CONTAINER,
    FLAGS,
    FOREIGN,
    FORMATTING,
    MODELS,
    NAMES,
    PLAINTEXT,
    RCDATA,
    RUBY_PART,
    SPECIAL,
    TABLE_PART,
    VOID,
)
from ncleaner.read.html import decoration
from ncleaner.read.html.attributes import Attributes
from ncleaner.read.html.stack import Stack
from ncleaner.read.html.tokenizer import DOCTYPE, END_TAG, START_TAG, TEXT, Tokenizer
from ncleaner.read.html.writer import Writer

CLOSED_AS_XML = "elements such as <iframe/> were read as empty; as HTML, most of the text would be lost"

HEAD_LIMIT = 2000  # tags of the head that are recorded; ordinary pages have far fewer
LANGUAGE_LIMIT = 64  # languages of one page

_KNOWN = len(NAMES)

_OPEN = ATTRIBUTE["open"]
_TYPE = ATTRIBUTE["type"]
_REL = ATTRIBUTE["rel"]
_NAME = ATTRIBUTE["name"]

# The bits of the styles of formulas.
_MATH_STYLE = 1 << STYLES.index("math")
_DISPLAY_STYLE = 1 << STYLES.index("display")

_LONGEST_FORMULA = 1 << 16  # bytes; longer ones are read as text

_A = CODE["a"]
_ABBR = CODE["abbr"]
_ACRONYM = CODE["acronym"]
_ANNOTATION = CODE["annotation-xml"]
_B = CODE["b"]
_BASE = CODE["base"]
_BODY = CODE["body"]
_BR = CODE["br"]
_BUTTON = CODE["button"]
_CODE_TAG = CODE["code"]
_DESC = CODE["desc"]
_DD = CODE["dd"]
_DIALOG = CODE["dialog"]
_DT = CODE["dt"]
_EM = CODE["em"]
_FOREIGNOBJECT = CODE["foreignobject"]
_FRAMESET = CODE["frameset"]
_H1 = CODE["h1"]
_H6 = CODE["h6"]
_HEAD = CODE["head"]
_HR = CODE["hr"]
_HTML = CODE["html"]
_I = CODE["i"]
_IMAGE = CODE["image"]
_IMG = CODE["img"]
_INPUT = CODE["input"]
_LI = CODE["li"]
_LINK = CODE["link"]
_MATH = CODE["math"]
_META = CODE["meta"]
_MI = CODE["mi"]
_MN = CODE["mn"]
_MO = CODE["mo"]
_MS = CODE["ms"]
_MTEXT = CODE["mtext"]
_NOFRAMES = CODE["noframes"]
_OPTGROUP = CODE["optgroup"]
_OPTION = CODE["option"]
_P = CODE["p"]
_PLAINTEXT_TAG = CODE["plaintext"]
_S = CODE["s"]
_SCRIPT = CODE["script"]
_SELECT = CODE["select"]
_STRIKE = CODE["strike"]
_STRONG = CODE["strong"]
_STYLE = CODE["style"]
_SVG = CODE["svg"]
_TABLE = CODE["table"]
_TD = CODE["td"]
_TH = CODE["th"]
_TEMPLATE = CODE["template"]
_TEXTAREA = CODE["textarea"]
_TIME = CODE["time"]
_TITLE = CODE["title"]
_TT = CODE["tt"]
_UL = CODE["ul"]
_XMP = CODE["xmp"]


def scan(source: bytes) -> Blocks:
    """Return the blocks of an HTML page, given as UTF-8."""
    scanner = Scanner(source, False)
    blocks = scanner.run()
    swallowed = scanner.swallowed
    if swallowed is None:
        return blocks
    del scanner, blocks  # large pages need the memory
    blocks = Scanner(source, True).run()
    if is_mostly_in(blocks, swallowed):
        blocks.warnings += (CLOSED_AS_XML,)
        return blocks
    del blocks
    return Scanner(source, False).run()


def is_mostly_in(blocks: Blocks, spans: array[int]) -> bool:
    """Return whether more than half of the visible text begins inside of spans of the source, given in their order."""
    hidden = blocks.hidden_bits()
    chars = inside = at = 0
    for block in blocks.items:
        if block.state & hidden:
            continue
        while at < len(spans) and spans[at + 1] <= block.start:
            at += 2
        chars += block.chars
        if at < len(spans) and spans[at] <= block.start:
            inside += block.chars
    return 2 * inside > chars


class Scanner:
    """The state of one pass over one page.

    If ``is_xml``, elements such as ``<div/>`` are empty. If not, ``swallowed`` has the start and the end of each text
    of scripts and the like that began with such a tag, or is ``None`` if there is none.
    """

    def __init__(self, source: bytes, is_xml: bool) -> None:
        limit = block_limit(len(source))
        self.tokens = Tokenizer(source)
        self.tokens.terse = True
        self.tokens.is_xml = is_xml
        self.attributes = Attributes(self.tokens)
        self.writer = Writer(self.tokens, limit)
        self.stack = Stack(self.writer, limit)
        self.langs = [""]
        self.head: list[tuple[str, int, int]] = []
        self.links_count = 0
        self.raw_tag = -1  # the last element with raw text
        self.raw_is_closed = False  # whether its tag ended with a slash
        self.swallowed: array[int] | None = None
        self.formula_end = 0  # where the last ``<math>`` that was looked at ends
        self.formula_style = 0  # of the script whose text follows
        self.has_formula_scripts = -1  # unknown
        self.body_met = False
        self.frameset = False
        self.frameset_ok = True
        self.quirks = True

    def run(self) -> Blocks:
        """Scan the whole page and return its blocks."""
        tokens = self.tokens
        self.stack.push(_HTML, FLAGS[_HTML], 0, 0, 0)
        self.stack.push(_BODY, FLAGS[_BODY], 0, 0, 0)
        while True:
            kind = tokens.next()
            if kind == TEXT:
                self._text()
            elif kind == START_TAG:
                self._start_tag(tokens.tag)
                if tokens.is_xml and tokens.is_empty():
                    self._end_tag(tokens.tag)
                tokens.foreign = self.stack.name_space != 0
            elif kind == END_TAG:
                self._end_tag(tokens.tag)
                tokens.foreign = self.stack.name_space != 0
            elif kind == DOCTYPE:
                self.quirks = False
            elif kind == 0:
                break
        if self.writer.is_open:
            self.writer.finish()
        return self._result()

    def _result(self) -> Blocks:
        writer = self.writer
        warnings: tuple[str, ...] = ()
        if writer.overfull or self.stack.overfull:
            warnings = (f"the page has more than {writer.limit} blocks or elements; the others were joined",)
        return Blocks(
            self.tokens.source,
            bytes(writer.raw[: writer.length]),
            writer.items,
            self.stack.elements,
            writer.all_inline_tags(),
            self.langs,
            [name.decode("utf-8") for name in self.tokens.unknown],
            self.head,
            warnings,
            self.tokens.is_xml,
            writer.all_objects(),
        )

    def _text(self) -> None:
        """Write a text token."""
        tokens = self.tokens
        model = tokens.text_model
        if model == 0:
            if tokens.content_start == tokens.end and not self.writer.state & PRE:
                self.writer.blank()
            elif not self.frameset:
                self.frameset_ok = False
                self.writer.write(tokens.start, tokens.end, True)
        elif model > PLAINTEXT:
            self.writer.write(tokens.start, tokens.content_end, False)
        else:
            if self.raw_is_closed:
                self._note_swallowed()
            self._raw_text(model)

    def _note_swallowed(self) -> None:
        if self.swallowed is None:
            self.swallowed = array("i")
        self.swallowed.append(self.tokens.start)
        self.swallowed.append(self.tokens.end)

    def _raw_text(self, model: int) -> None:
        """Write the text of an element whose content is not markup, record it, or skip it."""
        tokens = self.tokens
        if self.raw_tag == _TITLE:
            self._remember("title", tokens.start, tokens.end)
        elif self.raw_tag == _META:
            self._remember("json-ld", tokens.start, tokens.end)
        elif self.raw_tag == _MATH:
            self._write_script()
        elif self.raw_tag == _TEXTAREA or self.raw_tag == _XMP or self.raw_tag == _PLAINTEXT_TAG:
            self.writer.write(tokens.start, tokens.end, model == RCDATA)

    def _remember(self, what: str, start: int, end: int) -> None:
        """Record the span of an item of the head."""
        if len(self.head) < HEAD_LIMIT:
            self.head.append((what, start, end))

    # Start tags

    def _start_tag(self, tag: int) -> None:
        flags = FLAGS[tag] if tag < _KNOWN else 0
        if self.stack.name_space > 0 and not self._is_html(tag, flags):
            self._start_foreign(tag)
        elif not self.frameset or tag == _NOFRAMES:
            if flags & BODY_CONTENT:
                self.frameset_ok = False
            if flags & BREAK:
                self.writer.end_block(BY_ELEMENT)
            if flags & VOID or tag == _IMAGE:
                self._start_void(tag)
            elif flags & FORMATTING:
                self._start_formatting(tag)
            elif tag < _KNOWN and MODELS[tag]:
                self._start_raw(tag, flags)
            elif tag == _HTML or tag == _BODY or tag == _HEAD:
                self._start_root(tag)
            elif tag == _FRAMESET:
                self.frameset = self.frameset or self.frameset_ok
            elif tag >= _KNOWN or self._imply_ends(tag, flags):
                self._start_element(tag, flags)

    def _start_element(self, tag: int, flags: int) -> None:
        """Open an element that goes on the stack, with its attributes."""
        tokens = self.tokens
        depth = self.stack.depth
        space = self.stack.name_space
        state = lang = 0
        if tokens.attributes_count:
            self.attributes.read()
            state = self.attributes.state
            lang = self._language()
            if self.attributes.class_at >= 0 and self._is_decoration(tag):
                state |= HIDDEN
        if tag == _MATH and not tokens.self_closing and self._write_math(state):
            flags = -1
        elif tag == _SVG or tag == _MATH:
            if tokens.self_closing:
                flags = -1
            else:
                self.stack.name_space = 1 if tag == _SVG else 2
        elif self.stack.name_space:
            self.stack.name_space = 0
        if tag == _DIALOG:
            if self.attributes.find(_OPEN) < 0:
                state |= HIDDEN
        elif tag == _TIME:
            self._remember("time", tokens.start, tokens.end)
        elif tag == _ABBR or tag == _ACRONYM:
            self.writer.abbr_start = tokens.start
            self.writer.abbr_end = tokens.end
        elif tag == _BUTTON and (self.writer.state & PRE or self._copies()):
            state |= HIDDEN
        elif tag >= _KNOWN and self._is_component():
            flags |= CONTAINER
        if flags >= 0:
            before = self.stack.elements.count
            self.stack.push(tag, flags, state, lang, tokens.start)
            if self.stack.depth == depth:  # too deep
                self.stack.name_space = space
            elif self.stack.elements.count > before and tokens.attributes_count:
                self.attributes.describe(self.stack.elements, before)

    def _is_decoration(self, tag: int) -> bool:
        """Return whether the class of the current tag is that of a rendered formula, line numbers or edit links."""
        tokens = self.tokens
        at = self.attributes.class_at
        start = tokens.spans[at + 2]
        end = tokens.spans[at + 3]
        if start == end:
            return False
        c = tokens.source[start] | 0x20
        if (c == 0x6B or c == 0x6D) and tag < _KNOWN and self._may_decorate(start):  # k m
            words = tokens.source[start:end].split()
            return decoration.is_decoration(words, self._has_formula_scripts())
        if (self.writer.state & PRE or tag == _TD or tag == _TH) and self._may_number(start):
            words = tokens.source[start:end].split()
            return decoration.is_line_number(words, tokens.source[tokens.end : tokens.end + 64])
        return False

    # The beginnings of the names that `decoration` knows: nearly all classes begin otherwise, and are not looked at.

    def _may_decorate(self, i: int) -> bool:
        tokens = self.tokens
        return tokens.stands(i, b"katex-") or tokens.stands(i, b"mathjax") or tokens.stands(i, b"mw-edit")

    def _may_number(self, i: int) -> bool:
        tokens = self.tokens
        return (
            tokens.stands(i, b"line")
            or tokens.stands(i, b"gutter")
            or tokens.stands(i, b"hljs-ln")
            or tokens.stands(i, b"blob-")
            or tokens.stands(i, b"rouge-")
            or tokens.stands(i, b"codemirror-")
            or tokens.stands(i, b"react-")
        )

    def _may_be_formula(self, i: int) -> bool:
        tokens = self.tokens
        return (
            tokens.stands(i, b"mwe-")
            or tokens.stands(i, b"tex")
            or tokens.stands(i, b"latex")
            or tokens.stands(i, b"ql-")
        )

    def _copies(self) -> bool:
        """Return whether the current button copies code, by its class."""
        at = self.attributes.class_at if self.tokens.attributes_count else -1
        if at < 0:
            return False
        names = self.tokens.source[self.tokens.spans[at + 2] : self.tokens.spans[at + 3]].lower()
        return b"copy" in names or b"clipboard" in names

    def _has_formula_scripts(self) -> bool:
        """Return whether the page has formulas in scripts, and rendered copies of them beside the scripts."""
        if self.has_formula_scripts < 0:
            self.has_formula_scripts = b"math/tex" in self.tokens.source
        return self.has_formula_scripts > 0

    def _is_component(self) -> bool:
        """Return whether the current unknown element is a web component: its name has a hyphen."""
        for i in range(self.tokens.name_start, self.tokens.name_end):
            if self.tokens.source[i] == 0x2D:
                return True
        return False

    def _language(self) -> int:
        """Return the number of the language that the current tag declares, or 0."""
        at = self.attributes.lang_at
        if at < 0:
            return 0
        value = self.tokens.source[self.tokens.spans[at + 2] : self.tokens.spans[at + 3]]
        name = value.decode("utf-8").strip().lower()
        if name not in self.langs:
            if len(self.langs) >= LANGUAGE_LIMIT:
                return 0
            self.langs.append(name)
        return self.langs.index(name)

    def _imply_ends(self, tag: int, flags: int) -> bool:
        """Close the elements whose end the start tag implies; return false if the tag itself is to be ignored."""
        stack = self.stack
        if flags & CLOSES_P:
            self._close_p()
            if tag == _LI or tag == _DD or tag == _DT:
                stack.close_item(tag)
            elif _H1 <= tag <= _H6 and _H1 <= stack.top() <= _H6:
                stack.pop_to(stack.depth - 1)
        elif tag == _TABLE:
            if not self.quirks:
                self._close_p()
            stack.close_table()
        elif flags & TABLE_PART:
            return stack.open_table_part(tag, self.tokens.start)
        elif tag == _OPTION or tag == _OPTGROUP:
            if stack.top() == _OPTION:
                stack.pop_to(stack.depth - 1)
            if tag == _OPTGROUP and stack.top() == _OPTGROUP:
                stack.pop_to(stack.depth - 1)
        elif tag == _BUTTON:
            stack.close(stack.in_scope(tag, -1))
        elif flags & RUBY_PART:
            top = stack.top()
            if top < _KNOWN and FLAGS[top] & RUBY_PART:
                stack.pop_to(stack.depth - 1)
        elif tag == _SELECT and stack.in_table(tag) >= 0:
            stack.close(stack.in_table(tag))
            return False
        return True

    def _close_p(self) -> None:
        if self.stack.counts[_P]:
            self.stack.close(self.stack.in_scope(_P, _BUTTON))

    def _start_root(self, tag: int) -> None:
        """Read the attributes of ``<html>`` or ``<body>``, which are on the stack from the beginning."""
        tokens = self.tokens
        if tag != _HEAD and tokens.attributes_count:
            self.attributes.read()
            lang = self._language()
            if lang:
                self.stack.set_language(lang)
            if tag == _HTML:
                self._remember("html", tokens.start, tokens.end)
            elif not self.body_met:
                self.attributes.describe(self.stack.elements, 1)
                self.stack.elements.begin(1, tokens.start)
                self.body_met = True

    def _start_raw(self, tag: int, flags: int) -> None:
        """Start an element whose content is not markup; visible ones go on the stack."""
        tokens = self.tokens
        self.raw_tag = tag
        self.raw_is_closed = tokens.self_closing
        if tag == _SCRIPT:
            if self.attributes.equals(_TYPE, b"application/ld+json"):
                self.raw_tag = _META
            else:
                self._find_formula_type()
        elif tag == _TEXTAREA or tag == _XMP or tag == _PLAINTEXT_TAG:
            if flags & CLOSES_P:
                self._close_p()
            elif self.stack.counts[_SELECT]:
                self.stack.close(self.stack.in_table(_SELECT))
            self.attributes.read()
            self.stack.push(tag, flags, self.attributes.state, 0, tokens.start)
        tokens.enter(MODELS[tag])

    def _start_void(self, tag: int) -> None:
        tokens = self.tokens
        if tag == _BR:
            self.writer.end_block(BY_BR)
        elif tag == _META:
            self._remember("meta", tokens.start, tokens.end)
        elif tag == _LINK:
            if self.attributes.equals(_REL, b"canonical"):
                self._remember("link", tokens.start, tokens.end)
        elif tag == _IMG or tag == _IMAGE:
            self._start_image()
        elif tag == _HR:
            self._close_p()
            self.writer.add_object(RULE, tokens.start)
        elif tag == _INPUT:
            if self.stack.counts[_LI] and self.attributes.equals(_TYPE, b"checkbox"):
                self.writer.add_object(CHECKBOX, tokens.start)
            self.writer.pending = True
        elif tag == _BASE:
            self._remember("base", tokens.start, tokens.end)

    def _start_formatting(self, tag: int) -> None:
        writer = self.writer
        self.attributes.read()
        if self.attributes.state & HIDDEN and tag != _A:
            self.stack.push(tag, 0, HIDDEN, 0, self.tokens.start)
        if tag == _A:
            self._start_link()
        elif tag == _B or tag == _STRONG:
            writer.bold += 1
        elif tag == _I or tag == _EM:
            writer.italic += 1
        elif tag == _CODE_TAG or tag == _TT:
            writer.code += 1
        elif tag == _S or tag == _STRIKE:
            self.stack.strike(1)

    def _start_link(self) -> None:
        """Start a link, which ends the one before it; an ``<a>`` without an address is only a link target."""
        tokens = self.tokens
        writer = self.writer
        writer.link = 0
        writer.link_hidden = self.attributes.state & HIDDEN != 0
        at = self.attributes.href_at
        if at >= 0:
            self.links_count += 1
            writer.link = self.links_count
            writer.link_start = tokens.spans[at + 2]
            writer.link_end = tokens.spans[at + 3]
            if writer.link_start + 1 < writer.link_end and tokens.source[writer.link_start] == 0x23:
                self._hide_anchor_sign()
        else:
            at = self.attributes.id_at
            if at < 0:
                at = self.attributes.find(_NAME)
            if at >= 0:
                self.stack.add_place(tokens.start, tokens.spans[at + 2], tokens.spans[at + 3])

    def _hide_anchor_sign(self) -> None:
        """Hide the link just started if all of its text is a sign for the address of a heading."""
        tokens = self.tokens
        in_heading = self.writer.level > 0
        if tokens.end < tokens.size:
            c = tokens.source[tokens.end]
            may_be_sign = c >= 0xC2 or c == 0x26 or (in_heading and (c < 0x30 or c == 0x3C))
            if may_be_sign and decoration.is_anchor_sign(tokens.source, tokens.end, in_heading):
                self.writer.link_hidden = True

    # Formulas and images

    def _write_math(self, state: int) -> bool:
        """Write the formula of the ``<math>`` just read and go on behind it; return false if it is to be read as text.

        The end of the element is searched only once for all ``<math>`` in it, so the time is linear.
        """
        tokens = self.tokens
        if tokens.start < self.formula_end:
            return False
        end = tokens.find(b"</math", tokens.end)
        self.formula_end = end
        if end - tokens.start > _LONGEST_FORMULA or end == tokens.size:
            return False
        end = min(tokens.find(b">", end) + 1, tokens.size)
        from ncleaner.read.html.formulas.mathml import formula

        found = formula(tokens.source, tokens.start, end)
        if found is None:
            return False
        self._write_formula(found.tex, _DISPLAY_STYLE if found.is_display else _MATH_STYLE, state, end)
        tokens.position = end
        return True

    def _write_formula(self, tex: str, style: int, state: int, end: int) -> None:
        """Write a formula that stands from the current tag to ``end``; ``state`` is that of its own element."""
        writer = self.writer
        before = writer.state
        writer.state |= state
        writer.write_formula(tex, style, self.tokens.start, end)
        writer.state = before

    def _find_formula_type(self) -> None:
        """Note the style of a script with a formula in TeX."""
        tokens = self.tokens
        at = self.attributes.find(_TYPE)
        if at >= 0 and tokens.stands(tokens.spans[at + 2], b"math/tex"):
            self.raw_tag = _MATH
            value = tokens.source[tokens.spans[at + 2] : tokens.spans[at + 3]]
            self.formula_style = _DISPLAY_STYLE if b"display" in value else _MATH_STYLE

    def _write_script(self) -> None:
        """Write the formula of a script, whose text is the current token."""
        from ncleaner.read.html.formulas.tex import tex_of_script

        tokens = self.tokens
        if tokens.end - tokens.start <= _LONGEST_FORMULA:
            tex = tex_of_script(tokens.source[tokens.start : tokens.end].decode("utf-8"))
            self._write_formula(tex, self.formula_style, 0, tokens.end)

    def _start_image(self) -> None:
        """Note an image, or write the formula that it shows."""
        self.attributes.read()
        if not self.attributes.state & HIDDEN and not self._write_alternative():
            self.writer.add_object(IMAGE, self.tokens.start)

    def _write_alternative(self) -> bool:
        """Write the alternative text of the image of a formula; return false if it is another image, or has none."""
        tokens = self.tokens
        at = self.attributes.class_at
        if at < 0 or not self._may_be_formula(tokens.spans[at + 2]):
            return False
        words = tokens.source[tokens.spans[at + 2] : tokens.spans[at + 3]].split()
        if not decoration.is_formula_image(words):
            return False
        from ncleaner.read.html.formulas.tex import tex_of_alt
        from ncleaner.read.html.start_tag import attributes_at

        tex = tex_of_alt(attributes_at(tokens.source, tokens.start).get("alt", ""))
        if not tex:
            return False
        self._write_formula(tex, _DISPLAY_STYLE if decoration.is_displayed(words) else _MATH_STYLE, 0, tokens.end)
        return True

    # End tags

    def _end_tag(self, tag: int) -> None:
        flags = FLAGS[tag] if tag < _KNOWN else 0
        stack = self.stack
        if not stack.name_space or tag == _P or tag == _BR or not stack.end_foreign(tag):
            if flags & BREAK:
                self.writer.end_block(BY_ELEMENT)
            if flags & FORMATTING:
                self._end_formatting(tag)
            elif tag == _P:
                stack.close(stack.in_scope(tag, _BUTTON))
            elif tag == _LI:
                stack.close(stack.in_scope(tag, _UL))
            elif tag == _TABLE or tag == _SELECT or flags & TABLE_PART:
                stack.close(stack.in_table(tag))
            elif _H1 <= tag <= _H6:
                stack.end_heading()
            elif tag == _BR:
                self.writer.end_block(BY_BR)
            elif tag == _TEMPLATE:
                stack.end_template()
            elif flags & (SPECIAL | CLOSES_P):
                stack.close(stack.in_scope(tag, -1))
            else:
                stack.end_ordinary(tag)

    def _end_formatting(self, tag: int) -> None:
        writer = self.writer
        if self.stack.counts[tag]:  # it was hidden
            self.stack.end_ordinary(tag)
        if tag == _A:
            writer.link = 0
            writer.link_hidden = False
        elif tag == _B or tag == _STRONG:
            writer.bold -= writer.bold > 0
        elif tag == _I or tag == _EM:
            writer.italic -= writer.italic > 0
        elif tag == _CODE_TAG or tag == _TT:
            writer.code -= writer.code > 0
        elif tag == _S or tag == _STRIKE:
            self.stack.strike(-1)

    # SVG and MathML

    def _is_html(self, tag: int, flags: int) -> bool:
        """Return whether a start tag inside SVG or MathML breaks out of it; if so, leave SVG or MathML."""
        if flags & BREAKOUT:
            self.stack.leave_foreign()
            return True
        return False

    def _start_foreign(self, tag: int) -> None:
        """Open an element of SVG or MathML; styles, scripts, and titles and descriptions of SVG are hidden."""
        stack = self.stack
        if not self.tokens.self_closing:
            space = stack.name_space
            depth = stack.depth
            if is_integration_point(tag, space):
                stack.name_space = -1
            hidden = tag == _STYLE or tag == _SCRIPT or (space == 1 and (tag == _TITLE or tag == _DESC))
            stack.push(tag + FOREIGN, 0, HIDDEN if hidden else 0, 0, self.tokens.start)
            if stack.depth == depth:  # too deep
                stack.name_space = space


def is_integration_point(tag: int, space: int) -> bool:
    """Return whether the content of an SVG or MathML element is HTML again."""
    if space == 1:
        return tag == _FOREIGNOBJECT or tag == _DESC or tag == _TITLE
    return tag == _MI or tag == _MO or tag == _MN or tag == _MS or tag == _MTEXT or tag == _ANNOTATION
