"""The columns of the table that decides on kinds of segments, like those of `ncleaner.engines.forest.columns`."""

from __future__ import annotations

# Columns that are copied from the table of features.
COPIED = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table",
    "punctuation", "ending", "capitals", "digits", "from start", "to end", "share 1", "words per block of 1",
    "path blocks", "path words", "siblings", "record words", "record blocks", "family words", "family headings",
    "place", "record row", "repeats", "after title", "since heading", "page words", "page blocks", "page table share",
    "page headings",
)  # fmt: skip
# The block and the kept block before it: how it is set off, how many blocks were dropped between them, its number, the
# steps up to the container that both are in and down again, whether their containers are siblings (1) or the same (2),
# whether their tags (1) and all those above (2) are the same, and the part of a list or table that both are in. Then
# how the text begins, and what it is inside of.
OWN = (
    "breaks", "gap", "number", "rise", "fall", "near", "alike", "within", "beginning", "upper case", "preformatted",
    "quoted",
)  # fmt: skip
# All kept blocks, the same for all rows.
TEXT = ("mean words", "short share", "bold blocks", "items", "lines", "headings")

KIND_COLUMNS = (*COPIED, *OWN, *TEXT)

_NUMBER = {name: number for number, name in enumerate(KIND_COLUMNS)}

COL_BREAKS = _NUMBER["breaks"]
COL_GAP = _NUMBER["gap"]
COL_NUMBER = _NUMBER["number"]
COL_RISE = _NUMBER["rise"]
COL_FALL = _NUMBER["fall"]
COL_NEAR = _NUMBER["near"]
COL_ALIKE = _NUMBER["alike"]
COL_WITHIN = _NUMBER["within"]
COL_BEGINNING = _NUMBER["beginning"]
COL_UPPER_CASE = _NUMBER["upper case"]
COL_PREFORMATTED = _NUMBER["preformatted"]
COL_QUOTED = _NUMBER["quoted"]

COL_MEAN_WORDS = _NUMBER["mean words"]
COL_SHORT_SHARE = _NUMBER["short share"]
COL_BOLD_BLOCKS = _NUMBER["bold blocks"]
COL_ITEMS = _NUMBER["items"]
COL_LINES = _NUMBER["lines"]
COL_HEADINGS = _NUMBER["headings"]
