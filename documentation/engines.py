"""The engines and their options, from the registry."""

from __future__ import annotations

from documentation.table import code, codes, sentence, table
from ncleaner.engines import ENGINES, Entry, default_model
from ncleaner.engines.option import Option


def overview() -> str:
    """Return a table of all engines."""
    rows = []
    for name, entry in _own().items():
        model = default_model(name)
        trained = "yes" if entry.trainer else "no"
        rows.append((code(name), sentence(entry.summary), code(model) if model else "none", trained))
    return table(["engine", "what it does", "default model", "can be trained"], rows)


def options() -> str:
    """Return a table of the options of each engine that has any."""
    parts = []
    for name, entry in _own().items():
        if entry.options:
            rows = [_row(option) for option in entry.options]
            parts.append(f"### `{name}` {{ #options-{name} }}\n\n" + table(["option", "argument", "effect"], rows))
    return "\n\n".join(parts)


def _own() -> dict[str, Entry]:
    """Return our engines, without the other tools that `ncleaner.evaluate.peers` adds for comparison."""
    return {name: entry for name, entry in ENGINES.items() if entry.place.startswith("ncleaner.engines.")}


def _row(option: Option) -> tuple[str, str, str]:
    """Return the flag of an option, its keyword argument in Python, and its help."""
    flag = f"{option.flag} {option.metavar}".strip()
    text = sentence(option.help)
    if option.choices:
        text += f" Values: {codes(option.choices)}."
    for shortcut, value in option.shortcuts:
        text += f" `--{shortcut}` stands for `{option.flag} {value:g}`." if isinstance(value, float) else ""
        text += f" `--{shortcut}` stands for `{option.flag} {value}`." if isinstance(value, str) else ""
    return code(flag), code(option.name), text
