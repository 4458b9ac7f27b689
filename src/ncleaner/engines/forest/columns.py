"""Columns: the names of the features, in the order in which the table has them.

A feature is a byte: a share of 255, a logarithm, a count or a code, as `ncleaner.engines.forest.features` says.
"""

from __future__ import annotations

BLOCK = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table", "nav",
    "aside", "header", "footer", "article", "main", "aria hidden", "rule",
)  # fmt: skip
WORDING = ("punctuation", "ending", "capitals", "digits")
NGRAM = ("bits", "all bits", "bits around 3", "bits around 8")
AROUND = ("words around", "link share around 3", "link share around 8")
POSITION = ("from start", "to end")
LEVEL = ("share", "link share of", "words per block of", "bits of", "long share of")
LEVELS = (1, 2, 3, 5)  # containers around a block, counting only those that are larger than the one before
PATH = ("path blocks", "path words", "path link share", "path bits")
RECORD = (
    "siblings", "record words", "record link share", "record bits", "record blocks", "family share", "family words",
    "family headings",
)  # fmt: skip
STEPS = ("best steps", "prose steps", "title steps", "title share")
SIGNS = ("sign best", "sign worst", "sign sum", "sign")
PLACE = ("place", "record row", "best distance", "prose distance")
OTHERS = ("repeated before", "repeats", "after title", "heading bits", "since heading", "heading level")
PAGE = (
    "page words", "page blocks", "page link share", "page bits", "page long share", "page named", "page table share",
    "page family", "page family size", "page money", "page headings", "best share", "prose share", "declared",
    "lexical",
)  # fmt: skip

COLUMNS = (
    *BLOCK, *WORDING, *NGRAM, *AROUND, *POSITION, *(f"{name} {level}" for level in LEVELS for name in LEVEL), *PATH,
    *RECORD, *STEPS, *SIGNS, *PLACE, *OTHERS, *PAGE,
)  # fmt: skip
