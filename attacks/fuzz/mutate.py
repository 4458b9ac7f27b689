"""Mutations of inputs that keep some structure: elements and lines are moved, doubled, removed, wrapped and mixed in.

libFuzzer's own mutations of bytes are used, too: the caller passes them in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from attacks.fuzz import html_grammar
from attacks.fuzz.plan import HEADER, header
from attacks.fuzz.shared import text_grammar

PIECES = re.compile(rb"<!--.*?-->|</?[a-zA-Z][^<>]*>|&[#\w]{1,12};?|\n|[^<>&\n]+|.", re.DOTALL)
ODD_SPACES = [
    character.encode() for character in text_grammar.SPACES + text_grammar.INVISIBLE + text_grammar.INVALID + "\n\r"
]
TOKENS = [
    token.encode()
    for token in (
        *html_grammar.REFERENCES,
        *html_grammar.DECLARATIONS,
        *html_grammar.WORDS,
        *(f"<{name}>" for name in html_grammar.NAMES),
        *(f"</{name}>" for name in html_grammar.NAMES),
        *(f" {name}={value}" for name, values in html_grammar.ATTRIBUTES.items() for value in values[:2]),
    )
]

Bytes = Callable[[bytes, int], bytes]
Change = Callable[[list[bytes], Random, Sequence[bytes]], list[bytes]]


def mutated(blob: bytes, largest: int, rng: Random, others: Sequence[bytes], mutate_bytes: Bytes) -> bytes:
    """Return an input with a few changes; ``others`` are pages to take parts from."""
    first, page = blob[:HEADER].ljust(HEADER, b"\0"), blob[HEADER:]
    choice = rng.random()
    if choice < 0.15:
        first = header(rng) if rng.random() < 0.3 else _changed_byte(first, rng)
    if choice < 0.1:
        return (first + page)[:largest]
    if choice < 0.17:
        return (first + fresh(rng, first))[:largest]
    if choice < 0.45:
        return first + mutate_bytes(page, largest - HEADER)
    for _ in range(rng.choice((1, 1, 2, 4))):
        page = changed(page, rng, others)
    return (first + page)[:largest]


def fresh(rng: Random, first: bytes) -> bytes:
    """Return a page of the grammar for its kind, or, rarely, for the other kind."""
    return text_grammar.generate_bytes(rng) if first[4] & 3 == 3 or rng.random() < 0.1 else html_grammar.generate(rng)


def changed(page: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Return the page with one change to its pieces: tags, comments, references, lines and runs of text."""
    pieces = PIECES.findall(page) or [b""]
    return b"".join(rng.choice(CHANGES)(pieces, rng, others))


def _changed_byte(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _stretch(pieces: Sequence[bytes], rng: Random, most: int = 12) -> slice:
    start = rng.randrange(len(pieces))
    return slice(start, start + rng.randint(1, most))


def _remove(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    del pieces[_stretch(pieces, rng)]
    return pieces


def _repeat(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    here = _stretch(pieces, rng)
    pieces[here] = pieces[here] * rng.choice((2, 2, 3, 10, 60))
    return pieces


def _move(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    here = _stretch(pieces, rng)
    moved = pieces[here]
    del pieces[here]
    at = rng.randrange(len(pieces) + 1)
    pieces[at:at] = moved
    return pieces


def _splice(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    other = PIECES.findall(rng.choice(others)) if others else []
    at = rng.randrange(len(pieces) + 1)
    pieces[at:at] = other[_stretch(other, rng, 30)] if other else [html_grammar.generate(rng, 1)]
    return pieces


def _mix_in(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    at = rng.randrange(len(pieces) + 1)
    pieces.insert(at, html_grammar.part(rng, rng.randint(0, 3)).encode("utf-8", "replace"))
    return pieces


def _token(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    pieces.insert(rng.randrange(len(pieces) + 1), rng.choice(TOKENS))
    return pieces


def _wrap(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    here = _stretch(pieces, rng, 30)
    name = rng.choice(html_grammar.NAMES)
    times = rng.choice((1, 1, 1, 3, 30))
    opening = html_grammar.start_tag(rng, name).encode("utf-8", "replace")
    pieces[here] = [opening] * times + pieces[here] + [f"</{name}>".encode()] * times
    return pieces


def _space(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    at = rng.randrange(len(pieces))
    words = pieces[at].split(b" ")
    pieces[at] = rng.choice(ODD_SPACES).join(words) if len(words) > 1 else rng.choice(ODD_SPACES) + pieces[at]
    return pieces


def _inside(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    """Put a token into a piece, for example into a tag."""
    at = rng.randrange(len(pieces))
    place = rng.randint(0, len(pieces[at]))
    pieces[at] = pieces[at][:place] + rng.choice(TOKENS + ODD_SPACES) + pieces[at][place:]
    return pieces


def _cut(pieces: list[bytes], rng: Random, others: Sequence[bytes]) -> list[bytes]:
    data = b"".join(pieces)
    return [data[: rng.randint(0, len(data))]] if rng.random() < 0.5 else [data[rng.randint(0, len(data)) :]]


CHANGES: tuple[Change, ...] = (_remove, _repeat, _move, _splice, _splice, _mix_in, _token, _wrap, _space, _inside, _cut)
