"""The reader of plain text: dumps of text browsers, mail messages, and any other text.

This is the text mode of the papers (NCleaner, section 2; StupidOS, section 3.1): paragraphs end at empty lines, list
items begin with a bullet or a number, invalid characters are deleted, and certain boilerplate is marked.

Strategy, in linear time:

1. `LayoutDetector` reads the lines to learn the width that paragraphs are filled to, whether a text browser made the
   text, and which bracketed numbers are the numbers of links.
2. `Divider` reads the lines again and divides them into segments.
3. `label` finds headings, headers and signatures of messages, forms, rulers and bars, and `Writer` writes the blocks.
   Both follow the divider a batch at a time.
"""

from __future__ import annotations

from array import array

from ncleaner.page.blocks import Blocks, block_limit
from ncleaner.page.elements import Elements
from ncleaner.read.text.divider import Divider
from ncleaner.read.text.dumps import Layout, LayoutDetector
from ncleaner.read.text.labels import label
from ncleaner.read.text.lines import lines
from ncleaner.read.text.segment_draft import SegmentDraft
from ncleaner.read.text.writer import Writer

# Drafts take much memory. This many are held at a time, with this many around each as context for the rules.
_BATCH = 2048
_CONTEXT = 64


def read(source: bytes) -> Blocks:
    """Return the labelled blocks of a plain-text page, given as UTF-8."""
    detector = LayoutDetector()
    for line in lines(source):
        detector.add(line)
    layout = detector.layout()
    writer = Writer(layout)
    drafts: list[SegmentDraft] = []
    done = 0
    divider = Divider(layout, block_limit(len(source)))
    for draft in divider.divide(lines(source)):
        drafts.append(draft)
        if len(drafts) == _BATCH:
            end = _BATCH - _CONTEXT
            _finish(drafts, done, end, layout, writer)
            del drafts[: end - _CONTEXT]
            done = _CONTEXT
    _finish(drafts, done, len(drafts), layout, writer)
    return Blocks(source, bytes(writer.buffer), writer.items, Elements(), array("i"), [""], [], [], divider.warnings())


def _finish(drafts: list[SegmentDraft], start: int, end: int, layout: Layout, writer: Writer) -> None:
    """Label and write the drafts from ``start`` to ``end``."""
    label(drafts, start, end, layout)
    for draft in drafts[start:end]:
        writer.write(draft)
