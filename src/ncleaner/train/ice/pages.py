"""Training pages of the engines of ICE: the elements of each page, and their classes by the gold text.

Two functions assign classes to elements:

- `classes_by_search`, as in section 3.3: the text of an element is searched for in the gold text. If it is there, its
  class is the kind of the segment that it begins in; otherwise it is dropped. That drops elements that annotators kept
  in part, which the paper names as a source of errors.
- `classes_by_alignment`: all words of the page are aligned with those of the gold text, as in `ncleaner.train.labels`.
  An element is kept if at least half of its words are aligned; its class is the kind of the segment with the first.

Without marks, all segments of a gold text are paragraphs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ncleaner.decode import decode
from ncleaner.engines.ice import DROPPED
from ncleaner.engines.ice.reading import elements
from ncleaner.errors import NCleanerError
from ncleaner.gold.alignment import matches
from ncleaner.gold.folds import folds_by_site
from ncleaner.gold.reading import MARKS, Text
from ncleaner.gold.reading import read as read_text
from ncleaner.page.blocks import PARAGRAPH, Blocks
from ncleaner.page.segment import KINDS
from ncleaner.read import read_page
from ncleaner.train.examples import Example, Progress
from ncleaner.train.folds import FOLDS

KIND_OF = {f"<{kind}>": number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class IcePage:
    """A page: its elements, the indices of the visible ones, and its gold text."""

    id: str
    site: str
    weight: int
    blocks: Blocks
    visible: list[int]
    gold: str

    @property
    def set(self) -> str:
        """The name of the set, taken from the id, or an empty string."""
        return self.id.rpartition("/")[0]

    def output(self, kinds: Sequence[int]) -> str:
        """Return the output in CleanEval's format for these classes of the visible elements."""
        return "".join(
            f"{MARKS[kind]}{self.blocks.text(index)}\n"
            for index, kind in zip(self.visible, kinds, strict=True)
            if kind != DROPPED
        )


def read_pages(examples: Iterable[Example], progress: Progress | None = None, total: int = 0) -> list[IcePage]:
    """Read pages; ``total`` is their number, for the progress."""
    pages = []
    for example in examples:
        blocks = elements(read_page(decode(example.page, kind=example.kind)))
        hidden = blocks.hidden_bits()
        visible = [index for index, block in enumerate(blocks.items) if not block.state & hidden]
        site = example.site or example.id
        pages.append(IcePage(example.id, site, example.weight, blocks, visible, example.gold))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    if not pages:
        raise NCleanerError("there are no pages to learn from")
    return pages


def held_out(pages: Sequence[IcePage]) -> list[tuple[list[IcePage], list[IcePage]]]:
    """Divide pages into folds by site; return the pages of each fold and all others."""
    sites = {page.id: page.site for page in pages}
    if len(sites) < len(pages):
        raise NCleanerError("pages need distinct ids to be divided into folds")
    count = min(FOLDS, len(set(sites.values())))
    if count < 2:
        return []
    pairs = []
    for fold in map(frozenset, folds_by_site(sites, count)):
        inside = [page for page in pages if page.id in fold]
        pairs.append((inside, [page for page in pages if page.id not in fold]))
    return pairs


# Classes


def classes_by_search(page: IcePage) -> list[int]:
    """Return the classes of the visible elements by searching for their texts in the gold text (section 3.3)."""
    text = read_text(page.gold)
    kinds = _kinds(text)
    joined = f" {' '.join(text.words)} "
    starts = [0, *accumulate(len(word) + 1 for word in text.words)]
    whole = {" ".join(words): kind for words, kind in _segments(text)}
    classes = []
    for index in page.visible:
        words = " ".join(page.blocks.text(index).split())
        place = joined.find(f" {words} ")
        if words in whole:
            classes.append(whole[words])
        elif place >= 0:
            classes.append(kinds[bisect_right(starts, place) - 1])
        else:
            classes.append(DROPPED)
    return classes


def classes_by_alignment(page: IcePage) -> list[int]:
    """Return the classes of the visible elements by aligning words with the gold text."""
    text = read_text(page.gold)
    kinds = _kinds(text)
    words: list[str] = []
    owners: list[int] = []  # for each word, the position of its element in ``page.visible``
    for place, index in enumerate(page.visible):
        own = page.blocks.text(index).split()
        words += own
        owners += [place] * len(own)
    counts = Counter(owners)
    matched: Counter[int] = Counter()
    first: dict[int, int] = {}
    for start, gold, size in matches(words, text.words)[:-1]:
        for offset in range(size):
            owner = owners[start + offset]
            matched[owner] += 1
            first.setdefault(owner, kinds[gold + offset])
    places = range(len(page.visible))
    return [first[place] if 0 < counts[place] <= 2 * matched[place] else DROPPED for place in places]


def _kinds(text: Text) -> list[int]:
    """Return the kind of the segment of each word of a gold text."""
    kinds = []
    for words, kind in _segments(text):
        kinds += [kind] * len(words)
    return kinds


def _segments(text: Text) -> list[tuple[list[str], int]]:
    segments: list[tuple[list[str], int]] = [([], PARAGRAPH)]
    for token in text.tokens:
        if token in KIND_OF:
            segments.append(([], KIND_OF[token]))
        else:
            segments[-1][0].append(token)
    return segments
