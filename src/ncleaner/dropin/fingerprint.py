"""A fingerprint of a text: similar texts have fingerprints that differ in few of their 64 bits (a simhash).

Each bit of it is the bit that most words of the text have there in their hashes. Bits are counted in columns: the bytes
of all hashes at one place, of which those without the bit are deleted.
"""

from __future__ import annotations

import re
from hashlib import blake2b

SIZE = 8  # bytes
_WORD = re.compile(r"\w+")
_WITHOUT = [bytes(byte for byte in range(256) if not byte >> bit & 1) for bit in range(8)]


def fingerprint(text: str) -> str:
    """Return the fingerprint of a text as sixteen hexadecimal digits."""
    words = _WORD.findall(text.lower())
    hashes = {word: blake2b(word.encode("utf-8", "replace"), digest_size=SIZE).digest() for word in set(words)}
    joined = b"".join(map(hashes.__getitem__, words))
    result = bytearray(SIZE)
    for place in range(SIZE):
        column = joined[place::SIZE]
        for bit, without in enumerate(_WITHOUT):
            ones = len(column.translate(None, without))
            result[place] |= (2 * ones > len(words)) << bit
    return result.hex()
