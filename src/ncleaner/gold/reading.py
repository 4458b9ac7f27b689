"""Reads texts to be compared: outputs and gold texts in CleanEval's format, and plain ones.

CleanEval's format is a ``URL:`` line, which is not part of the text, then the text with ``<p>``, ``<h>`` or ``<l>``
before each segment. Annotators were not strict about it, so this reader is not either:

- a byte-order mark may stand before everything;
- the ``URL:`` line may be missing, and its address may stand alone on the line after it;
- a mark may be a capital letter, stand anywhere in a line, and touch the words on both sides: ``more.<P>Next`` is a
  word, a mark and a word;
- there may be text before the first mark, and two marks in a row;
- any other tag is text.

Plain texts that speak of HTML have such tags, too. They are not segment marks. So a text is taken as marked only if
it has a ``URL:`` line, or if the first mark in it begins a line. In plain texts those tags are left out all the same,
because an output in CleanEval's format cannot tell them from its own marks, and the words of both must be cut at the
same places.

Words are what stands between white space (that of Unicode, so a no-break space separates words).

With ``ascii_only``, characters beyond ASCII other than white space are taken out first, and a word that has no others
is no word: encodings gone wrong then count less. The papers do not speak of it; NCleaner's evaluation script had the
option.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MARKS = ("<p>", "<h>", "<l>")

MARK = re.compile(r"(<[phl]>)", re.IGNORECASE)
HEAD = re.compile(r"\s*URL:[^\S\n]*(?:\n[^\S\n]*\w+://\S+|[^\n]*)")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f\s]+")


@dataclass(frozen=True, slots=True)
class Text:
    """A text cut to pieces. ``tokens`` are its words with its marks among them."""

    words: list[str]
    tokens: list[str]
    marks: list[str]


def read(text: str, *, ascii_only: bool = False) -> Text:
    """Read a text in CleanEval's format, or a plain one."""
    text = text.lstrip("\ufeff")
    if ascii_only:
        text = _BEYOND_ASCII.sub("", text)
    head = HEAD.match(text)
    pieces = MARK.split(text[head.end() :] if head else text)
    marked = len(pieces) > 1 and (head is not None or _ends_in_new_line(pieces[0]))
    words: list[str] = []
    tokens: list[str] = []
    marks: list[str] = []
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            found = piece.split()
            words += found
            tokens += found
        elif marked:
            marks.append(piece.lower())
            tokens.append(marks[-1])
    return Text(words, tokens, marks)


def _ends_in_new_line(text: str) -> bool:
    return not text.rpartition("\n")[2].strip()
