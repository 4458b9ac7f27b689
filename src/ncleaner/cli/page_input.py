"""Reading of a page that is the only input of a command."""

from __future__ import annotations

from ncleaner.cli.clean_plan import page_name
from ncleaner.cli.output import reason
from ncleaner.errors import InputError
from ncleaner.system.files import read_input


def read_page(path: str) -> bytes:
    """Read a file or standard input; raise `InputError` with its name if that fails."""
    try:
        return read_input(path)
    except (OSError, InputError) as error:
        raise InputError(f"{page_name(path)}: {reason(error)}") from None
