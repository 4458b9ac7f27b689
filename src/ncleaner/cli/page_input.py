"""Reading of a page that is the only input of a command."""

from __future__ import annotations

from ncleaner.cli.address_names import is_address
from ncleaner.cli.clean_plan import page_name
from ncleaner.cli.output import reason
from ncleaner.errors import InputError
from ncleaner.system.files import read_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.fetched import Fetched


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
