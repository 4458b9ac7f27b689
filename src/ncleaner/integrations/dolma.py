"""A linearizer for the WARC processor of Dolma.

Dolma looks linearizers up by name. Importing this module registers the name ``ncleaner``. Dolma's worker processes
import only the main script, so import this module there. To use Dolma's command line, run
``python -m ncleaner.integrations.dolma``: it is the same command with the linearizer registered.
"""

from __future__ import annotations

from typing import Any

from dolma.warc.linearizers import BaseLinearizer, LinearizerRegistry

from ncleaner.integrations.loaded import cleaner


@LinearizerRegistry.add("ncleaner")
class NCleanerLinearizer(BaseLinearizer):
    """A linearizer that cleans pages; ``options`` are the arguments of `ncleaner.Cleaner`.

    Dolma creates linearizers without arguments. To set options, register a subclass that passes them to this class.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options

    def linearize(self, content: str | bytes) -> str:
        """Return the clean text of a page."""
        return cleaner(**self.options).clean(content).text.rstrip("\n")


if __name__ == "__main__":
    from dolma.cli.main import main

    main()
