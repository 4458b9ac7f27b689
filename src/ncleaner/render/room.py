"""The room for an output: descriptions of segments get shorter before the output is too long.

An output is at most `TIMES` times as long as its page, and `MORE` characters. A page of tiny blocks would need more for
the full description of each of them, so formats that describe segments ask for room first.
"""

from __future__ import annotations

TIMES = 12
MORE = 1_000_000


class Room:
    """The characters that may still be written for a page of ``size`` bytes."""

    def __init__(self, size: int) -> None:
        self._left = TIMES * size + MORE

    def use(self, text: str) -> str:
        """Take note of text that is written, and return it."""
        self._left -= len(text)
        return text

    def has(self, length: int, rest: int) -> bool:
        """Return whether as many characters fit if the rest of the page needs ``rest`` characters."""
        return length + rest <= self._left
