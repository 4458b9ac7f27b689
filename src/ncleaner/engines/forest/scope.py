"""Scope: whether to keep the article alone, or all that the page holds for readers; values of the column "scope".

Gold texts mean the one or the other, and the trees have learnt both (`ncleaner.train.forest`). With `AUTO`, a page that
more likely is an article than not, as its page type says, gets the scope of the article, any other that of the page.
"""

from __future__ import annotations

from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.types import Types

PAGE = 0
ARTICLE = 1
SCOPES = {"page": PAGE, "article": ARTICLE}

AUTO = "auto"
CHOICES = (AUTO, *SCOPES)

ARTICLE_TYPE = "article"


def scope_of(choice: str, types: Types, features: Features) -> int:
    """Return the scope of a page by the user's choice, one of `CHOICES`."""
    if choice != AUTO:
        return SCOPES[choice]
    return ARTICLE if types.score(ARTICLE_TYPE, features) >= 0 else PAGE
