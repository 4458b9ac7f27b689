"""Stop words and conjunctions by language, from two packages.

- Stop words come from the Stopwords ISO collection (``stopwordsiso``).
- No package has lists of conjunctions for many languages. But the Unicode CLDR, which Babel (``babel``) includes, has
  the words that join the parts of an enumeration in nearly all languages: "A, B and C", "A, B or C". They are the most
  frequent conjunctions.

The language of an element is the declared one, or English. Languages that a package does not cover have no words.
"""

from __future__ import annotations

from ncleaner.errors import EngineUnavailable, not_installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.page.blocks import Blocks

    Lookup = Callable[[str], frozenset[str]]

DEFAULT_LANGUAGE = "en"
LONGEST_TAG = 16
CACHE_SIZE = 100  # entries; pages may declare any number of languages

_CACHE: dict[tuple[Lookup, str], frozenset[str]] = {}


def language_of(blocks: Blocks, index: int) -> str:
    """Return the declared language of an element as the first part of its tag: ``en`` for ``en-GB``."""
    tag = blocks.language(index)[:LONGEST_TAG].lower().replace("_", "-").partition("-")[0].strip()
    return tag if tag.isascii() and tag.isalpha() else DEFAULT_LANGUAGE


def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language: words that are frequent in any text."""
    import stopwordsiso

    return frozenset(stopwordsiso.stopwords(language)) if stopwordsiso.has_lang(language) else frozenset()


def conjunctions(language: str) -> frozenset[str]:
    """Return the words of a language that join the parts of an enumeration."""
    from babel import Locale, UnknownLocaleError

    try:
        patterns = Locale(language).list_patterns
    except UnknownLocaleError:
        return frozenset()
    words: set[str] = set()
    for name in ("standard", "or"):
        for pattern in patterns.get(name, {}).values():
            words |= {
                word for word in pattern.replace("{0}", " ").replace("{1}", " ").lower().split() if word.isalpha()
            }
    return frozenset(words)


def cached_words(lookup: Lookup, language: str) -> frozenset[str]:
    """Return ``lookup(language)`` from a cache; ``lookup`` is `stop_words` or `conjunctions`."""
    key = lookup, language
    if key not in _CACHE:
        if len(_CACHE) >= CACHE_SIZE:
            _CACHE.clear()
        _CACHE[key] = lookup(language)
    return _CACHE[key]


def check_packages(engine: str, *lookups: Lookup) -> None:
    """Raise `EngineUnavailable` if a package that the lookups need is not installed."""
    for lookup in lookups:
        try:
            cached_words(lookup, DEFAULT_LANGUAGE)
        except ImportError as error:
            raise EngineUnavailable(not_installed(f"the engine {engine!r}", error.name, "ice")) from None
