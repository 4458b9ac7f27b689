"""The default engine: boosted trees over features of each block, its neighbours and its containers.

One of the features is the score of the text by n-grams (`ncleaner.engines.ngram.engine`). Pages in other languages than
the model's are scored by non-lexical n-grams. Text without markup has no other features, so the n-grams decide alone;
their bits per character are converted to the scale of the trees, so that scores, bias and confidence mean the same on
every page.

The option ``comments`` decides about user comments, which are recognised by the names of their containers:

- ``auto``: comments are dropped below an article. On pages without an article, and in discussions, they are content
  like any other block. A discussion is a page that declares itself to be one, or that looks like a forum, as trees for
  that say, and on which comments are most of what was written, below a short first post;
- ``keep``: comments are kept. Separate trees, trained on discussions, tell comments from the lines between them;
- ``drop``: comments are dropped everywhere, and so are blocks that follow an anchor for comments.

The option ``scope`` decides what content is: with ``article``, the article alone; with ``page``, all that the page
holds for readers; with ``auto``, the one or the other, by the type of the page (`ncleaner.engines.forest.scope`).

The trees look twice at a page: the second time, they know the scores of the first (`ncleaner.engines.forest.context`).
If too little would be kept, the threshold is lowered for all blocks (`ncleaner.engines.forest.rescue`).

If the site of a page is known (`Engine.with_site`), its other pages add evidence to the scores
(`ncleaner.engines.forest.site_evidence`).

Tables, code and lists are kept or dropped whole, unless the trees are certain (`ncleaner.engines.forest.wholes`).

The title of a page is part of its text. Gold texts disagree on that, so the trees cannot learn it: the heading with the
title is kept whenever any other block is.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.base import Engine, ModelEngine, RuleGrounds
from ncleaner.engines.forest.columns import COL_SCORE, COLUMNS, DIGEST
from ncleaner.engines.forest.comments import AUTO, DROP, KEEP
from ncleaner.engines.forest.context import add_context
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.kinds import KindTrees
from ncleaner.engines.forest.language import is_code, is_in
from ncleaner.engines.forest.name_weights import name_weights_of
from ncleaner.engines.forest.rescue import lowered_threshold
from ncleaner.engines.forest.scope import ARTICLE, CHOICES, NAMES, scope_of
from ncleaner.engines.forest.trees import UNITS, Trees
from ncleaner.engines.forest.types import Types
from ncleaner.engines.forest.wholes import CELL, ITEM, LINE, Wholes
from ncleaner.engines.ngram.confidence import is_bounded
from ncleaner.engines.ngram.engine import Ngram, TextGrounds
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ncleaner.engines.forest.reasons import Contribution, Values
    from ncleaner.engines.forest.site_evidence import SiteEvidence, SiteWeights
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.protocols import SiteKnowledge
    from ncleaner.read.data_tables import DataTables

POLICIES = {"auto": AUTO, "keep": AUTO, "drop": DROP}
"""The values of the option ``comments``, and the policy of the main trees: kept comments have separate trees.

If a model has no such trees, the main trees decide on comments, too.
"""

A_COMMENT = "a comment, and comments are left out"

THE_TITLE = "the title of the page"

MOST_WORDS = 4096  # different reasons that are kept for further rows
DESCRIBED = 4096  # rows of any page, and
BYTES_PER_DESCRIBED = 512  # of the page for each further one, whose reasons name features, which takes 0.1 milliseconds

PARTS = {CELL: "a cell of a table", LINE: "a line of code", ITEM: "an item of a list"}
"""What blocks are that share the fate of a whole (`ncleaner.engines.forest.wholes`)."""

RESCUED = "little would be kept without such blocks; "

LEXICAL_WORTH, UNIVERSAL_WORTH = 10.0, 17.0
"""The score that one bit per character is worth, for lexical and for non-lexical n-grams.

Determined by logistic regression over the segments of dumps of unseen pages; `benchmarks.accuracy` repeats it.
"""


class TreeGrounds(RuleGrounds):
    """Reasons from the trees: the features of candidate blocks and, if comments are kept, of all blocks.

    ``scope`` is the name of the scope that the decisions have.
    """

    __slots__ = ("comments", "engine", "features", "scope", "site", "tables", "turned", "words")

    def __init__(self, blocks: Blocks, draft: Draft, engine: Forest, features: Features, scope: str) -> None:
        super().__init__(blocks, draft)
        self.engine = engine
        self.features = features
        self.scope = scope
        self.comments: Features | None = None
        self.site: SiteEvidence | None = None
        self.turned: dict[int, int] = {}  # blocks that share the fate of a whole, against their own scores
        self.tables: DataTables | None = None  # those with kept blocks, if they are known
        self.words: dict[tuple[bool, bool, bytes], str] = {}  # by the facts that decide them

    def reason(self, index: int) -> str:
        """Return the features that contributed most to the decision.

        On pages of very many blocks, the reasons of later ones name no features.
        """
        keep = bool(self.draft.keep[index])
        if keep and self.blocks.items[index].rule and index in self.turned:
            return f"{PARTS[self.turned[index]]} that is kept"
        certain = self.certain(index)
        if certain:
            return certain
        score = self.draft.scores[index]
        looks, features, row = self._place(index)
        if features is not self.features:
            return self._in_words(looks, features, row, keep, score)
        if row < 0:
            return A_COMMENT
        if row == features.kept_title and keep:
            return THE_TITLE
        if index in self.turned:
            return f"{PARTS[self.turned[index]]} that is {'kept' if keep else 'dropped'}; by itself {likelihood(score)}"
        rescued = RESCUED if keep and score < 0 else ""
        words = rescued + self._in_words(looks, features, row, keep, score)
        note = self.site.note(index, keep) if self.site is not None else ""
        return _shortened(f"{note}; {words}") if note else words

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return the topics that counted for keeping the block, or against it, in words, each with its bits."""
        from ncleaner.engines.forest.reasons import evidence

        looks, features, row = self._place(index)
        if self.certain(index) or row < 0:
            return []
        found = [(words, units / UNITS) for words, units in evidence(*_facts(looks, features, row))]
        if self.site is not None and features is self.features:
            found = sorted(found + self.site.topics(index), key=lambda topic: -abs(topic[1]))
        return found

    def _place(self, index: int) -> tuple[list[Trees], Features, int]:
        """Return the trees that decided on a block, the features that they saw, and its row there, or -1."""
        features, trees = self.features, self.engine.comment_trees
        is_comment = features.containers.is_comment(self.blocks.items[index])
        if is_comment and self.comments is not None and trees is not None:
            return [trees], self.comments, self.comments.row_of(index)
        return self.engine.looks, features, features.row_of(index)

    def _in_words(self, looks: list[Trees], features: Features, row: int, keep: bool, score: float) -> str:
        """Return the words for a row; rows with the same features have the same words, which are found only once."""
        if row >= DESCRIBED + len(self.blocks.source) // BYTES_PER_DESCRIBED:
            return likelihood(score)
        key = looks is self.engine.looks, keep, features.around(row)
        words = self.words.get(key)
        if words is None:
            if len(self.words) >= MOST_WORDS:
                self.words.clear()
            words = self.words[key] = trees_in_words(looks, features, row, keep)
        return words


def _shortened(reason: str) -> str:
    """Return a reason without the last of its parts that would make it too long."""
    from ncleaner.engines.forest.reasons import LONGEST

    while len(reason) > LONGEST:
        reason = reason.rpartition("; ")[0]
    return reason


def likelihood(score: float) -> str:
    """Return what a score says about a block, without features."""
    label, bits = ("content", score) if score >= 0 else ("boilerplate", -score)
    return f"{label} with a probability of {100 / (1 + 2**-bits):.0f} %"


def trees_in_words(looks: list[Trees], features: Features, row: int, keep: bool) -> str:
    """Return which features of a row contributed most to the decision of the trees.

    What the first look contributed stands for the score that the second look saw.
    """
    from ncleaner.engines.forest.reasons import reason

    return reason(*_facts(looks, features, row), keep)


def _facts(looks: list[Trees], features: Features, row: int) -> tuple[list[Contribution], Values]:
    """Return what each feature contributed to the score of a row, and a function that looks up the features."""
    contributions = [
        (column, shift, units)
        for trees in looks
        for (column, shift), units in trees.contributions(features.data, features.count, row).items()
        if column != COL_SCORE or shift
    ]
    return contributions, lambda column, shift: features.value(column, row + shift)


class Forest(ModelEngine):
    """Boosted trees.

    ``bias`` is the number of bits that a score must exceed: raise it for more precision, lower it for more recall.
    ``comments`` is one of `POLICIES`, and ``scope`` one of `CHOICES`. ``language`` is the code of the language of all
    pages, such as ``"de"``, or ``"und"`` (undetermined): if it differs from the language of the model, pages are scored
    by non-lexical n-grams. If it is ``None``, the language of each page is detected.
    """

    name = "forest"
    default_model = "forest"
    explains_characters = True
    takes_site = True
    takes_declared_text = True
    can_tell_confidence = True
    uncertain_bits = 1.5  # odds of less than 3 to 1

    def __init__(
        self,
        model: Model,
        *,
        bias: float = 0.0,
        comments: str = "auto",
        scope: str = "auto",
        language: str | None = None,
    ) -> None:
        if not is_bounded(bias):
            raise NCleanerError(f"the bias must be a number of bits, not {bias!r}")
        if comments not in tuple(POLICIES):  # an unhashable value cannot be looked up in a dictionary
            raise UnknownNameError("way to treat comments", comments, POLICIES)
        if scope not in CHOICES:
            raise UnknownNameError("scope", scope, CHOICES)
        if language is not None and not is_code(language):
            raise NCleanerError(f"the language must be a code of two letters, such as 'de', or 'und', not {language!r}")
        super().__init__(model)
        if model.header.get("columns") != DIGEST:
            raise ModelError(
                f"{model.name} was trained by another version of ncleaner, with other features: train it again"
            )
        self.bias = float(bias)
        self.comments = comments
        self.scope = scope
        self.language = language
        self.names = name_weights_of(model)
        self.looks = [Trees(model, "keep.", len(COLUMNS))]
        if model.parameter("context", bool):
            self.looks.append(Trees(model, "context.", len(COLUMNS)))
        self.comment_trees = Trees(model, "comments.", len(COLUMNS)) if model.parameter("comments", bool) else None
        self.policy = KEEP if comments == "keep" and self.comment_trees is None else POLICIES[comments]
        self.model_language = model.parameter("language", str)
        self.lexical = Ngram(model.part("ngram"))
        self.lock = self.lexical.lock
        self._universal: list[Ngram | None] = [None]  # a list, so that copies of the engine with a site share it
        self.types = Types(model)
        self.discussion_trees = (
            Trees(model, "discussion.", len(COLUMNS)) if model.parameter("discussion", bool) else None
        )
        self.kind_trees = KindTrees(model)
        self.site: SiteKnowledge | None = None
        self.site_weights: SiteWeights | None = None  # the shipped ones

    def __reduce__(self) -> tuple[Any, ...]:
        reduced = super().__reduce__()
        return reduced if self.site is None else (_with_site, (*reduced, self.site))

    @property
    def universal(self) -> Ngram | None:
        """The model for texts in other languages than that of the model, once there was such a text."""
        return self._universal[0]

    @universal.setter
    def universal(self, universal: Ngram | None) -> None:
        self._universal[0] = universal

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep blocks with a score of 0 or more, after the adjustments that the module describes."""
        if not len(blocks.elements):
            return self._decide_on_text(blocks)
        draft = Draft(blocks)
        ngram, is_lexical = self._ngram(blocks)
        features = self._candidates(blocks, draft.hidden, ngram, is_lexical)
        scope = scope_of(self.scope, self.types, features, is_lexical)
        features.set_scope(scope)
        sums = self._scores(features)
        grounds = TreeGrounds(blocks, draft, self, features, NAMES[scope])
        if self.site is not None:
            grounds.site = self._evidence(self.site, blocks, scope == ARTICLE)
            if grounds.site is not None:
                grounds.site.add(features.rows, sums, round(self.bias * UNITS))
        least = lowered_threshold(features.items, sums, scope == ARTICLE)
        draft.settle_rows(features.rows, sums, UNITS, self.bias, least / UNITS)
        wholes = Wholes(blocks, features.rows, features.items)
        wholes.settle(sums, round(self.bias * UNITS) + least, draft.keep, scope == ARTICLE)
        grounds.turned = wholes.turned
        grounds.tables = wholes.tables
        if features.kept_title >= 0 and 1 in draft.keep:
            index = features.rows[features.kept_title]
            draft.keep[index] = blocks.items[index].rule == 0
        if self.comments == "keep" and self.comment_trees is not None and features.containers.is_discussed:
            grounds.comments = features
            if features.containers.leaves_out:
                grounds.comments = self._features(blocks, draft.hidden, ngram, is_lexical, KEEP)
            self._decide_on_comments(draft, grounds.comments, self.comment_trees)
            grounds.tables = None
        return draft.finish(grounds)

    def _candidates(self, blocks: Blocks, hidden: int, ngram: Ngram, is_lexical: bool) -> Features:
        """Return the features of the candidate blocks, with the comments if the page is a discussion."""
        features = self._features(blocks, hidden, ngram, is_lexical, self.policy)
        if not features.containers.is_disputed or self.discussion_trees is None:
            return features
        del features  # one table at a time: it may take many times the memory of the page
        features = self._features(blocks, hidden, ngram, is_lexical, KEEP)
        if self.discussion_trees.scores(features.means(), 1)[0] >= 0:
            return features
        del features
        return self._features(blocks, hidden, ngram, is_lexical, self.policy)

    def _features(self, blocks: Blocks, hidden: int, ngram: Ngram, is_lexical: bool, policy: int) -> Features:
        with self.lock:
            return Features(blocks, ngram.scorer, self.names, policy, is_lexical, hidden)

    def _scores(self, features: Features) -> array[int]:
        """Return the scores of the first look or, if the model has learnt it, of the second."""
        sums = self.looks[0].scores(features.data, features.count)
        for trees in self.looks[1:]:
            add_context(features, sums)
            sums = trees.scores(features.data, features.count)
        return sums

    def _evidence(self, site: SiteKnowledge, blocks: Blocks, is_article: bool) -> SiteEvidence | None:
        """Return what the other pages of the site say about a page, if there are any."""
        from ncleaner.engines.forest.site_evidence import SiteEvidence, shipped_weights

        facts = site.facts(blocks)
        if facts is None:
            return None
        return SiteEvidence(facts, self.site_weights or shipped_weights(), is_article)

    def _decide_on_text(self, blocks: Blocks) -> Decisions:
        """Decide on a text without markup; if little would be kept, lower the threshold as on any page."""
        ngram, is_lexical = self._ngram(blocks)
        worth = LEXICAL_WORTH if is_lexical else UNIVERSAL_WORTH
        draft = ngram.draft(blocks, self.bias / worth)
        items = blocks.items
        rows = [index for index, block in enumerate(items) if not block.rule and not block.state & draft.hidden]
        for index in rows:
            draft.scores[index] *= worth
        sums = array("i", [round((draft.scores[index] + self.bias) * UNITS) for index in rows])
        least = lowered_threshold([items[index] for index in rows], sums)
        if least:
            for index in rows:
                draft.keep[index] |= round(draft.scores[index] * UNITS) >= least
        return draft.finish(TextGrounds(blocks, draft, worth))

    def _decide_on_comments(self, draft: Draft, comments: Features, trees: Trees) -> None:
        """Decide on all comments by the trees that were trained on discussions."""
        sums = trees.scores(comments.data, comments.count)
        for index, block, units in zip(comments.rows, comments.items, sums, strict=True):
            if comments.containers.is_comment(block):
                draft.scores[index] = units / UNITS - self.bias
                draft.keep[index] = draft.scores[index] >= 0 and not block.rule

    def _ngram(self, blocks: Blocks) -> tuple[Ngram, bool]:
        """Return the n-gram engine for a page, and whether it knows the words of the page's language."""
        if is_in(self.model_language, blocks, self.language):
            return self.lexical, True
        universal = self.universal
        if universal is None:
            from ncleaner import models

            universal = Ngram(models.load("universal"))
            universal.lock = self.lock  # the scorers share one lock
            self.universal = universal
        return universal, False

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kinds of segments by the trees for kinds, and which blocks continue a segment."""
        grounds = decisions.grounds
        if not isinstance(grounds, TreeGrounds):
            return super().kinds(blocks, decisions)
        return self.kind_trees.kinds(blocks, grounds.comments or grounds.features, decisions.keep)

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return which blocks surely are headings, by their tags or by the trees for kinds."""
        grounds = decisions.grounds
        if not isinstance(grounds, TreeGrounds):
            return super().headings(blocks, decisions)
        return self.kind_trees.headings(blocks, grounds.comments or grounds.features, decisions.keep)

    def comments_on_article(self, blocks: Blocks, decisions: Decisions) -> list[int]:
        """Return the kept blocks that are in a part of the page that is called a comment, below an article."""
        grounds = decisions.grounds
        if not isinstance(grounds, TreeGrounds) or not grounds.features.containers.leaves_out:
            return []
        is_comment = grounds.features.containers.is_comment
        return [index for index, block in enumerate(blocks.items) if decisions.keep[index] and is_comment(block)]

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected share of clean words among the kept words."""
        return decisions.expected_share(blocks.items, self.bias)

    def words_dropped_by_site(self, blocks: Blocks, decisions: Decisions) -> int:
        """Return how many words would be kept if nothing were known of the site."""
        grounds = decisions.grounds
        if not isinstance(grounds, TreeGrounds) or grounds.site is None:
            return 0
        return sum(blocks.items[index].words for index in grounds.site.turned if not decisions.keep[index])

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return the probability of each page type that the model knows."""
        if not isinstance(decisions.grounds, TreeGrounds):
            return {}
        return self.types.chances(decisions.grounds.features)

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Return the score of each character of a text, in bits, by the n-grams of the model's language."""
        return self.lexical.explain(text)


def _with_site(made: Callable[..., Forest], arguments: tuple[Any, ...], site: SiteKnowledge) -> Engine:
    """Return an engine that was pickled with a site."""
    return made(*arguments).with_site(site)
