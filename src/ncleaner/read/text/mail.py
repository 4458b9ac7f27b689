"""Messages: their headers, the lines that introduce quotations, signatures and the footers of mailing lists.

Everything here looks at segments in the making (`Draft`) and a few of their neighbours, never at more than
`LONGEST_HEADER` of them, so the time is linear.
"""

from __future__ import annotations

from ncleaner.page.blocks import HEADING
from ncleaner.read.rules import RULE_MAIL_HEADER, RULE_NONE, RULE_SIGNATURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.read.text.reader import Draft

LONGEST_HEADER = 60
LONGEST_SIGNATURE = 12

# The fields a message may begin with, and their names in the mail programs of some languages.
SUBJECTS = frozenset(
    "subject subj betreff objet asunto oggetto onderwerp assunto ämne emne temat тема 件名 主题".split()
)
FIELDS = SUBJECTS | frozenset(
    """from to cc bcc date sent reply-to sender message-id in-reply-to references content-type mime-version organization
    newsgroups path received return-path delivered-to user-agent x-mailer list-id
    von an datum gesendet de à envoyé date para fecha enviado da a data inviato van aan verzonden från till skickat
    fra til sendt od do wysłano от кому дата 差出人 宛先 发件人 收件人""".split()
)

# The last word of the line that introduces a quotation.
_WROTE = frozenset(
    """wrote writes schrieb schreibt écrit escribió escribe scritto escreveu escreve schreef skrev napisał napisała
    napsal kirjoitti írta писал писала пишет написал написала yazdı""".split()
)

_PGP = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"


def field_name(text: str, known_only: bool = True) -> str:
    """The name of the header field that a line holds, in lower case; empty if it is not one."""
    name, colon, _ = text[:40].partition(":")
    name = name.strip().lower()
    if colon and (name in FIELDS or (not known_only and name.isascii() and name.replace("-", "").isalnum())):
        return name
    return ""


def mark_messages(drafts: list[Draft], start: int, end: int) -> None:
    """Mark what is furniture of messages, as far as it begins among the drafts from ``start`` to ``end``."""
    for index in range(start, end):
        draft = drafts[index]
        if draft.field and (index == 0 or draft.gap or not drafts[index - 1].field):
            _mark_header(drafts, index)
        elif draft.rule == RULE_NONE:
            _mark_at(drafts, index)


def _mark_at(drafts: list[Draft], index: int) -> None:
    """Mark what begins at a draft, if something does."""
    draft = drafts[index]
    text = draft.text
    if text == "--" and draft.indent == 0:  # messages have no margin, pages of a browser do
        _mark_signature(drafts, index)
    elif len(text) >= 20 and draft.indent == 0 and not text.strip("_"):
        _mark_footer(drafts, index)
    elif text == _PGP:
        _mark_pgp(drafts, index)
    elif text[-1] == ":" and index + 1 < len(drafts) and drafts[index + 1].depth > draft.depth:
        _mark_attribution(drafts, index)


def _mark_header(drafts: list[Draft], first: int) -> None:
    """Mark the fields of a header; the subject is the title that its writer gave the message."""
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


def _mark_attribution(drafts: list[Draft], index: int) -> None:
    """Mark the line before a quotation that says who wrote it and when."""
    draft = drafts[index]
    last_word = draft.text[-40:-1].strip().rpartition(" ")[2].lower()
    longest = 30 if "@" in draft.text or _digits(draft.text) >= 4 else 8 if last_word in _WROTE else 0
    if draft.lines > 2 or draft.text.count(" ") >= longest:
        return
    draft.rule = RULE_MAIL_HEADER
    if index and not draft.gap and draft.text.count(" ") <= 4:
        above = drafts[index - 1]  # the first part of a line that a mail program broke in two
        if above.depth == draft.depth and above.gap and len(above.text) <= 100 and _digits(above.text) >= 4:
            above.rule = RULE_MAIL_HEADER


def _digits(text: str) -> int:
    return sum(map(str.isdecimal, text))


def _closing(drafts: list[Draft], index: int) -> list[Draft]:
    """A draft and what follows it up to the end of the message, if that is short enough to be its closing lines."""
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


def _mark_signature(drafts: list[Draft], index: int) -> None:
    for draft in _closing(drafts, index):
        draft.rule = RULE_SIGNATURE


def _mark_footer(drafts: list[Draft], index: int) -> None:
    closing = _closing(drafts, index)
    if any("@" in draft.text or "://" in draft.text for draft in closing):
        for draft in closing:
            draft.rule = RULE_SIGNATURE


def _mark_pgp(drafts: list[Draft], index: int) -> None:
    for end in range(index + 1, min(index + 1 + LONGEST_SIGNATURE, len(drafts))):
        if drafts[end].text == _PGP_END:
            for draft in drafts[index : end + 1]:
                draft.rule = RULE_SIGNATURE
            return
