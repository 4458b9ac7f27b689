"""Other tools as engines, one module each, so that they are measured in the same way as ours.

Importing this package adds them to the table of engines, under names that begin with ``peer:``.

A tool gets the decoded page, as its users would pass it, and returns text. Each line of that text becomes a paragraph
that is kept. Tools do not report positions in the source, so spans are −1. Exceptions of a tool are not caught.
"""

from __future__ import annotations

from ncleaner.engines import ENGINES, Entry, ReadingEngine
from ncleaner.errors import EngineUnavailable, NCleanerError, not_installed
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.page.elements import Elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.page.page import Page

    Extract = Callable[[str], str]

PEERS = {
    "peer:trafilatura": Entry("ncleaner.evaluate.peers.trafilatura:Trafilatura", "trafilatura as it comes"),
    "peer:trafilatura-no-comments": Entry(
        "ncleaner.evaluate.peers.trafilatura:NoComments", "trafilatura without comments"
    ),
    "peer:trafilatura-fast": Entry("ncleaner.evaluate.peers.trafilatura:Fast", "trafilatura without its fallbacks"),
    "peer:resiliparse": Entry("ncleaner.evaluate.peers.resiliparse:Resiliparse", "the main content by Resiliparse"),
    "peer:justext": Entry("ncleaner.evaluate.peers.justext:JusText", "jusText with its English stop list"),
    "peer:justext-tuned": Entry("ncleaner.evaluate.peers.justext:Tuned", "jusText with thresholds tuned on CleanEval"),
    "peer:readability": Entry("ncleaner.evaluate.peers.readability:Readability", "the article by readability-lxml"),
    "peer:boilerpy3": Entry("ncleaner.evaluate.peers.boilerpy3:BoilerPy3", "BoilerPy3's Canola extractor"),
    "peer:newspaper4k": Entry("ncleaner.evaluate.peers.newspaper4k:Newspaper4k", "the article by newspaper4k"),
    "peer:goose3": Entry("ncleaner.evaluate.peers.goose3:Goose3", "the article by goose3"),
    "peer:html-text": Entry("ncleaner.evaluate.peers.html_text:HtmlText", "everything, by html-text"),
}
"""Entries as in `ncleaner.engines.ENGINES`."""

BODY = "<body"


class Peer(ReadingEngine):
    """Base class of the tools. ``package`` is the name by which the tool is installed."""

    package: str

    def __init__(self) -> None:
        try:
            self._extract = self.extractor()
        except ImportError:
            raise EngineUnavailable(not_installed(f"the engine {self.name!r}", self.package, "peers")) from None

    def __reduce__(self) -> tuple[type[Peer], tuple[()]]:
        return type(self), ()  # the extractor may be a local function, which cannot be pickled

    def extractor(self) -> Extract:
        """Import the tool and return a function from page to text."""
        raise NotImplementedError

    def read(self, page: Page) -> Blocks:
        """Return the tool's text of the page as blocks."""
        if page.kind != "html":
            raise NCleanerError(f"the engine {self.name!r} reads HTML only")
        return paragraphs(page.source, self._extract(page.text))

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep all text that the tool has kept."""
        return Draft(blocks, rules=False).finish(PeerGrounds(self.package))


class PeerGrounds:
    """The reason of every decision: the tool kept the text."""

    def __init__(self, package: str) -> None:
        self._reason = f"kept by {package}"

    def reason(self, index: int) -> str:
        """Return which tool kept the block."""
        return self._reason


def paragraphs(source: bytes, text: str) -> Blocks:
    """Return a block for each line that is not empty."""
    from array import array

    buffer = bytearray()
    items = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if buffer:
            buffer += b"\n"
        block = Block()
        block.begin(-1, len(buffer), -1)
        buffer += line.encode("utf-8", "replace")
        block.text_end = len(buffer)
        block.words = len(line.split())
        block.chars = sum(map(len, line.split()))
        items.append(block)
    return Blocks(source, bytes(buffer), items, Elements(), array("i"), [""], [], [])


def with_body(html: str) -> str:
    """Add ``<html><body>`` to a page without them, for tools that require these optional tags."""
    return html if BODY in html.lower() else f"<html><body>{html}"


ENGINES.update(PEERS)
