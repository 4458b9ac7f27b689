"""The options of engines and trainers, as the tables declare them and the command line offers them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Option:
    """An option: its name, the function that parses its value, a placeholder for the value, and a help text.

    The name is that of a keyword argument; the command line writes ``-`` for ``_``. If ``type`` is ``bool``, the option
    takes no value on the command line and means ``True``. ``choices`` lists the allowed values, if there are few.
    ``shortcuts`` are further names on the command line, without dashes, each for one value of the option.
    """

    __slots__ = ("choices", "help", "metavar", "name", "shortcuts", "type")

    def __init__(
        self,
        name: str,
        type: Callable[[str], object],
        metavar: str,
        help: str,
        choices: tuple[str, ...] | None = None,
        shortcuts: tuple[tuple[str, object], ...] = (),
    ) -> None:
        self.name = name
        self.type = type
        self.metavar = metavar
        self.help = help
        self.choices = choices
        self.shortcuts = shortcuts

    @property
    def flag(self) -> str:
        """The option as it is written on the command line."""
        return "--" + self.name.replace("_", "-")


def count(text: str) -> int:
    """Return a number from 1 up: the type of options that count something."""
    from ncleaner.errors import UsageError

    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"{text!r} is not a number from 1 up")
    return number
