"""The headings of a plain text, and the rules that mark certain boilerplate in it."""

from __future__ import annotations

from ncleaner.page.blocks import HEADING, PARAGRAPH
from ncleaner.read.rules import RULE_BARS, RULE_FORM, RULE_NONE, RULE_REFERENCES, RULE_RULER, looks_like_bars
from ncleaner.read.text.dumps import MARGIN, Layout, is_form, is_frame
from ncleaner.read.text.lines import RULER
from ncleaner.read.text.mail import mark_messages
from ncleaner.read.text.segment_draft import LINK, SegmentDraft

_LONGEST_HEADING = 120  # characters
_NO_HEADING = ".,;:。，；："  # headings do not end with these

# The largest number of segments between the ruler of a table and one of its rows.
_LONGEST_TABLE = 50


def label(drafts: list[SegmentDraft], start: int, end: int, layout: Layout) -> None:
    """Find headings and boilerplate among the drafts from ``start`` to ``end``; those around them are context."""
    mark_messages(drafts, start, end)
    for index in range(start, end):
        draft = drafts[index]
        if draft.rule == RULE_NONE:
            if index + 1 < len(drafts):
                _mark_heading(draft, drafts[index + 1], layout)
            draft.rule = _rule(drafts, index, layout)


def _mark_heading(draft: SegmentDraft, below: SegmentDraft, layout: Layout) -> None:
    """Mark a line as a heading if it is underlined, or begins left of the text in a dump."""
    if draft.lines > 2:
        return
    if _underlines(below, draft):
        draft.kind = HEADING
        draft.level = 1 if below.text[0] == "=" else 2
    elif layout.is_indented and draft.gap and below.gap and _is_outdented(draft):
        draft.kind, draft.level = HEADING, 2


def _underlines(below: SegmentDraft, draft: SegmentDraft) -> bool:
    """Return whether a segment is a line of ``=`` or ``-`` about as long as the line right above it."""
    text = below.text
    if below.gap or below.depth != draft.depth or len(text) < 3 or text[0] not in "=-" or text.strip(text[0]):
        return False
    return draft.lines == 1 and abs(len(text) - len(draft.text)) <= max(2, len(draft.text) // 4)


def _is_outdented(draft: SegmentDraft) -> bool:
    """Return whether a draft begins left of the margin of a dump and looks like a heading."""
    if draft.indent >= MARGIN or draft.depth or draft.kind != PARAGRAPH or len(draft.text) > _LONGEST_HEADING:
        return False
    return draft.text[-1] not in _NO_HEADING and any(map(str.isalpha, draft.text))


def _rule(drafts: list[SegmentDraft], index: int, layout: Layout) -> int:
    """Return the rule that marks a segment as certain boilerplate, or `RULE_NONE`."""
    draft = drafts[index]
    text = draft.text
    plain = text.replace(LINK, "")
    if 0 <= layout.link_list <= draft.start:
        return RULE_REFERENCES
    if not plain.strip(RULER):
        return RULE_RULER
    if layout.is_dump:
        if is_form(text):
            return RULE_FORM
        if is_frame(text, text.count(LINK)):
            return RULE_REFERENCES
    return RULE_BARS if looks_like_bars(plain) and not _is_table_row(drafts, index) else RULE_NONE


def _is_table_row(drafts: list[SegmentDraft], index: int) -> bool:
    """Return whether a segment is a row of a table drawn with bars, by the ruler under the table's head."""
    return any(
        "|" in draft.text and "--" in draft.text and not draft.text.strip("|-:+ ")
        for draft in drafts[max(index - _LONGEST_TABLE, 0) : index + 2]
    )
