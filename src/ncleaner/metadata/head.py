"""Declarations in the head of a page, read on request.

The scanner records only the positions of the tags. This module reads those tags again, and only the attributes that
matter for metadata.
"""

from __future__ import annotations

from ncleaner.read.html.tokenizer import WIDTH, Tokenizer

LONGEST_VALUE = 100_000  # bytes; longer titles are cut, longer tags ignored

_WIDTH = WIDTH
_LONGEST = LONGEST_VALUE
_NAMING = (b"name", b"property", b"itemprop", b"http-equiv")


def collect(source: bytes, spans: list[tuple[str, int, int]]) -> list[tuple[str, str]]:
    """Return pairs of key and value in the order of the page.

    The keys are ``title``, ``lang``, ``canonical``, ``charset``, ``time``, ``json-ld`` and, for the meta elements,
    ``meta:`` with their name, property, itemprop or http-equiv in lower case.
    """
    return _Head(source).read(spans)


class _Head:
    """Collects the pairs."""

    def __init__(self, source: bytes) -> None:
        self.tokens = Tokenizer(source)
        self.pairs: list[tuple[str, str]] = []

    def read(self, spans: list[tuple[str, int, int]]) -> list[tuple[str, str]]:
        tokens = self.tokens
        for element, start, end in spans:
            if element == "title":
                self._add("title", tokens.decoded(start, self._cut(start, end), False))
            elif element == "json-ld":
                self.pairs.append(("json-ld", tokens.source[start:end].decode("utf-8")))
            elif end - start <= _LONGEST:
                tokens.position = start
                tokens.next()
                self._tag(element)
        return self.pairs

    def _cut(self, start: int, end: int) -> int:
        """Return the end of a text after cutting it to the limit, but not inside a character."""
        if end - start > _LONGEST:
            end = start + _LONGEST
            while self.tokens.source[end] & 0xC0 == 0x80:
                end -= 1
        return end

    def _tag(self, element: str) -> None:
        if element == "meta":
            self._add("charset", self._value(b"charset"))
            self._meta()
        elif element == "time":
            self._add("time", self._value(b"datetime"))
        elif element == "link":
            self._add("canonical", self._value(b"href"))
        elif element == "html":
            self._add("lang", self._value(b"lang") or self._value(b"xml:lang"))

    def _meta(self) -> None:
        """Add the content of a meta element under each of its names."""
        content = self._value(b"content")
        if content:
            for naming in _NAMING:
                at = self._find(naming)
                if at >= 0:
                    self._add("meta:" + _folded(self._decoded(at)).lower(), content)

    def _find(self, name: bytes) -> int:
        """Return the offset of the first attribute of that name among the spans, or -1."""
        tokens = self.tokens
        length = len(name)
        for i in range(tokens.attributes_count):
            at = i * _WIDTH
            start = tokens.spans[at]
            if tokens.spans[at + 1] - start == length and tokens.stands(start, name):
                return at
        return -1

    def _value(self, name: bytes) -> str:
        at = self._find(name)
        return "" if at < 0 else self._decoded(at)

    def _decoded(self, at: int) -> str:
        return self.tokens.decoded(self.tokens.spans[at + 2], self.tokens.spans[at + 3], True).replace("\0", "\ufffd")

    def _add(self, key: str, value: str) -> None:
        folded = _folded(value)
        if folded:
            self.pairs.append((key, folded))


def _folded(text: str) -> str:
    return " ".join(text.split())
