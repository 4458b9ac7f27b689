"""The rules that mark certain boilerplate: their numbers, their reasons, and the rule that HTML and plain text share.

A block that a rule marks is boilerplate for every engine, so each rule prefers missing a block to marking a wrong one.
The rules use bars, digits, rulers and layout; only those for messages (`ncleaner.read.text.mail`) also use some words.
"""

from __future__ import annotations

# The values of `Block.rule`, and below the reasons that users see, in the same order.
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

# The longest field between bars in characters, and the largest mean number of words in the fields.
_FIELD_CHARS = 60
_FIELD_WORDS = 4


def looks_like_bars(text: str) -> bool:
    """Return whether a text consists of short fields separated by bars, such as ``Home | News | Contact``.

    It must have at least two separators. Rows of numbers, alternatives in a syntax (``[yes|no|maybe]``), absolute
    values, pipes of commands with options, and words between a pair of bars do not count.
    """
    text = _with_plain_bars(text)
    if text.count("|") < 2:
        return False
    pieces = text.split("|")
    fields = [field for field in [piece.strip() for piece in pieces] if field]
    # Adjacent bars are one separator; bars at the two ends count, too.
    separators = len(fields) - 1 + (not pieces[0].strip()) + (not pieces[len(pieces) - 1].strip())
    if len(fields) < 2 or separators < 2:
        return False
    return _are_short(fields) and _are_words(fields) and not _is_notation(text, pieces)


def _with_plain_bars(text: str) -> str:
    """Return the text with ``|`` in place of all other bars, and of ``::`` between spaces."""
    if not text.isascii():
        text = text.translate(_ONE_BAR)
    if " :: " in text:
        text = text.replace(" :: ", " | ")
    return text


def _are_short(fields: list[str]) -> bool:
    """Return whether no field is too long, and the fields have few words on average."""
    words = 0
    for field in fields:
        if len(field) > _FIELD_CHARS:
            return False
        words += 1
        for character in field:
            words += character == " "
    return words <= _FIELD_WORDS * len(fields)


def _are_words(fields: list[str]) -> bool:
    """Return whether over three quarters of the fields contain a word; table rows have numbers or single letters."""
    wordless = 0
    for field in fields:
        if len(field) > 1 and field[0].isalpha() and field[1].isalpha():
            continue  # the usual case needs no counting
        letters = sum(map(str.isalpha, field))
        if letters < 2 and not (letters == 1 and field[0] >= "\u2e80") and "©" not in field:
            wordless += 1
    return 4 * wordless < len(fields)


def _is_notation(text: str, pieces: list[str]) -> bool:
    """Return whether the bars belong to a notation: alternatives, commands, or pairs around words."""
    if " -" in text and any(word[0] == "-" and word[1:2].isalnum() for word in text.split()):
        return True
    only_before = only_after = around = False  # the sides of bars between fields that have white space
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
