"""The default engine: boosted trees over what is known of each block, its neighbours and its containers.

How a block reads is told by the n-grams of `ncleaner.engines.ngram`, as one fact among others. Pages in another
language than theirs are read with n-grams that know no words. A text without any markup has nothing else to go by, and
is left to the n-grams altogether. Their bits per character are made bits of the scale that the trees have, so that
scores, bias and confidence mean the same on every page.

Whether comments count as content is for the user to say. What stands in a part of the page that is called a comment is
content like any other where there is no article that it could be a comment on. Below an article it is dropped, unless
comments are to be kept: then the n-grams tell them from the lines between them. If comments are to be dropped, they are
dropped everywhere.

The title of the page belongs to its text. People who make gold texts do not agree on that, so that the trees cannot
learn it: the heading that is the title is kept wherever anything is.
"""

from __future__ import annotations

from ncleaner.decisions import Decisions
from ncleaner.engines import Engine
from ncleaner.engines.ngram import Ngram, in_words
from ncleaner.errors import NCleanerError, UnknownNameError
from ncleaner.forest.columns import COLUMNS
from ncleaner.forest.containers import AUTO, DROP
from ncleaner.forest.features import Features
from ncleaner.forest.language import is_code, is_in
from ncleaner.forest.rescue import FEW, least_score
from ncleaner.forest.signs import signs_of
from ncleaner.forest.trees import UNITS, Trees
from ncleaner.forest.types import Types
from ncleaner.ngram.confidence import is_bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.blocks import Blocks
    from ncleaner.models import Model
    from ncleaner.train import Example

POLICIES = {"auto": AUTO, "keep": AUTO, "drop": DROP}
"""What to do with comments, and what that means for the trees."""

A_COMMENT = "a comment, and comments are left out"

THE_TITLE = "the title of the page"

LARGEST = 60.0  # bits; with as many, all is certain

LEXICAL_WORTH, UNIVERSAL_WORTH = 10.0, 17.0
"""How many bits of a score one bit per character is worth, by n-grams that know words and by those that do not.

By logistic regression over the segments of dumps of pages that the n-grams had not seen; `benchmarks.accuracy` repeats
it.
"""


class Forest(Engine):
    """Boosted trees.

    ``bias`` is the number of bits by which what speaks for a block must be more than what speaks against it: more of it
    is more precision, less recall. ``comments`` is one of `POLICIES`. ``language`` is the code of the language of all
    pages, such as ``"de"``, or ``"und"`` (undetermined): where it is not that of the model, pages are read with n-grams
    that know no words. If it is ``None``, each page is looked at.
    """

    name = "forest"
    trainable = True
    takes_model = True
    default_model = "forest"
    options = ("bias", "comments", "language")
    can_tell_confidence = True

    def __init__(self, model: Model, *, bias: float = 0.0, comments: str = "auto", language: str | None = None) -> None:
        if not is_bounded(bias):
            raise NCleanerError(f"the bias must be a number of bits, not {bias!r}")
        if comments not in tuple(POLICIES):  # which need not be something that a dictionary can look up
            raise UnknownNameError("way to treat comments", comments, POLICIES)
        if language is not None and not is_code(language):
            raise NCleanerError(f"the language must be a code of two letters, such as 'de', or 'und', not {language!r}")
        self.model = model
        self.bias = float(bias)
        self.comments = comments
        self.pages_language = language
        self.signs = signs_of(model)
        self.trees = Trees(model, "keep.", len(COLUMNS))
        self.language = model.parameter("language", str)
        self.lexical = Ngram(model.part("ngram"))
        self.lock = self.lexical.lock
        self.universal: Ngram | None = None
        self.types = Types(model)

    def __reduce__(self) -> tuple[Any, ...]:
        from ncleaner.models.format import pack

        data = pack(self.model.header, self.model.arrays)
        return _unpickled, (data, self.model.name, self.bias, self.comments, self.pages_language)

    @classmethod
    def with_model(cls, model: Model, **options: Any) -> Forest:
        """The engine with that model."""
        return cls(model, **options)

    @classmethod
    def trained_on(cls, examples: Iterable[Example], **options: Any) -> Forest:
        """The engine with a model that has learnt from pages and their gold texts."""
        from ncleaner.train.forest import train

        return cls(train(examples), **options)

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep what more speaks for than against."""
        if not len(blocks.elements):
            return self._decide_on_text(blocks)
        decisions = Decisions(blocks)
        ngram, is_lexical = self._ngram(blocks)
        with self.lock:
            features = Features(blocks, ngram.scorer, self.signs, POLICIES[self.comments], is_lexical, decisions.hidden)
        sums = self.trees.scores(features.data, features.count)
        least = 0.0
        if features.words_above(sums) < FEW:
            least = least_score(blocks, features.rows, [units / UNITS for units in sums])
        decisions.settle_rows(features.rows, sums, UNITS, self.bias, least)
        decisions.grounds = features
        if features.title >= 0 and decisions.kept:
            index = features.rows[features.title]
            decisions.keep[index] = blocks.items[index].rule == 0
        if self.comments == "keep" and features.containers.is_discussed:
            self._keep_comments(blocks, decisions, features.rows, ngram)
        return decisions

    def _decide_on_text(self, blocks: Blocks) -> Decisions:
        """Decide on a text without markup; of a short one, the best is kept as on any other page."""
        ngram, is_lexical = self._ngram(blocks)
        worth = LEXICAL_WORTH if is_lexical else UNIVERSAL_WORTH
        decisions = ngram.decide(blocks, self.bias / worth)
        decisions.grounds = worth
        items = blocks.items
        rows = [index for index, block in enumerate(items) if not block.rule and not block.state & decisions.hidden]
        for index in rows:
            decisions.scores[index] *= worth
        scores = [decisions.scores[index] + self.bias for index in rows]
        if sum([items[index].words for index, score in zip(rows, scores, strict=True) if score >= 0]) < FEW:
            least = least_score(blocks, rows, scores)
            for index in rows:
                if decisions.scores[index] >= least:
                    decisions.keep[index] = 1
        return decisions

    def _keep_comments(self, blocks: Blocks, decisions: Decisions, rows: Iterable[int], ngram: Ngram) -> None:
        """Decide by n-grams on the comments that the trees were not asked about."""
        read = ngram.decide(blocks)
        asked = frozenset(rows)
        for index in range(len(blocks)):
            if index not in asked:
                decisions.keep[index] = read.keep[index]
                decisions.scores[index] = read.scores[index]

    def _ngram(self, blocks: Blocks) -> tuple[Ngram, bool]:
        """The n-grams that suit a page, and whether they know the words of its language."""
        if is_in(self.language, blocks, self.pages_language):
            return self.lexical, True
        if self.universal is None:
            from ncleaner import models

            universal = Ngram(models.load("universal"))
            universal.lock = self.lock  # whoever reads a page with it, here or there, has it alone
            self.universal = universal
        return self.universal, False

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """What spoke most for the decision."""
        features = decisions.grounds
        block = blocks.items[index]
        if block.rule or block.state & decisions.hidden:
            return super().reason(blocks, decisions, index)
        if isinstance(features, float):
            return in_words(bool(decisions.keep[index]), decisions.scores[index] / features)
        assert isinstance(features, Features)
        row = features.row_of(index)
        if row < 0:
            return self.lexical.reason(blocks, decisions, index) if self.comments == "keep" else A_COMMENT
        if row == features.title and decisions.keep[index]:
            return THE_TITLE
        from ncleaner.forest.reasons import reason

        found = self.trees.contributions(features.data, features.count, row)
        spoken = [(column, shift, units) for (column, shift), units in found.items()]
        return reason(spoken, lambda column, shift: features.value(column, row + shift), bool(decisions.keep[index]))

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """The share of the words kept that are expected to be right, as the scores have it."""
        words = expected = 0.0
        for block, keep, score in zip(blocks.items, decisions.keep, decisions.scores, strict=True):
            if keep:
                words += block.words
                expected += block.words / (1 + 2 ** -max(min(score + self.bias, LARGEST), -LARGEST))
        return expected / words if words else None

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """How likely the page is of each type that the model knows."""
        if not isinstance(decisions.grounds, Features):
            return {}
        return self.types.chances(decisions.grounds)

    def explain(self, text: str) -> list[tuple[str, float]]:
        """The bits of each character of a text, by the n-grams of the model's language."""
        return self.lexical.explain(text)


def _unpickled(data: bytes, name: str, bias: float, comments: str, language: str | None) -> Forest:
    from ncleaner.models.format import unpack

    return Forest(unpack(data, name), bias=bias, comments=comments, language=language)
