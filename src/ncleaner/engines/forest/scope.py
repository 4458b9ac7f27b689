"""Scope: whether to keep the article alone, or all that the page holds for readers; values of the column "scope".

Gold texts mean the one or the other, and the trees have learnt both (`ncleaner.train.forest`). With `AUTO`, a page that
is likely to be an article, as its page type says, gets the scope of the article, any other that of the page.

On pages whose words the n-grams know, that means likelier than not. The types of other pages are less sure, and there,
the threshold is lower: as high as it can be without loss on the training sets that have articles in other languages, by
models that do not know their sites. ``make accuracy`` has a table of thresholds.
"""

from __future__ import annotations

from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.trees import UNITS
from ncleaner.engines.forest.types import Types

PAGE = 0
ARTICLE = 1
SCOPES = {"page": PAGE, "article": ARTICLE}
NAMES = tuple(SCOPES)  # by their numbers

AUTO = "auto"
CHOICES = (AUTO, *SCOPES)

ARTICLE_TYPE = "article"

LEXICAL = 0  # the least score of an article if the n-grams know the words of the page,
UNIVERSAL = -2 * UNITS  # and if they do not


def scope_of(choice: str, types: Types, features: Features, is_lexical: bool) -> int:
    """Return the scope of a page by the user's choice, one of `CHOICES`.

    ``is_lexical`` says whether the n-grams know the words of the page.
    """
    if choice != AUTO:
        return SCOPES[choice]
    return ARTICLE if types.score(ARTICLE_TYPE, features) >= (LEXICAL if is_lexical else UNIVERSAL) else PAGE
