"""Character references: the characters for ``&eacute;``, ``&#233;`` and others (WHATWG HTML, section 13.5).

The references that most pages use are listed here: the names of early HTML, which need no semicolon, and some more of
HTML 4. The other two thousand are in the standard library. They are loaded when a page first needs one, because
loading them takes longer than cleaning a page.
"""

from __future__ import annotations

LONGEST = 32  # letters in the longest name, with its semicolon
LONGEST_BARE = 6  # letters in the longest name that needs no semicolon

# The names of the code points from U+00A0 on.
_LATIN = (
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro"
    " para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil"
    " Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave"
    " Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml"
    " igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute"
    " thorn yuml"
)
_BARE = {
    **{name.encode(): point for point, name in enumerate(_LATIN.split(), 0xA0)},
    b"amp": 0x26, b"AMP": 0x26, b"lt": 0x3C, b"LT": 0x3C, b"gt": 0x3E, b"GT": 0x3E, b"quot": 0x22, b"QUOT": 0x22,
    b"COPY": 0xA9, b"REG": 0xAE,
}  # fmt: skip
_MORE = {
    b"apos": 0x27, b"OElig": 0x152, b"oelig": 0x153, b"Scaron": 0x160, b"scaron": 0x161, b"Yuml": 0x178, b"fnof": 0x192,
    b"circ": 0x2C6, b"tilde": 0x2DC, b"ensp": 0x2002, b"emsp": 0x2003, b"thinsp": 0x2009, b"zwnj": 0x200C,
    b"zwj": 0x200D, b"lrm": 0x200E, b"rlm": 0x200F, b"ndash": 0x2013, b"mdash": 0x2014, b"lsquo": 0x2018,
    b"rsquo": 0x2019, b"sbquo": 0x201A, b"ldquo": 0x201C, b"rdquo": 0x201D, b"bdquo": 0x201E, b"dagger": 0x2020,
    b"Dagger": 0x2021, b"bull": 0x2022, b"hellip": 0x2026, b"permil": 0x2030, b"prime": 0x2032, b"Prime": 0x2033,
    b"lsaquo": 0x2039, b"rsaquo": 0x203A, b"frasl": 0x2044, b"euro": 0x20AC, b"trade": 0x2122, b"larr": 0x2190,
    b"uarr": 0x2191, b"rarr": 0x2192, b"darr": 0x2193, b"harr": 0x2194, b"minus": 0x2212, b"infin": 0x221E,
    b"hearts": 0x2665,
}  # fmt: skip

COMMON: dict[bytes, int] = {**_BARE, **_MORE}
"""Name without its semicolon to code point."""

NAMED: dict[bytes, tuple[int, int]] = {
    **{name: (point, 0) for name, point in _BARE.items()},
    **{name + b";": (point, 0) for name, point in COMMON.items()},
}
"""Name, with its semicolon where it has one, to one or two code points (0: there is no second)."""

FEW = len(NAMED)  # the number of names before all are loaded

# The meaning of numbers from 128 to 159: pages use them for characters of windows-1252.
WINDOWS_1252 = (
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
)  # fmt: skip


def load_all() -> None:
    """Add the whole table of the standard library to `NAMED`."""
    from html.entities import html5

    for name, characters in html5.items():
        points = [ord(character) for character in characters]
        NAMED[name.encode()] = (points[0], points[1] if len(points) > 1 else 0)


def number(value: int) -> int:
    """Return the code point for a numeric reference."""
    if 0x80 <= value <= 0x9F:
        return WINDOWS_1252[value - 0x80]
    if value == 0 or value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        return 0xFFFD
    return value
