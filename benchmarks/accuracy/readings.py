"""What is counted on a page: by the scores of its blocks, and by the texts that different options leave.

A text is aligned with the gold text once, however many options leave the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.engine import Forest, TreeGrounds
from ncleaner.engines.forest.language import UNDETERMINED
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import Text, read
from ncleaner.metrics.bag import bag
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.words import words
from ncleaner.models.format import Model
from ncleaner.page.document import Document
from ncleaner.train.examples import Example
from ncleaner.train.labels import label
from paper.pages import by_ncleaner

NO_BIAS = 0.0
LARGEST = 60.0  # bits; with as many, all is certain
BIASES = (-4.0, -2.0, -1.0, NO_BIAS, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Scored:
    """A block that the trees decided on: its score in bits, its words, and those of them that the gold text has."""

    score: float
    words: int
    matched: int

    def chance(self, factor: float = 1.0) -> float:
        """The chance that its words are content, if the score is to be multiplied by something."""
        return 1 / (1 + 2 ** -max(-LARGEST, min(LARGEST, factor * self.score)))


@dataclass(frozen=True, slots=True)
class Judged:
    """What the two measures count on a text."""

    words: Counts
    bag: Counts


@dataclass(frozen=True, slots=True)
class PlainText:
    """What was counted on a dump of a page, which has no markup."""

    scored: Sequence[Scored]
    words: Counts


@dataclass(frozen=True, slots=True)
class Reading:
    """What was counted on a page.

    ``by_bias`` has the text for each bias, ``wordless`` is the one without a bias where the page is read as if nobody
    knew its language, and ``ngram`` that of the n-grams alone. ``text`` and ``wordless_text`` are of the dump of the
    page, likewise.
    """

    id: str
    set: str
    scored: Sequence[Scored]
    by_bias: dict[float, Judged]
    wordless: Judged
    ngram: Judged
    text: PlainText
    wordless_text: PlainText

    @property
    def plain(self) -> Judged:
        """The text without a bias."""
        return self.by_bias[NO_BIAS]


class Reader:
    """A model of the forest, as it cleans pages with different options.

    ``universal`` are the n-grams for pages in other languages, if they are not to be the shipped ones.
    """

    def __init__(
        self,
        model: Model,
        *,
        universal: Ngram | None = None,
        biases: Iterable[float] = (NO_BIAS,),
        comments: str = "auto",
    ) -> None:
        self.by_bias = {bias: Cleaner(engine=forest(model, universal, comments=comments, bias=bias)) for bias in biases}
        wordless = forest(model, universal, comments=comments, language=UNDETERMINED)
        self.wordless = Cleaner(engine=wordless)
        self.ngram = Cleaner(engine=wordless.lexical)
        language = model.parameter("language", str)
        self.lexical = Cleaner(engine=forest(model, universal, comments=comments, language=language))
        self.dump = by_ncleaner()

    def read(self, page: Example) -> Reading:
        """Clean a page and compare it with its gold text."""
        gold = read(page.gold)
        known: dict[bytes, Judged] = {}
        documents = {bias: cleaner.clean(page.page, kind=page.kind) for bias, cleaner in self.by_bias.items()}
        dump = self.dump(page)
        return Reading(
            page.id,
            page.id.rpartition("/")[0],
            list(_scored(documents[NO_BIAS], page.gold)),
            {bias: _judged(document, gold, known) for bias, document in documents.items()},
            _judged(self.wordless.clean(page.page, kind=page.kind), gold, known),
            _judged(self.ngram.clean(page.page, kind=page.kind), gold, known),
            _plain_text(self.lexical.clean(dump, kind="text"), page.gold, gold),
            _plain_text(self.wordless.clean(dump, kind="text"), page.gold, gold),
        )


def forest(model: Model, universal: Ngram | None, **options: Any) -> Forest:
    """Return the engine with a model and, if there are any, other n-grams for pages in other languages."""
    engine = Forest(model, **options)
    if universal is not None:
        universal.lock = engine.lock
        engine.universal = universal
    return engine


def _scored(document: Document, gold: str) -> Iterator[Scored]:
    """The blocks that trees, or n-grams on plain text, decided on, with what the gold text has of them."""
    labels = label(document.blocks, gold)
    for index in _decided(document):
        if labels.words[index]:
            yield Scored(document.decisions.scores[index], labels.words[index], labels.matched[index])


def _decided(document: Document) -> list[int]:
    """All blocks but for those that rules decide on, the title of the page, and comments that nobody asked about."""
    grounds = document.decisions.grounds
    found = list(range(len(document.blocks)))
    if isinstance(grounds, TreeGrounds):
        features = grounds.features
        found = [index for row, index in enumerate(features.rows) if row != features.title]
    return [index for index in found if not document.blocks.items[index].rule]


def _plain_text(document: Document, marked_gold: str, gold: Text) -> PlainText:
    return PlainText(list(_scored(document, marked_gold)), _judged(document, gold, {}).words)


def _judged(document: Document, gold: Text, known: dict[bytes, Judged]) -> Judged:
    keep = bytes(document.decisions.keep)
    if keep not in known:
        text = read(document.to("cleaneval"))
        blocks = matches(text.words, gold.words)
        known[keep] = Judged(words(text.words, gold.words, blocks), bag(text, gold))
    return known[keep]
