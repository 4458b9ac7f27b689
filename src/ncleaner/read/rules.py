"""The rules that are certain: what they are called, why they fired, and the one that HTML and plain text share.

A block that one of them fires on is furniture whatever engine looks at it. So each is written to miss rather than to
hit wrongly. They go by bars, digits, rulers and layout; only those for messages (`ncleaner.read.text.mail`) know some words.
"""

from __future__ import annotations

# The values of `Block.rule`, and what they tell the reader, in the same order.
RULE_NONE = 0
RULE_BARS = 1
RULE_REFERENCES = 2
RULE_SIGNATURE = 3
RULE_RULER = 4
RULE_FORM = 5
RULE_MAIL_HEADER = 6

REASONS = (
    "",
    "short fields separated by vertical bars",
    "a browser's list of the links on the page",
    "the signature of a message or the footer of a mailing list",
    "a line of punctuation only",
    "form fields and buttons",
    "the header of a message or the line that introduces a quotation",
)

BARS = "|¦│┃｜❘"
_ONE_BAR = str.maketrans(dict.fromkeys(BARS, "|"))

# How long a field between bars may be, and how many words all of them may have on the average.
_FIELD_CHARS = 60
_FIELD_WORDS = 4


def looks_like_bars(text: str) -> bool:
    """Whether a text is nothing but short fields with bars between them, as in ``Home | News | Contact``.

    Two separators at least. Rows of numbers, alternatives in a syntax (``[yes|no|maybe]``), absolute values, pipes of
    commands with options and words set off by a bar on both sides are not meant.
    """
    text = _normal(text)
    if text.count("|") < 2:
        return False
    pieces = text.split("|")
    fields = [field for field in [piece.strip() for piece in pieces] if field]
    # Bars side by side are one separator; those at the two ends separate, too.
    separators = len(fields) - 1 + (not pieces[0].strip()) + (not pieces[len(pieces) - 1].strip())
    if len(fields) < 2 or separators < 2:
        return False
    return _are_short(fields) and _are_words(fields) and not _is_notation(text, pieces)


def _normal(text: str) -> str:
    """The text with one kind of bar only; ``::`` between spaces counts as one."""
    if not text.isascii():
        text = text.translate(_ONE_BAR)
    if " :: " in text:
        text = text.replace(" :: ", " | ")
    return text


def _are_short(fields: list[str]) -> bool:
    words = 0
    for field in fields:
        if len(field) > _FIELD_CHARS:
            return False
        words += 1
        for character in field:
            words += character == " "
    return words <= _FIELD_WORDS * len(fields)


def _are_words(fields: list[str]) -> bool:
    """Whether nearly all fields have a word in them; a row of a table has numbers or single letters."""
    wordless = 0
    for field in fields:
        if len(field) > 1 and field[0].isalpha() and field[1].isalpha():
            continue  # nearly all are, and need no counting
        letters = sum(map(str.isalpha, field))
        if letters < 2 and not (letters == 1 and field[0] >= "\u2e80") and "©" not in field:
            wordless += 1
    return 4 * wordless < len(fields)


def _is_notation(text: str, pieces: list[str]) -> bool:
    """Whether the bars belong to a notation: alternatives, commands, or pairs around words."""
    if " -" in text and any(word[0] == "-" and word[1:2].isalnum() for word in text.split()):
        return True
    only_before = only_after = around = False  # where white space is found at the bars between words
    last = ""
    for piece in pieces:
        if piece.isspace():
            piece = ""
        if last and piece:
            before = last[len(last) - 1].isspace()
            after = piece[0].isspace()
            around = around or (before and after)
            only_before = only_before or (before and not after)
            only_after = only_after or (after and not before)
        last = piece
    if only_before or only_after or around:
        return only_before and only_after and not around
    for bracket in "[]{}()<>":
        if bracket in text:
            return True
    return False
