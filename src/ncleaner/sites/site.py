"""A site, learnt from its pages: which texts its pages share, and what stands in which of their containers.

Strategy: a site is a sample of its pages. Of each page in it, the fingerprints of its blocks are kept
(`ncleaner.sites.fingerprints`), with their words. The sample has the `PAGES` pages whose own fingerprints are the
smallest, so it is the same whatever the order of the pages, and two sites are merged by merging their samples:
`Site.merge` is exact, associative and commutative. However many pages are learnt, a site has at most `PAGES` times
`ncleaner.sites.sketch.BLOCKS` blocks.

Because each page is known by itself, a page that is cleaned can be left out of what counts as evidence about it, and so
can copies of it and pages of another design (`ncleaner.sites.index`).
"""

from __future__ import annotations

import os
from array import array

from ncleaner.decode import decode
from ncleaner.errors import ModelError
from ncleaner.page.declared import as_shown
from ncleaner.page.document import Document
from ncleaner.page.frozen import Frozen
from ncleaner.read import read_page
from ncleaner.sites.index import Index
from ncleaner.sites.sketch import BLOCKS, Sketch, sketch_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Source
    from ncleaner.page.site_facts import SiteFacts

PAGES = 32  # in a sample
KIND = "site"  # in place of the name of an engine in the file

_ARRAYS = {"pages": "U64", "sizes": "U32", "texts": "U64", "paths": "U64", "words": "I32"}


class Site(Frozen):
    """What the pages of a site have in common. ``sketches`` are the pages of the sample, by their fingerprints."""

    __slots__ = ("_index", "sketches")

    sketches: tuple[Sketch, ...]
    _index: Index | None

    def __init__(self, sketches: Iterable[Sketch] = ()) -> None:
        by_page = {sketch.page: sketch for sketch in sketches}
        self._fill(sketches=tuple(by_page[page] for page in sorted(by_page)[:PAGES]), _index=None)

    @classmethod
    def learn(cls, pages: Iterable[Source | Document]) -> Site:
        """Learn a site from its pages, given as bytes, as text or as cleaned documents.

        Memory is that of the sample, whatever the number of pages.
        """
        learner = Learner()
        for page in pages:
            learner.add(page)
        return learner.site()

    def merge(self, *others: Site) -> Site:
        """Return what would have been learnt from the pages of this site and the others together."""
        return Site(sketch for site in (self, *others) for sketch in site.sketches)

    def __len__(self) -> int:
        """Return the number of pages in the sample."""
        return len(self.sketches)

    def facts(self, blocks: Blocks) -> SiteFacts | None:
        """Return what the other pages of the site say about the blocks of a page; ``None`` if there are no others."""
        return self.index.facts(blocks)

    @property
    def index(self) -> Index:
        """The sample, arranged to be looked up in."""
        index = self._index
        if index is None:
            index = Index(self.sketches)
            self._fill(_index=index)
        return index

    # Files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the site to a file."""
        from ncleaner.models.format import write

        write(path, {"engine": KIND}, self._arrays())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Site:
        """Read a site from a file; raise `ModelError` if it is damaged or something else."""
        from ncleaner.models.format import read

        return _unpacked(read(path))

    def _arrays(self) -> dict[str, array[int]]:
        columns = {name: array(code) for name, code in Sketch.CODES.items()}
        for sketch in self.sketches:
            for name, column in columns.items():
                column.extend(getattr(sketch, name))
        return columns | {
            "pages": array("Q", [sketch.page for sketch in self.sketches]),
            "sizes": array("I", [len(sketch) for sketch in self.sketches]),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Site):
            return NotImplemented
        return self.sketches == other.sketches

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Site, (self.sketches,)

    def __repr__(self) -> str:
        return f"<Site: a sample of {len(self)} pages>"


class Learner:
    """Learns a site page by page. Its memory is bounded, whatever the number of pages."""

    __slots__ = ("_sketches",)

    def __init__(self) -> None:
        self._sketches: dict[int, Sketch] = {}

    def add(self, page: Source | Document) -> None:
        """Learn a page, given as bytes, as text or as a cleaned document."""
        sketch = sketch_of(as_shown(page).blocks if isinstance(page, Document) else read_page(decode(page)))
        self._sketches[sketch.page] = sketch
        if len(self._sketches) > PAGES:
            del self._sketches[max(self._sketches)]

    def site(self) -> Site:
        """Return the site as learnt so far."""
        return Site(self._sketches.values())


def _unpacked(model: Model) -> Site:
    """Return the site in a file, or raise `ModelError`."""
    if model.engine != KIND:
        raise ModelError(f"{model.name} is a model of the engine {model.engine!r}, not a site")
    columns = {name: model.array(name, dtype) for name, dtype in _ARRAYS.items()}
    sizes = columns["sizes"].tolist()
    blocks = sum(sizes)
    if len(columns["pages"]) != len(sizes) or len(sizes) > PAGES or max(sizes, default=0) > BLOCKS:
        raise ModelError(f"{model.name}: the sizes of the pages are wrong")
    if any(len(columns[name]) != blocks for name in Sketch.CODES):
        raise ModelError(f"{model.name}: the pages should have {blocks} blocks together")
    sketches = []
    start = 0
    for page, size in zip(columns["pages"].tolist(), sizes, strict=True):
        end = start + size
        parts = (array(code, columns[name][start:end].tolist()) for name, code in Sketch.CODES.items())
        sketches.append(Sketch(page, *parts))
        start = end
    if list(columns["pages"]) != sorted({sketch.page for sketch in sketches}):
        raise ModelError(f"{model.name}: the pages are out of order")
    return Site(sketches)
