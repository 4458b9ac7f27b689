"""The real Lynx, whose dumps are the papers' baseline and the raw material of their gold standards.

Lynx has no way to say where in the source its words come from, so the spans of these segments are −1.
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
    """Keeps everything that Lynx shows, its numbered list of links included."""

    name = "lynx"
    command: tuple[str, ...] = COMMAND

    def __init__(self) -> None:
        import shutil

        if shutil.which(COMMAND[0]) is None:
            raise EngineUnavailable(
                "the engine 'lynx' needs the text browser Lynx: apt install lynx, brew install lynx"
            )

    def read(self, page: Page) -> Blocks:
        """Let Lynx read the page, and segment what it shows."""
        from ncleaner.read.text.reader import read

        dump = self.dump(page) if page.kind == "html" else page.source
        blocks = read(dump or b"")
        for block in blocks.items:
            block.start = block.end = -1
        if dump is None:
            blocks.warnings = (f"Lynx did not finish within {SECONDS} seconds",)
        return blocks

    def dump(self, page: Page) -> bytes | None:
        """What Lynx shows of a page, if it comes to an end."""
        import subprocess

        try:
            result = subprocess.run(self.command, input=page.source, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
        return _placeless(result.stdout).decode("utf-8", "replace").encode()


def _placeless(dump: bytes) -> bytes:
    """A dump in which links within a page's own site do not tell where Lynx kept the page, which differs every time."""
    import re

    return re.sub(TEMPORARY, b"file:///", dump)
