"""Pages to learn from: what training needs of a page and its gold text, and no more.

A page is scanned and aligned once. What is left of it is a `Lesson`: its visible text, the facts about its blocks, and
the segments of its gold text. A thousand pages of that are some dozens of megabytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ncleaner.decode import decode
from ncleaner.errors import NCleanerError
from ncleaner.gold.reading import MARKS, read
from ncleaner.gold.sets import Set
from ncleaner.read import read_page
from ncleaner.train.labels import label

LARGEST_WEIGHT = 1000

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""


class Example(NamedTuple):
    """A page, its gold text, and how many times it counts.

    ``kind`` is ``"html"`` or ``"text"``, ``site`` where the page is from, if that is known: pages of one site are never
    divided among folds. ``type`` is that of the page, if that is known, such as ``"article"``.
    """

    id: str
    page: bytes
    gold: str
    kind: str = "html"
    weight: int = 1
    site: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The visible blocks of a page and the segments of its gold text.

    Block ``i`` is ``buffer[starts[i]:ends[i]]``, of the kind ``kinds[i]`` and with ``chars[i]`` characters that are not
    white space. It has ``words[i]`` words, of which ``matched[i]`` are in the gold text. ``certain[i]`` is 1 if a rule
    is certain that it is furniture, so that no engine is asked. ``gold_words`` is the number of words of the gold text,
    ``segments`` are its segments.
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

    @property
    def set(self) -> str:
        """The name of the set that the page is from, if its id tells."""
        return self.id.rpartition("/")[0]

    def __len__(self) -> int:
        return len(self.starts)

    def is_clean(self, index: int) -> bool:
        """Whether at least half of the words of a block were kept."""
        return 0 < self.words[index] <= 2 * self.matched[index]


def examples_of(sets: Sequence[tuple[Set, int]]) -> Iterator[Example]:
    """The pages of some sets, each set with how many times its pages count."""
    for set, weight in sets:
        for pair in set.pages:
            site = pair.site if pair.url else ""
            yield Example(f"{set.name}/{pair.id}", pair.page(), pair.gold(), pair.kind, weight, site, pair.type)


def lessons(examples: Iterable[Example], progress: Progress | None = None, total: int = 0) -> list[Lesson]:
    """Read pages; ``total`` is how many there are, to tell how far it has come."""
    found = []
    for example in examples:
        found.append(lesson(example))
        if progress is not None:
            progress("pages read", len(found), max(total, len(found)))
    if not found:
        raise NCleanerError("there are no pages to learn from")
    return found


def lesson(example: Example) -> Lesson:
    """Read a page and align it with its gold text."""
    if not 1 <= example.weight <= LARGEST_WEIGHT:
        raise NCleanerError(f"a page can count from 1 to {LARGEST_WEIGHT} times, not {example.weight}")
    blocks = read_page(decode(example.page, kind=example.kind))
    labels = label(blocks, example.gold)
    hidden = blocks.hidden_bits()
    visible = [index for index, block in enumerate(blocks.items) if not block.state & hidden]
    items = [blocks.items[index] for index in visible]
    return Lesson(
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
    )


def gold_segments(gold: str) -> list[str]:
    """The segments of a gold text: what is between its marks, or the lines of one that has none."""
    text = read(gold)
    if not text.marks:
        found = [read(line).words for line in gold.split("\n")]
    else:
        found = [[]]
        for token in text.tokens:
            if token in MARKS:
                found.append([])
            else:
                found[-1].append(token)
    return [" ".join(words) for words in found if words]
