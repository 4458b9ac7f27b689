"""Other tools as engines, to be measured in the same way as ours. One file each; nothing else imports them.

A tool gets the decoded page, as its users would give it, and returns text. Each line of that text becomes a paragraph,
and all of them are kept: a tool has decided already. It says nothing about where in the source its words stand, so the
spans are −1. What a tool raises is not caught: whoever runs it wants to know.
"""

from __future__ import annotations

from ncleaner.blocks import Block, Blocks, Elements
from ncleaner.decisions import Decisions
from ncleaner.engines import Engine
from ncleaner.errors import EngineUnavailable, NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.document import Page

    Extract = Callable[[str], str]

BODY = "<body"


class Peer(Engine):
    """What all tools have in common. ``package`` is the name that one installs the tool by."""

    package: str

    def __init__(self) -> None:
        try:
            self._extract = self.extractor()
        except ImportError as error:
            raise EngineUnavailable(
                f"the engine {self.name!r} needs the package {self.package} ({error}): pip install 'ncleaner[peers]'"
            ) from None

    def extractor(self) -> Extract:
        """Import the tool; return what makes text of a page."""
        raise NotImplementedError

    def read(self, page: Page) -> Blocks:
        """Let the tool read the page."""
        if page.kind != "html":
            raise NCleanerError(f"the engine {self.name!r} reads HTML only")
        return paragraphs(page.source, self._extract(page.text))

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep all that the tool has kept."""
        return Decisions(blocks, rules=False)

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """Who kept it."""
        return f"kept by {self.package}"


def paragraphs(source: bytes, text: str) -> Blocks:
    """A block for each line that is not empty."""
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
    """The page with the tags that HTML lets one leave out, for tools that see nothing in a page without them."""
    return html if BODY in html.lower() else f"<html><body>{html}"
