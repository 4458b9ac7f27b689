"""A site, learnt from its pages: which texts its pages share, and what stands in which of their containers.

Strategy: a site is a sample of its pages. Of each page in it, the fingerprints of its blocks are kept
(`ncleaner.sites.fingerprints`), with their words and, if the page was cleaned, their scores. The sample has the `PAGES`
pages whose own fingerprints are the smallest, so it is the same whatever the order of the pages, and two sites are
merged by merging their samples: `Site.merge` is exact, associative and commutative. However many pages are learnt, a
site has at most `PAGES` times `BLOCKS` blocks.

Because each page is known by itself, a page that is cleaned can be left out of what counts as evidence about it, and so
can copies of it and pages of another design (`ncleaner.sites.facts`).
"""

from __future__ import annotations

import os
from array import array

from ncleaner.decode import decode
from ncleaner.errors import ModelError
from ncleaner.page.document import Document
from ncleaner.page.frozen import Frozen
from ncleaner.read import read_page
from ncleaner.sites.facts import facts_of
from ncleaner.sites.fingerprints import Fingerprints
from ncleaner.sites.index import Index
from ncleaner.sites.sketch import UNKNOWN, Sketch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Source
    from ncleaner.page.site_facts import SiteFacts

PAGES = 32  # in a sample
BLOCKS = 512  # of a page that are kept: those whose texts have the smallest fingerprints
KIND = "site"  # in place of the name of an engine in the file

_ARRAYS = {
    "pages": "U64", "sizes": "U32", "texts": "U64", "paths": "U64", "words": "U16", "prose": "U8", "scores": "I8",
    "known": "U64", "around": "U64",
}  # fmt: skip


class Site(Frozen):
    """What the pages of a site have in common.

    ``sketches`` are the pages of the sample in the order of their fingerprints; ``around`` has, for each path, the path
    around it.
    """

    __slots__ = ("_index", "around", "sketches")

    sketches: tuple[Sketch, ...]
    around: dict[int, int]
    _index: Index | None

    def __init__(self, sketches: Iterable[Sketch] = (), around: dict[int, int] | None = None) -> None:
        by_page: dict[int, Sketch] = {}
        for sketch in sketches:
            known = by_page.get(sketch.page)
            by_page[sketch.page] = sketch if known is None else known.or_better(sketch)
        chosen = tuple(by_page[page] for page in sorted(by_page)[:PAGES])
        self._fill(sketches=chosen, around=_needed(chosen, around or {}), _index=None)

    @classmethod
    def learn(cls, pages: Iterable[Source | Document]) -> Site:
        """Learn a site from its pages, given as bytes, as text or as cleaned documents.

        Documents also tell how their blocks were scored. Memory is that of the sample, whatever the number of pages.
        """
        learner = Learner()
        for page in pages:
            learner.add(page)
        return learner.site()

    def merge(self, *others: Site) -> Site:
        """Return what would have been learnt from the pages of this site and the others together."""
        around = self.around.copy()
        for other in others:
            around |= other.around
        return Site((sketch for site in (self, *others) for sketch in site.sketches), around)

    def __len__(self) -> int:
        """Return the number of pages in the sample."""
        return len(self.sketches)

    def facts(self, blocks: Blocks) -> SiteFacts | None:
        """Return what the other pages of the site say about the blocks of a page; ``None`` if there are no others."""
        return facts_of(self.index, blocks)

    @property
    def index(self) -> Index:
        """The sample, arranged to be looked up in."""
        index = self._index
        if index is None:
            index = Index(self.sketches, self.around)
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
        known = sorted(self.around)
        columns = {name: array(code) for name, code in (("texts", "Q"), ("paths", "Q"), ("words", "H"))}
        columns |= {"prose": array("B"), "scores": array("b")}
        for sketch in self.sketches:
            for name, column in columns.items():
                column.extend(getattr(sketch, name))
        return columns | {
            "pages": array("Q", [sketch.page for sketch in self.sketches]),
            "sizes": array("I", [len(sketch) for sketch in self.sketches]),
            "known": array("Q", known),
            "around": array("Q", [self.around[path] for path in known]),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Site):
            return NotImplemented
        return self.sketches == other.sketches and self.around == other.around

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Site, (self.sketches, self.around)

    def __repr__(self) -> str:
        return f"<Site: a sample of {len(self)} pages>"


class Learner:
    """Learns a site page by page. Its memory is bounded, whatever the number of pages."""

    __slots__ = ("_around", "_sketches")

    def __init__(self) -> None:
        self._sketches: dict[int, Sketch] = {}
        self._around: dict[int, int] = {}

    def add(self, page: Source | Document) -> None:
        """Learn a page, given as bytes, as text or as a cleaned document."""
        if isinstance(page, Document):
            blocks, scores = page.blocks, page.decisions.scores
        else:
            blocks, scores = read_page(decode(page)), None
        found = Fingerprints(blocks)
        sketch = _sketch(found, scores)
        known = self._sketches.get(sketch.page)
        self._sketches[sketch.page] = sketch if known is None else known.or_better(sketch)
        self._around |= found.around
        if len(self._sketches) > PAGES:
            del self._sketches[max(self._sketches)]
            self._around = _needed(self._sketches.values(), self._around)

    def site(self) -> Site:
        """Return the site as learnt so far."""
        return Site(self._sketches.values(), self._around)


def _sketch(found: Fingerprints, scores: array[float] | None) -> Sketch:
    """Return what is kept of a page."""
    order = sorted(range(len(found.rows)), key=lambda row: (found.texts[row], found.paths[row], row))[:BLOCKS]
    return Sketch(
        found.page,
        array("Q", [found.texts[row] for row in order]),
        array("Q", [found.paths[row] for row in order]),
        array("H", [min(found.words[row], 0xFFFF) for row in order]),
        array("B", [found.prose[row] > 0 for row in order]),
        array("b", [UNKNOWN if scores is None else _byte(scores[found.rows[row]]) for row in order]),
    )


def _byte(bits: float) -> int:
    """Return a score in eighths of a bit."""
    return max(-127, min(127, round(8 * bits)))


def _needed(sketches: Iterable[Sketch], around: dict[int, int]) -> dict[int, int]:
    """Return the paths of the blocks of some pages, and those around them."""
    needed: dict[int, int] = {}
    for sketch in sketches:
        for start in sketch.paths:
            path = start
            while path and path not in needed:
                needed[path] = around.get(path, 0)
                path = needed[path]
    return needed


def _unpacked(model: Model) -> Site:
    """Return the site in a file, or raise `ModelError`."""
    if model.engine != KIND:
        raise ModelError(f"{model.name} is a model of the engine {model.engine!r}, not a site")
    columns = {name: model.array(name, dtype) for name, dtype in _ARRAYS.items()}
    sizes = columns["sizes"].tolist()
    blocks = sum(sizes)
    if len(columns["pages"]) != len(sizes) or len(sizes) > PAGES or max(sizes, default=0) > BLOCKS:
        raise ModelError(f"{model.name}: the sizes of the pages are wrong")
    if any(len(columns[name]) != blocks for name in ("texts", "paths", "words", "prose", "scores")):
        raise ModelError(f"{model.name}: the pages should have {blocks} blocks together")
    if len(columns["known"]) != len(columns["around"]):
        raise ModelError(f"{model.name}: the paths are incomplete")
    around = dict(zip(columns["known"].tolist(), columns["around"].tolist(), strict=True))
    _check_paths(around, columns["paths"].tolist(), model.name)
    sketches = []
    start = 0
    for page, size in zip(columns["pages"].tolist(), sizes, strict=True):
        end = start + size
        parts = (array(code, columns[name][start:end].tolist()) for name, code in Sketch.CODES.items())
        sketches.append(Sketch(page, *parts))
        start = end
    if list(columns["pages"]) != sorted({sketch.page for sketch in sketches}):
        raise ModelError(f"{model.name}: the pages are out of order")
    return Site(sketches, around)


def _check_paths(around: dict[int, int], paths: Iterable[int], name: str) -> None:
    """Raise `ModelError` if a path is unknown, or stands inside itself."""
    sound = {0}
    for start in (*around, *paths):
        walked = []
        path = start
        while path not in sound:
            walked.append(path)
            path = around.get(path, -1)
            if path < 0 or len(walked) > len(around):
                raise ModelError(f"{name}: the paths do not lead to the root")
        sound.update(walked)
