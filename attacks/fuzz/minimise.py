"""Delta debugging: the smallest page that still breaks the same rule, with letters replaced by ``a`` where possible."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

PIECES = re.compile(rb"<[^<>]*>|\n|[^<>\n]+|.", re.DOTALL)
LETTERS = re.compile(rb"[b-zA-Z]+")

Test = Callable[[bytes], bool]


def minimised(page: bytes, breaks: Test, seconds: float = 60.0) -> bytes:
    """Return the smallest page found for which ``breaks`` is true: first by tags and lines, then by bytes."""
    until = time.monotonic() + seconds

    def test(candidate: bytes) -> bool:
        return time.monotonic() < until and breaks(candidate)

    page = b"".join(_reduced(PIECES.findall(page), lambda pieces: test(b"".join(pieces))))
    page = _plain(page, test)
    single = _reduced([bytes([byte]) for byte in page], lambda pieces: test(b"".join(pieces)))
    return b"".join(single)


def _reduced(pieces: list[bytes], breaks: Callable[[list[bytes]], bool]) -> list[bytes]:
    """Remove ever smaller runs of pieces for as long as the rest breaks the rule."""
    size = len(pieces) // 2
    while size:
        start = 0
        while start < len(pieces):
            rest = pieces[:start] + pieces[start + size :]
            if breaks(rest):
                pieces = rest
            else:
                start += size
        size //= 2
    return pieces


def _plain(page: bytes, breaks: Test) -> bytes:
    """Replace letters by ``a``, word by word from the end, where it makes no difference."""
    for match in reversed(list(LETTERS.finditer(page))):
        for new in (b"a", b"a" * len(match[0])):
            candidate = page[: match.start()] + new + page[match.end() :]
            if breaks(candidate):
                page = candidate
                break
    return page
