"""Tables of figures with their limits, as text for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """A line of a table. ``value`` is the figure that has a limit, where one has."""

    label: str
    cells: tuple[str, ...]
    value: float | None = None
    limit: float | None = None

    @property
    def over(self) -> bool:
        """Whether the limit is exceeded."""
        return self.value is not None and self.limit is not None and self.value > self.limit

    @property
    def verdict(self) -> tuple[str, str]:
        """The last two columns: the limit, and whether it is kept."""
        if self.value is None or self.limit is None:
            return "", ""
        return f"{self.limit:.4g}", "over" if self.over else "ok"


@dataclass
class Table:
    """A table of measurements, with remarks below it."""

    title: str
    columns: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The table as text: labels to the left, figures to the right."""
        grid = [("", *self.columns, "limit", "")]
        grid += [(row.label, *row.cells, *row.verdict) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        yield self.title
        yield "-" * len(self.title)
        if self.rows:
            for label, *cells, verdict in grid:
                figures = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths[1:-1], strict=True))
                yield f"{label.ljust(widths[0])}  {figures}  {verdict}".rstrip()
        for note in self.notes:
            yield f"({note})"

    def data(self) -> dict[str, Any]:
        """The table for `json.dump`."""
        rows = [
            {"label": row.label, "cells": row.cells, "value": row.value, "limit": row.limit, "over": row.over}
            for row in self.rows
        ]
        return {"title": self.title, "columns": self.columns, "rows": rows, "notes": self.notes}
