"""Character references: what ``&eacute;``, ``&#233;`` and their kin stand for (WHATWG HTML, section 13.5).

The few names that nearly all pages use stand here; the other two thousand come from the standard library, which has the
standard's table, and are loaded when a page first needs one.
"""

from __future__ import annotations

LONGEST = 32  # letters in the longest name, with its semicolon

NAMED: dict[bytes, tuple[int, int]] = {
    b"amp;": (0x26, 0),
    b"lt;": (0x3C, 0),
    b"gt;": (0x3E, 0),
    b"quot;": (0x22, 0),
    b"apos;": (0x27, 0),
    b"nbsp;": (0xA0, 0),
    b"copy;": (0xA9, 0),
    b"reg;": (0xAE, 0),
    b"raquo;": (0xBB, 0),
    b"laquo;": (0xAB, 0),
    b"middot;": (0xB7, 0),
    b"bull;": (0x2022, 0),
    b"hellip;": (0x2026, 0),
    b"ndash;": (0x2013, 0),
    b"mdash;": (0x2014, 0),
    b"lsquo;": (0x2018, 0),
    b"rsquo;": (0x2019, 0),
    b"ldquo;": (0x201C, 0),
    b"rdquo;": (0x201D, 0),
}
"""Name, with its semicolon where it has one, to one or two code points (0: there is no second)."""

# Numbers that pages of windows-1252 wrote for what they meant in that encoding.
WINDOWS_1252 = (
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
)  # fmt: skip


def load_all() -> None:
    """Bring in the whole table."""
    from html.entities import html5

    for name, characters in html5.items():
        points = [ord(character) for character in characters]
        NAMED[name.encode()] = (points[0], points[1] if len(points) > 1 else 0)


def number(value: int) -> int:
    """The code point that a numeric reference to ``value`` stands for."""
    if 0x80 <= value <= 0x9F:
        return WINDOWS_1252[value - 0x80]
    if value == 0 or value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        return 0xFFFD
    return value
