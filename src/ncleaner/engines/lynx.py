"""The browser Lynx itself. Its dumps are the papers' baseline and the raw material of their gold standards.

Lynx does not report where in the source a word comes from, so the spans of these segments are −1.
"""

from __future__ import annotations

from ncleaner.engines.base import ReadingEngine
from ncleaner.engines.dump import Dump
from ncleaner.errors import EngineUnavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

COMMAND = ("lynx", "-dump", "-stdin", "-force_html", "-width=80", "-assume_charset=utf-8", "-display_charset=utf-8")
SECONDS = 30
TEMPORARY = rb"file://[^\s]*?/lynx[^/\s]*/(?:L[0-9]+-[0-9]+TMP\.html)?"


class Lynx(Dump, ReadingEngine):
    """Keeps all text that Lynx shows, including its numbered list of links."""

    name = "lynx"
    command: tuple[str, ...] = COMMAND

    def __init__(self) -> None:
        import shutil

        if shutil.which(COMMAND[0]) is None:
            raise EngineUnavailable(
                "the engine 'lynx' needs the text browser Lynx: apt install lynx or brew install lynx"
            )

    def read(self, page: Page) -> Blocks:
        """Run Lynx on the page, and segment its dump."""
        from ncleaner.read.text.reader import read

        dump = self.dump(page) if page.kind == "html" else page.source
        blocks = read(dump or b"")
        for block in blocks.items:
            block.start = block.end = -1
        if dump is None:
            blocks.warnings = (f"Lynx did not finish within {SECONDS} seconds",)
        return blocks

    def dump(self, page: Page) -> bytes | None:
        """Return the dump of a page, or ``None`` if Lynx did not finish in time."""
        import subprocess

        try:
            result = subprocess.run(self.command, input=page.source, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
        return _without_temporary_paths(result.stdout).decode("utf-8", "replace").encode()


def _without_temporary_paths(dump: bytes) -> bytes:
    """Remove the path of Lynx's temporary file from relative links: it differs in every run."""
    import re

    return re.sub(TEMPORARY, b"file:///", dump)
