"""Importing gold texts: the annotation of a page that keeps what its gold text has.

Strategy: a gold text does not record where on the page its words were, so its words are aligned with those of all
blocks that readers can see, as in training (`ncleaner.train.labels`). A block is kept if at least half of its words are
in the gold text. It is divided where a run of `CLEAR` or more words of the gold text meets such a run of words that the
gold text does not have, and where a segment of the gold text begins inside of it. A kept block has the kind of the
segment that most of its words are in, and continues that segment if the block before it had words of it. Gold texts
without marks say nothing of kinds; then those of the engine are taken.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

from ncleaner.errors import InputError, SetError
from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import MARKS, read
from ncleaner.gold.sets import GOLD_FOLDERS, page_id, read_gold, texts_of
from ncleaner.page.document import Document
from ncleaner.page.segment import KINDS
from ncleaner.studio.annotation import Annotation, everything, unit_texts
from ncleaner.studio.division import divided_after
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.progress import DONE, UNUSABLE
from ncleaner.studio.project import Project
from ncleaner.studio.strokes import replacing
from ncleaner.studio.unit import Unit
from ncleaner.train.labels import parts

CLEAR = 5  # words in a row that show that a part of a block is in the gold text, or is not
FEWEST_LETTERS = 2  # before a mark inside of a block; digits count, too
COMPLETE = 0.9  # share of the words of a gold text that must be found for the page to count as done
MOST_MISSING = 100  # texts without a block that are returned for a page
LONGEST_MISSING = 1000  # characters of such a text


@dataclass(frozen=True, slots=True)
class Imported:
    """The annotation by a gold text, the number of its words, and of those found, and the texts that no block has."""

    annotation: Annotation
    gold_words: int
    aligned_words: int
    missing: list[str]


class _Gold:
    """The words of a gold text: each with the segment that it is in, and whether white space is before it."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.segments: list[int] = []
        self.begins_word: list[bool] = []
        self.kinds = [KINDS[0]]
        read_text = read(text)
        self.is_marked = bool(read_text.marks)
        for token in read_text.tokens:
            if self.is_marked and token in MARKS:
                self.kinds.append(token.strip("<>"))
                continue
            for number, word in enumerate(parts(token)):
                self.words.append(word)
                self.segments.append(len(self.kinds) - 1)
                self.begins_word.append(number == 0)

    def begins_segment(self, at: int) -> bool:
        """Return whether a word is the first one of its segment."""
        return at == 0 or self.segments[at] != self.segments[at - 1]

    def texts(self, found: set[int]) -> Iterator[str]:
        """Yield the runs of words that are not among those found."""
        for is_found, group in groupby(range(len(self.words)), found.__contains__):
            if not is_found:
                text = "".join((" " if self.begins_word[at] else "") + self.words[at] for at in group).strip()
                yield text if len(text) <= LONGEST_MISSING else text[:LONGEST_MISSING] + "…"


def annotation_by(document: Document, gold: str) -> Imported:
    """Return the annotation of a page that keeps what a gold text has."""
    target = _Gold(gold)
    whole = everything(document)
    words = [parts(text) for text in unit_texts(document, whole)]
    places = _aligned([word for some in words for word in some], target.words)
    units: list[Unit] = []
    segment = -1  # of the last kept word
    first = 0
    for unit, some in zip(whole.units, words, strict=True):
        aligned = places[first : first + len(some)]
        first += len(some)
        for part, found in _parts(document, unit, some, aligned, target):
            decided = _decided(part, found, target, segment)
            segment = _last_segment(found, target, segment) if decided.keep else segment
            units.append(decided)
    all_found = {place for place in places if place is not None}
    missing = list(target.texts(all_found))[:MOST_MISSING]
    return Imported(Annotation(tuple(units)), len(target.words), len(all_found), missing)


Places = Sequence["int | None"]
"""For each word of the page, its place in the gold text, if it is aligned."""


def _aligned(words: list[str], gold: list[str]) -> list[int | None]:
    places: list[int | None] = [None] * len(words)
    for start, gold_start, size in matches(words, gold):
        places[start : start + size] = range(gold_start, gold_start + size)
    return places


def _parts(
    document: Document, unit: Unit, words: list[str], places: Places, gold: _Gold
) -> Iterator[tuple[Unit, Places]]:
    """Divide a block where the gold text begins, ends, or has a mark."""
    inner = sorted({*_clear_bounds(places), *_marks(words, places, gold)})
    if not inner:
        yield unit, places
        return
    ends = [0, *accumulate(map(len, words))]  # characters before each word
    numbers = {ends[number]: number for number in inner}
    divided = list(divided_after(document, unit, sorted(numbers)))
    starts = [0 if offset is None else numbers[offset] for offset, _ in divided]
    for (_, part), start, end in zip(divided, starts, [*starts[1:], len(words)], strict=True):
        yield part, places[start:end]


def _clear_bounds(places: Places) -> list[int]:
    """Return where words of the gold text and other words meet, if there are enough of both."""
    bounds = []
    state: bool | None = None
    at = 0
    for is_found, group in groupby(place is not None for place in places):
        size = len(list(group))
        if size >= CLEAR:
            if state is not None and state != is_found:
                bounds.append(at)
            state = is_found
        at += size
    return bounds


def _marks(words: list[str], places: Places, gold: _Gold) -> list[int]:
    """Return the words that begin a segment of the gold text after words of another one.

    There must be more than a bullet before them, which some gold texts have in front of the mark.
    """
    found = []
    segment = -1
    letters = 0  # since the last mark
    for number, (word, place) in enumerate(zip(words, places, strict=True)):
        if place is not None:
            begins = segment >= 0 and gold.segments[place] != segment and gold.begins_segment(place)
            if begins and letters >= FEWEST_LETTERS:
                found.append(number)
                letters = 0
            segment = gold.segments[place]
        letters += sum(map(str.isalnum, word))
    return found


def _decided(unit: Unit, places: Places, gold: _Gold, segment: int) -> Unit:
    """Return a unit with the decision of the gold text; ``segment`` is that of the last kept word before it."""
    segments = [gold.segments[place] for place in places if place is not None]
    if 2 * len(segments) < max(1, len(places)):
        return unit._replace(keep=False, continues=False, decided=True)
    if not gold.is_marked:
        return unit._replace(decided=True)
    ((own, _),) = Counter(segments).most_common(1)
    return unit._replace(kind=gold.kinds[own], continues=own == segment, decided=True)


def _last_segment(places: Places, gold: _Gold, segment: int) -> int:
    found = [gold.segments[place] for place in places if place is not None]
    return found[-1] if found else segment


def import_gold(project: Project, annotator: str) -> dict[str, Any]:
    """Import the gold texts beside the pages for an annotator; return what was found of each, for JSON.

    Nothing that the annotator has done already is changed. The annotation of a page is replaced by one stroke, which
    can be undone. A page counts as done if nearly all of its gold text was found.
    """
    folder = _gold_folder(project.folder)
    texts = texts_of(folder)
    pages = [page for page in project.pages.of_files.values() if page_id(page.name) in texts]
    unpaired = texts.keys() - {page_id(page.name) for page in pages}
    return {
        "pages": [_import(project, page, annotator, os.path.join(folder, texts[page_id(page.name)])) for page in pages],
        "unpaired": sorted(texts[id] for id in unpaired),
    }


def _import(project: Project, page: OpenPage, annotator: str, path: str) -> dict[str, Any]:
    result = {"id": page.id, "name": page.name, "gold_words": 0, "aligned_words": 0, "missing": [], "skipped": ""}
    status = project.status(page, annotator)
    if status.changes or status.state in (DONE, UNUSABLE):
        return {**result, "skipped": f"{annotator} has annotated this page already"}
    try:
        gold = read_gold(path)
        cleaned, _ = project.current(page, annotator)
    except (InputError, SetError) as error:
        return {**result, "skipped": str(error)}
    imported = annotation_by(cleaned.document, gold)
    project.store.apply(cleaned, annotator, replacing(imported.annotation))
    if imported.aligned_words >= COMPLETE * imported.gold_words:
        project.store.set_state(cleaned, annotator, DONE)
    counts = {"gold_words": imported.gold_words, "aligned_words": imported.aligned_words}
    return {**result, **counts, "missing": imported.missing}


def _gold_folder(folder: str) -> str:
    """Return the folder of gold texts in a project."""
    for name in GOLD_FOLDERS:
        inside = os.path.join(folder, name)
        if os.path.isdir(inside):
            return inside
    raise InputError(f"{folder} has no folder of gold texts: looked for {', '.join(GOLD_FOLDERS)}")
