"""The parsers of all commands, for what is made from them: shell completion, the manual page, the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncleaner.cli import COMMANDS

if TYPE_CHECKING:
    from ncleaner.cli.parser import Parser


def parsers() -> dict[str, Parser]:
    """Return the parser of each command by its name, in the order of help.

    The first command is ``clean``, whose name may be left out. Parsers of commands that run an engine show the options
    of the default engine.
    """
    return {name: __import__(place, fromlist=["parser"]).parser() for name, (place, _) in COMMANDS.items()}
