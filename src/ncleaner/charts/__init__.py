"""SVG charts without dependencies, shared by training, evaluation, the benchmarks and the papers' experiments.

::

    plot.py         line charts as SVG files
    differences.py  a histogram of differences to a baseline
    scatter.py      two engines page by page
    sparkline.py    a histogram the size of a line of text
    svg.py          elements and scales of all charts
    markup.py       escaping for SVG and HTML
    numbers.py      numbers as text
"""
