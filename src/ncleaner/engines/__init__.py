"""Engines: what decides which segments to keep. One file each, looked up by name, imported when asked for.

An engine reads a page into blocks and gives a `Decision` for each of them. Most read pages as `Engine.read` does; those
that stand on something else than our scanner bring their own.
"""

from __future__ import annotations

from ncleaner.errors import NCleanerError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ncleaner.blocks import Blocks
    from ncleaner.document import Decision, Page

DEFAULT_ENGINE = "heuristics"

ENGINES = {
    "heuristics": ("ncleaner.engines.heuristics:Heuristics", "drops only what is certainly furniture"),
    "dump": ("ncleaner.engines.dump:Dump", "keeps everything that a reader can see"),
    "lynx": ("ncleaner.engines.lynx:Lynx", "keeps everything that the text browser Lynx shows"),
    "peer:trafilatura": ("ncleaner.engines.peers.trafilatura:Trafilatura", "trafilatura as it comes"),
    "peer:trafilatura-no-comments": ("ncleaner.engines.peers.trafilatura:NoComments", "trafilatura without comments"),
    "peer:trafilatura-fast": ("ncleaner.engines.peers.trafilatura:Fast", "trafilatura without its fallbacks"),
    "peer:resiliparse": ("ncleaner.engines.peers.resiliparse:Resiliparse", "the main content by Resiliparse"),
    "peer:justext": ("ncleaner.engines.peers.justext:JusText", "jusText with its English stop list"),
    "peer:justext-tuned": ("ncleaner.engines.peers.justext:Tuned", "jusText with thresholds tuned on CleanEval"),
    "peer:readability": ("ncleaner.engines.peers.readability:Readability", "the article by readability-lxml"),
    "peer:boilerpy3": ("ncleaner.engines.peers.boilerpy3:BoilerPy3", "BoilerPy3's Canola extractor"),
    "peer:newspaper4k": ("ncleaner.engines.peers.newspaper4k:Newspaper4k", "the article by newspaper4k"),
    "peer:goose3": ("ncleaner.engines.peers.goose3:Goose3", "the article by goose3"),
    "peer:html-text": ("ncleaner.engines.peers.html_text:HtmlText", "everything, by html-text"),
}
"""Name to where the class is, and what it does in a few words. Other tools have names that begin with ``peer:``."""


class Engine:
    """What all engines have in common."""

    name: str
    trainable = False

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

    @classmethod
    def trained_on(cls, examples: Iterable[tuple[bytes, str]]) -> Engine:
        """An engine that has learnt from pages and their gold texts; only those that are ``trainable`` can."""
        raise NCleanerError(f"the engine {cls.name!r} cannot be trained")


def find(name: str) -> type[Engine]:
    """The class of the engine of that name."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    place, _, cls = ENGINES[name][0].partition(":")
    engine: type[Engine] = getattr(__import__(place, fromlist=[cls]), cls)
    return engine


def load(name: str) -> Engine:
    """The engine of that name, ready to work."""
    return find(name)()
