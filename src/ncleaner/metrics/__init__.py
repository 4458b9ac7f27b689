"""Measures of an output against its gold text, one module each, and `score`, which computes all of them.

::

    words.py     words in the same order, by alignment
    marks.py     segment marks at the right place, by alignment
    edit.py      edit distance
    bag.py       words in any order
    shingles.py  sequences of four words
    chars.py     sequences of five characters, for languages without white space
    snippets.py  texts that an output must have, or must not
    counts.py    precision, recall and F from counts; micro and macro averages
    scores.py    all measures of a page
"""

from ncleaner.metrics.scores import score

__all__ = ["score"]
