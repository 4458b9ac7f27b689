"""Gold standards: pages with the text that people kept of each of them.

::

    sets.py         find the pages and gold texts of a set
    reading.py      read outputs and gold texts into words and segment marks
    alignment.py    align two lists of words (compiled)
    folds.py        divide pages into folds for cross-validation
    annotations.py  pair the texts of two annotators
    segments.py     cut an annotation into the lines of its segments
    merge.py        merge two annotations into one file with conflicts
    conflicts.py    write and find conflicts in a file

The last four make a gold standard as in FIASCO's paper (section 5): two people clean the same pages, and a third one
decides where they differ.
"""
