"""The dates on which a page was published and changed.

In order: JSON-LD of a work, meta elements, microdata and dates near the title, and a date in the address. What is
declared for a page that is no article is mostly the day on which a shop or a company set up its software; so such a
date counts only if the page shows one, too.
"""

from __future__ import annotations

from ncleaner.metadata.dates import iso_date
from ncleaner.metadata.found import Found, first
from ncleaner.metadata.near_title import blocks_near_title, short_blocks
from ncleaner.metadata.shown_dates import day_first, shown_dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.metadata.declarations import Declaration
    from ncleaner.metadata.facts import Facts

DATES = (
    "meta:article:published_time", "meta:og:published_time", "meta:datepublished", "meta:dc.date.issued",
    "meta:dcterms.issued", "meta:dc.date", "meta:dcterms.date", "meta:dc.date.created", "meta:dcterms.created",
    "meta:citation_publication_date", "meta:citation_date", "meta:parsely-pub-date", "meta:sailthru.date",
    "meta:publish_date", "meta:publishdate", "meta:publish-date", "meta:publication_date", "meta:pubdate",
    "meta:article.published", "meta:originalpublicationdate", "meta:date",
)  # fmt: skip
CHANGES = (
    "meta:article:modified_time", "meta:og:updated_time", "meta:datemodified", "meta:dc.date.modified",
    "meta:dcterms.modified", "meta:last-modified", "meta:revised",
)  # fmt: skip

BEFORE = 400  # characters of text before the heading in which a date belongs to it
AFTER = 900  # characters after it
LIST = 2_000  # characters after it in which a list of other pages has several dates
MOST_DATES = 3  # different ones that only a list has
MOST_SAID = 50

_SAID = (
    r"(?i)(?:first |originally )?(?:published|posted|asked|veröffentlicht|publié|publicado|pubblicato|опубликовано)\b"
)


def published(facts: Facts) -> Found:
    """Return the date on which the page was published."""
    return declared(facts) or first(_shown(facts)) or first(dated(facts.nodes.found("uploadDate")))


def declared(facts: Facts) -> Found:
    """Return the date of publication that the head or JSON-LD of an article declares."""
    return first(dated(_declared(facts)))


def _declared(facts: Facts) -> Iterator[Found]:
    """Yield the dates that the page declares as those of publication."""
    nodes = facts.nodes
    if nodes.has_work:
        yield from nodes.found("datePublished", "dateCreated")
    yield from facts.all_of(*DATES)


def changed(facts: Facts) -> Found:
    """Return the date of the last change."""
    found = first(dated([*facts.nodes.found("dateModified"), *facts.all_of(*CHANGES)]))
    return found or first(_near(facts, facts.markup.values("itemprop:datemodified", "time:modified"), True))


def dated(found: Iterable[Found]) -> Iterator[Found]:
    """Yield those with a date, in ISO 8601."""
    for one in found:
        date = iso_date(one.value)
        if date is not None:
            yield one.with_value(date)


def _shown(facts: Facts) -> Iterator[Found]:
    """Yield the dates that the page shows, or says to be its own, near its title."""
    markup = facts.markup
    if _is_list(facts) or facts.nodes.is_product or _is_og_product(facts):
        return
    yield from _near(facts, markup.values("itemprop:datepublished", "itemprop:datecreated"))
    yield from _near(facts, markup.values("time:text", "class:date"))
    blocks = list(blocks_near_title(facts))
    yield from _in_text(facts, blocks, False)
    yield from _in_address(facts)
    yield from _near(facts, markup.values("class:modified", "itemprop:datemodified", "time:modified"), True)
    yield from _in_text(facts, blocks, True)
    yield from _said(facts)


def _is_list(facts: Facts) -> bool:
    """Return whether so many different dates follow the heading that it must be that of a list of other pages."""
    if facts.nodes.has_work:
        return False
    dates = _near(facts, facts.markup.values("time:text", "class:date"), True, LIST)
    return len({one.value[:10] for one in dates}) >= MOST_DATES


def _is_og_product(facts: Facts) -> bool:
    return any("product" in one.value.lower() for one in facts.all_of("meta:og:type"))


def _near(
    facts: Facts, declarations: Iterable[Declaration], changed: bool = False, after: int = AFTER
) -> Iterator[Found]:
    """Yield the dates of those declarations that are near the heading."""
    heading = facts.heading
    middle = facts.markup.near(heading.start) if heading is not None else 0
    order = day_first(facts.value("language"))
    for one in declarations:
        if -BEFORE <= one.at - middle <= after:
            found = Found(one.value, one.key, one.start, one.end)
            date = iso_date(one.value)
            if date is not None:
                yield found.with_value(date)
            else:
                dates = shown_dates(one.value.replace("\n", " "), order)
                yield from (found.with_value(date) for date, is_change in dates if changed or not is_change)


def _in_text(facts: Facts, blocks: list[Found], changed: bool) -> Iterator[Found]:
    order = day_first(facts.value("language"))
    for block in blocks:
        dates = shown_dates(block.value, order)
        yield from (block.with_value(date) for date, is_change in dates if is_change == changed)


def _said(facts: Facts) -> Iterator[Found]:
    """Yield the date that the page says, anywhere, to be that of publication, if it says only one."""
    import re

    said = [block for block in short_blocks(facts) if re.match(_SAID, block.value)]
    found = [*_in_text(facts, said[:MOST_SAID], False)]
    if len({one.value for one in found}) == 1:
        yield found[0]


def _in_address(facts: Facts) -> Iterator[Found]:
    """Yield the date in the path of the address, as in ``/2009/03/21/``."""
    import re

    address = facts.page.url or facts.value("url")
    match = re.search(r"/((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)(?:[/-]|$)", address)
    date = iso_date("-".join(match.groups())) if match else None
    if date is not None:
        yield Found(date, "url")
