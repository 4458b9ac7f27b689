"""Hashes that identify duplicate pages and paragraphs.

Duplicate pages are equal character by character. Duplicate paragraphs may differ in case and punctuation, and long ones
in some words.

Strategy for long paragraphs: MinHash. A paragraph is the set of its shingles (three consecutive words, or three
characters in scripts without spaces), each hashed to a 32-bit number. If two paragraphs share a fraction *j* of their
shingles, they agree with a probability of about *j* in the smallest number from a given start on. 16 starts give 16
such samples, and four samples at a time are hashed into a band. Paragraphs that share one of their four bands are taken
for near-duplicates, which happens with a probability of 1 - (1 - j⁴)⁴: nearly always if one word of fifty differs
(j = 0.88), mostly if two do (0.78), in one of five cases if half of the shingles are the same, and hardly ever if a
tenth of them are.

The numbers are checksums (CRC-32) chained from word to word: all inner loops run in C, and the hashes are the same on
all machines.
"""

from __future__ import annotations

from bisect import bisect_left
from hashlib import blake2b
from struct import Struct
from zlib import crc32

MIN_WORDS = 5  # shorter texts, such as headings, names and dates, repeat legitimately
SHINGLE = 3
SAMPLES = 16
BANDS = 4
MIN_SHINGLES = 16  # with fewer, bands say little: a shorter paragraph must have the same words

_LONGEST_WORD = 24  # bytes on average; longer ones are not words but unspaced text
_STARTS = tuple(range(0, 1 << 32, (1 << 32) // SAMPLES))
_BAND = Struct(f"<{SAMPLES // BANDS}I")
_PUNCTUATION = bytes(byte for byte in range(128) if not chr(byte).isalnum() and not chr(byte).isspace())


def page_hash(text: str) -> int:
    """Return the 64-bit hash of a page."""
    return _hash(text.encode("utf-8", "replace"))


def paragraph_hashes(text: str) -> tuple[int, ...]:
    """Return the 64-bit hashes of a paragraph: two paragraphs that share any of them are duplicates.

    A paragraph that is too short to compare has none.
    """
    data = text.lower().encode("utf-8", "replace").translate(None, _PUNCTUATION)
    words = data.split()
    if len(words) * _LONGEST_WORD < len(data):
        words = [character.encode() for character in data.decode("utf-8") if not character.isspace()]
    if len(words) < MIN_WORDS:
        return ()
    if len(words) < MIN_SHINGLES + SHINGLE - 1:
        return (_hash(b" ".join(words)),)
    return _bands(words)


def _bands(words: list[bytes]) -> tuple[int, ...]:
    pairs = map(crc32, words[1:], map(crc32, words))
    shingles = sorted(map(crc32, words[2:], pairs))
    count = len(shingles)
    samples = []
    for start in _STARTS:
        index = bisect_left(shingles, start)
        samples.append(shingles[index if index < count else 0])
    # Adjacent samples are often equal, so each band takes every fourth one. The number of the band is hashed, too, so
    # that different bands never match.
    return tuple(_hash(_BAND.pack(*samples[band::BANDS]) + bytes([band])) for band in range(BANDS))


def _hash(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
