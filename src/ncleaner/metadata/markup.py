"""Declarations in the body of a page: microdata, RDFa, links with a ``rel``, dates, and classes that say what is there.

Strategy: the page is tokenized once more, on request. An element whose text is a value opens a capture; text goes to
all open captures, and the end tag of the same element closes one. No tree is built. There are at most `MOST_OPEN` open
captures, each of about `LONGEST_TEXT` characters, and `MOST_FOUND` declarations; reading ends after `MOST_READ` tags
that may declare something, or `MOST_TOKENS`. So time and memory are bounded, and linear in ordinary pages.
"""

from __future__ import annotations

from ncleaner.metadata.class_words import class_keys
from ncleaner.metadata.declarations import Capture, Declaration
from ncleaner.metadata.signs import SIGNS, Signs
from ncleaner.page.tags import BREAK, CLOSES_P, CODE, DATA, FLAGS, MODELS, NAMES, VOID
from ncleaner.read.html.tokenizer import END_OF_FILE, END_TAG, START_TAG, TEXT, Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_OPEN = 12
MOST_FOUND = 500
MOST_READ = 5_000
MOST_TOKENS = 200_000
LONGEST_TEXT = 300  # characters; a longer text is no value
LONGEST_TAG = 20_000  # bytes; longer tags are ignored
MOST_NAMES = 8  # of one element

_KNOWN = len(NAMES)
_RELATIONS = ("author", "tag", "license", "category")
_ADDRESSES = ("href", "src")
_BR, _META, _P, _TIME = (CODE[name] for name in ("br", "meta", "p", "time"))


class Markup:
    """What the elements between two places of a page declare, in the order of their ends.

    The first place must not be inside of a tag or a script. ``signs`` are what tags have that may declare something.
    """

    def __init__(self, source: bytes, start: int, end: int, signs: tuple[bytes, ...] = SIGNS) -> None:
        self.found: list[Declaration] = []
        self._start_at = start
        self._source = source[start:end]
        self._signs = Signs(self._source, signs)
        self._tokens = Tokenizer(self._source)
        self._open: list[Capture] = []
        self._known: dict[str, tuple[str, ...]] = {}
        self._read = 0
        self._at = 0
        self._landmarks: list[tuple[int, int]] = [(0, 0)]
        self._walk()

    def near(self, offset: int) -> int:
        """Return the number of characters of text before an offset of the source."""
        from bisect import bisect_right

        return self._landmarks[max(bisect_right(self._landmarks, (offset - self._start_at, 1 << 62)) - 1, 0)][1]

    def values(self, *keys: str) -> Iterable[Declaration]:
        """Yield the declarations of these keys, the first key first."""
        for key in keys:
            yield from (one for one in self.found if one.key == key)

    def _walk(self) -> None:
        tokens = self._tokens
        for _ in range(MOST_TOKENS):
            kind = tokens.next()
            if kind == END_OF_FILE or len(self.found) >= MOST_FOUND or self._read >= MOST_READ:
                break
            if kind == TEXT:
                if tokens.text_model == DATA:
                    self._text()
            elif kind == START_TAG:
                self._start_tag(tokens.tag)
            elif kind == END_TAG and self._open:
                self._end(tokens.tag)
        while self._open:
            self._finish(self._open.pop())

    def _start_tag(self, tag: int) -> None:
        tokens, signs = self._tokens, self._signs
        if self._open:
            self._nest(tag)
        if tag < _KNOWN and MODELS[tag] != DATA:
            tokens.enter(MODELS[tag])
        elif tokens.end > signs.nearest and signs.between(tokens.start, tokens.end):
            if tokens.end - tokens.start <= LONGEST_TAG:
                self._read += 1
                self._start(tag)
        elif tag == _TIME:
            self._capture(["time:text"], tag, False)

    def _text(self) -> None:
        tokens = self._tokens
        length = tokens.end - tokens.content_start
        if length <= 0:
            if self._open:
                self._add(" ")
            return
        if self._open:
            self._add(tokens.decoded(tokens.start, self._cut(tokens.end), False))
        self._at += length
        if self._at - self._landmarks[-1][1] >= 20:
            self._landmarks.append((tokens.end, self._at))

    def _cut(self, end: int) -> int:
        """Return where to cut a text token that is too long to be a value, but not inside a character."""
        limit = self._tokens.start + 4 * LONGEST_TEXT + 4
        if end <= limit:
            return end
        while self._source[limit] & 0xC0 == 0x80:
            limit -= 1
        return limit

    def _add(self, text: str) -> None:
        """Add text to all open captures, and close those that have become too long to be a value."""
        overfull = False
        for capture in self._open:
            capture.pieces.append(text)
            capture.length += len(text)
            overfull = overfull or capture.length > LONGEST_TEXT
        if overfull:
            self._open = [capture for capture in self._open if capture.length <= LONGEST_TEXT or capture.scope]
            for capture in self._open:
                if capture.length > LONGEST_TEXT:
                    capture.pieces.clear()

    def _nest(self, tag: int) -> None:
        """Count an element inside of open ones of the same name, and divide words at elements that are blocks."""
        void = tag < _KNOWN and FLAGS[tag] & VOID
        if tag < _KNOWN and FLAGS[tag] & CLOSES_P:
            self._end_paragraphs()
        breaks = tag >= _KNOWN or FLAGS[tag] & BREAK or tag == _BR
        for capture in self._open:
            if capture.tag == tag and not void:
                capture.depth += 1
            if breaks:
                capture.end_line()

    def _end_paragraphs(self) -> None:
        """Finish captures of paragraphs without an end tag: the next block ends them."""
        if any(capture.tag == _P for capture in self._open):
            for capture in self._open:
                if capture.tag == _P:
                    self._finish(capture)
            self._open = [capture for capture in self._open if capture.tag != _P]

    def _end(self, tag: int) -> None:
        breaks = tag >= _KNOWN or FLAGS[tag] & BREAK
        closed = None
        for capture in self._open:
            if breaks:
                capture.end_line()
            if capture.tag == tag:
                capture.depth -= 1
                if not capture.depth:
                    closed = capture
        if closed is not None:
            self._finish(closed)
            self._open = [capture for capture in self._open if capture.depth]

    def _start(self, tag: int) -> None:
        """Read a tag that may declare something."""
        values = self._tokens.attributes()
        names = values.get("itemprop", "")
        if tag != _META:  # `head` reads those
            names += " " + values.get("property", "")
        keys = [f"itemprop:{name.rpartition('/')[2].rpartition(':')[2].lower()}" for name in names.split()[:MOST_NAMES]]
        relations = values.get("rel", "").lower().split()
        keys += [f"rel:{name}" for name in _RELATIONS if name in relations]
        if "class" in values or "id" in values:
            keys += self._class_keys(values.get("class", "")[:500] + " " + values.get("id", "")[:100])
        if tag == _TIME:
            updated = any(key in ("class:modified", "itemprop:datemodified") for key in keys)
            keys.append("time:modified" if updated else "time:text")
        if "data-author" in values:
            self._declare("data:author", values["data-author"])
        if "rel:license" in keys:
            self._declare("rel:license", values.get("href", ""))
            keys.remove("rel:license")
        if "rel:author" in keys and tag < _KNOWN and FLAGS[tag] & VOID:
            keys.remove("rel:author")  # the address of a page, not a name
        if keys:
            self._value(tag, keys, values)

    def _class_keys(self, names: str) -> tuple[str, ...]:
        """Return the keys of class names; pages repeat them, so they are kept."""
        keys = self._known.get(names)
        if keys is None:
            keys = class_keys(names)
            if len(self._known) < MOST_FOUND:
                self._known[names] = keys
        return keys

    def _value(self, tag: int, keys: list[str], values: dict[str, str]) -> None:
        """Declare the value that attributes have, or else capture the text of the element."""
        written = values.get("content") or values.get("datetime")
        if not written and tag < _KNOWN and FLAGS[tag] & VOID:
            written = next((values[name] for name in _ADDRESSES if values.get(name)), "")
        if written:
            for key in keys:
                self._declare(key, written)
            if tag == _TIME and "time:text" in keys:
                self._capture(["time:shown"], tag, False)
        elif not (tag < _KNOWN and FLAGS[tag] & VOID):
            self._capture(keys, tag, "itemscope" in values or "typeof" in values)

    def _parent(self) -> str:
        """Return the property that the innermost open item is the value of."""
        return next((capture.keys[0] for capture in reversed(self._open) if capture.scope), "")

    def _declare(self, key: str, value: str) -> None:
        folded = " ".join(value[:LONGEST_TEXT].split())
        if folded:
            tokens = self._tokens
            place = self._start_at + tokens.start, self._start_at + tokens.end, self._at
            self.found.append(Declaration(key, folded, *place, self._parent()))

    def _capture(self, keys: list[str], tag: int, scope: bool) -> None:
        if len(self._open) < MOST_OPEN:
            self._open.append(Capture(keys, tag, self._tokens.start, self._at, scope, self._parent()))

    def _finish(self, capture: Capture) -> None:
        lines = [" ".join(line.split()) for line in "".join(capture.pieces).split("\n")]
        value = "\n".join(line for line in lines if line)
        if value:
            for key in capture.keys:
                place = self._start_at + capture.start, self._start_at + self._tokens.end, capture.at
                self.found.append(Declaration(key, value, *place, capture.parent))
