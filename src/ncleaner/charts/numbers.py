"""Numbers as text, in charts, reports and tables."""

from __future__ import annotations

MINUS = "\u2212"


def percent(fraction: float, digits: int = 2) -> str:
    """Format a fraction as a percentage without the percent sign."""
    return f"{100 * fraction:.{digits}f}"


def points(difference: float) -> str:
    """Format a difference in percentage points, with a typographic minus sign."""
    return f"{difference:.1f}".replace("-", MINUS)


def p_value(p: float) -> str:
    """Format the p-value of a test, as papers do."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def count(number: float, noun: str, plural: str = "") -> str:
    """Format a number with its noun: ``1 page``, ``1,310 pages``."""
    return f"{whole(number)} {noun if number == 1 else plural or noun + 's'}"


def whole(number: float) -> str:
    """Format a number without decimals, with commas between groups of three digits."""
    return f"{number:,.0f}"


def coordinate(value: float) -> str:
    """Format a number for SVG: with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
