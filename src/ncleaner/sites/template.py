"""The template of a site: the blocks that stand on several of its pages, for people to read."""

from __future__ import annotations

from ncleaner.sites.fingerprints import Fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ncleaner.page.blocks import Blocks
    from ncleaner.sites.site import Site

FEWEST = 2  # pages of a block of the template


class TemplateBlock:
    """A block of the template: its text on the first page that has it, and the number of pages that have it."""

    __slots__ = ("pages", "text")

    def __init__(self, text: str, pages: int) -> None:
        self.text = text
        self.pages = pages


def template(site: Site, pages: Iterable[Blocks]) -> list[TemplateBlock]:
    """Return the blocks that stand in the same place of several pages of a site, the most frequent first.

    A site has only fingerprints, so the texts are those of ``pages``. Blocks on equally many pages are in their order.
    """
    known: set[tuple[int, int]] = set()
    blocks = []
    index = site.index
    for page in pages:
        found = Fingerprints(page)
        for block, text, path in zip(found.rows, found.texts, found.paths, strict=True):
            here = text, path
            count = index.count(text, path)
            if count >= FEWEST and here not in known:
                known.add(here)
                blocks.append(TemplateBlock(page.text(block), count))
    return sorted(blocks, key=lambda block: -block.pages)
