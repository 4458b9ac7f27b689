"""The parser of all commands: the layout of help, and messages about arguments that say what to do."""

from __future__ import annotations

import argparse
import re
from textwrap import fill, wrap

from ncleaner.cli.output import print_error, print_result
from ncleaner.cli.status import MISUSED, OK
from ncleaner.cli.terminal import CHOICES
from ncleaner.errors import UnknownNameError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

EXIT_STATUS = """\
exit status: 0 on success; 1 if an input cannot be read or a result cannot be
written, with a message on standard error; 2 for invalid arguments
"""

EXIT_STATUS_OF_SETS = """\
exit status: 0 on success; 1 if a result cannot be written; 2 for invalid
arguments and for sets that cannot be read
"""

PROGRAM = "ncleaner"

COLUMNS = 80
COLUMNS_OF_EXAMPLES = 79
HELP_COLUMN = 26

Examples = tuple[tuple[str, str], ...]
"""Commands, each with what it does."""

_ARGUMENT = re.compile(r"argument (\S+): (.*)", re.DOTALL)
_CONTRADICTION = "not allowed with argument "
_MISSING = "the following arguments are required: "
_NOUNS = ("FORMAT", "SINK", "SHELL")  # placeholders that say what a value is
_TYPES = {"int": "a whole number", "float": "a number"}
_INVALID = re.compile(r"invalid (\w+) value: (.*)", re.DOTALL)


class Layout(argparse.RawDescriptionHelpFormatter):
    """The layout of help: texts as they are, and options with one placeholder (``-o, --output FILE``)."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=HELP_COLUMN)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"


class Parser(argparse.ArgumentParser):
    """A parser that keeps the line breaks of texts and takes no abbreviated options.

    ``usages`` are the forms of the command without its name. ``summary`` is a sentence, ``examples`` follow it in help,
    and ``details`` follow these. Options that are not given are not set: their defaults are class attributes of the
    namespace.
    """

    def __init__(
        self, command: str, *usages: str, summary: str, examples: Examples, details: str = "", epilog: str
    ) -> None:
        prog = f"{PROGRAM} {command}".rstrip()
        self.summary = summary
        self.examples = examples
        self.details = details
        super().__init__(
            prog=prog,
            usage="\n       ".join(f"{prog} {usage}" for usage in usages),
            description="\n".join(
                filter(None, [f"{fill(summary, COLUMNS_OF_EXAMPLES)}\n", example_lines(examples), details])
            ),
            epilog=epilog,
            formatter_class=Layout,
            argument_default=argparse.SUPPRESS,
            add_help=False,
            allow_abbrev=False,
        )
        self.help_option = "--help"
        self.color = False  # Python 3.14 colours help otherwise, whatever NO_COLOR and the layout say

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the namespace with the values of the arguments."""
        found, rest = self.parse_known_args(args, namespace)
        return found if not rest else self._refuse(rest)

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the namespace; options may stand between the other arguments."""
        found, rest = self.parse_known_intermixed_args(args, namespace)
        return found if not rest else self._refuse(rest)

    def _refuse(self, rest: Sequence[str]) -> NoReturn:
        """Exit with a message about arguments that nothing takes."""
        options = [argument.partition("=")[0] for argument in rest if argument.startswith("-")]
        if not options:
            self.error(f"{rest[0]!r} is one argument too many; {self.prog} {self.help_option} shows the usage")
        shown = [action for action in self._actions if action.help != argparse.SUPPRESS]
        flags = {flag.lstrip("-"): flag for action in shown for flag in action.option_strings}
        near = nearest(options[0].lstrip("-"), flags)
        what = options[0] if self.prog == PROGRAM else f"{options[0]} of {self.prog}"
        hint = f"did you mean {flags[near]}?" if near else f"{self.prog} {self.help_option} lists all options"
        self.error(f"there is no option {what}: {hint}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            what = str(action.metavar).lower() if action.metavar in _NOUNS else "value"
            raise argparse.ArgumentError(action, str(UnknownNameError(what, str(value), map(str, action.choices))))

    def print_help(self, file: Any = None) -> None:
        """Print the help; exit with a message if that fails."""
        status = print_result(self.format_help())
        if status != OK:
            self.exit(status)

    def error(self, message: str) -> NoReturn:
        """Exit with a message that says which argument is wrong and what to do."""
        print_error(self._plain(message))
        self.exit(MISUSED)

    def _plain(self, message: str) -> str:
        """Return a message of argparse in our words; other messages stay as they are."""
        if message.startswith(_MISSING):
            missing = ", ".join(map(self._shown, message.removeprefix(_MISSING).split(", ")))
            return f"missing: {missing}; {self.prog} {self.help_option} shows the usage"
        found = _ARGUMENT.fullmatch(message)
        if not found:
            return message
        flag, problem = self._flag(found[1]), found[2]
        if problem.startswith(_CONTRADICTION):
            other = self._flag(problem.removeprefix(_CONTRADICTION))
            return f"{flag} and {other} contradict each other: give one of them"
        if problem.startswith("expected "):
            return f"{flag} needs a value: {self._shown(found[1])}"
        invalid = _INVALID.fullmatch(problem)
        if invalid and invalid[1] in _TYPES:
            problem = f"{invalid[2]} is not {_TYPES[invalid[1]]}"
        return f"{flag}: {problem}" if flag.startswith("-") else problem

    def _flag(self, name: str) -> str:
        """Return the long form of an option that argparse calls ``-f/--format``."""
        return name.rpartition("/")[2] if name.startswith("-") else name

    def _shown(self, name: str) -> str:
        """Return an option with the placeholder for its value."""
        flag = self._flag(name)
        action = self._option_string_actions.get(flag)
        return f"{flag} {action.metavar}" if action is not None and isinstance(action.metavar, str) else flag

    def positional(self, name: str, metavar: str, nargs: str | None = None) -> None:
        """Add an argument that the usage and the description explain."""
        settings: dict[str, Any] = {} if nargs is None else {"nargs": nargs}
        self.add_argument(name, metavar=metavar, help=argparse.SUPPRESS, **settings)

    def group(self, title: str) -> Callable[..., Any]:
        """Start a group of options; return the function that adds one."""
        return self.add_argument_group(title).add_argument


def example_lines(examples: Examples) -> str:
    """Return the lines of examples for help: what commands do stands beside them, or below if one would be too long."""
    widest = max(len(command) for command, _ in examples)
    if widest + max(len(what) for _, what in examples) + 5 <= COLUMNS_OF_EXAMPLES:
        lines = [f"  {command:<{widest}}   {what}" for command, what in examples]
    else:
        lines = [line for command, what in examples for line in (f"  {command}", f"      {what}")]
    return "\n".join(["examples:", *lines, ""])


def table(title: str, entries: Mapping[str, str]) -> str:
    """Return lines for help: a title, and names with texts beside them."""
    indent = " " * (max(11, *map(len, entries)) + 4)
    lines = [
        line
        for name, text in entries.items()
        for line in wrap(text, COLUMNS, initial_indent=f"  {name}".ljust(len(indent)), subsequent_indent=indent)
    ]
    return "\n".join([f"{title}:", *lines, ""])


def add_help(add: Callable[..., Any]) -> None:
    """Add ``--help`` to a group of options."""
    add("-h", "--help", action="help", help="print this help")


def add_color(add: Callable[..., Any]) -> None:
    """Add ``--color`` to a group of options."""
    help = "colour the output: auto (on a terminal, unless NO_COLOR is set), always or never"
    add("--color", choices=CHOICES, metavar="WHEN", help=help)
