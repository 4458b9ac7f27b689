"""From the bytes of a page to UTF-8: the encoding that they are in, and what of them is damaged.

The plan
    Whatever comes in, a `Page` goes out whose source is valid UTF-8. Who has the say about the encoding, in this order:

    1. the caller (``encoding=``);
    2. a byte-order mark;
    3. the bytes themselves, where they are beyond doubt: ASCII, where all agree (but for ISO-2022-JP and UTF-16, which
       look like ASCII and give themselves away by their ESC and NUL bytes), and UTF-8, which no other encoding looks
       like by chance. A page that is valid UTF-8 but declares something else is lying, and the bytes are believed;
    4. the HTTP header (``http_charset=``), then the page's ``<meta>`` or XML declaration;
    5. a statistical detector, for pages that declare nothing or are not what they declare;
    6. windows-1252.

    *How much is proof?* One UTF-8 sequence is against a single-byte encoding: there it would be an odd pair such as
    "Ã©". Pairs of high bytes are normal in the multi-byte encodings and in Thai, and against those it takes more
    (`PROOF`). A page with broken UTF-8 is still UTF-8 while its good sequences outweigh its bad ones: one to one if it
    says it is UTF-8, two to one if it says nothing, ten to one if it says otherwise; a sequence that is cut off at the
    end of the page is not held against it. In text of any other encoding the bad outweigh the good, two to one in
    EUC-JP and more in all others.

    *How far are declarations trusted?* Where decoding as declared leaves a tenth of the high bytes without a meaning,
    not at all.

    *How far is the detector trusted?* It sees only the pieces of the page that contain high bytes, up to 16 KB. It was
    made for long texts, and takes an English page with a pound sign for Polish: so a guess needs at least three
    different letters beyond ASCII to stand on, a guess of a Latin-script encoding needs them to be at least 2 % of
    the letters, and the guessed encoding must be able to decode the pieces. Otherwise windows-1252 it is.

What it costs
    One pass (`ncleaner.decode.survey`) that skips ASCII and validates UTF-8; a page in UTF-8 is not copied. Everything is
    linear; the detector and the search for declarations (`ncleaner.decode.prescan`) see a bounded part.
"""

from __future__ import annotations

from ncleaner.decode.encodings import MULTI_BYTE, REPLACEMENT, lookup, names, recode, to_text
from ncleaner.decode.prescan import UTF_16, declared_early, declared_late
from ncleaner.decode.survey import Survey
from ncleaner.errors import UnknownNameError
from ncleaner.page.page import Page

SAMPLE = 16 * 1024
SAMPLED = 1024 * 1024
LONG_PIECE = 2048

# UTF-8 continuation bytes that a page needs to be believed over a declaration of these encodings; over others, one.
PROOF = dict.fromkeys((*MULTI_BYTE, "windows-874"), 6)
# Good UTF-8 sequences for each bad one, for a page that declares UTF-8, nothing, or something else.
ODDS_DECLARED, ODDS_SILENT, ODDS_OTHERWISE = 1, 2, 10

MIN_LETTERS = 3
MIN_LATIN_SHARE = 0.02
MAX_DAMAGED_SHARE = 0.1
LATIN = frozenset(
    "iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 macintosh "
    "windows-1250 windows-1254 windows-1257 windows-1258".split()
)
# The detector's names that are not labels of the standard. KOI8-U has all letters of KOI8-R and the Ukrainian ones too.
DETECTED = {"uhc": "euc-kr", "mac-cyrillic": "x-mac-cyrillic", "maccyrillic": "x-mac-cyrillic", "koi8-r": "koi8-u"}

ASCII = bytes(range(0x80))
# Dashes, quotation marks and other signs that the windows encodings have in common; no evidence for any of them.
SIGNS = frozenset(b"\x85\x91\x92\x93\x94\x95\x96\x97\x99\xa0\xa7\xa9\xab\xad\xae\xb0\xb7\xbb")
NOT_ASCII_LETTERS = bytes(byte for byte in range(0x100) if not chr(byte).isalpha() or byte >= 0x80)
BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
DAMAGE = REPLACEMENT.encode()


def decode(
    data: bytes | bytearray | memoryview | str,
    *,
    encoding: str | None = None,
    http_charset: str | None = None,
    url: str | None = None,
    kind: str = "html",
) -> Page:
    """The page as UTF-8, with the name of the encoding it came in and warnings about what was damaged or wrong.

    Never fails on account of what is in ``data``; an unknown ``encoding`` is an `UnknownNameError`.
    """
    chosen = None if encoding is None else _known(encoding)
    warnings: list[str] = []
    if isinstance(data, str):
        return Page(_from_str(data, warnings), kind, url, "utf-8", tuple(warnings))
    if not isinstance(data, bytes):
        if not isinstance(data, (bytearray, memoryview)):
            raise TypeError(f"a page is bytes or str, not {type(data).__name__}")
        data = bytes(data)
    source, name = _from_bytes(data, chosen, http_charset, kind, warnings)
    return Page(source, kind, url, name, tuple(warnings))


def _known(label: str) -> str:
    name = lookup(label)
    if name is None:
        raise UnknownNameError("encoding", label, [*names(), "replacement"])
    return name


def _from_str(text: str, warnings: list[str]) -> bytes:
    text = text.lstrip("\ufeff")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        import re

        text, count = re.subn("[\ud800-\udfff]", REPLACEMENT, text)
        warnings.append(f"{_times(count, 'lone surrogate')} replaced by U+FFFD")
        return text.encode("utf-8")


def _from_bytes(
    data: bytes, chosen: str | None, http_charset: str | None, kind: str, warnings: list[str]
) -> tuple[bytes, str]:
    """The page as UTF-8, and the name of its encoding."""
    marked = _mark(data) if data[:1] > b"\x7f" else None
    if chosen == "replacement":
        warnings.append("the encoding that was asked for is one that browsers refuse to read; guessed another")
        chosen = None
    # The label utf-16 means little-endian, but whoever says so rarely knows; the byte-order mark does.
    if chosen is None or (chosen in UTF_16 and marked in UTF_16):
        chosen = marked
    if chosen is not None:
        return _transcode(data, chosen, warnings), chosen
    declared = _declarations(data, http_charset, kind, warnings)
    survey = Survey(data)
    if not survey.high:
        return _from_ascii(data, declared, warnings)
    if not survey.bad:
        return _from_utf8(data, declared, warnings)
    return _from_legacy(survey, declared, kind, warnings)


def _mark(data: bytes) -> str | None:
    return next((name for mark, name in BYTE_ORDER_MARKS if data.startswith(mark)), None)


def _declarations(data: bytes, http_charset: str | None, kind: str, warnings: list[str]) -> list[str]:
    """What the server and the page say the encoding is, in this order, as far as they do."""
    declared = []
    if http_charset is not None:
        declared.append(lookup(http_charset))
        if declared[0] is None:
            warnings.append(f"the server declares an unknown encoding, {http_charset[:40]!r}; it was ignored")
    if kind == "html":
        declared.append(declared_early(data) or declared_late(data))
    if "replacement" in declared:
        warnings.append("the page declares an encoding that browsers refuse to read; it was ignored")
    return [name for name in declared if name is not None and name != "replacement"]


def _from_ascii(data: bytes, declared: list[str], warnings: list[str]) -> tuple[bytes, str]:
    name = declared[0] if declared else None
    if 0 in data[:4] or name in UTF_16:
        bare = _bare_utf16(data, name)
        if bare is not None:
            return _transcode(data, bare, warnings), bare
    if data.find(b"\x1b") >= 0 and name in (None, "iso-2022-jp") and (b"\x1b$B" in data or b"\x1b$@" in data):
        return _transcode(data, "iso-2022-jp", warnings), "iso-2022-jp"
    if name in UTF_16:
        warnings.append(_lie(name))
        name = "utf-8"
    return data, name or "windows-1252"


def _from_utf8(data: bytes, declared: list[str], warnings: list[str]) -> tuple[bytes, str]:
    """A page that is valid UTF-8 and not all ASCII."""
    if not declared or "utf-8" in declared:
        return data, "utf-8"
    name = declared[0]
    if name in UTF_16:
        is_true = _bare_utf16(data, name) is not None
    else:
        is_true = len(data) - len(data.decode("utf-8")) < PROOF.get(name, 1)
    if is_true:
        return _transcode(data, name, warnings), name
    warnings.append(_lie(name))
    return data, "utf-8"


def _from_legacy(survey: Survey, declared: list[str], kind: str, warnings: list[str]) -> tuple[bytes, str]:
    """A page that is not valid UTF-8."""
    data = survey.source
    bare = _bare_utf16(data, declared[0] if declared else None)
    if bare is not None:
        return _transcode(data, bare, warnings), bare
    if _mostly_utf8(survey, declared):
        if declared and "utf-8" not in declared:
            warnings.append(_lie(declared[0]))
        return _transcode(data, "utf-8", warnings), "utf-8"
    for name in declared:
        if name != "utf-8" and name not in UTF_16:
            source = recode(survey, name)
            if _damage(source) <= MAX_DAMAGED_SHARE * survey.high:
                return _checked(source, name, warnings), name
    name = _guess(survey, kind, warnings)
    claim = f"is declared as {declared[0]}, but is not" if declared else "does not declare its encoding"
    warnings.append(f"the page {claim}; guessed {name}")
    return _checked(recode(survey, name), name, warnings), name


def _lie(declared: str) -> str:
    return f"the page is declared as {declared}, but its bytes are UTF-8; read as UTF-8"


def _times(count: int, noun: str) -> str:
    return f"{count} {noun} was" if count == 1 else f"{count} {noun}s were"


def _transcode(data: bytes, name: str, warnings: list[str]) -> bytes:
    survey = Survey(data)
    if name != "utf-8":
        return _checked(recode(survey, name), name, warnings)
    if not survey.bad:
        return _unmarked(data)
    return _checked(recode(survey, name), name, warnings, genuine=data.count(DAMAGE))


def _checked(source: bytes, name: str, warnings: list[str], genuine: int = 0) -> bytes:
    """``source``, with a warning of the damage; ``genuine`` U+FFFD stood in the page already."""
    damage = _damage(source) - genuine
    if damage > 0:
        warnings.append(f"{_times(damage, 'sequence')} not valid {name} and became U+FFFD")
    return _unmarked(source)


def _damage(source: bytes) -> int:
    return source.count(DAMAGE) if source.find(DAMAGE[:1]) >= 0 else 0


def _unmarked(source: bytes) -> bytes:
    start = 0
    while source.startswith(BYTE_ORDER_MARKS[0][0], start):
        start += 3
    return source[start:] if start else source


# --- What the bytes say -----------------------------------------------------------------------------------------------


def _mostly_utf8(survey: Survey, declared: list[str]) -> bool:
    """Whether the page is UTF-8 with some damage, rather than something else."""
    odds = ODDS_DECLARED if "utf-8" in declared else ODDS_OTHERWISE if declared else ODDS_SILENT
    return 0 < survey.good >= odds * (survey.bad - survey.cut)


def _bare_utf16(data: bytes, declared: str | None) -> str | None:
    """UTF-16 without a byte-order mark, told by its NULs: in markup, every other byte is one."""
    start = data[: min(256, len(data) & ~1)]
    first, second = start[::2].count(0), start[1::2].count(0)
    most, few = 0.7 * len(start[::2]), 0.3 * len(start[::2])
    if second >= most > 1 and first <= few:
        return "utf-16le"
    if first >= most > 1 and second <= few:
        return "utf-16be"
    return declared if declared in UTF_16 and 0 in data[:SAMPLED] else None


def _guess(survey: Survey, kind: str, warnings: list[str]) -> str:
    """The most likely encoding of a page that is not UTF-8."""
    if len(survey.strange() - SIGNS) < MIN_LETTERS:
        return "windows-1252"
    sample = _sample(survey.source, kind)
    try:
        import cchardet
    except ImportError:
        warnings.append("encodings cannot be detected, because the package faust-cchardet is not installed")
        return "windows-1252"
    detected = (cchardet.detect(sample)["encoding"] or "").lower()
    name = DETECTED.get(detected) or lookup(detected)
    if name == "big5" and _is_korean(sample):
        name = "euc-kr"
    if name in (None, "utf-8", "utf-16le", "utf-16be", "replacement") or not _is_trustworthy(name, sample):
        return "windows-1252"
    return name


def _sample(data: bytes, kind: str) -> bytes:
    """The pieces of the page that are not ASCII, long ones last: those are often scripts and data.

    It is cut at ``<`` or at line feeds, because no encoding uses these two as part of a longer sequence.
    """
    separator = b"<" if kind == "html" else b"\n"
    start = max(_first_high(data) - LONG_PIECE, 0)
    pieces = [piece for piece in data[start : start + SAMPLED].split(separator) if not piece.isascii()]
    pieces.sort(key=lambda piece: len(piece) > LONG_PIECE)
    return (separator + separator.join(pieces))[:SAMPLE]


def _first_high(data: bytes) -> int:
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _is_trustworthy(name: str, sample: bytes) -> bool:
    """Whether a guess has enough to stand on."""
    text = to_text(sample, name)
    letters = [character for character in set(text) if character > "\x7f" and character.isalpha()]
    if len(letters) < MIN_LETTERS or text.count(REPLACEMENT) > MAX_DAMAGED_SHARE * len(sample.translate(None, ASCII)):
        return False
    if name not in LATIN:
        return True
    beyond = sum(map(text.count, letters))
    return beyond >= MIN_LATIN_SHARE * (beyond + len(sample.translate(None, NOT_ASCII_LETTERS)))


def _is_korean(sample: bytes) -> bool:
    """Whether nearly everything beyond ASCII is Hangul; the detector takes short Korean texts for Chinese."""
    letters = [character for character in to_text(sample, "euc-kr") if character > "\x7f" and character.isalpha()]
    return sum("가" <= letter <= "힣" for letter in letters) >= 0.9 * len(letters)
