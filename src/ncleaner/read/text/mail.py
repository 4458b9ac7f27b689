"""Boilerplate in mail messages: headers, lines that introduce quotations, signatures and footers of mailing lists.

Each check looks at a segment under construction (`SegmentDraft`) and at most `LONGEST_HEADER` of its neighbours, so the
time is linear.
"""

from __future__ import annotations

from ncleaner.page.blocks import HEADING
from ncleaner.read.rules import RULE_MAIL_HEADER, RULE_NONE, RULE_SIGNATURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.read.text.segment_draft import SegmentDraft

LONGEST_HEADER = 60  # fields
LONGEST_SIGNATURE = 12  # lines

# The header fields of messages, and their names in the mail programs of some languages.
SUBJECTS = frozenset(
    "subject subj betreff objet asunto oggetto onderwerp assunto ämne emne temat тема 件名 主题".split()
)
FIELDS = SUBJECTS | frozenset(
    """from to cc bcc date sent reply-to sender message-id in-reply-to references content-type mime-version organization
    newsgroups path received return-path delivered-to user-agent x-mailer list-id
    von an datum gesendet de à envoyé date para fecha enviado da a data inviato van aan verzonden från till skickat
    fra til sendt od do wysłano от кому дата 差出人 宛先 发件人 收件人""".split()
)

# Words at the end of a line that introduces a quotation.
_WROTE = frozenset(
    """wrote writes schrieb schreibt écrit escribió escribe scritto escreveu escreve schreef skrev napisał napisała
    napsal kirjoitti írta писал писала пишет написал написала yazdı""".split()
)

_PGP = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"


def field_name(text: str, known_only: bool = True) -> str:
    """Return the name of the header field on a line, in lower case, or the empty string.

    With ``known_only``, only the names in `FIELDS` count; otherwise any ASCII name does.
    """
    name, colon, _ = text[:40].partition(":")
    name = name.strip().lower()
    if colon and (name in FIELDS or (not known_only and name.isascii() and name.replace("-", "").isalnum())):
        return name
    return ""


def mark_messages(drafts: list[SegmentDraft], start: int, end: int) -> None:
    """Mark the boilerplate of messages that begins at one of the drafts from ``start`` to ``end``."""
    for index in range(start, end):
        draft = drafts[index]
        if draft.field and (index == 0 or draft.gap or not drafts[index - 1].field):
            _mark_header(drafts, index)
        elif draft.rule == RULE_NONE:
            _mark_at(drafts, index)


def _mark_at(drafts: list[SegmentDraft], index: int) -> None:
    """Mark the signature, footer or attribution that begins at a draft, if any."""
    draft = drafts[index]
    text = draft.text
    if text == "--" and draft.indent == 0:  # messages have no margin, dumps have
        _mark_signature(drafts, index)
    elif len(text) >= 20 and draft.indent == 0 and not text.strip("_"):
        _mark_footer(drafts, index)
    elif text == _PGP:
        _mark_pgp(drafts, index)
    elif text[-1] == ":" and index + 1 < len(drafts) and drafts[index + 1].depth > draft.depth:
        _mark_attribution(drafts, index)


def _mark_header(drafts: list[SegmentDraft], first: int) -> None:
    """Mark the fields of a header as boilerplate, but the subject as a heading."""
    end = first + 1
    while end < min(len(drafts), first + LONGEST_HEADER) and drafts[end].field and not drafts[end].gap:
        end += 1
    if len({draft.field for draft in drafts[first:end]} & FIELDS) < 2:
        return
    for draft in drafts[first:end]:
        value = draft.text.partition(":")[2].strip()
        if draft.field in SUBJECTS and value:
            draft.kind, draft.level, draft.text = HEADING, 1, value
        else:
            draft.rule = RULE_MAIL_HEADER
    if first and not drafts[first].gap:
        above = drafts[first - 1]  # the envelope of an mbox, or "-----Original Message-----"
        if above.text.startswith("From ") or (above.text.startswith("--") and above.text.endswith("--")):
            above.rule = RULE_MAIL_HEADER


def _mark_attribution(drafts: list[SegmentDraft], index: int) -> None:
    """Mark the line before a quotation that names its author or date."""
    draft = drafts[index]
    last_word = draft.text[-40:-1].strip().rpartition(" ")[2].lower()
    longest = 30 if "@" in draft.text or _digits(draft.text) >= 4 else 8 if last_word in _WROTE else 0
    if draft.lines > 2 or draft.text.count(" ") >= longest:
        return
    draft.rule = RULE_MAIL_HEADER
    if index and not draft.gap and draft.text.count(" ") <= 4:
        above = drafts[index - 1]  # the first half, if a mail program broke the line in two
        if above.depth == draft.depth and above.gap and len(above.text) <= 100 and _digits(above.text) >= 4:
            above.rule = RULE_MAIL_HEADER


def _digits(text: str) -> int:
    return sum(map(str.isdecimal, text))


def _closing(drafts: list[SegmentDraft], index: int) -> list[SegmentDraft]:
    """Return a draft and those after it to the end of the message, or nothing if they are too long for a closing."""
    depth = drafts[index].depth
    result = drafts[index : index + 1]
    count = 0
    for draft in drafts[index + 1 : index + 2 + LONGEST_SIGNATURE]:
        if draft.depth != depth or draft.field or (len(draft.text) >= 20 and not draft.text.strip("_-=*")):
            return result
        count += draft.lines
        if count > LONGEST_SIGNATURE:
            return []
        result.append(draft)
    return result


def _mark_signature(drafts: list[SegmentDraft], index: int) -> None:
    for draft in _closing(drafts, index):
        draft.rule = RULE_SIGNATURE


def _mark_footer(drafts: list[SegmentDraft], index: int) -> None:
    closing = _closing(drafts, index)
    if any("@" in draft.text or "://" in draft.text for draft in closing):
        for draft in closing:
            draft.rule = RULE_SIGNATURE


def _mark_pgp(drafts: list[SegmentDraft], index: int) -> None:
    for end in range(index + 1, min(index + 1 + LONGEST_SIGNATURE, len(drafts))):
        if drafts[end].text == _PGP_END:
            for draft in drafts[index : end + 1]:
                draft.rule = RULE_SIGNATURE
            return
