"""How all commands read their arguments."""

from __future__ import annotations

import argparse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Parser(argparse.ArgumentParser):
    """Prints help as it is written, and takes options by their full names; ``-h`` is an option like any other."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False, allow_abbrev=False, **settings
        )
