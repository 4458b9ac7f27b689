"""A linearizer for the WARC processor of Dolma.

Dolma knows linearizers by their names. To import this module is to add the name ``ncleaner``. Its worker processes
import nothing but the script that was started, so that this is the place for the import; for those who start the
command of Dolma instead, ``python -m ncleaner.integrations.dolma`` is that command with one more linearizer.
"""

from __future__ import annotations

from typing import Any

from dolma.warc.linearizers import BaseLinearizer, LinearizerRegistry

from ncleaner.integrations.loaded import cleaner


@LinearizerRegistry.add("ncleaner")
class NCleanerLinearizer(BaseLinearizer):
    """Makes clean text of pages. The arguments are those of `ncleaner.Cleaner`.

    Dolma makes linearizers without arguments. For other ones, add a class of your own that hands them on to this one.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options

    def linearize(self, content: str | bytes) -> str:
        """The clean text of a page."""
        return cleaner(**self.options).clean(content).text.rstrip("\n")


if __name__ == "__main__":
    from dolma.cli.main import main

    main()
