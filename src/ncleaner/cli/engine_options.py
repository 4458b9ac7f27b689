"""Options of engines, for commands that run or train them.

Strategy: the arguments are searched for ``--engine`` and ``--model`` before the parser is built. Help shows the options
of the chosen engines only. The parser also accepts the options of all other engines, unseen, so that the message about
a wrong one comes from `ncleaner.engines.load`, which says what options the engine has.

The values are collected in ``engine_options`` of the namespace, under the names of the constructor's arguments.
"""

from __future__ import annotations

import argparse

from ncleaner.cli.argument_types import argument_type
from ncleaner.engines import DEFAULT_ENGINE, ENGINES, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

ENGINE_FLAG = "--engine"
MODEL_FLAG = "--model"

MODEL_HELP = "use this model; without --engine it also selects the engine (see ncleaner models)"


def engine_named(argv: Sequence[str]) -> str | None:
    """Return the last engine that the arguments name."""
    return next(reversed(_values(argv, ENGINE_FLAG)), None)


def chosen_engine(argv: Sequence[str]) -> str:
    """Return the engine that will run: the one named, else the one of the model, else the default engine."""
    return engine_named(argv) or next(reversed(_engines_of_models(argv)), DEFAULT_ENGINE)


def chosen_engines(argv: Sequence[str]) -> list[str]:
    """Return all engines that the arguments name by themselves or by a model."""
    return list(dict.fromkeys([*_values(argv, ENGINE_FLAG), *_engines_of_models(argv)]))


def add_engine_options(parser: argparse.ArgumentParser, engines: Sequence[str]) -> None:
    """Add the options of all engines to a parser; help shows those of the given ones."""
    shown = [name for name in engines if name in ENGINES and ENGINES[name].options]
    title = f"options of the engine{'s' if len(shown) > 1 else ''} {', '.join(shown)}"
    add_options(parser, title, {name: entry.options for name, entry in ENGINES.items()}, engines)


def add_options(
    parser: argparse.ArgumentParser, title: str, tables: Mapping[str, Sequence[Option]], engines: Sequence[str]
) -> None:
    """Add all options in the tables, which are by engine, to a parser; help shows those of the given engines."""
    owners: dict[str, dict[str, Option]] = {}
    for engine in engines:
        for option in tables.get(engine, ()):
            owners.setdefault(option.name, {})[engine] = option
    group = parser.add_argument_group(title)
    shown: set[str] = set()
    for by_engine in owners.values():
        option = next(iter(by_engine.values()))
        exclusive = group.add_mutually_exclusive_group()
        _add(exclusive.add_argument, option, _help(by_engine, prefixed=len(engines) > 1))
        for name, value in option.shortcuts:
            if all((name, value) in other.shortcuts for other in by_engine.values()):
                _add_shortcut(exclusive.add_argument, option, name, value)
                shown.add(name)
    hidden = {option.name: option for options in tables.values() for option in options if option.name not in owners}
    for option in hidden.values():
        _add_hidden(parser.add_argument, option)
    for name in {name for options in tables.values() for option in options for name, _ in option.shortcuts} - shown:
        parser.add_argument(f"--{name}", action=_Refuse, nargs=0, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def other_engines(command: str, help_option: str = "--help") -> str:
    """Return a line for the end of a help text, about options that it does not show."""
    return f"`{command} --engine NAME {help_option}` shows the options of another engine.\n"


class _Store(argparse.Action):
    """Add the value of an option to those in ``engine_options``."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        value = self.const if self.nargs == 0 else values
        namespace.engine_options = {**namespace.engine_options, self.dest: value}


class _Refuse(argparse.Action):
    """Say that a shortcut is for other engines."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        parser.error(f"{option_string} is for the engine {DEFAULT_ENGINE} alone: leave it out, or choose that engine")


def _add(add: Callable[..., Any], option: Option, help: str) -> None:
    settings: dict[str, Any] = {"action": _Store, "dest": option.name, "default": argparse.SUPPRESS, "help": help}
    if option.type is bool:
        add(option.flag, nargs=0, const=True, **settings)
    else:
        shown = {"choices": option.choices} if option.choices else {"metavar": option.metavar}
        add(option.flag, type=argument_type(option.type), **shown, **settings)


def _add_shortcut(add: Callable[..., Any], option: Option, name: str, value: object) -> None:
    """Add an option without a value that stands for one value of another option."""
    number = f"{value:g}" if isinstance(value, float) else value
    help = f"short for {option.flag} {number}"
    add(f"--{name}", action=_Store, nargs=0, const=value, dest=option.name, default=argparse.SUPPRESS, help=help)


def _add_hidden(add: Callable[..., Any], option: Option) -> None:
    """Add an option that is accepted with any value, and not shown."""
    nargs = 0 if option.type is bool else None
    settings: dict[str, Any] = {"default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    add(option.flag, action=_Store, dest=option.name, nargs=nargs, const=True, **settings)


def _help(by_engine: Mapping[str, Option], *, prefixed: bool) -> str:
    """Return the help text of an option, with the engines that have it if there are others."""
    engines: dict[str, list[str]] = {}
    for engine, option in by_engine.items():
        engines.setdefault(option.help, []).append(engine)
    texts = [f"{', '.join(names)}: {text}" if prefixed else text for text, names in engines.items()]
    return "; ".join(texts).replace("%", "%%")


def _values(argv: Sequence[str], flag: str) -> list[str]:
    """Return the values of an option in arguments that are not parsed yet."""
    values: list[str] = []
    for index, argument in enumerate(argv):
        if argument == "--":
            break
        if argument == flag:
            values += argv[index + 1 : index + 2]
        elif argument.startswith(f"{flag}="):
            values.append(argument[len(flag) + 1 :])
    return values


def _engines_of_models(argv: Sequence[str]) -> list[str]:
    """Return the engines of the models in the arguments; unreadable models are reported when they are used."""
    engines = []
    models = _values(argv, MODEL_FLAG)
    if models:
        from ncleaner.errors import NCleanerError
        from ncleaner.models import load

        for model in models:
            try:
                engines.append(load(model).engine)
            except NCleanerError:
                continue
    return engines
