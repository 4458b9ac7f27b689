"""Training pages of the forest: with their blocks, their scope, and what to do with their comments.

The main trees train on the comments of a page only if most of them are in its gold text. Other comments are decided by
trees of their own if the user wants to keep them (`ncleaner.train.forest`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ncleaner.decode import decode
from ncleaner.engines.forest.comments import AUTO, KEEP
from ncleaner.engines.forest.containers import Containers
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.scope import ARTICLE, ARTICLE_TYPE, SCOPES
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train import name_weights
from ncleaner.train.examples import Example, TrainingPage, read_training_page


class Comments(NamedTuple):
    """The policy for the comments of a page, their number of words, and their number of words in clean blocks."""

    policy: int = AUTO
    words: int = 0
    clean: int = 0


@dataclass(frozen=True, slots=True)
class ForestPage:
    """A training page with its type, scope, blocks, the votes of its container names, and its comments.

    A page of unknown type whose gold text is the article alone is an article.
    """

    training_page: TrainingPage
    type: str
    scope: int
    blocks: Blocks
    votes: name_weights.Votes
    comments: Comments


def read_forest_page(example: Example) -> ForestPage:
    """Read a page and align it with its gold text."""
    training_page = read_training_page(example)
    blocks = read_page(decode(example.page, kind=example.kind))
    scope = SCOPES[example.scope]
    type = example.type or (ARTICLE_TYPE if scope == ARTICLE else "")
    if not len(blocks.elements):
        return ForestPage(training_page, type, scope, blocks, {}, Comments())
    votes = name_weights.votes(blocks, training_page)
    return ForestPage(training_page, type, scope, blocks, votes, _comments(blocks, training_page))


def _comments(blocks: Blocks, page: TrainingPage) -> Comments:
    """Count the words in comments, and choose the policy that fits the gold text."""
    hidden = blocks.hidden_bits()
    containers = Containers(blocks, NameWeights(), AUTO, hidden)
    visible = [block for block in blocks.items if not block.state & hidden]
    rows = [row for row, block in enumerate(visible) if containers.is_comment(block)]
    words = sum(page.words[row] for row in rows)
    clean = sum(page.words[row] for row in rows if page.is_clean(row))
    return Comments(KEEP if 2 * clean > words else AUTO, words, clean)
