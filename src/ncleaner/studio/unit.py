"""Units of annotations: the segments of a page, or parts of them, with what a person decides on each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from ncleaner.errors import InputError
from ncleaner.page.document import Document
from ncleaner.page.segment import KINDS

Span = tuple[int, int]
"""Start and end of a unit in the decoded page, in characters."""

Record = tuple[int, int, bool, str, bool, bool]
"""A unit as it is in JSON: start, end, keep, kind, continues, decided."""


class Unit(NamedTuple):
    """A segment of the page, or a part of one, and what the person decides on it.

    ``block`` is the index of its block, ``text_start`` and ``text_end`` delimit its text in the text of the block, and
    ``start`` and ``end`` its source in the decoded page; all in characters. A unit that ``continues`` belongs to the
    segment of the kept unit before it. It is ``decided`` if the person has said anything about it, also if that is what
    was suggested.
    """

    block: int
    text_start: int
    text_end: int
    start: int
    end: int
    keep: bool
    kind: str
    continues: bool
    decided: bool = False

    @property
    def span(self) -> Span:
        """The address of the unit."""
        return self.start, self.end

    @property
    def record(self) -> Record:
        """The span and the decisions, for JSON."""
        return self.start, self.end, self.keep, self.kind, self.continues, self.decided


def unit_text(document: Document, unit: Unit) -> str:
    """Return the text of a unit."""
    return document.blocks.text(unit.block)[unit.text_start : unit.text_end]


def records_as_json(records: Iterable[Record]) -> str:
    """Return spans and decisions as JSON on one line; truth is written as 0 and 1, to save space."""
    rows = [[start, end, int(keep), kind, int(more), int(known)] for start, end, keep, kind, more, known in records]
    return json.dumps(rows, separators=(",", ":"))


def read_records(text: str) -> list[Record]:
    """Read spans and decisions from JSON."""
    try:
        rows = json.loads(text)
        if not isinstance(rows, list):
            raise ValueError
        records = [
            (int(start), int(end), bool(keep), kind, bool(continues), bool(decided))
            for start, end, keep, kind, continues, decided in rows
        ]
        if any(record[3] not in KINDS for record in records):
            raise ValueError
    except (TypeError, ValueError):
        raise InputError(
            "this is not an annotation: a list of [start, end, keep, kind, continues, decided] is needed"
        ) from None
    return records
