"""How numbers are written."""

from __future__ import annotations

MINUS = "\u2212"


def percent(fraction: float, digits: int = 2) -> str:
    """A fraction as a percentage, without the sign that the head of the column has."""
    return f"{100 * fraction:.{digits}f}"


def points(difference: float) -> str:
    """A difference in percentage points, with a real minus sign."""
    return f"{difference:.1f}".replace("-", MINUS)


def p_value(p: float) -> str:
    """The probability of a test, as papers write it."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def count(number: float, noun: str, plural: str = "") -> str:
    """A number of things: ``1 page``, ``1,310 pages``."""
    return f"{whole(number)} {noun if number == 1 else plural or noun + 's'}"


def whole(number: float) -> str:
    """A number without decimals, in groups of three digits."""
    return f"{number:,.0f}"


def coordinate(value: float) -> str:
    """A number as SVG takes it: no more than two decimals, and none that are zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
