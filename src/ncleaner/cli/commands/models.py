"""``ncleaner models``: which models are installed. ``ncleaner models show NAME|FILE``: what is in one.

What a model says about itself is the word of whoever made the file: nothing of it reaches a terminal that is not text.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.errors import ModelError, NCleanerError
from ncleaner.models import find, installed, load
from ncleaner.models.format import SCHEMA, Model, dtype_of
from ncleaner.system.printable import printable

DESCRIPTION = """\
List the models that are installed, with their engines, parameters, training
sets and scores; or show all that is in one of them, or in a file.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if a model could not be read or the result
not be written, 2 if the command was misused
"""

NONE = "No models are installed. Give yours by their files: ncleaner --model FILE, ncleaner models show FILE.\n"

HEADINGS = ("name", "engine", "parameters", "trained on", "scores")
PARAMETER_COLUMN = 28
GAP = "  "


def run(argv: list[str]) -> int:
    """List models or show one; return the exit status."""
    options = _parser().parse_args(argv)
    if options.action and options.model is None:
        return _complain("say which model to show: ncleaner models show NAME|FILE", MISUSED)
    try:
        status, text = _shown(options.model, options.json) if options.action else _listed(options.json)
    except NCleanerError as error:
        return _complain(str(error), FAILED)
    return max(status, printed(text))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner models",
        usage="ncleaner models [--json]\n       ncleaner models show NAME|FILE [--json]",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("action", nargs="?", choices=["show"], help=argparse.SUPPRESS)
    parser.add_argument("model", nargs="?", metavar="NAME|FILE", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.add_argument("-h", "--help", action="help", help="print this")
    return parser


def _complain(message: str, status: int) -> int:
    return complain(printable(message), status)


# The list


def _listed(as_json: bool) -> tuple[int, str]:
    """The exit status, and all models that can be read."""
    status, models = OK, []
    for name in installed():
        try:
            models.append(load(name))
        except ModelError as error:
            status = _complain(str(error), FAILED)
    if as_json:
        return status, _json([{"name": model.name, **model.header} for model in models])
    if not models:
        return status, "" if status else NONE
    rows = [row for model in models for row in _side_by_side(_cells(model))]
    return status, _text(_aligned([HEADINGS, *rows]))


def _cells(model: Model) -> list[list[str]]:
    """What the table has of a model: the lines of each of its cells."""
    single = [f"{name}={_value(value)}" for name, value in model.settings.items()]
    sets = [_set(one) for one in model.training]
    scores = [f"{test}: {', '.join(_pairs(figures))}" for test, figures in model.scores.items()]
    return [[model.name], [model.engine], wrap(" ".join(single), PARAMETER_COLUMN), sets, scores]


def _set(one: dict[str, Any]) -> str:
    if "pages" not in one:
        return str(one["set"])
    times = f", {one['weight']} times" if one.get("weight", 1) != 1 else ""
    return f"{one['set']} ({one['pages']} pages{times})"


def _pairs(figures: dict[str, Any]) -> list[str]:
    return [f"{measure} {_value(figure)}" for measure, figure in figures.items()]


def _side_by_side(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    height = max(map(len, cells))
    return [[cell[line] if line < len(cell) else "" for cell in cells] for line in range(height)]


# One model


def _shown(name: str, as_json: bool) -> tuple[int, str]:
    """The exit status, and everything about one model."""
    from ncleaner.engines import ENGINES, model_engine

    model = load(name)
    facts = {"name": model.name, "file": find(name), "schema": SCHEMA, **model.header, "arrays": _arrays(model)}
    if model.engine in ENGINES:
        facts |= model_engine(model.engine).describe(model)
    if as_json:
        return OK, _json(facts)
    facts["file"] = f"{facts['file']}, {os.path.getsize(find(name)):,} bytes"
    simple = {title: value for title, value in facts.items() if not isinstance(value, dict | list)}
    lines = _aligned([title, _value(value)] for title, value in simple.items())
    for title, value in facts.items():
        if title not in simple and value:
            lines += ["", title, *(GAP + line for line in _section(value))]
    return OK, _text(lines)


def _arrays(model: Model) -> dict[str, dict[str, Any]]:
    return {name: {"type": dtype_of(array), "numbers": len(array)} for name, array in model.arrays.items()}


def _section(value: dict[str, Any] | list[Any]) -> list[str]:
    """Lines for an object or a list: a table, if it consists of objects."""
    if isinstance(value, list):
        if all(isinstance(one, dict) for one in value):
            return _table(value)
        return [_value(one) for one in value]
    if all(isinstance(one, dict) for one in value.values()):
        return _table([{"": name, **one} for name, one in value.items()])
    return _aligned([name, _value(one)] for name, one in value.items())


def _table(rows: Sequence[dict[str, Any]]) -> list[str]:
    headings = list(dict.fromkeys(name for row in rows for name in row))
    return _aligned([headings, *([_value(row[name]) if name in row else "" for name in headings] for row in rows)])


# Text


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return value if isinstance(value, str) else _json(value, indent=None).strip()


def _json(value: Any, indent: int | None = 1) -> str:
    import json

    return json.dumps(value, indent=indent)


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines with the cells of rows below each other."""
    table = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [GAP.join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"
