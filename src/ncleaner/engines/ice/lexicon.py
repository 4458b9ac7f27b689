"""Stop words and conjunctions by language, from two packages that look after them.

- Stop words are those of the Stopwords ISO collection (``stopwordsiso``).
- No package has lists of conjunctions for many languages. But the Unicode CLDR knows, for nearly all, the words that
  join the parts of an enumeration: "A, B and C", "A, B or C". They are the most frequent conjunctions there are, and
  Babel (``babel``) has them.

A page is in the language that it declares, and in English if it declares none. Of a language that a package does not
know, no word is known.
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
MOST_KNOWN = 100  # languages to be remembered; whatever pages may declare, there are no more

_KNOWN: dict[tuple[Lookup, str], frozenset[str]] = {}


def language_of(blocks: Blocks, index: int) -> str:
    """The language that is declared for an element, as the first part of its tag: ``en`` for ``en-GB``."""
    tag = blocks.language(index)[:LONGEST_TAG].lower().replace("_", "-").partition("-")[0].strip()
    return tag if tag.isascii() and tag.isalpha() else DEFAULT_LANGUAGE


def stop_words(language: str) -> frozenset[str]:
    """The words of a language that are so frequent that they say nothing."""
    import stopwordsiso

    return frozenset(stopwordsiso.stopwords(language)) if stopwordsiso.has_lang(language) else frozenset()


def conjunctions(language: str) -> frozenset[str]:
    """The words that join the parts of an enumeration."""
    from babel import Locale, UnknownLocaleError

    try:
        patterns = Locale(language).list_patterns
    except UnknownLocaleError:
        return frozenset()
    found: set[str] = set()
    for name in ("standard", "or"):
        for pattern in patterns.get(name, {}).values():
            found |= {
                word for word in pattern.replace("{0}", " ").replace("{1}", " ").lower().split() if word.isalpha()
            }
    return frozenset(found)


def known(lookup: Lookup, language: str) -> frozenset[str]:
    """The same, looked up once."""
    key = lookup, language
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = lookup(language)
    return _KNOWN[key]


def check(engine: str, *lookups: Lookup) -> None:
    """See that the packages are there, before the first page is."""
    for lookup in lookups:
        try:
            known(lookup, DEFAULT_LANGUAGE)
        except ImportError as error:
            raise EngineUnavailable(not_installed(f"the engine {engine!r}", error.name, "ice")) from None
