"""The structures of a page that all tools have kept, so that what they keep can be told from how they write it.

A structure counts if

- each of its parts (cells, items or lines of code) is somewhere in the text of each tool's Markdown;
- one part of twelve characters or more stands on the page once only. Otherwise, a menu or a table of contents that a
  tool has left out would be found in other places of its output, and taken for a structure that has lost its form.

Definitions do not count as lists: GitHub's Markdown has no form for them, so that any form is as good as another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ncleaner.evaluate.structure.forms import Structures, joined, plain
from ncleaner.evaluate.structure.losses import Losses, PageLosses, Texts, losses
from ncleaner.evaluate.structure.markdown import read_markdown
from ncleaner.evaluate.structure.source import read_source
from ncleaner.evaluate.structure.tree import Tree

KINDS = ("tables", "lists", "code")
LONG = 12

_DEFINITION = re.compile(r"</?dd\b[^<>]*>", re.IGNORECASE)


@dataclass(slots=True)
class Kept:
    """What became of the tables, lists and blocks of code in the Markdown of a tool, summed over pages."""

    tables: Losses
    lists: Losses
    code: Losses

    @classmethod
    def none(cls) -> Kept:
        """Return zeros."""
        return cls(Losses(), Losses(), Losses())

    def add(self, page: PageLosses) -> None:
        """Add a page."""
        self.tables += page.tables
        self.lists += page.lists
        self.code += page.code


def compared(html: str, outputs: Mapping[str, str]) -> dict[str, PageLosses]:
    """Return, for each tool, what its Markdown makes of the structures that all tools have kept."""
    html = _DEFINITION.sub("", html)
    source = read_source(html)
    read = {tool: read_markdown(text, formulas=bool(source.formulas)) for tool, text in outputs.items()}
    wanted = shared(source, _page_text(html), [Texts(output.texts) for output in read.values()])
    return {tool: losses(wanted, output) for tool, output in read.items()}


def shared(source: Structures, page: Texts, outputs: Sequence[Texts]) -> Structures:
    """Return the structures of a page that all outputs have."""

    def counts(parts: Sequence[str]) -> bool:
        parts = [part for part in parts if part]
        return any(len(part) >= LONG and page.count(plain(joined(part))) == 1 for part in parts) and all(
            output.has_all(part) for output in outputs for part in parts
        )

    tables = [table for table in source.tables if counts([cell for row in table for cell in row])]
    return Structures(
        tables=tables,
        dropped_cells=[0] * len(tables),
        lists=[items for items in source.lists if counts(items.texts)],
        code=[code for code in source.code if counts(code.lines)],
    )


def _page_text(html: str) -> Texts:
    tree = Tree(html)
    return Texts(tree.text(tree.nodes[0], all=True).split("\n"))
