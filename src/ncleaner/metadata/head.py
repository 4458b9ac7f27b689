"""What the head of a page says: the scanner notes where, this reads it when somebody asks for the metadata."""

from __future__ import annotations

from ncleaner.html.tokenizer import Tokenizer

LONGEST_VALUE = 100_000  # bytes; what is longer is no title and no date


def collect(source: bytes, spans: list[tuple[str, int, int]]) -> list[tuple[str, str]]:
    """Pairs of key and value in the order of the page.

    The keys are ``title``, ``lang``, ``canonical``, ``charset``, ``time``, ``json-ld`` and, for the meta elements,
    ``meta:`` with their name, property, itemprop or http-equiv in lower case.
    """
    pairs: list[tuple[str, str]] = []
    for what, start, end in spans:
        if what == "title":
            tokens = Tokenizer(source[start : min(end, start + LONGEST_VALUE)])
            pairs.append(("title", _folded(tokens.decoded(0, tokens.size, False))))
        elif what == "json-ld":
            pairs.append(("json-ld", source[start:end].decode("utf-8")))
        elif end - start <= LONGEST_VALUE:
            tokens = Tokenizer(source[start:end])
            tokens.next()
            pairs.extend(_from_tag(what, tokens.attributes()))
    return pairs


def _from_tag(what: str, attributes: dict[str, str]) -> list[tuple[str, str]]:
    if what == "html":
        return _known("lang", attributes.get("lang") or attributes.get("xml:lang"))
    if what == "link":
        return _known("canonical", attributes.get("href"))
    if what == "time":
        return _known("time", attributes.get("datetime"))
    pairs = _known("charset", attributes.get("charset"))
    for name in ("name", "property", "itemprop", "http-equiv"):
        if name in attributes:
            pairs += _known("meta:" + _folded(attributes[name]).lower(), attributes.get("content"))
    return pairs


def _known(key: str, value: str | None) -> list[tuple[str, str]]:
    folded = _folded(value or "")
    return [(key, folded)] if folded else []


def _folded(text: str) -> str:
    return " ".join(text.split())
