"""Types of arguments: functions that make a value of a text, for argparse."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TypeVar

from ncleaner.engines import option
from ncleaner.errors import NCleanerError
from ncleaner.system.files import LARGEST_PAGE

LONGEST_LIST = 1000  # numbers

Number = TypeVar("Number", int, float)
Value = TypeVar("Value")


def argument_type(convert: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return a function whose errors argparse reports with their messages."""

    def converted(text: str) -> Value:
        try:
            return convert(text)
        except NCleanerError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    converted.__name__ = convert.__name__  # argparse mentions it for other errors
    return converted


count = argument_type(option.count)


def fraction(text: str) -> float:
    """Return a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def seconds(text: str) -> float:
    """Return a number of seconds, up to a day."""
    return _measure(text, 86_400, "seconds")


def megabytes(text: str) -> int:
    """Return a number of megabytes as bytes, at least one."""
    return max(1, int(_measure(text, LARGEST_PAGE >> 20, "megabytes") * (1 << 20)))


def _measure(text: str, most: int, unit: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {unit} above 0, up to {most}")
    return number


def folder(text: str) -> str:
    """Return the path of a folder that exists."""
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return text


def integers(text: str) -> list[int]:
    """Return the whole numbers of a list with ranges, such as ``3``, ``2,3,6`` or ``1-4,8``."""
    values: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            values += range(int(first), int(last if dash else first) + 1)[:LONGEST_LIST]
    except ValueError:
        values = []
    return _distinct(text, values)


def numbers(text: str) -> list[float]:
    """Return the numbers of a list such as ``0.4,0.5``."""
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    return _distinct(text, values)


def _distinct(text: str, values: list[Number]) -> list[Number]:
    if not 0 < len(values) < LONGEST_LIST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers such as 2,3,6")
    return list(dict.fromkeys(values))
