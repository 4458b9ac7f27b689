"""Categories, tags, image and licence of a page."""

from __future__ import annotations

from ncleaner.metadata.found import Found, first
from ncleaner.metadata.names import unique
from ncleaner.metadata.site import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.metadata.facts import Facts

MOST = 100  # tags
LONGEST = 100  # characters of a tag
KEYWORDS = ("meta:keywords", "meta:news_keywords", "meta:parsely-tags", "meta:sailthru.tags", "meta:citation_keywords")
LICENCES = ("meta:dcterms.license", "meta:dc.rights.license", "meta:license", "meta:cc:license")


def categories(facts: Facts) -> list[Found]:
    """Return the categories: sections of the site that the page belongs to."""
    markup = facts.relations.values("rel:category", "itemprop:articlesection")
    return _different(
        [
            *facts.nodes.texts("articleSection"),
            *facts.all_of("meta:article:section", "meta:parsely-section", "meta:dc.type.category"),
            *(Found(one.value, one.key, one.start, one.end) for one in markup),
        ]
    )


def tags(facts: Facts) -> list[Found]:
    """Return the tags, or keywords."""
    markup = [
        Found(one.value, one.key, one.start, one.end)
        for one in facts.relations.found
        if one.key in ("rel:tag", "itemprop:keywords")
    ]
    categories = {one.value.casefold() for one in facts.chosen("categories")}
    found = [*facts.nodes.texts("keywords"), *facts.all_of("meta:article:tag", *KEYWORDS), *markup]
    return _different(one for one in _split(found) if one.value.casefold() not in categories)


def _split(found: Iterable[Found]) -> Iterator[Found]:
    """Divide values such as ``stairs, lamps``."""
    for one in found:
        for part in one.value.replace(";", ",").replace("，", ",").replace("、", ",").split(",")[:MOST]:
            yield one.with_value(part.strip(" #\n"))


def _different(found: Iterable[Found]) -> list[Found]:
    kept = [one for one in found if 0 < len(one.value) <= LONGEST and "://" not in one.value]
    names = set(unique(one.value for one in kept))
    result = []
    for one in kept:
        if one.value in names:
            names.remove(one.value)
            result.append(one)
    return result[:MOST]


def image(facts: Facts) -> Found:
    """Return the address of the image that stands for the page."""
    return first(_addresses(facts, _images(facts)))


def _images(facts: Facts) -> Iterator[Found]:
    yield from facts.all_of("meta:og:image", "meta:og:image:url", "meta:og:image:secure_url")
    yield from facts.nodes.texts("image", "thumbnailUrl")
    yield from facts.all_of("meta:twitter:image", "meta:twitter:image:src", "meta:image")
    yield from (Found(one.value, one.key, one.start, one.end) for one in facts.relations.values("itemprop:image"))


def licence(facts: Facts) -> Found:
    """Return the address of the licence, or its name where there is no address."""
    found = [
        *facts.nodes.texts("license"),
        *facts.all_of(*LICENCES),
        *(Found(one.value, one.key, one.start, one.end) for one in facts.relations.values("rel:license")),
        *(Found(one.value, one.key, one.start, one.end) for one in facts.relations.values("itemprop:license")),
    ]
    return first([*_addresses(facts, found), *(one for one in found if "/" not in one.value)])


def _addresses(facts: Facts, found: Iterable[Found]) -> Iterator[Found]:
    for one in found:
        address = absolute(one.value, facts.page.url or facts.value("url"))
        if address:
            yield one.with_value(address)
