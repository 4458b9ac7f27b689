"""Reader of outputs and gold texts, in CleanEval's format or plain.

CleanEval's format is a ``URL:`` line, which is not part of the text, then the text with a mark (``<p>``, ``<h>`` or
``<l>``) before each segment. Annotators were not strict about it, so the reader is lenient:

- the file may begin with a byte-order mark;
- the ``URL:`` line may be missing, and its address may be on the next line;
- a mark may be in upper case, anywhere in a line, and touch the words on both sides: ``more.<P>Next`` is a word, a mark
  and a word;
- there may be text before the first mark, and two marks in a row;
- any other tag is text.

Plain texts about HTML may contain the same tags, which are not segment marks there. So a text counts as marked only if
it has a ``URL:`` line, or if its first mark begins a line. The tags are removed from plain texts, too: outputs in
CleanEval's format cannot distinguish them from marks, and the words of both texts must be split at the same places.

Words are separated by white space as Unicode defines it (a no-break space separates words).

``ascii_only`` first removes all non-ASCII characters except white space; words that become empty are dropped. Encoding
errors then weigh less. The papers do not mention this, but NCleaner's evaluation script had the option.
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
    """The words of a text, its marks, and its tokens: words and marks in the order of the text."""

    words: list[str]
    tokens: list[str]
    marks: list[str]


def read(text: str, *, ascii_only: bool = False) -> Text:
    """Read a text in CleanEval's format, or a plain one."""
    text = text.lstrip("\ufeff")
    if ascii_only:
        text = _BEYOND_ASCII.sub("", text)
    head = HEAD.match(text)
    parts = MARK.split(text[head.end() :] if head else text)
    marked = len(parts) > 1 and (head is not None or _ends_in_new_line(parts[0]))
    words: list[str] = []
    tokens: list[str] = []
    marks: list[str] = []
    for number, part in enumerate(parts):
        if number % 2 == 0:
            between = part.split()  # the words between two marks
            words += between
            tokens += between
        elif marked:
            marks.append(part.lower())
            tokens.append(marks[-1])
    return Text(words, tokens, marks)


def _ends_in_new_line(text: str) -> bool:
    return not text.rpartition("\n")[2].strip()
