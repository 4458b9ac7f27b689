"""The tables of the page about Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.markdown.converters import Converter
from benchmarks.markdown.shared import KINDS, Kept
from ncleaner.evaluate.structure.markdown import read_markdown
from ncleaner.evaluate.structure.summary import PIECES
from paper.markdown import NONE, table

SHARED_HEADS = ("", "tables whole", "cells in form", "lists whole", "items in form", "code whole", "lines in form")
OURS_HEADS = ("", "structures", "whole", "parts", "in form", "loose", "absent", "dropped")
FORMULA_HEADS = ("", "all", "once", "repeated", "only as text", "never")


def versions(tools: Sequence[Converter]) -> str:
    """Return the names and versions of the tools, as a sentence would list them."""
    names = [f"{tool.name} {tool.version}" for tool in tools]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def length_rows(gold: Mapping[str, str], outputs: Mapping[str, Mapping[str, str]]) -> str:
    """Return the number of characters of the gold text of each example page, and of the Markdown of each tool."""
    tools = list(next(iter(outputs.values())))
    rows = [
        [f"`{page}`", _length([text]), *(_length(read_markdown(outputs[page][tool]).texts) for tool in tools)]
        for page, text in gold.items()
    ]
    return table(["", "gold text", *tools], rows)


def _length(texts: Sequence[str]) -> str:
    """Count characters without white space."""
    return f"{sum(len(word) for text in texts for word in text.split()):,}"


def shared_rows(kept: Mapping[str, Kept]) -> str:
    """Return what became of the structures that all tools have kept."""
    first = next(iter(kept.values()))
    numbers = [f"{number:,}" for kind in KINDS for number in _both(getattr(first, kind), "structures", "pieces")]
    rows = [["all", *numbers]]
    for tool, sums in kept.items():
        cells = []
        for kind in KINDS:
            counts = getattr(sums, kind)
            whole, inside = _both(counts, "whole_structures", "whole")
            cells += [_percent(whole, counts.structures), _percent(inside, counts.pieces)]
        rows.append([tool, *cells])
    return table(SHARED_HEADS, rows)


def _both(counts: object, *names: str) -> list[int]:
    return [getattr(counts, name) for name in names]


def _percent(part: int, all: int) -> str:
    return f"{100 * part / all:.1f} %" if all else NONE


def ours_rows(summary: Mapping[str, Any]) -> str:
    """Return what our Markdown loses of all structures of which something is kept."""
    names = ("structures", "whole_structures", "pieces", "whole", "loose", "absent", "dropped")
    rows = [[f"{kind}: {parts}", *(f"{summary[kind][name]:,}" for name in names)] for kind, parts in PIECES.items()]
    return table(OURS_HEADS, rows)


def formula_rows(summary: Mapping[str, Any]) -> str:
    """Return how often formulas are in our Markdown."""
    names = ("formulas", "once", "repeated", "loose", "never")
    return table(FORMULA_HEADS, [["formulas", *(f"{summary['formulas'][name]:,}" for name in names)]])
