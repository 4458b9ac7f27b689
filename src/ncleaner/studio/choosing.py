"""The order of learning: the pages first from which a model learns most.

Strategy: a page teaches about pages that are like it. So the pages of the folder are to be covered by annotated ones,
and most of all those that the suggester is unsure about. The worth of a page is the sum, over the pages of the folder,
of how much nearer they would be to an annotated page, each times the root of its uncertainty: the mean entropy of the
decisions on its blocks, weighted by their words.

To take the most uncertain page that differs from all annotated ones is worse: the first ten pages are then odd ones
(`benchmarks.annotating` measures what an order is worth).

Likeness is the cosine of two portraits: of the paths and class names of blocks, weighted by the roots of their words,
of the site and of the language. It needs no model and hardly any time.

All pages have to be cleaned once for it, at some milliseconds each. That is done in the background, for at most
`MOST_PAGES` pages of a folder, and remembered as long as the file and the suggester stay the same. Until a page has
been looked at it comes after those that have, in the order of the folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import fsum, log2, sqrt
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from ncleaner.engines.base import Engine
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import shuffled
from ncleaner.gold.sets import Pair
from ncleaner.page.declared import as_shown
from ncleaner.page.document import Document
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.store import NEW, STARTED
from ncleaner.tree.links import source_url

if TYPE_CHECKING:
    from ncleaner.cleaner import Cleaner
    from ncleaner.studio.project import Project
    from ncleaner.studio.settings import ViewSettings

LEARNING_ORDER = "learning"
MOST_PAGES = 400  # pages of a folder that are looked at
MOST_OTHERS = 100  # pages of the folder that are to be covered: a sample of a larger folder
PATIENCE = 1.0  # seconds that a request waits for pages to be looked at
BITS_OF_DOUBT = 1.5  # the bits that an engine's ``uncertain_bits`` stand for
LARGEST = 40.0  # bits of a score; more change no entropy
SITE_SHARE, LANGUAGE_SHARE = 0.5, 0.25  # of a portrait's weight, beside its blocks


class Portrait(NamedTuple):
    """How unsure an engine is about a page, and the features that pages are compared by, of length 1."""

    uncertainty: float
    features: Mapping[str, float]


def next_page(project: Project, annotator: str) -> str | None:
    """Return the id of the page from which a model would learn most, or ``None`` if all are done."""
    return next(iter(learning_order(project, annotator)), None)


def learning_order(project: Project, annotator: str) -> list[str]:
    """Return the ids of the pages that an annotator has still to do, the most instructive first.

    Pages that were begun come before all others, so that they are finished.
    """
    chooser = _CHOOSERS.get(project)
    if chooser is None:
        chooser = _CHOOSERS.setdefault(project, Chooser(project))
    return chooser.order(annotator)


def portrait(document: Document, engine: Engine) -> Portrait:
    """Return what is compared of a page."""
    blocks, decisions = document.blocks, document.decisions
    worth = BITS_OF_DOUBT / engine.uncertain_bits if engine.uncertain_bits else 0.0
    doubt = words = 0.0
    seen: Counter[str] = Counter()
    for index, (block, path) in enumerate(zip(blocks.items, blocks.paths(), strict=True)):
        if block.state & decisions.hidden or not block.words:
            continue
        weight = sqrt(block.words)
        seen[path] += weight  # type: ignore[assignment]  # weights are fractions
        for name in blocks.words(block.element) if block.element >= 0 else ():
            seen["." + name] += weight  # type: ignore[assignment]
        words += block.words
        if not block.rule:
            doubt += block.words * entropy(worth * decisions.scores[index])
    return Portrait(doubt / max(1.0, words), _with_place(_unit(seen), document))


def entropy(bits: float) -> float:
    """Return the entropy of a decision, in bits, from the binary logarithm of its odds."""
    p = 1 / (1 + 2 ** max(-LARGEST, min(LARGEST, abs(bits))))  # of the less likely side
    return -p * log2(p) - (1 - p) * log2(1 - p)


def _with_place(features: dict[str, float], document: Document) -> dict[str, float]:
    """Return features with those of the site and the language."""
    url = source_url(document)
    site = Pair("", "", "", url=url).site if url else ""
    language = (document.metadata.language or "").partition("-")[0].lower()
    shares = {f"site {site}": SITE_SHARE if site else 0.0, f"language {language}": LANGUAGE_SHARE if language else 0.0}
    return _unit({**features, **{name: sqrt(share) for name, share in shares.items() if share}})


def _unit(features: Mapping[str, float]) -> dict[str, float]:
    length = sqrt(sum(value * value for value in features.values()))
    return {name: value / length for name, value in features.items()} if length else {}


def likeness(first: Portrait, second: Portrait) -> float:
    """Return the cosine of two portraits, from 0 to 1."""
    small, large = sorted((first.features, second.features), key=len)
    return min(1.0, sum(value * large.get(name, 0.0) for name, value in small.items()))


def ranked(candidates: Mapping[str, Portrait], annotated: Iterable[Portrait]) -> list[str]:
    """Return the candidates by their worth, the highest first; of equal ones, in the order in which they came."""
    known = list(annotated)
    others = [candidates[id] for id in shuffled(candidates)[:MOST_OTHERS]]
    weights = [sqrt(page.uncertainty) for page in others]
    nearest = [max((likeness(page, done) for done in known), default=0.0) for page in others]

    def worth(id: str) -> float:
        nearer = (
            weight * max(0.0, likeness(candidates[id], page) - near)
            for page, weight, near in zip(others, weights, nearest, strict=True)
        )
        return fsum(nearer)

    return sorted(candidates, key=worth, reverse=True)


class Chooser:
    """The portraits of a project's pages, made in the background. Threads may share it."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lock = Lock()
        self._portraits: dict[str, tuple[str, Portrait]] = {}  # with the digest of the file, by the id of the page
        self._settings: ViewSettings | None = None
        self._looked = Event()

    def order(self, annotator: str) -> list[str]:
        """Return the ids of the pages that are not done, the most instructive first."""
        self._look()
        self._looked.wait(PATIENCE)
        project = self._project
        begun = [page.id for page in project.pages_in(annotator, STARTED)]
        new = [page.id for page in project.pages_in(annotator, NEW)]
        known = self._known()
        undone = frozenset([*begun, *new])
        candidates = {id: known[id] for id in new if id in known}
        first = ranked(candidates, [known[id] for id in known if id not in undone])
        return [*begun, *first, *(id for id in new if id not in candidates)]

    def _known(self) -> dict[str, Portrait]:
        """Return the portraits of files that have not changed since, by the ids of pages."""
        found = {}
        with self._lock:
            portraits = dict(self._portraits)
        for id, (digest, page) in portraits.items():
            with suppress(NCleanerError, OSError):
                if self._project.pages.digest(self._project.pages.of_files[id]) == digest:
                    found[id] = page
        return found

    def _look(self) -> None:
        """Look at the pages in the background, unless that is being done or has been done for this suggester."""
        settings = self._project.suggester
        with self._lock:
            if self._settings == settings:
                return
            self._settings = settings
            self._portraits = {}
            self._looked = Event()
            Thread(target=self._look_at_all, args=(settings, self._looked), daemon=True).start()

    def _look_at_all(self, settings: ViewSettings, looked: Event) -> None:
        """Look at the pages with a suggester, as long as it is the current one."""
        pages = self._project.pages
        with suppress(NCleanerError):  # a damaged model suggests nothing
            cleaner = pages.cleaner(settings)
            for id in shuffled(pages.of_files)[:MOST_PAGES]:
                if self._settings != settings:
                    break
                self._look_at(pages.of_files[id], cleaner, settings)
        looked.set()

    def _look_at(self, page: OpenPage, cleaner: Cleaner, settings: ViewSettings) -> None:
        with suppress(NCleanerError, OSError):
            digest = self._project.pages.digest(page)
            document = as_shown(cleaner.clean(page.read(), kind=page.kind, url=page.url))
            made = portrait(document, cleaner.engine)
            with self._lock:
                if self._settings == settings:
                    self._portraits[page.id] = digest, made


_CHOOSERS: WeakKeyDictionary[Project, Chooser] = WeakKeyDictionary()
