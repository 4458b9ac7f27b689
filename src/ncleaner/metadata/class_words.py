"""What classes and ids of elements say that their text is: an author, a date.

Names such as ``post-author``, ``byline__name`` and ``articleDate`` are divided into words. A word decides unless
another one says that the element is something around the value, as in ``author-avatar``.
"""

from __future__ import annotations

_AUTHOR = frozenset(
    "author authors byline bylines writer username contributor contributors autor auteur autore".split()
)
_DATE = frozenset("date dates time datetime timestamp published publish pubdate posted datum fecha dateline".split())
_MODIFIED = frozenset("updated modified update modification lastmod lastmodified".split())
_JOINED = {"authorname": "author", "bylinename": "author", "postdate": "date", "publishdate": "date", "pubdate": "date"}

# Words of elements that hold something else than the value, or much else besides.
_AROUND = frozenset(
    """avatar image img photo picture icon bio biography social follow box card info about desc description list page
    archive picker range event events expiry expires comment comments reply related sidebar widget footer nav menu
    reading read count counter countdown left zone picker select filter sort search form input label ago""".split()
)


def class_keys(names: str) -> tuple[str, ...]:
    """Return ``class:author``, ``class:date`` and ``class:modified`` as far as the names of a class or an id say so."""
    keys = []
    for name in names.split()[:12]:
        words = {_JOINED.get(word, word) for word in _words(name)}
        if words & _AROUND:
            continue
        if words & _AUTHOR:
            keys.append("class:author")
        elif words & _MODIFIED:
            keys.append("class:modified")
        elif words & _DATE:
            keys.append("class:date")
    return tuple(dict.fromkeys(keys))


def _words(name: str) -> list[str]:
    """Divide a name at hyphens, underscores and capitals, as in ``post-author_name`` and ``postAuthorName``."""
    import re

    return [word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)]
