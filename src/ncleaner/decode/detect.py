"""The encoding of a page: detect it, and turn the page into valid UTF-8.

Strategy
    Whatever bytes come in, a `Page` comes out whose source is valid UTF-8. The encoding is taken from the first of
    these that has one:

    1. the caller (``encoding=``);
    2. a byte-order mark;
    3. the bytes themselves, where they leave no doubt. ASCII reads the same in all encodings except ISO-2022-JP and
       UTF-16, which are recognised by their ESC and NUL bytes. No other encoding looks like UTF-8 by chance: if a page
       is valid UTF-8 but declares something else, the declaration is wrong;
    4. the HTTP header (``http_charset=``), then the page's ``<meta>`` or XML declaration;
    5. a statistical detector, if the page declares nothing or its declaration is wrong;
    6. windows-1252.

    *How much evidence overrules a declaration?* One UTF-8 sequence overrules a single-byte encoding, in which it would
    be an odd pair such as "Ã©". Pairs of non-ASCII bytes are normal in the multi-byte encodings and in Thai, so these
    take more (`PROOF`). A page with invalid sequences is still UTF-8 if its valid sequences outnumber the invalid ones:
    one to one if it declares UTF-8, two to one if it declares nothing, ten to one if it declares something else. A
    sequence truncated by the end of the page does not count. In text of any other encoding the invalid sequences
    outnumber the valid ones, two to one in EUC-JP and more in all others.

    *When is a declaration rejected?* If it turns more than a tenth of the non-ASCII bytes into U+FFFD.

    *When is the detector believed?* It sees only the parts of the page that contain non-ASCII bytes, up to 16 KB. It
    was made for long texts, and takes an English page with a pound sign for Polish. So a guess needs at least three
    different non-ASCII letters, the guess of a Latin-script encoding needs them to be at least 2 % of all letters, and
    the guessed encoding must be able to decode the sample. Otherwise the page is read as windows-1252.

Cost
    One pass (`ncleaner.decode.utf8`) skips ASCII and validates UTF-8; a page in UTF-8 is not copied. Everything takes
    linear time. The detector and the search for declarations (`ncleaner.decode.prescan`) see bounded parts of a page.
"""

from __future__ import annotations

from ncleaner.decode.encodings import MULTI_BYTE, REPLACEMENT, lookup, names, to_text, to_utf8
from ncleaner.decode.prescan import UTF_16, declared_early, declared_late
from ncleaner.decode.utf8 import Utf8Check
from ncleaner.errors import UnknownNameError
from ncleaner.page.page import Page
from ncleaner.system.files import check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.page import Source

SAMPLE_BYTES = 16 * 1024  # that the detector sees
SEARCHED_BYTES = 1024 * 1024  # that the sample is taken from
LONG_PIECE = 2048

# The number of UTF-8 continuation bytes that overrules a declaration of these encodings; one overrules all others.
PROOF = dict.fromkeys((*MULTI_BYTE, "windows-874"), 6)
# Valid UTF-8 sequences needed per invalid one, for a page that declares UTF-8, nothing, or something else.
ODDS_DECLARED, ODDS_SILENT, ODDS_OTHERWISE = 1, 2, 10

MIN_LETTERS = 3
MIN_LATIN_SHARE = 0.02
MAX_DAMAGED_SHARE = 0.1
LATIN = frozenset(
    "iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 macintosh "
    "windows-1250 windows-1254 windows-1257 windows-1258".split()
)
# Names of the detector that are not labels of the standard. KOI8-U has all letters of KOI8-R and the Ukrainian ones.
DETECTED = {"uhc": "euc-kr", "mac-cyrillic": "x-mac-cyrillic", "maccyrillic": "x-mac-cyrillic", "koi8-r": "koi8-u"}

ASCII = bytes(range(0x80))
# Dashes, quotation marks and other signs that the Windows encodings share, so that they are evidence for none of them.
SIGNS = frozenset(b"\x85\x91\x92\x93\x94\x95\x96\x97\x99\xa0\xa7\xa9\xab\xad\xae\xb0\xb7\xbb")
NOT_ASCII_LETTERS = bytes(byte for byte in range(0x100) if not chr(byte).isalpha() or byte >= 0x80)
BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
REPLACEMENT_BYTES = REPLACEMENT.encode()


def decode(
    data: Source,
    *,
    encoding: str | None = None,
    http_charset: str | None = None,
    url: str | None = None,
    kind: str = "html",
) -> Page:
    """Return the page as UTF-8, with the name of its original encoding and warnings about damage or wrong declarations.

    A page that was fetched brings its URL and its HTTP charset unless they are given, and is plain text if it came so.

    No content of ``data`` raises an exception; an unknown ``encoding`` raises `UnknownNameError`, and a page of more
    than `ncleaner.system.files.LARGEST_PAGE` bytes, before or after decoding, `PageTooLarge`.
    """
    if not isinstance(data, (bytes, str, bytearray, memoryview)):
        from ncleaner.page.fetched import Fetched

        if not isinstance(data, Fetched):
            raise TypeError(f"a page is bytes or str, not {type(data).__name__}")
        url, http_charset = url or data.url, http_charset or data.http_charset
        kind = data.kind if kind == "html" else kind
        data = data.data
    requested = None if encoding is None else _named(encoding)
    warnings: list[str] = []
    if isinstance(data, str):
        check_size(len(data))
        return _page(_from_str(data, warnings), kind, url, "utf-8", warnings)
    if not isinstance(data, bytes):
        check_size(memoryview(data).nbytes)
        data = bytes(data)
    check_size(len(data))
    source, name = _from_bytes(data, requested, http_charset, kind, warnings)
    return _page(source, kind, url, name, warnings)


def _page(source: bytes, kind: str, url: str | None, name: str, warnings: list[str]) -> Page:
    """Return the page; its URL gets U+FFFD in place of lone surrogates, which no output could be encoded with."""
    check_size(len(source))
    if url is not None and not url.isascii():
        url = url.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return Page(source, kind, url, name, tuple(warnings))


def _named(label: str) -> str:
    """Return the name of the encoding with this label, or raise an error that lists all names."""
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
    data: bytes, requested: str | None, http_charset: str | None, kind: str, warnings: list[str]
) -> tuple[bytes, str]:
    """Return the page as UTF-8, and the name of its encoding."""
    marked = _byte_order_mark(data) if data[:1] > b"\x7f" else None
    if requested == "replacement":
        warnings.append("the requested encoding is one that browsers refuse to read; guessed another")
        requested = None
    # The label utf-16 means little-endian, but is often used for big-endian text too; the byte-order mark is reliable.
    if requested is None or (requested in UTF_16 and marked in UTF_16):
        requested = marked
    if requested is not None:
        return _transcode(data, requested, warnings), requested
    declared = _declarations(data, http_charset, kind, warnings)
    check = Utf8Check(data)
    if not check.non_ascii:
        return _from_ascii(data, declared, warnings)
    if not check.invalid:
        return _from_utf8(data, declared, warnings)
    return _from_legacy(check, declared, kind, warnings)


def _byte_order_mark(data: bytes) -> str | None:
    """Return the encoding of the byte-order mark that the page begins with, if it has one."""
    return next((name for mark, name in BYTE_ORDER_MARKS if data.startswith(mark)), None)


def _declarations(data: bytes, http_charset: str | None, kind: str, warnings: list[str]) -> list[str]:
    """Return the encodings that the server and the page declare, in this order; both are optional."""
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
    """Decode a page whose bytes are all ASCII, which may still be UTF-16 or ISO-2022-JP."""
    name = declared[0] if declared else None
    if 0 in data[:4] or name in UTF_16:
        bare = _bare_utf16(data, name)
        if bare is not None:
            return _transcode(data, bare, warnings), bare
    if data.find(b"\x1b") >= 0 and name in (None, "iso-2022-jp") and (b"\x1b$B" in data or b"\x1b$@" in data):
        return _transcode(data, "iso-2022-jp", warnings), "iso-2022-jp"
    if name in UTF_16:
        warnings.append(_contradiction(name))
        name = "utf-8"
    return data, name or "windows-1252"


def _from_utf8(data: bytes, declared: list[str], warnings: list[str]) -> tuple[bytes, str]:
    """Decode a page that is valid UTF-8 and not all ASCII."""
    if not declared or "utf-8" in declared:
        return data, "utf-8"
    name = declared[0]
    if name in UTF_16:
        is_true = _bare_utf16(data, name) is not None
    else:
        is_true = len(data) - len(data.decode("utf-8")) < PROOF.get(name, 1)
    if is_true:
        return _transcode(data, name, warnings), name
    warnings.append(_contradiction(name))
    return data, "utf-8"


def _from_legacy(check: Utf8Check, declared: list[str], kind: str, warnings: list[str]) -> tuple[bytes, str]:
    """Decode a page that is not valid UTF-8."""
    data = check.source
    bare = _bare_utf16(data, declared[0] if declared else None)
    if bare is not None:
        return _transcode(data, bare, warnings), bare
    if _mostly_utf8(check, declared):
        if declared and "utf-8" not in declared:
            warnings.append(_contradiction(declared[0]))
        return _transcode(data, "utf-8", warnings), "utf-8"
    for name in declared:
        if name != "utf-8" and name not in UTF_16:
            source = to_utf8(check, name)
            if _damage(source) <= MAX_DAMAGED_SHARE * check.non_ascii:
                return _checked(source, name, warnings), name
    name = _guess(check, kind, warnings)
    claim = f"is declared as {declared[0]}, but is not" if declared else "does not declare its encoding"
    warnings.append(f"the page {claim}; guessed {name}")
    return _checked(to_utf8(check, name), name, warnings), name


def _contradiction(declared: str) -> str:
    return f"the page is declared as {declared}, but its bytes are UTF-8; read as UTF-8"


def _times(count: int, noun: str) -> str:
    return f"{count} {noun} was" if count == 1 else f"{count} {noun}s were"


def _transcode(data: bytes, name: str, warnings: list[str]) -> bytes:
    """Return the page as UTF-8, given the name of its encoding."""
    check = Utf8Check(data)
    if name != "utf-8":
        return _checked(to_utf8(check, name), name, warnings)
    if not check.invalid:
        return _unmarked(data)
    return _checked(to_utf8(check, name), name, warnings, genuine=data.count(REPLACEMENT_BYTES))


def _checked(source: bytes, name: str, warnings: list[str], genuine: int = 0) -> bytes:
    """Return ``source`` without byte-order marks, and warn of damage; ``genuine`` U+FFFD were in the page before."""
    damage = _damage(source) - genuine
    if damage > 0:
        warnings.append(f"{_times(damage, 'sequence')} not valid {name} and became U+FFFD")
    return _unmarked(source)


def _damage(source: bytes) -> int:
    """Return the number of U+FFFD."""
    return source.count(REPLACEMENT_BYTES) if source.find(REPLACEMENT_BYTES[:1]) >= 0 else 0


def _unmarked(source: bytes) -> bytes:
    start = 0
    while source.startswith(BYTE_ORDER_MARKS[0][0], start):
        start += 3
    return source[start:] if start else source


# --- Evidence in the bytes --------------------------------------------------------------------------------------------


def _mostly_utf8(check: Utf8Check, declared: list[str]) -> bool:
    """Return whether the page is damaged UTF-8 rather than another encoding."""
    odds = ODDS_DECLARED if "utf-8" in declared else ODDS_OTHERWISE if declared else ODDS_SILENT
    return 0 < check.valid >= odds * (check.invalid - check.truncated)


def _bare_utf16(data: bytes, declared: str | None) -> str | None:
    """Return which UTF-16 a page without a byte-order mark is in, if any: in markup, every other byte is then a NUL."""
    start = data[: min(256, len(data) & ~1)]
    first, second = start[::2].count(0), start[1::2].count(0)
    most, few = 0.7 * len(start[::2]), 0.3 * len(start[::2])
    if second >= most > 1 and first <= few:
        return "utf-16le"
    if first >= most > 1 and second <= few:
        return "utf-16be"
    return declared if declared in UTF_16 and 0 in data[:SEARCHED_BYTES] else None


def _guess(check: Utf8Check, kind: str, warnings: list[str]) -> str:
    """Return the most likely encoding of a page that is not UTF-8."""
    if len(check.invalid_leads() - SIGNS) < MIN_LETTERS:
        return "windows-1252"
    sample = _sample(check.source, kind)
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
    """Return the pieces of the page that are not ASCII, long ones last, since those are often scripts and data.

    The page is split at ``<`` or at line feeds, which no encoding uses as part of a longer sequence.
    """
    separator = b"<" if kind == "html" else b"\n"
    start = max(_first_non_ascii(data) - LONG_PIECE, 0)
    pieces = [piece for piece in data[start : start + SEARCHED_BYTES].split(separator) if not piece.isascii()]
    pieces.sort(key=lambda piece: len(piece) > LONG_PIECE)
    return (separator + separator.join(pieces))[:SAMPLE_BYTES]


def _first_non_ascii(data: bytes) -> int:
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _is_trustworthy(name: str, sample: bytes) -> bool:
    """Return whether the sample has enough evidence for the guessed encoding."""
    text = to_text(sample, name)
    letters = [character for character in set(text) if character > "\x7f" and character.isalpha()]
    if len(letters) < MIN_LETTERS or text.count(REPLACEMENT) > MAX_DAMAGED_SHARE * len(sample.translate(None, ASCII)):
        return False
    if name not in LATIN:
        return True
    non_ascii = sum(map(text.count, letters))
    return non_ascii >= MIN_LATIN_SHARE * (non_ascii + len(sample.translate(None, NOT_ASCII_LETTERS)))


def _is_korean(sample: bytes) -> bool:
    """Return whether nearly all non-ASCII letters are Hangul; the detector takes short Korean texts for Chinese."""
    letters = [character for character in to_text(sample, "euc-kr") if character > "\x7f" and character.isalpha()]
    return sum("가" <= letter <= "힣" for letter in letters) >= 0.9 * len(letters)
