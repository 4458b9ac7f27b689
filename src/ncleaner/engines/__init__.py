"""Engines: what decides which segments to keep. One file each, looked up by name, imported when asked for.

An engine reads a page into blocks and gives a `Decision` for each of them. Most read pages as `Engine.read` does; those
that stand on something else than our scanner bring their own.
"""

from __future__ import annotations

from ncleaner.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.blocks import Blocks
    from ncleaner.document import Decision, Page

DEFAULT_ENGINE = "heuristics"

ENGINES = {
    "heuristics": ("ncleaner.engines.heuristics:Heuristics", "drops only what is certainly furniture"),
    "dump": ("ncleaner.engines.dump:Dump", "keeps everything that a reader can see"),
    "lynx": ("ncleaner.engines.lynx:Lynx", "keeps everything that the text browser Lynx shows"),
}
"""Name to where the class is, and what it does in a few words."""


class Engine:
    """What all engines have in common."""

    name: str

    def read(self, page: Page) -> Blocks:
        """The segments of a page."""
        if page.kind == "text":
            from ncleaner.text.reader import read

            return read(page.source)
        from ncleaner.html.scan import scan
        from ncleaner.segment import segment

        return segment(scan(page.source))

    def decide(self, blocks: Blocks) -> list[Decision]:
        """Keep or drop, for each of the segments."""
        raise NotImplementedError


def load(name: str) -> Engine:
    """The engine of that name."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    place, _, cls = ENGINES[name][0].partition(":")
    engine: Engine = getattr(__import__(place, fromlist=[cls]), cls)()
    return engine
