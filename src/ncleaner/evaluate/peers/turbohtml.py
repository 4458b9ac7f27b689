"""turbohtml, an HTML parser in C that also finds the main content of a page."""

from __future__ import annotations

import sys

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract

PYTHON = (3, 11)


class TurboHtml(Peer):
    """The text of the main content, with turbohtml's defaults."""

    name = "peer:turbohtml"
    package = "turbohtml"

    def extractor(self) -> Extract:
        """Return a function to the text of the main content; a page without main content has none."""
        from turbohtml import parse

        def text(html: str) -> str:
            return str(parse(html).main_text())

        return text

    def missing(self, error: ImportError) -> str:
        """Return what to install."""
        if sys.version_info[:2] < PYTHON:
            return f"the engine {self.name!r} needs Python {PYTHON[0]}.{PYTHON[1]} or newer, and the package turbohtml"
        return super().missing(error)
