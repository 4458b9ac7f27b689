"""Hashes by which pages and paragraphs are found that were there before.

Pages must be the same to the character. Paragraphs may differ in case and punctuation, and long ones in some words.

Strategy for long paragraphs: MinHash. A paragraph is the set of its shingles (three words in a row, or three characters
where words are not told apart by spaces), each of them a number of 32 bits. If two paragraphs share a part *j* of all
their shingles, that is about the probability that they agree in the first number that follows a given one. From 16
given ones come 16 such samples, and four at a time are hashed into a band. Paragraphs that have one of their four bands
in common are taken for near-duplicates, with a probability of 1 - (1 - j⁴)⁴: nearly always where one word of fifty is
another (j = 0.88), mostly where two are (0.78), in a case out of five where half of the shingles are the same, and
hardly ever where a tenth of them are.

The numbers are checksums (CRC-32), chained from word to word: all inner loops are in C, and the same on all machines.
"""

from __future__ import annotations

from bisect import bisect_left
from hashlib import blake2b
from struct import Struct
from zlib import crc32

LEAST_WORDS = 5  # headings, names and dates are the same by right
SHINGLE = 3
SAMPLES = 16
BANDS = 4
LEAST_SHINGLES = 16  # a shorter paragraph has too few for a band to say much: it must be the same

_LONGEST_WORD = 24  # bytes, on average; where they are longer, they are not words
_STARTS = tuple(range(0, 1 << 32, (1 << 32) // SAMPLES))
_BAND = Struct(f"<{SAMPLES // BANDS}I")
_PUNCTUATION = bytes(byte for byte in range(128) if not chr(byte).isalnum() and not chr(byte).isspace())


def page_hash(text: str) -> int:
    """The hash of a page, of 64 bits."""
    return _hash(text.encode("utf-8", "replace"))


def paragraph_hashes(text: str) -> tuple[int, ...]:
    """The hashes of a paragraph, of 64 bits: it was there before if any of them was.

    There are none if it is too short to tell.
    """
    data = text.lower().encode("utf-8", "replace").translate(None, _PUNCTUATION)
    words = data.split()
    if len(words) * _LONGEST_WORD < len(data):
        words = [character.encode() for character in data.decode("utf-8") if not character.isspace()]
    if len(words) < LEAST_WORDS:
        return ()
    if len(words) < LEAST_SHINGLES + SHINGLE - 1:
        return (_hash(b" ".join(words)),)
    return _bands(words)


def _bands(words: list[bytes]) -> tuple[int, ...]:
    pairs = map(crc32, words[1:], map(crc32, words))
    shingles = sorted(map(crc32, words[2:], pairs))
    count = len(shingles)
    samples = []
    for start in _STARTS:
        at = bisect_left(shingles, start)
        samples.append(shingles[at if at < count else 0])
    # Samples that stand side by side are often the same, so each band gets some from everywhere; and the number of the
    # band goes in, so that no band is taken for another.
    return tuple(_hash(_BAND.pack(*samples[band::BANDS]) + bytes([band])) for band in range(BANDS))


def _hash(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
