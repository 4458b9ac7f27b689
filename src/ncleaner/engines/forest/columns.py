"""The columns of the table of features: their names, in the order of the table, and their numbers.

This is the only place that knows the order. All other modules use the names, or the constants below, which are looked
up by name. So a column can be inserted anywhere; but trained models store numbers of columns, and have to be trained
again after that: the engine refuses them by `DIGEST`.

A feature is a byte: a share in 255ths, a logarithm, a count or a code (`ncleaner.engines.forest.scales`).

Compiled modules import the constants into C variables, which their ``.pxd`` declares.
"""

from __future__ import annotations

from zlib import crc32

# The block itself.
BLOCK = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table", "nav",
    "aside", "header", "footer", "article", "main", "aria hidden", "rule",
)  # fmt: skip
SURFACE = ("punctuation", "ending", "capitals", "digits")
NGRAM = ("bits", "all bits", "bits around 3", "bits around 8")

# The rows around it.
AROUND = ("words around", "link share around 3", "link share around 8")
POSITION = ("from start", "to end")

# The containers around it: those of some levels, counting only containers that hold more blocks than the one before.
LEVEL = ("share", "link share of", "words per block of", "bits of", "long share of")
LEVELS = (1, 2, 3, 5)

# The innermost container: blocks with the same path, the record that it belongs to, the steps to the best containers
# and to the title, and the weights of names ("signs").
PATH = ("path blocks", "path words", "path share", "path link share", "path bits")
RECORD = (
    "siblings", "record words", "record link share", "record bits", "record blocks", "family share", "family words",
    "family headings",
)  # fmt: skip
STEPS = ("best steps", "prose steps", "title steps", "title share")
SIGNS = ("sign best", "sign worst", "sign sum", "sign")
INNERMOST = (*PATH, *RECORD, *STEPS, *SIGNS)

PLACE = ("place", "record row", "best distance", "prose distance")
OTHERS = (
    "repeated before", "repeats", "after title", "heading bits", "since heading", "heading level",
    "heading link share", "section blocks", "section words", "section link share", "section bits",
)  # fmt: skip

# The page, the same for all rows.
PAGE = (
    "page words", "page blocks", "page link share", "page bits", "page long share", "page named", "page table share",
    "page family", "page family size", "page money", "page headings", "best share", "prose share", "declared",
    "lexical", "scope",
)  # fmt: skip

# What the trees of the first look found (`ncleaner.engines.forest.context`): in the block and the heading above it, in
# the containers around it, in the rows before and after it, and on the page.
CONTEXT = (
    "score", "heading score", "below best", "expected share 1", "expected share 2", "expected share 3",
    "expected share 4", "after first sure", "after last sure", "since sure", "until sure", "page expected words",
    "page expected share", "page kept share", "page sure share", "page best score", "page best f",
)  # fmt: skip

COLUMNS = (
    *BLOCK, *SURFACE, *NGRAM, *AROUND, *POSITION, *(f"{name} {level}" for level in LEVELS for name in LEVEL),
    *INNERMOST, *PLACE, *OTHERS, *PAGE, *CONTEXT,
)  # fmt: skip

DIGEST = crc32(" ".join(COLUMNS).encode())
"""A number that tells whether a model was trained with these columns."""

_NUMBER = {name: number for number, name in enumerate(COLUMNS)}

COL_WORDS = _NUMBER["words"]
COL_WORD_LENGTH = _NUMBER["word length"]
COL_LINK_SHARE = _NUMBER["link share"]
COL_LINKS = _NUMBER["links"]
COL_BOLD_SHARE = _NUMBER["bold share"]
COL_KIND = _NUMBER["kind"]
COL_LEVEL = _NUMBER["level"]
COL_TAG = _NUMBER["tag"]
COL_LIST = _NUMBER["list"]
COL_TABLE = _NUMBER["table"]
COL_NAV = _NUMBER["nav"]
COL_ASIDE = _NUMBER["aside"]
COL_HEADER = _NUMBER["header"]
COL_FOOTER = _NUMBER["footer"]
COL_ARTICLE = _NUMBER["article"]
COL_MAIN = _NUMBER["main"]
COL_ARIA_HIDDEN = _NUMBER["aria hidden"]
COL_RULE = _NUMBER["rule"]

COL_PUNCTUATION = _NUMBER["punctuation"]
COL_ENDING = _NUMBER["ending"]
COL_CAPITALS = _NUMBER["capitals"]
COL_DIGITS = _NUMBER["digits"]

COL_BITS = _NUMBER["bits"]
COL_ALL_BITS = _NUMBER["all bits"]
COL_BITS_AROUND_3 = _NUMBER["bits around 3"]
COL_BITS_AROUND_8 = _NUMBER["bits around 8"]

COL_WORDS_AROUND = _NUMBER["words around"]
COL_LINK_SHARE_AROUND_3 = _NUMBER["link share around 3"]
COL_LINK_SHARE_AROUND_8 = _NUMBER["link share around 8"]

COL_FROM_START = _NUMBER["from start"]
COL_TO_END = _NUMBER["to end"]

COL_PLACE = _NUMBER["place"]
COL_RECORD_ROW = _NUMBER["record row"]
COL_BEST_DISTANCE = _NUMBER["best distance"]
COL_PROSE_DISTANCE = _NUMBER["prose distance"]

COL_REPEATED_BEFORE = _NUMBER["repeated before"]
COL_REPEATS = _NUMBER["repeats"]
COL_AFTER_TITLE = _NUMBER["after title"]
COL_HEADING_BITS = _NUMBER["heading bits"]
COL_SINCE_HEADING = _NUMBER["since heading"]
COL_HEADING_LEVEL = _NUMBER["heading level"]
COL_HEADING_LINK_SHARE = _NUMBER["heading link share"]
COL_SECTION_BLOCKS = _NUMBER["section blocks"]
COL_SECTION_WORDS = _NUMBER["section words"]
COL_SECTION_LINK_SHARE = _NUMBER["section link share"]
COL_SECTION_BITS = _NUMBER["section bits"]

COL_PAGE_WORDS = _NUMBER["page words"]
COL_PAGE_BLOCKS = _NUMBER["page blocks"]
COL_PAGE_LINK_SHARE = _NUMBER["page link share"]
COL_PAGE_BITS = _NUMBER["page bits"]
COL_PAGE_LONG_SHARE = _NUMBER["page long share"]
COL_PAGE_NAMED = _NUMBER["page named"]
COL_PAGE_TABLE_SHARE = _NUMBER["page table share"]
COL_PAGE_FAMILY = _NUMBER["page family"]
COL_PAGE_FAMILY_SIZE = _NUMBER["page family size"]
COL_PAGE_MONEY = _NUMBER["page money"]
COL_PAGE_HEADINGS = _NUMBER["page headings"]
COL_BEST_SHARE = _NUMBER["best share"]
COL_PROSE_SHARE = _NUMBER["prose share"]
COL_DECLARED = _NUMBER["declared"]
COL_LEXICAL = _NUMBER["lexical"]
COL_SCOPE = _NUMBER["scope"]

COL_SCORE = _NUMBER["score"]
COL_HEADING_SCORE = _NUMBER["heading score"]
COL_BELOW_BEST = _NUMBER["below best"]
COL_EXPECTED_SHARE_1 = _NUMBER["expected share 1"]
COL_EXPECTED_SHARE_2 = _NUMBER["expected share 2"]
COL_EXPECTED_SHARE_3 = _NUMBER["expected share 3"]
COL_EXPECTED_SHARE_4 = _NUMBER["expected share 4"]
COL_AFTER_FIRST_SURE = _NUMBER["after first sure"]
COL_AFTER_LAST_SURE = _NUMBER["after last sure"]
COL_SINCE_SURE = _NUMBER["since sure"]
COL_UNTIL_SURE = _NUMBER["until sure"]
COL_PAGE_EXPECTED_WORDS = _NUMBER["page expected words"]
COL_PAGE_EXPECTED_SHARE = _NUMBER["page expected share"]
COL_PAGE_KEPT_SHARE = _NUMBER["page kept share"]
COL_PAGE_SURE_SHARE = _NUMBER["page sure share"]
COL_PAGE_BEST_SCORE = _NUMBER["page best score"]
COL_PAGE_BEST_F = _NUMBER["page best f"]

# The first columns of the groups that are copied from the profiles of containers.
COL_LEVELS = _NUMBER[f"{LEVEL[0]} {LEVELS[0]}"]
COL_INNERMOST = _NUMBER[INNERMOST[0]]

# A profile (`ncleaner.engines.forest.profiles`) has the features of a container in the order of the columns: those of a
# level, then those of an innermost container.
PROFILE = (*LEVEL, *INNERMOST)
LEVEL_WIDTH = len(LEVEL)
INNERMOST_WIDTH = len(INNERMOST)
PROFILE_WIDTH = len(PROFILE)

_OFFSET = {name: offset for offset, name in enumerate(PROFILE)}

PROFILE_SHARE = _OFFSET["share"]
PROFILE_LINK_SHARE = _OFFSET["link share of"]
PROFILE_WORDS_PER_BLOCK = _OFFSET["words per block of"]
PROFILE_BITS = _OFFSET["bits of"]
PROFILE_LONG_SHARE = _OFFSET["long share of"]
PROFILE_PATH_BLOCKS = _OFFSET["path blocks"]
PROFILE_PATH_WORDS = _OFFSET["path words"]
PROFILE_PATH_SHARE = _OFFSET["path share"]
PROFILE_PATH_LINK_SHARE = _OFFSET["path link share"]
PROFILE_PATH_BITS = _OFFSET["path bits"]
PROFILE_SIBLINGS = _OFFSET["siblings"]
PROFILE_RECORD_WORDS = _OFFSET["record words"]
PROFILE_RECORD_LINK_SHARE = _OFFSET["record link share"]
PROFILE_RECORD_BITS = _OFFSET["record bits"]
PROFILE_RECORD_BLOCKS = _OFFSET["record blocks"]
PROFILE_FAMILY_SHARE = _OFFSET["family share"]
PROFILE_FAMILY_WORDS = _OFFSET["family words"]
PROFILE_FAMILY_HEADINGS = _OFFSET["family headings"]
PROFILE_BEST_STEPS = _OFFSET["best steps"]
PROFILE_PROSE_STEPS = _OFFSET["prose steps"]
PROFILE_TITLE_STEPS = _OFFSET["title steps"]
PROFILE_TITLE_SHARE = _OFFSET["title share"]
PROFILE_SIGN_BEST = _OFFSET["sign best"]
PROFILE_SIGN_WORST = _OFFSET["sign worst"]
PROFILE_SIGN_SUM = _OFFSET["sign sum"]
PROFILE_SIGN = _OFFSET["sign"]
