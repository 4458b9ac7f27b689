"""Other tools as engines, one module each, so that they are measured in the same way as ours.

Importing this package adds them to the table of engines, under names that begin with ``peer:``.

A tool gets the decoded page, as its users would pass it, and returns text. Each line of that text becomes a paragraph
that is kept. Tools do not report positions in the source, so spans are −1. Exceptions of a tool are not caught.

Tools that pip does not install are searched for in the folders that `set_peer_path` or the environment variable
``NCLEANER_PEER_PATH`` names: Python packages in these folders, and npm packages in their folders ``node_modules``.
"""

from __future__ import annotations

import os
import sys

from ncleaner.engines import ENGINES, Entry, ReadingEngine
from ncleaner.errors import EngineUnavailable, NCleanerError, not_installed
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.page.elements import Elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    "peer:turbohtml": Entry("ncleaner.evaluate.peers.turbohtml:TurboHtml", "the main content by turbohtml"),
    "peer:news-please": Entry("ncleaner.evaluate.peers.news_please:NewsPlease", "the article by news-please"),
    "peer:gne": Entry("ncleaner.evaluate.peers.gne:Gne", "the article by GNE (GeneralNewsExtractor)"),
    "peer:readability-js": Entry(
        "ncleaner.evaluate.peers.readability_js:ReadabilityJs", "the article by Readability.js, in Node.js"
    ),
    "peer:magic-html": Entry("ncleaner.evaluate.peers.magic_html:MagicHtml", "the article by magic-html"),
}
"""Entries as in `ncleaner.engines.ENGINES`."""

BODY = "<body"
PATH_VARIABLE = "NCLEANER_PEER_PATH"


class Peer(ReadingEngine):
    """Base class of the tools.

    ``package`` is the name by which the tool is installed, ``extra`` the extra of ncleaner that installs it, if any.
    """

    package: str
    extra: str | None = "peers"

    def __init__(self) -> None:
        sys.path += [folder for folder in peer_path() if folder not in sys.path]
        try:
            self._extract = self.extractor()
        except ImportError as error:
            raise EngineUnavailable(self.missing(error)) from None

    def __reduce__(self) -> tuple[type[Peer], tuple[()]]:
        return type(self), ()  # the extractor may be a local function, which cannot be pickled

    def extractor(self) -> Extract:
        """Import the tool and return a function from page to text."""
        raise NotImplementedError

    def missing(self, error: ImportError) -> str:
        """Return a sentence that says what to install after this error."""
        return not_installed(f"the engine {self.name!r}", self.package, self.extra)

    @classmethod
    def versions(cls) -> list[str]:
        """Return the name and version of the tool, if it is installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return [f"{cls.package} {version(cls.package)}"]
        except PackageNotFoundError:
            return []

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

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return nothing: tools do not say what counted."""
        return []


def peer_path() -> list[str]:
    """Return the folders to search for tools that pip does not install."""
    return [os.path.abspath(folder) for folder in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if folder]


def set_peer_path(folders: Sequence[str]) -> None:
    """Search these folders from now on, and in processes that are started from now on."""
    os.environ[PATH_VARIABLE] = os.pathsep.join(map(os.path.abspath, folders))


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
