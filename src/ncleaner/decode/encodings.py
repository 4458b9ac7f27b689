"""The encodings of the web: all labels of the WHATWG Encoding Standard, and how to decode each encoding in Python.

A label is what a page or a server calls its encoding (``latin1``, ``x-sjis``). `lookup` returns the standard's name for
a label in lower case (``windows-1252``, ``shift_jis``), `to_text` decodes bytes by that name, and `to_utf8` converts
them to UTF-8. The two tables map each name to the nearest Python codec and to its labels.

Python's codecs differ from those of browsers in ways that show in the text of real pages. The differences are handled
here:

- A single-byte encoding becomes a table of 256 characters: Python's, with the C1 control characters where Python has
  holes between 0x80 and 0x9F, and with the few letters that differ (`LETTERS`). A byte without a meaning is U+FFFD.
- A multi-byte encoding uses Python's codec; `TWINS` then replaces the characters that the standard maps differently
  (the wave dash of Japanese, the middle dot of Taiwanese names). Sequences that the codec does not know are decoded by
  a fallback (`_fallback`): NEC's and IBM's characters in Japanese, the euro sign in Chinese.

``replacement`` stands for encodings that browsers refuse to read because ASCII in them can mean something else. It has
no codec in browsers, and none here.
"""

from __future__ import annotations

import codecs
from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.decode.utf8 import Utf8Check

REPLACEMENT = "\ufffd"

SINGLE_BYTE = {
    "ibm866": ("cp866", "866 cp866 csibm866 ibm866"),
    "iso-8859-2": (
        "iso8859_2",
        "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    ),
    "iso-8859-3": (
        "iso8859_3",
        "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    ),
    "iso-8859-4": (
        "iso8859_4",
        "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    ),
    "iso-8859-5": (
        "iso8859_5",
        "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    ),
    "iso-8859-6": (
        "iso8859_6",
        (
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
            "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
        ),
    ),
    "iso-8859-7": (
        "iso8859_7",
        (
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
            "iso_8859-7:1987 sun_eu_greek"
        ),
    ),
    "iso-8859-8": (
        "iso8859_8",
        (
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
            "iso_8859-8:1988 visual"
        ),
    ),
    "iso-8859-8-i": ("iso8859_8", "csiso88598i iso-8859-8-i logical"),
    "iso-8859-10": ("iso8859_10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    "iso-8859-13": ("iso8859_13", "iso-8859-13 iso8859-13 iso885913"),
    "iso-8859-14": ("iso8859_14", "iso-8859-14 iso8859-14 iso885914"),
    "iso-8859-15": ("iso8859_15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    "iso-8859-16": ("iso8859_16", "iso-8859-16"),
    "koi8-r": ("koi8_r", "cskoi8r koi koi8 koi8-r koi8_r"),
    "koi8-u": ("koi8_u", "koi8-ru koi8-u"),
    "macintosh": ("mac_roman", "csmacintosh mac macintosh x-mac-roman"),
    "windows-874": ("cp874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    "windows-1250": ("cp1250", "cp1250 windows-1250 x-cp1250"),
    "windows-1251": ("cp1251", "cp1251 windows-1251 x-cp1251"),
    "windows-1252": (
        "cp1252",
        (
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
            "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"
        ),
    ),
    "windows-1253": ("cp1253", "cp1253 windows-1253 x-cp1253"),
    "windows-1254": (
        "cp1254",
        (
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
            "windows-1254 x-cp1254"
        ),
    ),
    "windows-1255": ("cp1255", "cp1255 windows-1255 x-cp1255"),
    "windows-1256": ("cp1256", "cp1256 windows-1256 x-cp1256"),
    "windows-1257": ("cp1257", "cp1257 windows-1257 x-cp1257"),
    "windows-1258": ("cp1258", "cp1258 windows-1258 x-cp1258"),
    "x-mac-cyrillic": ("mac_cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    "x-user-defined": ("ascii", "x-user-defined"),
}

MULTI_BYTE = {
    "utf-8": ("utf_8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
    "gbk": ("gb18030", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
    "gb18030": ("gb18030", "gb18030"),
    "big5": ("big5hkscs", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    "euc-jp": ("euc_jp", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    "iso-2022-jp": ("iso2022_jp_ext", "csiso2022jp iso-2022-jp"),
    "shift_jis": ("cp932", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    "euc-kr": (
        "cp949",
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    ),
    "utf-16be": ("utf_16_be", "unicodefffe utf-16be"),
    "utf-16le": ("utf_16_le", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
}

REFUSED = "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"

LABELS = {
    label: name
    for table in (SINGLE_BYTE, MULTI_BYTE)
    for name, (_, labels) in table.items()
    for label in labels.split()
} | dict.fromkeys(REFUSED.split(), "replacement")

# Single bytes that the standard and Python map differently; the KOI8-U of the standard, for example, is KOI8-RU.
LETTERS = {
    "koi8-u": {0xAE: "ў", 0xBE: "Ў"},
    "windows-1255": {0xCA: "\u05ba"},
    "x-mac-cyrillic": {0xA2: "Ґ", 0xB6: "ґ", 0xFF: "€"},
    "x-user-defined": {byte: chr(0xF700 + byte) for byte in range(0x80, 0x100)},
}

# Characters of Python's codecs, and the standard's characters for the same bytes.
_JAPANESE = str.maketrans("〜‖−¢£¬", "～∥－￠￡￢")
_CHINESE = str.maketrans(
    "\ue5e5\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796\ue7c7"
    "\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864",
    "\u3000\ufe10\ufe12\ufe11\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19\u1e3f"
    "\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb",
)
TWINS = {
    "gbk": _CHINESE,
    "gb18030": _CHINESE,
    "big5": str.maketrans("•､‾∼♁☉¥¢£", "‧﹑¯～⊕⊙￥￠￡"),
    "euc-jp": _JAPANESE,
    "iso-2022-jp": _JAPANESE,
}

_tables: dict[str, str] = {}
_all_units: dict[str, array[int]] = {}


def lookup(label: str) -> str | None:
    """Return the name of the encoding with this label, or ``None``; case and surrounding white space do not matter."""
    return LABELS.get(label.strip("\t\n\f\r ").lower())


def names() -> list[str]:
    """Return the names of all encodings that `to_text` decodes."""
    return [*SINGLE_BYTE, *MULTI_BYTE]


def to_text(data: bytes, name: str) -> str:
    """Return ``data`` decoded as the encoding ``name``; sequences that cannot be decoded become U+FFFD."""
    if name in SINGLE_BYTE:
        return codecs.charmap_decode(data, "strict", _table(name))[0]
    text = data.decode(MULTI_BYTE[name][0], "replace")
    if name not in TWINS:
        return text
    # The fallback is slow: it is for the occasional character, not for noise.
    if 0 < text.count(REPLACEMENT) <= 1000 + len(text) // 100:
        text = data.decode(MULTI_BYTE[name][0], "ncleaner.fallback")
    return text.translate(TWINS[name])


def to_utf8(page: Utf8Check, name: str) -> bytes:
    """Return a page in the encoding ``name`` as UTF-8; sequences that cannot be decoded become U+FFFD."""
    if name in SINGLE_BYTE:
        from ncleaner.decode.recode import recode

        return recode(page, _units(name))
    return to_text(page.source, name).encode("utf-8")


def _units(name: str) -> array[int]:
    """Return the UTF-8 sequences of the non-ASCII bytes in the format that `recode` takes."""
    units = _all_units.get(name)
    if units is None:
        sequences = [character.encode("utf-8") for character in _table(name)[0x80:]]
        numbers = [len(sequence) << 24 | int.from_bytes(sequence, "little") for sequence in sequences]
        units = _all_units[name] = array("I", numbers)
    return units


def _table(name: str) -> str:
    """Return the 256 characters of a single-byte encoding."""
    table = _tables.get(name)
    if table is None:
        characters = list(bytes(range(256)).decode(SINGLE_BYTE[name][0], "replace"))
        for byte in range(0x80, 0xA0):
            if characters[byte] == REPLACEMENT:
                characters[byte] = chr(byte)
        for byte, character in LETTERS.get(name, {}).items():
            characters[byte] = character
        table = _tables[name] = "".join(characters)
    return table


def _fallback(error: UnicodeError) -> tuple[str, int]:
    """Decode a sequence that Python's codec does not know but browsers do: a handler for `codecs.register_error`."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if error.encoding == "gb18030":
        return ("€", error.start + 1) if pair[:1] == b"\x80" else (REPLACEMENT, error.end)
    character = {b"\xa3\xe1": "€"}.get(pair) if error.encoding == "big5hkscs" else _vendor_kanji(pair)
    return (character, error.start + 2) if character else (REPLACEMENT, error.end)


def _vendor_kanji(pair: bytes) -> str | None:
    """Return a character of NEC's or IBM's additions to JIS X 0208, given as EUC-JP or ISO-2022-JP; CP932 has them."""
    if len(pair) < 2 or (pair[0] ^ pair[1]) & 0x80:
        return None
    row, cell = pair[0] & 0x7F, pair[1] & 0x7F
    if not (0x21 <= row <= 0x7E and 0x21 <= cell <= 0x7E):
        return None
    lead = (row + 1) // 2 + (0x70 if row < 0x5F else 0xB0)
    trail = cell + (0x7E if row % 2 == 0 else 0x1F if cell < 0x60 else 0x20)
    try:
        return bytes((lead, trail)).decode("cp932")
    except UnicodeDecodeError:
        return None


codecs.register_error("ncleaner.fallback", _fallback)
