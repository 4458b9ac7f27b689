"""How well Markdown keeps the structures of pages: data tables, lists, code, formulas and headings.

Strategy: an independent parser (lexbor) reads the structures of the source, a parser of CommonMark with GitHub's tables
(markdown-it-py) those of the output, and `losses` looks for each piece of the one in the other. `forms` has what both
readers return. Hidden parts of pages and layout tables do not count. No gold texts are needed.
"""

from ncleaner.evaluate.structure.evaluation import evaluate_structure as evaluate_structure
from ncleaner.evaluate.structure.summary import printout_of as printout_of
from ncleaner.evaluate.structure.summary import summary_of as summary_of
from ncleaner.evaluate.structure.summary import to_csv as to_csv
