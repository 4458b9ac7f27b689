"""The report of an evaluation: one HTML file that loads nothing from the network and runs no script.

::

    document.py      the HTML document: head, heading, sections
    tables.py        the figures of the engines, by measure and by page type
    distribution.py  the distribution of F over the pages
    comparison.py    each engine against the first one, in words and charts
    selection.py     which pages to show, and the outputs of which engines
    entries.py       the entries of these pages
    hunks.py         the differences between gold text and output
    side_by_side.py  these differences as HTML, gold text beside output
    report.css       the style sheet, which is copied into the file

The charts are inline SVG from `ncleaner.charts`, which also formats numbers and escapes text. The same evaluation gives
the same bytes: the report has no date, and does not depend on the iteration order of sets.
"""

from ncleaner.evaluate.report.document import report as report

__all__ = ["report"]
