"""Whether a page is in the language that n-grams have learnt.

English is known by two words that no other language has and that no longer English text is without. A page that has few
of them may still be a list of names: then it is believed what it says, and if it says nothing, its letters are.
"""

from __future__ import annotations

from ncleaner.blocks import Blocks

ENGLISH = "en"
WORDS = (b" the ", b" of ")
ENOUGH = 0.015  # of all words; in English prose it is 0.08
FOREIGN = 0.02  # of all bytes, as letters beyond ASCII; English has less


def is_in(language: str, blocks: Blocks) -> bool:
    """Whether a page is in a language, given by its code; only English can be told from others."""
    if language != ENGLISH:
        return True
    buffer = blocks.buffer
    words = buffer.count(b" ") + buffer.count(b"\n")
    if sum(map(buffer.count, WORDS)) >= ENOUGH * words:
        return True
    declared = blocks.langs[1] if len(blocks.langs) > 1 else ""
    if declared:
        return declared.replace("_", "-").partition("-")[0] == language
    return buffer.isascii() or len(buffer) - len(buffer.decode("utf-8")) < FOREIGN * len(buffer)
