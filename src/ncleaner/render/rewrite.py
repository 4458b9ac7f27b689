"""Rewriting the source of an HTML page with its segments highlighted and without active content.

Strategy: build the output from scratch instead of filtering the source. The source is read tag by tag. Only the
elements in `SHOWN_AS` are written, under names without behaviour, with the attributes that `_attributes` builds from
values it understands. Only text in segments is written: escaped, in an ``<ins>`` or ``<del>`` (`Highlighter`). So no
script, style, image, frame, form or event handler of any page can reach the output.

Blocks say whether they are hidden. Only hidden text inside a visible block needs a check here: it has no block of its
own, and is left out as the scanner left it out.

A `Marker` chooses the elements around the text of segments. A subclass of `Rewriter` may write more of the page.
"""

from __future__ import annotations

import re

from ncleaner.page.blocks import CONTINUES, HIDDEN
from ncleaner.page.segment import KINDS
from ncleaner.page.tags import BREAKOUT, CDATA, DATA, FLAGS, HIDES, MODELS, NAMES, RCDATA, VOID
from ncleaner.read.html.attributes import hidden_by_attributes
from ncleaner.read.html.tokenizer import END_OF_FILE, END_TAG, START_TAG, TEXT, Tokenizer
from ncleaner.render.markup import attributes, escape
from ncleaner.render.room import Room
from ncleaner.tree.links import Links, source_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ncleaner.page.document import Document

_AS_THEY_ARE = """a abbr article aside b bdi bdo big blockquote br caption cite code dd dfn div dl dt em figcaption
    figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i kbd li main mark menu nav ol p pre q rt ruby s samp section small
    span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr"""
_AS_DIVISIONS = "address button center details dialog dir fieldset form legend optgroup option search select summary"
_AS_PREFORMATTED = "listing plaintext textarea xmp"

SHOWN_AS = {
    **{name: name for name in _AS_THEY_ARE.split()},
    **dict.fromkeys(_AS_DIVISIONS.split(), "div"),
    **dict.fromkeys(_AS_PREFORMATTED.split(), "pre"),
}

MOST_SPANNED = 100
MOST_PER_BYTE = 10  # characters of the output for a byte of the source: ``&<p>`` is an element, a reference and a tag

SHORTEST_TITLE = 40  # characters; less room than that is not worth a title

_NOT_DRAWN = ("desc", "script", "style", "title")  # in SVG and MathML, where the tokenizer reads them as markup

_LINKED_SCHEMES = ("http:", "https:")
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}")


class Marker:
    """Writes text of segments in elements of its own, and watches over the length of the output."""

    def mark(self, index: int, text: str, position: int) -> str:
        """Return text of a segment in its element; ``position`` is where the text ends in the source."""
        raise NotImplementedError

    def use(self, text: str) -> str:
        """Take note of other markup that is written, and return it."""
        return text

    def fits(self, length: int, position: int) -> bool:
        """Return whether as many characters fit beside the text and the tags of the page from ``position`` on."""
        return True


class Highlighter(Marker):
    """Writes text of segments in elements that show the decisions of the engine.

    The title of such an element gives the score and the reason. Where it would make the output too long, it is left
    out; ``used`` characters of the output are written elsewhere.
    """

    def __init__(self, document: Document, used: int) -> None:
        self._document = document
        self._size = len(document.page.source)
        self._room = Room(self._size)
        self._used = used
        self._kinds = document.kinds
        self._index = -1  # of the segment that has the title
        self._title = ""

    def mark(self, index: int, text: str, position: int) -> str:
        """Return text of a segment in its element; ``position`` is where the text ends in the source."""
        element = "ins" if self._document.decisions.keep[index] else "del"
        title = ""
        if self.fits(SHORTEST_TITLE, position):
            if index != self._index:
                self._index, self._title = index, attributes({"title": self._described(index)})
            title = self._title if self.fits(len(self._title), position) else ""
        return self.use(f"<{element}{title}>{escape(text)}</{element}>")

    def use(self, text: str) -> str:
        """Take note of other markup that is written, and return it."""
        return self._room.use(text)

    def fits(self, length: int, position: int) -> bool:
        """Return whether as many characters fit beside the text and the tags of the page from ``position`` on."""
        return self._room.has(length, self._used + MOST_PER_BYTE * (self._size - position))

    def _described(self, index: int) -> str:
        """Return the kind, the decision, the score and the reason of a segment."""
        decisions = self._document.decisions
        decision = "kept" if decisions.keep[index] else "dropped"
        kind = KINDS[self._kinds[index] & ~CONTINUES]
        title = f"{kind} {index + 1}, {decision}, {decisions.scores[index]:+.2f} bits"
        reason = decisions.reason(index)
        return f"{title}: {reason}" if reason else title


class Rewriter:
    """Rewrites one page. ``shown_as`` has the elements that are written, each with the name that it gets."""

    shown_as: Mapping[str, str] = SHOWN_AS

    def __init__(self, document: Document, marker: Marker) -> None:
        self._document = document
        self._items = document.blocks.items
        self._links = Links(source_url(document), len(document.page.source))
        self._marker = marker
        self._tokens = Tokenizer(document.blocks.source)
        self._tokens.is_xml = document.blocks.is_xml
        self._raw_name = ""  # of the last element with raw text
        self._index = 0  # of the first block that does not end before the current text
        self._hiding = ""  # the name of the open element that hides its content,
        self._hiding_since = 0  # where it begins,
        self._hiding_depth = 0  # and how many elements of that name are open

    def markup(self) -> Iterator[str]:
        """Yield the markup of the page in parts."""
        while (kind := self._tokens.next()) != END_OF_FILE:
            if kind == TEXT:
                if self._tokens.text_model in (DATA, CDATA) or self._raw_name in self.shown_as:
                    yield from self._text()
                else:
                    yield self._raw_text(self._raw_name)
            elif kind == START_TAG:
                yield self._start_tag()
                if self._tokens.is_empty():
                    yield self._end_tag()
            elif kind == END_TAG:
                yield self._end_tag()

    def _raw_text(self, name: str) -> str:
        """Return what is written for the content of a script, a style sheet or the like, by the name of the element."""
        return ""

    def _start_tag(self) -> str:
        tokens = self._tokens
        name = tokens.name()
        flags, model = (FLAGS[tokens.tag], MODELS[tokens.tag]) if tokens.tag < len(NAMES) else (0, DATA)
        if name in ("svg", "math"):
            tokens.foreign = not tokens.self_closing
        elif flags & BREAKOUT:
            tokens.foreign = False
        values = tokens.attributes()
        if not flags & VOID:
            self._hide(name, bool(flags & HIDES) or (tokens.foreign and name in _NOT_DRAWN), bool(values))
        shown = self.shown_as.get(name)
        if model != DATA and not tokens.foreign:
            tokens.enter(model)
            self._raw_name = name
        if not shown:
            return ""
        written = attributes(self._attributes(name, values)) if values else ""
        return self._marker.use(f"<{shown}{written}>")

    def _end_tag(self) -> str:
        tokens = self._tokens
        name = tokens.name()
        if name in ("svg", "math"):
            tokens.foreign = False
        if name == self._hiding:
            self._hiding_depth -= 1
            if not self._hiding_depth:
                self._hiding = ""
        shown = self.shown_as.get(name)
        return self._marker.use(f"</{shown}>") if shown else ""

    def _hide(self, name: str, always: bool, has_attributes: bool) -> None:
        """Record an element that hides its content, or count an element of the same name inside it.

        Some elements ``always`` hide it, others by their attributes.
        """
        if self._hiding:
            self._hiding_depth += name == self._hiding
        elif always or (has_attributes and hidden_by_attributes(self._tokens)):
            self._hiding = name
            self._hiding_since = self._tokens.start
            self._hiding_depth = 1

    def _attributes(self, name: str, values: dict[str, str]) -> dict[str, str]:
        """Build the few attributes that the output has."""
        result = {}
        if name == "a" and "href" in values:
            target = self._links.resolve(values["href"])
            if (
                target is not None
                and self._fits(target)
                and (":" not in target or target.lower().startswith(_LINKED_SCHEMES))
            ):
                result = {"href": target, "rel": "noreferrer"}
        elif name in ("td", "th"):
            for span in ("colspan", "rowspan"):
                value = values.get(span, "")
                if value.isascii() and value.isdigit() and 1 < int(value[:9]) <= MOST_SPANNED:
                    result[span] = value
        if values.get("dir", "").lower() in ("ltr", "rtl", "auto"):
            result["dir"] = values["dir"].lower()
        if _LANGUAGE.fullmatch(values.get("lang", "")):
            result["lang"] = values["lang"]
        return result

    def _fits(self, target: str) -> bool:
        """Return whether there is room for the address of a link."""
        return self._marker.fits(len(attributes({"href": target})), self._tokens.end)

    def _text(self) -> Iterator[str]:
        """Yield the parts of the current text that belong to segments, and the white space between them."""
        tokens = self._tokens
        position = tokens.start
        end = tokens.content_end if tokens.text_model == CDATA else tokens.end
        while self._index < len(self._items) and self._items[self._index].start < end:
            block = self._items[self._index]
            first, last = max(position, block.start), min(end, block.end)
            if first < last:
                if position < first:
                    yield self._space(position, first)
                if self._is_shown(block.start, bool(block.state & HIDDEN)):
                    yield self._marker.mark(self._index, self._decoded(first, last), last)
                position = last
            if block.end > end:
                break
            self._index += 1
        if position < end:
            yield self._space(position, end)

    def _space(self, start: int, end: int) -> str:
        between = self._document.blocks.source[start:end]
        return self._marker.use(between.decode("utf-8")) if between.isspace() else ""

    def _is_shown(self, start: int, hidden: bool) -> bool:
        """Return whether the current text belongs to the block around it, which begins at ``start``."""
        if not hidden and start > self._hiding_since:
            self._hiding = ""  # a visible block began later, so the hiding element has ended
        return hidden or not self._hiding

    def _decoded(self, start: int, end: int) -> str:
        if self._tokens.text_model in (DATA, RCDATA):
            return self._tokens.decoded(start, end, False)
        return self._document.blocks.source[start:end].decode("utf-8")


def page_markup(
    document: Document, marker: Marker, rewriter: Callable[[Document, Marker], Rewriter] = Rewriter
) -> Iterator[str]:
    """Yield the markup of a page in parts, whatever kind of page it is and however the engine reads it."""
    if any(block.start < 0 for block in document.blocks.items):
        return _segments(document, marker)
    if document.page.kind == "text" or document.blocks.source is not document.page.source:
        return _text_page(document, marker)
    return rewriter(document, marker).markup()


def _segments(document: Document, marker: Marker) -> Iterator[str]:
    """Yield the segments as paragraphs, for documents without positions in the source."""
    for index, block in enumerate(document.blocks.items):
        yield f"<p>{marker.mark(index, document.blocks.text(index), block.text_end)}</p>\n"


def _text_page(document: Document, marker: Marker) -> Iterator[str]:
    """Yield the whole text of a plain-text page, preformatted."""
    source = document.blocks.source
    position = 0
    yield "<pre>\n"
    for index, block in enumerate(document.blocks.items):
        yield marker.use(escape(source[position : block.start].decode("utf-8")))
        yield marker.mark(index, source[block.start : block.end].decode("utf-8"), block.end)
        position = block.end
    yield escape(source[position:].decode("utf-8"))
    yield "</pre>"
