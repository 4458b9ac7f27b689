"""``ncleaner models``: list the installed models. ``ncleaner models show NAME|FILE``: show one.

Model files may come from anywhere: control characters in them are replaced before anything is printed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from ncleaner.cli.output import print_error, print_result
from ncleaner.cli.parser import EXIT_STATUS, Parser, add_help
from ncleaner.cli.status import FAILED, OK
from ncleaner.errors import ModelError, NCleanerError, UsageError
from ncleaner.models import find, installed, load
from ncleaner.models.format import SCHEMA, Model, dtype_of
from ncleaner.system.printable import printable

SUMMARY = "List the installed models with their engines, parameters, training sets and scores, or show one."

EXAMPLES = (
    ("ncleaner models", "list the installed models"),
    ("ncleaner models show english", "show everything about one of them"),
    ("ncleaner models show my.model", "show a model file"),
)

NO_MODELS = "No models are installed. Name a file instead: ncleaner --model FILE, ncleaner models show FILE.\n"

HEADINGS = ("name", "engine", "parameters", "trained on", "scores")
PARAMETER_COLUMN = 28
GAP = "  "


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    action: str | None = None
    model: str | None = None
    json: bool = False


def run(argv: list[str]) -> int:
    """List models or show one, and return the exit status."""
    options = parser().parse_args(argv, Options())
    if not options.action:
        status, text = _list(options.json)
        return max(status, print_result(text))
    if options.model is None:
        raise UsageError("name the model to show: ncleaner models show NAME|FILE")
    try:
        return print_result(_show(options.model, options.json))
    except NCleanerError as error:
        print_error(str(error))
        return FAILED


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser(
        "models", "[--json]", "show NAME|FILE [--json]", summary=SUMMARY, examples=EXAMPLES, epilog=EXIT_STATUS
    )
    parser.add_argument("action", nargs="?", choices=["show"], default=None, help=argparse.SUPPRESS)
    parser.positional("model", "NAME|FILE", nargs="?")
    add = parser.group("options")
    add("--json", action="store_true", help="print JSON")
    add_help(add)
    return parser


# The list


def _list(as_json: bool) -> tuple[int, str]:
    """Return the exit status, and a text about all models that can be read."""
    status, models = OK, []
    for name in installed():
        try:
            models.append(load(name))
        except ModelError as error:
            print_error(str(error))
            status = FAILED
    if as_json:
        return status, _json([{"name": model.name, **model.header} for model in models])
    if not models:
        return status, "" if status else NO_MODELS
    rows = [row for model in models for row in _side_by_side(_cells(model))]
    return status, _text(_aligned([HEADINGS, *rows]))


def _cells(model: Model) -> list[list[str]]:
    """Return the lines of each cell of a model's row."""
    settings = [f"{name}={_value(value)}" for name, value in model.settings.items()]
    sets = [_training_set(facts) for facts in model.training]
    scores = [f"{test}: {', '.join(_pairs(figures))}" for test, figures in model.scores.items()]
    return [[model.name], [model.engine], wrap(" ".join(settings), PARAMETER_COLUMN), sets, scores]


def _training_set(facts: dict[str, Any]) -> str:
    if "pages" not in facts:
        return str(facts["set"])
    times = f", {facts['weight']} times" if facts.get("weight", 1) != 1 else ""
    return f"{facts['set']} ({facts['pages']} pages{times})"


def _pairs(figures: dict[str, Any]) -> list[str]:
    return [f"{measure} {_value(figure)}" for measure, figure in figures.items()]


def _side_by_side(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    height = max(map(len, cells))
    return [[cell[line] if line < len(cell) else "" for cell in cells] for line in range(height)]


# One model


def _show(name: str, as_json: bool) -> str:
    """Return a text with everything about one model."""
    from ncleaner.engines import ENGINES, model_engine
    from ncleaner.evaluate import peers as peers  # adds other tools to the table of engines

    model = load(name)
    facts = {"name": model.name, "file": find(name), "schema": SCHEMA, **model.header, "arrays": _arrays(model)}
    if model.engine in ENGINES:
        facts |= model_engine(model.engine).describe(model)
    if as_json:
        return _json(facts)
    facts["file"] = f"{facts['file']}, {os.path.getsize(find(name)):,} bytes"
    simple = {title: value for title, value in facts.items() if not isinstance(value, dict | list)}
    lines = _aligned([title, _value(value)] for title, value in simple.items())
    for title, value in facts.items():
        if title not in simple and value:
            lines += ["", title, *(GAP + line for line in _section(value))]
    return _text(lines)


def _arrays(model: Model) -> dict[str, dict[str, Any]]:
    return {name: {"type": dtype_of(array), "numbers": len(array)} for name, array in model.arrays.items()}


def _section(value: dict[str, Any] | list[Any]) -> list[str]:
    """Return the lines of an object or a list: a table if its values are objects."""
    if isinstance(value, list):
        if all(isinstance(item, dict) for item in value):
            return _table(value)
        return [_value(item) for item in value]
    if all(isinstance(item, dict) for item in value.values()):
        return _table([{"": name, **item} for name, item in value.items()])
    return _aligned([name, _value(item)] for name, item in value.items())


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
    """Return a line for each row, with the cells of a column below each other."""
    table = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [GAP.join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"
