"""The parser of all commands."""

from __future__ import annotations

import argparse

from ncleaner.system.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

EXIT_STATUS = """\
exit status: 0 on success; 1 if an input cannot be read or a result cannot be
written, with a message on standard error; 2 for invalid arguments
"""

EXIT_STATUS_OF_SETS = """\
exit status: 0 on success; 1 if a result cannot be written; 2 for invalid
arguments and for sets that cannot be read
"""


class Parser(argparse.ArgumentParser):
    """A parser that keeps the line breaks of descriptions and takes no abbreviated options.

    ``usages`` are the forms of the command without its name. Options that are not given are not set: their defaults
    are class attributes of the namespace.
    """

    def __init__(self, command: str, *usages: str, description: str, epilog: str) -> None:
        prog = f"ncleaner {command}".rstrip()
        super().__init__(
            prog=prog,
            usage="\n       ".join(f"{prog} {usage}" for usage in usages),
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            argument_default=argparse.SUPPRESS,
            add_help=False,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Exit with a message, without the control characters that arguments may have."""
        super().error(printable(message))

    def positional(self, name: str, metavar: str, nargs: str | None = None) -> None:
        """Add an argument that the usage and the description explain."""
        settings: dict[str, Any] = {} if nargs is None else {"nargs": nargs}
        self.add_argument(name, metavar=metavar, help=argparse.SUPPRESS, **settings)

    def group(self, title: str) -> Callable[..., Any]:
        """Start a group of options; return the function that adds one."""
        return self.add_argument_group(title).add_argument


def add_help(add: Callable[..., Any]) -> None:
    """Add ``--help`` to a group of options."""
    add("-h", "--help", action="help", help="print this help")
