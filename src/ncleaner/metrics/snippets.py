"""Snippets: the texts that must be in an output and are, and those that must not be in it and are.

This is the measure of trafilatura's benchmark. Precision is the share of wanted texts among all snippets that are in
the output, recall the share of the wanted texts that are in it. A snippet is in an output if its words stand there one
after the other, whatever the white space between them; case matters.
"""

from __future__ import annotations

from ncleaner.gold.reading import Text
from ncleaner.gold.snippets import Snippets
from ncleaner.metrics.counts import Counts


def snippets(output: Text, expected: Snippets) -> Counts:
    """Count the wanted snippets in an output, all snippets in it, and all wanted ones."""
    text = " ".join(output.words)
    right, wrong = (
        sum(" ".join(snippet.split()) in text for snippet in some) for some in (expected.wanted, expected.unwanted)
    )
    return Counts(right, right + wrong, len(expected.wanted))
