r"""Parts of formulas: pieces of TeX with what must be known of them to set them side by side, in groups and in scripts.

A part never ends within a command, and its braces are balanced, so any two parts can be joined.
"""

from __future__ import annotations

from itertools import pairwise

from ncleaner.read.html.formulas.symbols import (
    BIG,
    FUNCTIONS,
    IN_TEXT,
    INVISIBLE,
    LIMIT_FUNCTIONS,
    SYMBOLS,
    VARIANTS,
    alphabet,
)

# The shapes of parts.
EMPTY = 0
ATOM = 1  # can take scripts as it is
LIMITS = 2  # likewise, and its scripts stand below and above it
ROW = 3  # needs braces before it takes scripts
STACK = 4  # two things, one above the other, which are a binomial coefficient in parentheses
TABLE = 5  # a table, which is a matrix between fences

_MATRICES = {
    ("(", ")"): "pmatrix", ("[", "]"): "bmatrix", (r"\{", r"\}"): "Bmatrix", ("|", "|"): "vmatrix",
    (r"\mid", r"\mid"): "vmatrix", (r"\|", r"\|"): "Vmatrix", (r"\parallel", r"\parallel"): "Vmatrix",
}  # fmt: skip

_LONGEST_COMMAND = 24  # letters; longer words are no commands
_STROKE = "\u0338"  # through the character before it
_BLANK = "\\ "


class Part:
    """A piece of TeX.

    ``text`` has the characters of a piece that is a single token of the page, and of a stack or a table the TeX that
    it has between fences; ``shape`` is one of the constants above,
    and ``is_whole`` says that the page itself gives this TeX.
    """

    __slots__ = ("tex", "shape", "text", "is_whole")

    def __init__(self, tex: str, shape: int, text: str = "", is_whole: bool = False) -> None:
        self.tex = tex
        self.shape = shape
        self.text = text
        self.is_whole = is_whole


NOTHING = Part("", EMPTY)


def joined(pieces: list[str]) -> str:
    """Return pieces side by side, with a blank where a command would run into a letter."""
    result: list[str] = []
    last = ""
    for piece in pieces:
        if piece:
            if piece[0].isalpha() and piece[0].isascii() and _ends_with_command(last):
                result.append(" ")
            elif piece[0] == "^" and "^" in last:  # a second superscript
                result.append("{}")
            result.append(piece)
            last = piece
    return "".join(result)


def _ends_with_command(tex: str) -> bool:
    tail = tex[-_LONGEST_COMMAND:]
    letters = len(tail)
    while letters and tail[letters - 1].isascii() and tail[letters - 1].isalpha():
        letters -= 1
    return 0 < letters < len(tail) and tail[letters - 1] == "\\"


def row(parts: list[Part]) -> Part:
    """Return parts side by side as one part; a single part stays what it is."""
    parts = [part for part in parts if part.shape != EMPTY]
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return NOTHING
    if any(part.shape in (STACK, TABLE) for part in parts):
        parts = _with_fences(parts)
        if len(parts) == 1:
            return parts[0]
    return Part(joined([part.tex for part in parts]), ROW)


def _with_fences(parts: list[Part]) -> list[Part]:
    r"""Write stacks and tables between fences as ``\binom`` and matrices, which print their own, of the right size."""
    result: list[Part] = []
    for part in parts:
        fenced = _fenced(result[-2], result[-1], part) if len(result) > 1 else None
        if fenced is None:
            result.append(part)
        else:
            result[-2:] = [fenced]
    if len(result) > 1 and result[-1].shape == TABLE and result[-2].tex == "\\{":
        result[-2:] = [environment("cases", result[-1].text)]
    return result


def _fenced(opening: Part, inner: Part, closing: Part) -> Part | None:
    """Return a stack or a table between two fences as one part; ``None`` for everything else."""
    if inner.shape == STACK:
        return Part(inner.text, ATOM) if (opening.tex, closing.tex) == ("(", ")") else None
    name = _MATRICES.get((opening.tex, closing.tex)) if inner.shape == TABLE else None
    return None if name is None else environment(name, inner.text)


def environment(name: str, body: str, shape: int = ATOM) -> Part:
    """Return an environment with the rows of a table; they are the text of the part."""
    return Part(f"\\begin{{{name}}} {body} \\end{{{name}}}", shape, body)


def group(part: Part) -> str:
    """Return a part in braces."""
    return f"{{{part.tex}}}"


def command(name: str, *parts: Part) -> str:
    """Return a command with parts as its arguments."""
    return f"\\{name}" + "".join(map(group, parts))


def argument(part: Part) -> str:
    """Return a part as a script: one character as it is, everything else in braces."""
    tex = part.tex.removeprefix("^")  # of a degree sign, which is raised already
    return tex if len(tex) == 1 else f"{{{tex}}}"


def scripted(base: Part, below: Part, above: Part) -> Part:
    """Return a base with a subscript and a superscript, either of which may be empty."""
    if below.shape == EMPTY and above.shape == EMPTY:
        return base
    tex = base.tex if base.shape in (ATOM, LIMITS) else f"{{{base.tex}}}"
    if below.shape != EMPTY:
        tex += f"_{argument(below)}"
    if above.shape != EMPTY:
        primes = above.tex.replace("\\prime", "'")
        tex += f"^{argument(above)}" if primes.strip("'") else primes
    return Part(tex, ROW)


def symbols(text: str) -> str:
    """Return characters as they are written in a formula, each as a symbol of its own."""
    pieces: list[str] = []
    words: list[str] = []
    for character in text:
        if character == _STROKE and pieces and not words:
            pieces[-1] = joined(["\\not", pieces[-1]])
            continue
        symbol = SYMBOLS.get(character)
        if symbol is None and not character.isascii():
            symbol = _letter(character)
            if symbol is None and character.isalpha():  # a letter of another script
                words.append(character)
                continue
        if words:
            pieces.append(in_text("".join(words)))
            words.clear()
        pieces.append(character if symbol is None else symbol)
    if words:
        pieces.append(in_text("".join(words)))
    return joined(pieces)


def _letter(character: str) -> str | None:
    """Return a mathematical letter or digit as a letter in its alphabet, ``None`` for other characters."""
    from unicodedata import normalize

    if not 0x1D400 <= ord(character) < 0x1D800 and not 0xFF01 <= ord(character) < 0xFF5F:
        return None
    plain = normalize("NFKC", character)
    plain = SYMBOLS.get(plain, plain)
    name = alphabet(character)
    if not plain.isascii():
        return None
    return f"\\{name}{{{plain}}}" if name else plain


def in_text(text: str) -> str:
    r"""Return ``\text{…}`` with everything escaped that has a meaning in TeX."""
    return f"\\text{{{text.translate(IN_TEXT)}}}"


def identifier(text: str, variant: str | None) -> Part:
    """Return the part for the text of ``<mi>``."""
    if not text:
        return NOTHING
    if (name := text.replace(" ", "")) in FUNCTIONS:
        return Part(f"\\{name}", LIMITS if name in LIMIT_FUNCTIONS else ATOM, text)
    is_word = len(text) > 1 and text.isalpha()
    if is_word and not text.isascii() and not any(map(alphabet, text)):
        return Part(in_text(text), ATOM, text)
    return _in_alphabet(symbols(text), text, VARIANTS.get(variant or ("normal" if is_word else "")), is_word)


def _in_alphabet(tex: str, text: str, name: str | None, is_word: bool) -> Part:
    """Return TeX in an alphabet of letters, if one is named and has these letters."""
    if name is None or (name == "mathit" and not is_word) or not text.isalnum() or "{" in tex:
        return _token(tex, text)
    if tex.startswith("\\"):
        if name not in ("mathbf", "boldsymbol"):  # the other alphabets have no Greek
            return _token(tex, text)
        name = "boldsymbol"
    return Part(f"\\{name}{{{tex}}}", ATOM, text)


def _token(tex: str, text: str) -> Part:
    """Return the part for a token: scripts belong to one symbol, or to a number as a whole."""
    is_atom = (len(text) == 1 or text.isdigit()) and not tex.startswith("^")
    return Part(tex, ATOM if is_atom else ROW, text)


def number(text: str, variant: str | None) -> Part:
    """Return the part for the text of ``<mn>``; a comma between digits is no punctuation."""
    if not text:
        return NOTHING
    pieces = text.split(",")
    tex = symbols(pieces[0])
    for before, after in pairwise(pieces):
        between = before[-1:].isdigit() and after[:1].isdigit()
        tex += ("{,}" if between else ",") + symbols(after)
    if variant and variant != "normal":
        return _in_alphabet(tex, text, VARIANTS.get(variant), True)
    return Part(tex, ROW if "^" in tex else ATOM, text)


def operator(text: str) -> Part:
    """Return the part for the text of ``<mo>``."""
    if not text:
        return NOTHING
    if text.replace(" ", "") in FUNCTIONS:
        return identifier(text, None)
    if text == "mod":
        return Part("\\bmod", ATOM, text)
    if len(text) > 1 and text.replace(" ", "").isalpha():
        if not text.isascii():
            return Part(in_text(text), ATOM, text)
        return Part(f"\\operatorname{{{text.replace(' ', _BLANK)}}}", LIMITS, text)
    tex = symbols(text.replace(" ", ""))
    return Part(tex, LIMITS if tex in BIG else ROW if "^" in tex else ATOM, text)


def words(text: str) -> Part:
    """Return the part for the text of ``<mtext>``."""
    return Part(in_text(text) if text else _BLANK, ATOM, text)


def quoted(text: str, left: str, right: str) -> Part:
    """Return the part for the text of ``<ms>``, a string literal."""
    return Part(in_text(f"{left}{text}{right}"), ATOM)


def folded(text: str) -> str:
    """Return the text of a token with white space folded, and without characters that have no shape."""
    return " ".join(text.translate(INVISIBLE).split())
