"""A grammar for plain text: dumps of text browsers, mail messages, and any other text, with all white space there is.

`generate` returns a different text for each state of the random generator, and the same one for the same state. Tests
and fuzzers share it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

# All characters that `str.isspace` counts, those that only look like white space, and those that are deleted.
SPACES = (
    "\t\x0b\x0c\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\ufeff\xad\u180e\u2800"
INVALID = "\x00\x01\x08\x1b\x7f\x80\x9f\ufffd\ufffe\uffff\U0001ffff"
LINE_ENDS = (
    "\n", "\r\n", "\r", "\n\r", "\r\r\n", "\n\n", "\r\n\r\n", "\x0c", "\n\x0c\n", "\x85", "\u2028", "\u2029", "\x0b",
)  # fmt: skip
BULLETS = "*•·‣⁃▪▸►●○◦■□◆-+o#@="
BARS = "|¦│┃｜❘"
WORDS = (
    "the", "and", "a", "I", "Home", "News", "Contact", "2024", "12.5", "naïve", "Straße", "über", "слово", "עברית",
    "مرحبا", "日本語", "漢字仮名", "한국어", "e\u0301", "😀", "👩\u200d💻", "𝒳",
    "http://example.org/a", "me@example.org", "www.example.org",
    "From", "wrote:", "schrieb:", "[1]", "[12]link", "[IMG]", "[logo.gif]", "[", "]", "(BUTTON)", "_____", "[_]", "[X]",
    "<b>", "</p>", "&amp;", "&#0;", "<!--", "]]>", ">", ">>", "»", "--", "---", "...", "\x01", "x" * 90, "ｗｉｄｅ",
)  # fmt: skip
FIELDS = "From To Subject Date Cc Reply-To X-Mailer Betreff Von Objet 件名 Тема Message-ID".split()
RULERS = "-=_*~#+.:—─═▬|<>"

Part = Callable[[Random], str]


def generate(rng: Random) -> str:
    """Return a text of a few parts of the grammar, joined and ended in one of the ways that lines end."""
    ends = LINE_ENDS if rng.random() < 0.4 else (rng.choice(("\n", "\r\n", "\r")),)
    text = "".join(
        rng.choice(PARTS)(rng) + rng.choice(ends) * rng.choice((0, 1, 1, 1, 2, 3)) for _ in range(rng.randint(1, 12))
    )
    if len(ends) == 1:
        text = text.replace("\n", ends[0])
    return _disturbed(rng, text) if rng.random() < 0.5 else text


def generate_bytes(rng: Random) -> bytes:
    """Return such a text in UTF-8, sometimes with a damaged byte."""
    data = bytearray(generate(rng).encode("utf-8"))
    if data and rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _disturbed(rng: Random, text: str) -> str:
    """Return the text with some characters inserted, deleted or replaced."""
    characters = list(text)
    for _ in range(rng.randint(1, 6)):
        at = rng.randint(0, len(characters))
        new = rng.choice(rng.choice((SPACES, INVISIBLE, INVALID, ">[]", BULLETS)))
        characters[at : at + rng.randint(0, 2)] = new
    return "".join(characters)


def _space(rng: Random) -> str:
    if rng.random() < 0.7:
        return " "
    return "".join(rng.choice(rng.choice((SPACES, SPACES, INVISIBLE, INVALID))) for _ in range(rng.randint(1, 3)))


def _indent(rng: Random) -> str:
    if rng.random() < 0.5:
        return " " * rng.choice((0, 0, 1, 2, 3, 3, 4, 5, 7, 20))
    return "".join(rng.choice(SPACES) for _ in range(rng.randint(0, 4)))


def _words(rng: Random, most: int = 12) -> str:
    return "".join(rng.choice(WORDS) + _space(rng) for _ in range(rng.randint(1, most)))


def _lines(rng: Random, line: Part, most: int = 6) -> str:
    return "\n".join(line(rng) for _ in range(rng.randint(1, most)))


def _line(rng: Random) -> str:
    return _indent(rng) + _words(rng)


def _paragraph(rng: Random) -> str:
    """Return words filled to a width, as programs fill them."""
    margin = _indent(rng)
    width = rng.choice((20, 40, 66, 72, 74, 80, 120))
    lines = [margin]
    for word in _words(rng, 60).split(" "):
        if len(lines[-1]) + len(word) > width:
            lines.append(margin)
        lines[-1] += word + " "
    return "\n".join(lines)


def _quotation(rng: Random) -> str:
    def line(rng: Random) -> str:
        marks = "".join(">" + rng.choice(("", "", " ", _space(rng))) for _ in range(rng.randint(1, 4)))
        return _indent(rng) + marks + _words(rng, 8)

    introduction = rng.choice(("", "On 1 May 2024 A. Nother <a@example.org> wrote:\n", "A schrieb:\n"))
    return introduction + _lines(rng, line)


def _header(rng: Random) -> str:
    first = rng.choice(("", "From me@example.org Mon Jan 1\n", "-----Original Message-----\n"))
    return first + _lines(rng, lambda rng: f"{rng.choice(FIELDS)}:{_space(rng)}{_words(rng, 5)}", 8)


def _signature(rng: Random) -> str:
    mark = rng.choice(("--", "-- ", "_" * 47, "-----BEGIN PGP SIGNATURE-----"))
    end = "\n-----END PGP SIGNATURE-----" if mark.endswith("SIGNATURE-----") else ""
    return f"{mark}\n{_lines(rng, _line)}{end}"


def _list(rng: Random) -> str:
    def item(rng: Random) -> str:
        number = rng.randint(0, 12)
        mark = rng.choice((rng.choice(BULLETS), f"{number}.", f"{number})", f"({number})", "a)", "(b)"))
        return _indent(rng) + mark + rng.choice(("", " ", " ", _space(rng))) + rng.choice(("", _words(rng, 6)))

    return _lines(rng, item, 8)


def _table(rng: Random) -> str:
    bar = rng.choice(BARS)
    columns = rng.randint(1, 5)
    rows = [bar.join(_words(rng, 2) for _ in range(columns)) for _ in range(rng.randint(1, 5))]
    if rng.random() < 0.5:
        rows.insert(1, "|".join("---" for _ in range(columns)))
    return "\n".join(rows)


def _dump(rng: Random) -> str:
    """Return a page as a text browser prints it: margins, numbered links, images, a form and the list of links."""
    lines = [f"{' ' * rng.choice((0, 3, 3, 3, 5))}[{number}]{_words(rng, 8)}" for number in range(1, rng.randint(2, 9))]
    lines += rng.choice(((), ("   (BUTTON) Go",), ("   [_] yes", "   Name: __________"), ("   IFRAME: [9]x",)))
    if rng.random() < 0.6:
        links = (f"{rng.choice(('', '   '))}{number}. http://example.org/{number}" for number in range(1, 5))
        lines += ["", "References", "", *rng.choice(((), ("   Visible links:",))), *links]
    return "\n".join(lines)


def _heading(rng: Random) -> str:
    text = _words(rng, 5)
    return text + "\n" + rng.choice("=-") * (len(text) + rng.randint(-2, 2))


def _ruler(rng: Random) -> str:
    return _indent(rng) + rng.choice(RULERS) * rng.randint(1, 80)


def _white(rng: Random) -> str:
    return "".join(rng.choice(SPACES + INVISIBLE + INVALID) for _ in range(rng.randint(0, 12)))


PARTS: tuple[Part, ...] = (
    _line, _paragraph, _paragraph, _quotation, _quotation, _header, _signature, _list, _table, _dump, _heading, _ruler,
    _white,
)  # fmt: skip
