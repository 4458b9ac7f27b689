"""Reading of a page that is the only input of a command."""

from __future__ import annotations

import sys

from ncleaner.cli.address_names import is_address
from ncleaner.cli.clean_plan import page_name
from ncleaner.cli.output import reason
from ncleaner.errors import InputError, UsageError
from ncleaner.system.files import STDIN, read_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.fetched import Fetched


def named_page(path: str | None, command: str) -> str:
    """Return the path of the page for a command: standard input by default, unless that is a terminal."""
    if path is None and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError(f"name a page: {command} FILE|URL, or - to read what you type, up to Ctrl-D")
    return STDIN if path is None else path


def read_page(path: str) -> bytes | Fetched:
    """Read a file or standard input, or fetch a page; raise `InputError` with its name if that fails."""
    try:
        if is_address(path):
            from ncleaner.cli.fetching import fetch_input

            return fetch_input(path)
        return read_input(path)
    except FileNotFoundError as error:
        from ncleaner.cli.suggestions import suggestion

        raise InputError(f"{page_name(path)}: {reason(error)}{suggestion(path)}") from None
    except (OSError, InputError) as error:
        raise InputError(f"{page_name(path)}: {reason(error)}") from None
