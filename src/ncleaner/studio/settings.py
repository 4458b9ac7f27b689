"""Settings of a view: the engine, its model and its options, as the studio offers them and as a request names them."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

from ncleaner import models
from ncleaner.cleaner import Cleaner
from ncleaner.engines.option import Option
from ncleaner.engines.registry import DEFAULT_ENGINE, ENGINES, find_entry
from ncleaner.errors import UsageError
from ncleaner.studio.own_models import OwnModels, is_own

MOST_CLEANERS = 8  # loaded at the same time
OFFERED = tuple(name for name in ENGINES if name != "lynx" and ":" not in name)
"""All engines but Lynx, which would be a program that reads hostile pages, and other tools, which are only measured."""
_TYPES: dict[object, str] = {float: "number", int: "integer", bool: "flag", str: "text"}
_TRUE = ("1", "true", "yes")
_DEFAULT = re.compile(r" \(default: (.+)\)$")


class ViewSettings(NamedTuple):
    """An engine, a model (or none), and options as they came, in alphabetical order."""

    engine: str
    model: str | None
    options: tuple[tuple[str, str], ...]


def settings_of(query: Mapping[str, str], own: Sequence[str] = ()) -> ViewSettings:
    """Return the settings that a request names; raise `UsageError` if there is no such engine or option.

    Only names of models that come with ncleaner and the ids of the project's ``own`` models are taken: a request names
    no files.
    """
    engine = query.get("engine") or DEFAULT_ENGINE
    if engine not in OFFERED:
        raise UsageError(f"the studio has no engine {engine!r}; it has: {', '.join(OFFERED)}")
    model = query.get("model") or None
    known = [*models.installed(), *own]
    if model is not None and model not in known:
        raise UsageError(f"there is no model {model!r}; there are: {', '.join(known)}")
    names = find_entry(engine).option_names
    return ViewSettings(engine, model, tuple(sorted((name, query[name]) for name in names if query.get(name))))


class Cleaners:
    """Cleaners by their settings; the ones that were used last are kept. ``own`` are the models of a project."""

    def __init__(self, own: OwnModels | None = None) -> None:
        self._own = own
        self._cleaners: OrderedDict[ViewSettings, Cleaner] = OrderedDict()
        self._lock = Lock()

    def get(self, settings: ViewSettings) -> Cleaner:
        """Return the cleaner for some settings; raise an `NCleanerError` if there cannot be one."""
        with self._lock:
            cleaner = self._cleaners.get(settings)
            if cleaner is None:
                cleaner = Cleaner(engine=settings.engine, model=self._model(settings.model), **_values(settings))
                self._cleaners[settings] = cleaner
                if len(self._cleaners) > MOST_CLEANERS:
                    self._cleaners.popitem(last=False)
            self._cleaners.move_to_end(settings)
            return cleaner

    def _model(self, name: str | None) -> str | None:
        """Return the name or the path by which a model can be loaded."""
        return self._own.path(name) if name is not None and self._own is not None and is_own(name) else name


def _values(settings: ViewSettings) -> dict[str, Any]:
    """Return the values of the options."""
    options = {option.name: option for option in find_entry(settings.engine).options}
    return {name: _value(options[name], text) for name, text in settings.options}


def _value(option: Option, text: str) -> object:
    if option.type is bool:
        return text.lower() in _TRUE
    try:
        return option.type(text)
    except ValueError:
        raise UsageError(f"the option {option.name} cannot be {text!r}: it takes a {_TYPES.get(option.type)}") from None


def engines(own: Sequence[tuple[str, str]] = ()) -> list[dict[str, Any]]:
    """Return all engines that the studio offers, with their options and models, for JSON.

    ``own`` are the models of the project: pairs of an engine and an id.
    """
    by_engine: dict[str, list[str]] = {}
    for engine, name in [*((models.load(name).engine, name) for name in models.installed()), *own]:
        by_engine.setdefault(engine, []).append(name)
    return [
        {
            "name": name,
            "summary": ENGINES[name].summary,
            "options": [_described(option) for option in ENGINES[name].options],
            "models": by_engine.get(name, []),
        }
        for name in OFFERED
    ]


def _described(option: Option) -> dict[str, Any]:
    kind = "choice" if option.choices else _TYPES.get(option.type, "text")
    default = _DEFAULT.search(option.help)
    return {
        "name": option.name,
        "type": kind,
        "choices": option.choices,
        "help": _DEFAULT.sub("", option.help),
        "default": default and default[1],
    }
