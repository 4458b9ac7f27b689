"""Page metadata, chosen among all declarations of the page.

The scanner records where the head of the page has declarations. `head` reads those, `jsonld` reads JSON-LD, `markup`
what the body declares, and `near_title` what it shows. Each field has a function, which is called when the field is
asked for, and returns the first of the values that are preferred, with its source. Doubtful values are left out.
"""

from __future__ import annotations

from ncleaner.metadata.authors import authors
from ncleaner.metadata.facts import Facts
from ncleaner.metadata.found import Found, first
from ncleaner.metadata.published import changed, declared, published
from ncleaner.metadata.site import site_name, url
from ncleaner.metadata.title import title
from ncleaner.metadata.topics import categories, image, licence, tags
from ncleaner.page.metadata import Metadata, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

DESCRIPTIONS = (
    "meta:description", "meta:og:description", "meta:twitter:description", "meta:dc.description",
    "meta:dcterms.description", "meta:dcterms.abstract",
)  # fmt: skip
LANGUAGES = (
    "lang", "meta:og:locale", "meta:content-language", "meta:language", "meta:dc.language", "meta:dcterms.language",
)  # fmt: skip


def metadata(page: Page, blocks: Blocks) -> Metadata:
    """Return the metadata of a page; each value is computed when it is asked for."""
    return Metadata.of(FieldReader(page, blocks))


def description(facts: Facts) -> Found:
    """Return the description of the page."""
    return first([*facts.all_of(*DESCRIPTIONS), *facts.nodes.found("description")])


def language(facts: Facts) -> Found:
    """Return the tag of the language that the page declares."""
    found = [*facts.all_of(*LANGUAGES), *facts.nodes.found("inLanguage")]
    return first(one.with_value(language_tag(one.value) or "") for one in found)


def charset(facts: Facts) -> Found:
    """Return the encoding of the page."""
    return Found(facts.page.encoding, "decoder")


def _one(choose: Callable[[Facts], Found]) -> Callable[[Facts], list[Found]]:
    return lambda facts: [choose(facts)]


CHOICES: dict[str, Callable[[Facts], list[Found]]] = {
    "title": _one(title),
    "url": _one(url),
    "description": _one(description),
    "authors": authors,
    "date": _one(published),
    "declared_date": _one(declared),
    "site_name": _one(site_name),
    "language": _one(language),
    "charset": _one(charset),
    "modified": _one(changed),
    "categories": categories,
    "tags": tags,
    "image": _one(image),
    "license": _one(licence),
}


class FieldReader:
    """Computes the fields of a page's metadata, and where they come from."""

    def __init__(self, page: Page, blocks: Blocks) -> None:
        self._facts = Facts(page, blocks)

    def values(self, name: str) -> list[str]:
        """Return the values of a field; there is more than one only for fields that are lists."""
        return [one.value for one in self._facts.chosen(name)]

    def origin(self, name: str) -> Origin | None:
        """Return where the value of a field comes from, or ``None`` if it has no value."""
        found = next(iter(self._facts.chosen(name)), None)
        if found is None:
            return None
        start, end = (found.start, found.end) if found.start >= 0 else self._facts.place(found)
        if start < 0:
            return Origin(found.source)
        before = self._facts.characters(0, start)
        return Origin(found.source, before, before + self._facts.characters(start, end))


def language_tag(value: str) -> str | None:
    """Return a language tag with the usual capitals, as in ``zh-Hans-CN``, or ``None`` if the value is not valid.

    Locales (``de_AT.UTF-8``) are accepted. The first language of a list counts.
    """
    value = value.partition(",")[0].partition(".")[0].partition("@")[0].strip()
    first, *others = value.replace("_", "-").split("-")
    if len(first) not in (2, 3) or not (first.isascii() and first.isalpha()):
        return None
    tag = [first.lower()]
    for part in others:
        if not (part.isascii() and part.isalnum() and len(part) <= 8):
            return None
        tag.append(part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part.lower())
    return "-".join(tag)
