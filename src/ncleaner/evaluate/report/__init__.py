"""The report of an evaluation: one HTML file that asks the network for nothing and runs no script.

::

    page.py          the frame: head, heading, sections
    tables.py        the figures of the engines, by measure and by page type
    distribution.py  how the figures of single pages are spread
    versus.py        each engine against the first one, in words and charts
    charts/          the drawings, one file each, as inline SVG
    choice.py        which pages are worth a look, and which engines' outputs of them
    pages.py         these pages, each of which opens
    hunks.py         where gold text and output differ, and what of the rest to leave out
    sidebyside.py    that as HTML, gold text and output beside each other
    figures.py       how numbers are written
    markup.py        how text from elsewhere is written
    report.css       the style sheet; it goes into the file as it is

The same evaluation gives the same bytes: there is no date in the report, and nothing depends on the order of a set.
"""

from ncleaner.evaluate.report.page import report as report

__all__ = ["report"]
