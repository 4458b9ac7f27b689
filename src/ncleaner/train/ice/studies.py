"""Pages for the engines of ICE to learn from: the elements of each, and what its gold text makes of them.

There are two ways to find out which class an element has:

- `found`, as in section 3.3: its text is looked for in the gold text. Where it is found, it has the mark of the segment
  that it begins in; where it is not, it is dropped. So are elements of which annotators kept a part, which the paper
  names as a source of errors;
- `aligned`: all words of the page are aligned with those of the gold text, as `ncleaner.train.labels` does it. An
  element is kept if at least half of its words were, with the mark of the segment that the first of them belongs to.

A gold text without marks knows paragraphs only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

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
class Study:
    """A page: its elements, the indices of those that readers can see, and its gold text."""

    id: str
    site: str
    weight: int
    blocks: Blocks
    visible: list[int]
    gold: str

    @property
    def set(self) -> str:
        """The name of the set that the page is from, if its id tells."""
        return self.id.rpartition("/")[0]

    def output(self, kinds: Sequence[int]) -> str:
        """What would be left of the page in CleanEval's format if its elements had these classes."""
        return "".join(
            f"{MARKS[kind]}{self.blocks.text(index)}\n"
            for index, kind in zip(self.visible, kinds, strict=True)
            if kind != DROPPED
        )


def studies(examples: Iterable[Example], progress: Progress | None = None, total: int = 0) -> list[Study]:
    """Read pages; ``total`` is how many there are, to tell how far it has come."""
    pages = []
    for example in examples:
        blocks = elements(read_page(decode(example.page, kind=example.kind)))
        hidden = blocks.hidden_bits()
        visible = [index for index, block in enumerate(blocks.items) if not block.state & hidden]
        site = example.site or example.id
        pages.append(Study(example.id, site, example.weight, blocks, visible, example.gold))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    if not pages:
        raise NCleanerError("there are no pages to learn from")
    return pages


def training_of(pages: Sequence[Study]) -> list[dict[str, Any]]:
    """What there was to learn from, set by set, for the header of a model."""
    found: dict[tuple[str, int], int] = {}
    for page in pages:
        found[page.set, page.weight] = found.get((page.set, page.weight), 0) + 1
    return [{"set": name or "pages", "pages": count, "weight": weight} for (name, weight), count in found.items()]


def held_out(pages: Sequence[Study]) -> list[tuple[list[Study], list[Study]]]:
    """Folds by site: the pages of each, and all others."""
    sites = {page.id: page.site for page in pages}
    if len(sites) < len(pages):
        raise NCleanerError("the ids of pages must differ to be divided into folds")
    count = min(FOLDS, len(set(sites.values())))
    if count < 2:
        return []
    pairs = []
    for fold in map(frozenset, folds_by_site(sites, count)):
        inside = [page for page in pages if page.id in fold]
        pairs.append((inside, [page for page in pages if page.id not in fold]))
    return pairs


# Classes


def found(page: Study) -> list[int]:
    """The classes of the visible elements, as in section 3.3."""
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


def aligned(page: Study) -> list[int]:
    """The classes of the visible elements, by an alignment."""
    text = read_text(page.gold)
    kinds = _kinds(text)
    words: list[str] = []
    owners: list[int] = []  # of the words: places in the list of visible elements
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
    """For each word of a gold text the kind of its segment."""
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
