"""The reference of the command line, from the parsers of the commands."""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action
from collections.abc import Iterator
from textwrap import dedent
from typing import TYPE_CHECKING

from documentation.table import sentence, table, tags_as_code
from ncleaner.cli import COMMANDS

if TYPE_CHECKING:
    from ncleaner.cli.parser import Parser


def reference() -> str:
    """Return a list of the commands, and a section with usage and options for each of them."""
    from ncleaner.cli.reference import parsers

    found = parsers()
    rows = [(f"[`{_title(name)}`](#{_anchor(name)})", sentence(_summary(name))) for name in found]
    sections = [_section(name, parser) for name, parser in found.items()]
    return "\n\n".join([table(["command", "what it does"], rows), *sections])


def _title(name: str) -> str:
    return f"ncleaner {name}"


def _anchor(name: str) -> str:
    return f"ncleaner-{name}"


def _summary(name: str) -> str:
    return _escaped(COMMANDS[name][1])


def _section(name: str, parser: Parser) -> str:
    parts = [f"## `{_title(name)}` {{ #{_anchor(name)} }}"]
    parts.append(_fenced(_usage(parser)))
    parts += _paragraphs(parser, parser.description)
    parts += _groups(parser)
    parts += _paragraphs(parser, parser.epilog)
    return "\n\n".join(parts)


def _paragraphs(parser: Parser, text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a description: prose, and lists or examples, which are indented below a label."""
    for paragraph in (text or "").replace("%(prog)s", parser.prog).replace("%%", "%").strip("\n").split("\n\n"):
        label, _, rest = paragraph.strip("\n").partition("\n")
        if label.endswith(":") and rest.startswith("  "):
            yield f"**{_escaped(label[:1].upper() + label[1:-1])}**"
            yield _fenced(dedent(rest))
        elif "\n  " in paragraph:
            yield _fenced(paragraph)
        elif paragraph:
            yield _escaped(paragraph)


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def _usage(parser: Parser) -> str:
    """Return the usage: that of the parser, or the command with its arguments."""
    usage = parser.format_usage().strip()
    return usage.removeprefix("usage: ").removeprefix("Usage: ")


def _groups(parser: Parser) -> Iterator[str]:
    """Yield a table for each group of arguments and options."""
    for group in parser._action_groups:
        rows = [_row(parser, action) for action in group._group_actions if action.help != SUPPRESS]
        if rows:
            title = (group.title or "options").capitalize()
            about = f"\n\n{_escaped(group.description)}" if group.description else ""
            yield f"**{title}**{about}\n\n{table(['option', 'effect'], rows)}"


def _row(parser: Parser, action: Action) -> tuple[str, str]:
    """Return the names of an option and its help."""
    value = _value(action)
    if action.option_strings:
        names = ", ".join(f"`{f'{name} {value}'.strip()}`" for name in action.option_strings)
    else:
        names = f"`{value}`"
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%(prog)s", parser.prog)
    return names, sentence(_escaped(text.replace("%%", "%")))


def _value(action: Action) -> str:
    """Return how the value of an option is shown, as in the usage."""
    if action.nargs == 0:
        return ""
    metavar = action.metavar
    if metavar is None:
        choices = list(map(str, action.choices)) if action.choices else []
        metavar = (
            "{" + ",".join(choices) + "}" if choices else action.dest.upper() if action.option_strings else action.dest
        )
    return " ".join(metavar) if isinstance(metavar, tuple) else metavar


def _escaped(text: str) -> str:
    """Return a text in which tags are code, and signs of Markdown stand for themselves."""
    return re.sub(r"(?<!`)([*_])", r"\\\1", tags_as_code(text.replace("%%", "%")))
