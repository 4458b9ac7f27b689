"""Scopes: what the gold texts of a set are about.

Gold standards mean two things by content. Most sets of news have the article alone (`ARTICLE`); CleanEval and WCXB have
what the page holds for readers (`PAGE`), such as the other entries of a blog, captions, lists, and remarks below an
article. For a discussion, the article is its posts.

A set states its scope in a file ``scope.txt`` with one of the two words. The scopes of some published sets are known.
"""

from __future__ import annotations

from ncleaner.errors import SetError

FILE = "scope.txt"

PAGE = "page"
ARTICLE = "article"
SCOPES = (PAGE, ARTICLE)

_ARTICLE_SETS = ("daniel", "dragnet", "fundus", "harvest", "l3s-gn1", "magic", "trafilatura", "zh-blogs")
"""Names of published sets whose gold texts are articles; the names of their parts, such as ``fundus-a``, go on."""


def scope_of(name: str, stated: str | None, path: str) -> str:
    """Return the scope of a set by its name, or by what its file at ``path`` states, if it has one."""
    if stated is None:
        return ARTICLE if name.startswith(_ARTICLE_SETS) else PAGE
    if stated.strip() not in SCOPES:
        raise SetError(f"{path} should have one word, {' or '.join(SCOPES)}")
    return stated.strip()
