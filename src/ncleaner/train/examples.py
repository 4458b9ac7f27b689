"""Training pages: the parts of a page and its gold text that training needs.

A page is read and aligned once. The result is a `TrainingPage`: its visible text, the properties of its blocks, and the
segments of its gold text. A thousand of these take some dozens of megabytes.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ncleaner.decode import decode
from ncleaner.errors import NCleanerError
from ncleaner.gold.reading import MARKS, read
from ncleaner.gold.scopes import PAGE
from ncleaner.gold.sets import Pair, Set
from ncleaner.gold.snippets import Snippets
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train.labels import Labels, label, label_by_snippets

LARGEST_WEIGHT = 1000

Progress = Callable[[str, int, int], None]
"""A callback that gets the name of the current step, the amount done, and the total."""


class Example(NamedTuple):
    """A page, its gold text, and its weight.

    ``kind`` is ``"html"`` or ``"text"``. ``site`` is the website of the page, if known: pages of one site stay in the
    same fold. ``type`` is the type of the page, if known, such as ``"article"``. ``scope`` says what the gold text is
    about (`ncleaner.gold.scopes`). A page may have ``snippets`` instead of a gold text.
    """

    id: str
    page: bytes
    gold: str
    kind: str = "html"
    weight: int = 1
    site: str = ""
    type: str = ""
    scope: str = PAGE
    snippets: Snippets | None = None


@dataclass(frozen=True, slots=True)
class TrainingPage:
    """The visible blocks of a page and the segments of its gold text.

    Block ``i`` is ``buffer[starts[i]:ends[i]]``, of the kind ``kinds[i]``, with ``chars[i]`` characters other than
    white space. It has ``words[i]`` words, and the gold text has ``matched[i]`` of them. ``certain[i]`` is 1 if a rule
    marks the block as boilerplate, so that no engine scores it. ``gold_words`` is the number of words of the gold text,
    and ``segments`` are its segments.

    ``known`` is empty if the gold text says of every block whether it is clean. A page with snippets has no gold text;
    there ``known[i]`` is 1 if block ``i`` has a snippet.
    """

    id: str
    site: str
    weight: int
    buffer: bytes
    starts: array[int]
    ends: array[int]
    kinds: bytes
    chars: array[int]
    certain: bytes
    words: array[int]
    matched: array[int]
    gold: str
    gold_words: int
    segments: tuple[bytes, ...]
    known: bytes = b""

    @property
    def set(self) -> str:
        """The name of the set, taken from the id, or an empty string."""
        return self.id.rpartition("/")[0]

    def __len__(self) -> int:
        return len(self.starts)

    def is_clean(self, index: int) -> bool:
        """Return whether at least half of the words of a block are in the gold text."""
        return 0 < self.words[index] <= 2 * self.matched[index]


def examples_of(sets: Sequence[tuple[Set, int]]) -> Iterator[Example]:
    """Yield the pages of sets; each set comes with the weight of its pages."""
    for set, weight in sets:
        for pair in set.pages:
            yield example_of(pair, f"{set.name}/{pair.id}", weight)


def example_of(pair: Pair, id: str, weight: int = 1) -> Example:
    """Return a page of a set as an example."""
    gold = "" if pair.snippets else pair.gold()
    site = pair.site if pair.url else ""
    return Example(id, pair.page(), gold, pair.kind, weight, site, pair.type, pair.scope, pair.snippets)


def read_training_pages(
    examples: Iterable[Example], progress: Progress | None = None, total: int = 0
) -> list[TrainingPage]:
    """Read pages; ``total`` is their number, for the progress."""
    pages = []
    for example in examples:
        pages.append(read_training_page(example))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    if not pages:
        raise NCleanerError("there are no pages to learn from")
    return pages


def read_training_page(example: Example) -> TrainingPage:
    """Read a page and align it with its gold text."""
    if not 1 <= example.weight <= LARGEST_WEIGHT:
        raise NCleanerError(f"the weight of a page must be from 1 to {LARGEST_WEIGHT}, not {example.weight}")
    blocks = read_page(decode(example.page, kind=example.kind))
    labels = _labels(blocks, example)
    hidden = blocks.hidden_bits()
    visible = [index for index, block in enumerate(blocks.items) if not block.state & hidden]
    items = [blocks.items[index] for index in visible]
    return TrainingPage(
        example.id,
        example.site or example.id,
        example.weight,
        blocks.buffer,
        array("q", [block.text_start for block in items]),
        array("q", [block.text_end for block in items]),
        bytes(block.kind for block in items),
        array("q", [block.chars for block in items]),
        bytes(1 if block.rule else 0 for block in items),
        array("q", [labels.words[index] for index in visible]),
        array("q", [labels.matched[index] for index in visible]),
        example.gold,
        labels.gold,
        tuple(segment.encode("utf-8", "replace") for segment in gold_segments(example.gold)),
        bytes(labels.known[index] for index in visible) if labels.known else b"",
    )


def _labels(blocks: Blocks, example: Example) -> Labels:
    return label(blocks, example.gold) if example.snippets is None else label_by_snippets(blocks, example.snippets)


def gold_segments(gold: str) -> list[str]:
    """Return the segments of a gold text: the text between its marks, or its lines if it has no marks."""
    text = read(gold)
    if not text.marks:
        segments = [read(line).words for line in gold.split("\n")]
    else:
        segments = [[]]
        for token in text.tokens:
            if token in MARKS:
                segments.append([])
            else:
                segments[-1].append(token)
    return [" ".join(words) for words in segments if words]


class _PageOfSet(Protocol):
    @property
    def set(self) -> str: ...
    @property
    def weight(self) -> int: ...


def training_sets(pages: Iterable[_PageOfSet]) -> list[dict[str, Any]]:
    """Return the number of pages and their weight for each set, for the header of a model."""
    counts = Counter((page.set, page.weight) for page in pages)
    return [{"set": name or "pages", "pages": count, "weight": weight} for (name, weight), count in counts.items()]
