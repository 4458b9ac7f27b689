"""The default engine: boosted trees over what is known of each block, its neighbours and its containers.

How a block reads is told by the n-grams of `ncleaner.engines.ngram.engine`, as one fact among others. Pages in another
language than theirs are read with n-grams that know no words. A text without any markup has nothing else to go by, and
is left to the n-grams altogether. Their bits per character are made bits of the scale that the trees have, so that
scores, bias and confidence mean the same on every page.

Whether comments count as content is for the user to say. What stands in a part of the page that is called a comment is
content like any other where there is no article that it could be a comment on, and where the page declares itself to be
a discussion. Below an article it is dropped, unless comments are to be kept: then trees that know discussions tell them
from the lines between them. If comments are to be dropped, they are dropped everywhere, and so is what only follows a
place of that name.

Where the page surely has an article, more is asked of what stands elsewhere (`ncleaner.engines.forest.focus`); where too little
would be kept, less is asked of everything (`ncleaner.engines.forest.rescue`).

The title of the page belongs to its text. People who make gold texts do not agree on that, so that the trees cannot
learn it: the heading that is the title is kept wherever anything is.
"""

from __future__ import annotations

from array import array

from ncleaner.engines import Engine
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.comments import AUTO, DROP, KEEP
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.focus import OUTSIDE, PENALTY, focus_on_article
from ncleaner.engines.forest.kinds import KindTrees
from ncleaner.engines.forest.language import is_code, is_in
from ncleaner.engines.forest.name_weights import name_weights_of
from ncleaner.engines.forest.rescue import lowered_threshold
from ncleaner.engines.forest.trees import UNITS, Trees
from ncleaner.engines.forest.types import Types
from ncleaner.engines.ngram.confidence import is_bounded
from ncleaner.engines.ngram.engine import Ngram, in_words
from ncleaner.errors import NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.train import Example

POLICIES = {"auto": AUTO, "keep": AUTO, "drop": DROP}
"""What to do with comments, and what that means for the trees: those that are kept have trees of their own.

A model need not have these. Then they are left to the same trees as all else.
"""

A_COMMENT = "a comment, and comments are left out"

THE_TITLE = "the title of the page"

BESIDE_ARTICLE = "could be content, but stands outside of the page's article"

RESCUED = "little would be kept without such blocks; "

LEXICAL_WORTH, UNIVERSAL_WORTH = 10.0, 17.0
"""How many bits of a score one bit per character is worth, by n-grams that know words and by those that do not.

By logistic regression over the segments of dumps of pages that the n-grams had not seen; `benchmarks.accuracy` repeats
it.
"""


class Grounds:
    """What the trees knew of a page: the features of the blocks in play, and, if comments are kept, of all blocks.

    If it has an article, more was asked of what stands elsewhere.
    """

    __slots__ = ("comments", "features", "has_article")

    def __init__(self, features: Features) -> None:
        self.features = features
        self.comments: Features | None = None
        self.has_article = False

    def is_beside_article(self, row: int) -> bool:
        """Whether more was asked of a block in play."""
        return self.has_article and self.features.value(COLUMNS.index(OUTSIDE), row) > 0


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
        self.names = name_weights_of(model)
        self.trees = Trees(model, "keep.", len(COLUMNS))
        self.comment_trees = Trees(model, "comments.", len(COLUMNS)) if model.parameter("comments", bool) else None
        self.policy = KEEP if comments == "keep" and self.comment_trees is None else POLICIES[comments]
        self.language = model.parameter("language", str)
        self.lexical = Ngram(model.part("ngram"))
        self.lock = self.lexical.lock
        self.universal: Ngram | None = None
        self.types = Types(model)
        self.kind_trees = KindTrees(model)

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
        features = self._features(blocks, decisions, ngram, is_lexical, self.policy)
        sums = self.trees.scores(features.data, features.count)
        decisions.grounds = grounds = Grounds(features)
        grounds.has_article = focus_on_article(features.items, features.data, sums)
        least = lowered_threshold(features.items, sums) / UNITS
        decisions.settle_rows(features.rows, sums, UNITS, self.bias, least)
        if features.title >= 0 and decisions.kept:
            index = features.rows[features.title]
            decisions.keep[index] = blocks.items[index].rule == 0
        if self.comments == "keep" and self.comment_trees is not None and features.containers.is_discussed:
            grounds.comments = features
            if features.containers.leaves_out:
                grounds.comments = self._features(blocks, decisions, ngram, is_lexical, KEEP)
            self._decide_on_comments(decisions, grounds.comments, self.comment_trees)
        return decisions

    def _features(self, blocks: Blocks, decisions: Decisions, ngram: Ngram, is_lexical: bool, policy: int) -> Features:
        with self.lock:
            return Features(blocks, ngram.scorer, self.names, policy, is_lexical, decisions.hidden)

    def _decide_on_text(self, blocks: Blocks) -> Decisions:
        """Decide on a text without markup; where little would be left, more is kept as on any page."""
        ngram, is_lexical = self._ngram(blocks)
        worth = LEXICAL_WORTH if is_lexical else UNIVERSAL_WORTH
        decisions = ngram.decide(blocks, self.bias / worth)
        decisions.grounds = worth
        items = blocks.items
        rows = [index for index, block in enumerate(items) if not block.rule and not block.state & decisions.hidden]
        for index in rows:
            decisions.scores[index] *= worth
        sums = array("i", [round((decisions.scores[index] + self.bias) * UNITS) for index in rows])
        least = lowered_threshold([items[index] for index in rows], sums) / UNITS
        if least:
            for index in rows:
                decisions.keep[index] |= decisions.scores[index] >= least
        return decisions

    def _decide_on_comments(self, decisions: Decisions, comments: Features, trees: Trees) -> None:
        """Let the trees that know discussions decide on all that is called a comment."""
        sums = trees.scores(comments.data, comments.count)
        for index, block, units in zip(comments.rows, comments.items, sums, strict=True):
            if comments.containers.is_comment(block):
                decisions.scores[index] = units / UNITS - self.bias
                decisions.keep[index] = decisions.scores[index] >= 0 and not block.rule

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
        grounds = decisions.grounds
        block = blocks.items[index]
        if block.rule or block.state & decisions.hidden:
            return super().reason(blocks, decisions, index)
        if isinstance(grounds, float):
            return in_words(bool(decisions.keep[index]), decisions.scores[index] / grounds)
        assert isinstance(grounds, Grounds)
        trees = self.trees
        features = grounds.features
        row = features.row_of(index)
        keep = bool(decisions.keep[index])
        first = ""
        if features.containers.is_comment(block) and grounds.comments is not None and self.comment_trees is not None:
            trees = self.comment_trees
            features = grounds.comments
            row = features.row_of(index)
        elif row < 0:
            return A_COMMENT
        elif row == features.title and keep:
            return THE_TITLE
        elif not keep and decisions.scores[index] * UNITS >= -PENALTY and grounds.is_beside_article(row):
            return BESIDE_ARTICLE
        elif keep and decisions.scores[index] < 0:
            first = RESCUED
        from ncleaner.engines.forest.reasons import reason

        found = trees.contributions(features.data, features.count, row)
        spoken = [(column, shift, units) for (column, shift), units in found.items()]
        return first + reason(spoken, lambda column, shift: features.value(column, row + shift), keep)

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """The kinds of segments as the model has them, and which blocks continue one."""
        grounds = decisions.grounds
        if not isinstance(grounds, Grounds):
            return super().kinds(blocks, decisions)
        return self.kind_trees.kinds(blocks, grounds.comments or grounds.features, decisions.keep)

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """The share of the words kept that are expected to be right, as the scores have it."""
        return decisions.expected_share(blocks.items, self.bias)

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """How likely the page is of each type that the model knows."""
        if not isinstance(decisions.grounds, Grounds):
            return {}
        return self.types.chances(decisions.grounds.features)

    def explain(self, text: str) -> list[tuple[str, float]]:
        """The bits of each character of a text, by the n-grams of the model's language."""
        return self.lexical.explain(text)


def _unpickled(data: bytes, name: str, bias: float, comments: str, language: str | None) -> Forest:
    from ncleaner.models.format import unpack

    return Forest(unpack(data, name), bias=bias, comments=comments, language=language)
