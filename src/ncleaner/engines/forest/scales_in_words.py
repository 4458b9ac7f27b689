"""Scales in words: the values of features, decoded from their scales (`ncleaner.engines.forest.scales`).

Each scale is a function of a value, and of whether it speaks for keeping the block. It returns which of the feature's
templates to take (the last one, if there are fewer), the words for the braces in it, and the ending of the plural,
which templates have as ``{s}``.
"""

from __future__ import annotations

from math import ceil

from ncleaner.engines.forest.features import TAG_ORDER
from ncleaner.read.rules import REASONS

Decoded = tuple[int, str, str]

_ZERO = 128  # of scales with negative values
_ALL = 255
_HARDLY_ANY = 25  # of 255
_ONE = 8  # the logarithm of 1
_NEAR_ZERO = 3  # units: less than 0.05 bits
_LITTLE_RATE = 32  # units
_LITTLE_BITS = 16  # of a whole block
_WEAK = 8  # a weight that says little
_EIGHTHS = 8  # of a bit
_LESS, _CLEARLY_LESS, _FAR_LESS = 0.5, 4, 9  # bits
_FAR = 4  # containers
_TAGS = ("", *TAG_ORDER.split())

# By the numbers of `ncleaner.engines.forest.declared`.
_PAGE_TYPES = (
    "", "an article", "a product", "a website", "a website", "an article", "a posting", "a list of questions",
    "a collection", "a list of items", "a product", "a posting in a forum", "a question with answers",
)  # fmt: skip


def _decoded(index: int, words: object = "", number: int = 0) -> Decoded:
    """Return a template's index, its words, and the ending of the plural for a number."""
    return index, str(words), "" if number == 1 else "s"


def _number(value: int) -> tuple[int, bool]:
    """Return the number behind a logarithm, and whether it is exact."""
    low = ceil(2 ** (value / 8) - 1 - 1e-9)
    high = ceil(2 ** ((value + 1) / 8) - 1 - 1e-9) - 1
    return (low, True) if low >= high else (_rounded((low + high) / 2), False)


def _rounded(number: float) -> int:
    """Return a number rounded to two digits."""
    return round(float(f"{number:.1e}"))


def flag(value: int, keep: bool) -> Decoded:
    """No, or yes."""
    return _decoded(value > 0)


def code(value: int, keep: bool) -> Decoded:
    """A template for each value."""
    return _decoded(value)


def level(value: int, keep: bool) -> Decoded:
    """None, or a number that is given as it is."""
    return _decoded(value > 0, value)


def limited(value: int, keep: bool) -> Decoded:
    """A number that is at most 255."""
    return _decoded(0, value if value else "no", value) if value < _ALL else _decoded(0, f"{value} or more")


def count(value: int, keep: bool) -> Decoded:
    """A logarithm of a number: none, one, or more."""
    number, is_exact = _number(value)
    return _decoded(min(number, 2), number if is_exact and number else f"about {number}" if number else "no", number)


def count_from(value: int, keep: bool) -> Decoded:
    """A logarithm of a distance, at least one: one, more, or no distance at all."""
    return _decoded(2) if value == _ALL else _decoded(value > _ONE, *count(value, keep)[1:2])


def average(value: int, keep: bool) -> Decoded:
    """Words on average, by the logarithm of four times as many."""
    number = _number(value)[0]
    if number < 4:
        return _decoded(0, "less than one", 1)
    words = _rounded(number / 4)
    return _decoded(0, f"about {words}", words)


def share(value: int, keep: bool) -> Decoded:
    """A share: nothing or hardly anything, a percentage, or all."""
    if not value or value == _ALL:
        return _decoded(2 if value else 0)
    percent = min(99, max(1, round(100 * value / _ALL)))
    return _decoded(1, f"{'only ' if value <= _HARDLY_ANY else ''}{percent} %")


def score(value: int, keep: bool) -> Decoded:
    """A score in steps around a zero: for boilerplate, or for content."""
    return _decoded(value >= _ZERO)


def score_from(value: int, keep: bool) -> Decoded:
    """A score, or 0 if there is none."""
    return _decoded(0) if not value else _decoded(1 + (value >= _ZERO))


def bits_below(value: int, keep: bool) -> Decoded:
    """A difference of scores in eighths of a bit: hardly any, odds of less than 16 to 1, of less than 512, or more."""
    bits = value / _EIGHTHS
    return _decoded((bits >= _LESS) + (bits >= _CLEARLY_LESS) + (bits >= _FAR_LESS))


def per_hundred(value: int, keep: bool) -> Decoded:
    """A share: nothing, a number to each hundred, or as many or more."""
    if not value or value == _ALL:
        return _decoded(2 if value else 0)
    number = max(1, round(100 * value / _ALL))
    return _decoded(1, number, number)


def word_length(value: int, keep: bool) -> Decoded:
    """Characters of a word, in 16ths: none, a number, or 16 and more."""
    return _decoded(1, f"{value / 16:.1f}") if 0 < value < _ALL else _decoded(2 if value else 0)


def times(value: int, keep: bool) -> Decoded:
    """Never, or how often."""
    if value <= 2:
        return _decoded(value > 0, "twice" if value > 1 else "once")
    return _decoded(1, f"{value} times" if value < _ALL else f"{value} times or more")


def rate(value: int, keep: bool) -> Decoded:
    """Bits per character: what a text reads like. The value 0 has a template of its own, where there are two."""
    units = value - _ZERO
    if abs(units) <= _NEAR_ZERO:
        return _decoded(1, "neither like body text nor like boilerplate")
    return _decoded(value > 0, _like(units, keep, _LITTLE_RATE))


def all_bits(value: int, keep: bool) -> Decoded:
    """Bits of a whole text: what it reads like."""
    amount = _number(abs(value - _ZERO))[0]
    if not amount:
        return _decoded(0, "neither like body text nor like boilerplate")
    return _decoded(0, _like(amount if value > _ZERO else -amount, keep, _LITTLE_BITS))


def _like(amount: int, keep: bool, little: int) -> str:
    """Return what a text reads like, with a qualification if it is not much and speaks for the contrary."""
    like = "like body text" if amount > 0 else "like boilerplate"
    return like if (amount > 0) == keep or abs(amount) >= little else f"only a little {like}"


def distance(value: int, keep: bool) -> Decoded:
    """A distance in blocks: none, above, or below."""
    _, blocks, s = count(abs(value - _ZERO), keep)
    return 0 if value == _ZERO else 1 if value < _ZERO else 2, blocks, s


def distance_if_any(value: int, keep: bool) -> Decoded:
    """A distance in blocks, and a fourth template if there is nothing to measure it from."""
    return distance(value, keep) if value else _decoded(3)


def steps(value: int, keep: bool) -> Decoded:
    """Containers to leave: none, one, several, or many."""
    return _decoded(min(value, 2) + (value >= _FAR))


def steps_from_title(value: int, keep: bool) -> Decoded:
    """Containers to leave, plus one: no title, none, one, several, or many."""
    return _decoded(1 + steps(value - 1, keep)[0] if value else 0)


def weight(value: int, keep: bool) -> Decoded:
    """A weight of names: little, for content, or for boilerplate."""
    return _decoded(0 if abs(value - _ZERO) < _WEAK else 1 if value > _ZERO else 2)


def one_sided_weight(value: int, keep: bool) -> Decoded:
    """A weight of names on one side: little, or more."""
    return _decoded(value >= _WEAK)


def tag(value: int, keep: bool) -> Decoded:
    """A tag by its rank: none, or its name."""
    return _decoded(1, _TAGS[value]) if 0 < value < len(_TAGS) else _decoded(0)


def rule(value: int, keep: bool) -> Decoded:
    """A rule by its number: none, or its reason."""
    return _decoded(1, REASONS[value]) if 0 < value < len(REASONS) else _decoded(0)


def declared(value: int, keep: bool) -> Decoded:
    """A declared type by its number: none, or its name."""
    return _decoded(1, _PAGE_TYPES[value]) if 0 < value < len(_PAGE_TYPES) else _decoded(0)
