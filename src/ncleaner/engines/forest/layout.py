"""The columns of the containers' integer tables (`ncleaner.engines.forest.containers.Containers`).

Each table is a flat array with a row of ``..._WIDTH`` numbers for each container, family or path. This is the only
place that knows the order of the columns; compiled modules import the constants into C variables, which their ``.pxd``
declares.
"""

from __future__ import annotations

# `Containers.sums`: sums over all candidate blocks inside a container.
(
    SUM_BLOCKS,
    SUM_WORDS,
    SUM_CHARS,
    SUM_LINKS,  # characters in links
    SUM_BITS,
    SUM_LENGTH,  # characters that the n-grams have scored
    SUM_LONG,  # words of blocks that are more than a phrase
    SUM_WORTH,  # bits minus characters in links: the largest is that of the best container
    SUM_PROSE,  # words of blocks of prose minus words of all other blocks
    SUM_HEADINGS,
    SUM_WIDTH,
) = range(11)

# `Containers.facts`.
(
    FACT_UP,  # the next container around it that holds more blocks, or -1
    FACT_FIRST,  # the first row inside it
    FACT_PATH,  # the number of its path
    FACT_FAMILY,  # the number of its family
    FACT_NAME,  # the weight of its name, or that of the next name around it that has one
    FACT_NAME_BEST,  # the largest weight of its name and those around it, at least 0,
    FACT_NAME_WORST,  # the smallest, at most 0,
    FACT_NAME_SUM,  # and their sum
    FACT_SIGNATURE,  # a hash of its tag and class
    FACT_COMMENT,  # whether it is a comment, see below
    FACT_AROUND,  # which of the best containers it is or contains: bits, see below
    FACT_RECORD,  # the record that it is or is inside of
    FACT_BEST_STEPS,  # the steps from it to the best container,
    FACT_PROSE_STEPS,  # and to the one with most prose
    FACT_ABOVE,  # the container around it
    FACT_NAMED,  # whether it has a class
    FACT_WITH_TITLE,  # the next container, itself included, that contains the title of the page
    FACT_TITLE_STEPS,  # if it contains the title: how many steps up from the title it is, counted from 1
    FACT_WIDTH,
) = range(19)

# The bits of FACT_AROUND.
AROUND_BEST = 1
AROUND_PROSE = 2

# The values of FACT_COMMENT: it is a comment or inside one, or comments begin in the middle of it.
IS_COMMENT = 1
COMMENTS_FROM_HERE = 2

# `Containers.families`: containers with the same signature inside the same container.
FAMILY_WORDS, FAMILY_COUNT, FAMILY_HEADINGS, FAMILY_WIDTH = range(4)

# `Containers.paths`: sums over the candidate blocks whose containers have the same signatures all the way up.
PATH_BLOCKS, PATH_WORDS, PATH_CHARS, PATH_LINKS, PATH_BITS, PATH_LENGTH, PATH_WIDTH = range(7)
