"""The names of the authors of a page.

In order: JSON-LD, meta elements and microdata, then what is marked as an author near the title, and lines there that
begin with ``By`` or the like. A name that is declared but looks like that of an account or of the site gives way to one
that the page shows.
"""

from __future__ import annotations

from ncleaner.metadata.found import Found
from ncleaner.metadata.names import LONGEST, divided, is_lead, is_name, is_person, led_name, name_in, unique
from ncleaner.metadata.near_title import blocks_near_title, short_blocks
from ncleaner.metadata.shown_dates import shown_dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.metadata.facts import Facts

AUTHORS = (
    "meta:author", "meta:article:author", "meta:dc.creator", "meta:dcterms.creator", "meta:citation_author",
    "meta:parsely-author", "meta:sailthru.author", "meta:byl", "meta:byline",
)  # fmt: skip
BEFORE = 500  # characters of text before the heading in which an author belongs to it
AFTER = 1_200  # characters after it
FAR_AFTER = 4_000  # of microdata of a posting, whose author may be shown below it
MOST = 50  # authors

_SAID = (
    r"(?i)(?:(?:article |story |post )?(?:written|posted) by|author:|autor(?:in)?:|geschrieben von|écrit par"
    r"|escrito por)"
)


def authors(facts: Facts) -> list[Found]:
    """Return the authors of the page."""
    declared = _declared(facts)
    if declared and not _is_doubtful(declared[0].value, facts):
        return declared
    shown = _marked(facts) or _written(facts) or _said(facts)
    if not declared or (shown and " " in shown[0].value):
        return shown
    return declared


def _declared(facts: Facts) -> list[Found]:
    """Return the names from the first declaration that has any."""
    nodes = [Found(name, "json-ld:author") for name in facts.nodes.names("author")]
    for found in (nodes, *([*facts.all_of(key)] for key in AUTHORS)):
        names = unique(part for one in found if (name := _name(one.value)) for part in _parts(name, one.source))
        if names:
            return [Found(name, found[0].source) for name in names[:MOST]]
    return []


def _parts(name: str, source: str) -> list[str]:
    """Divide a meta element with several persons. JSON-LD has lists, and names of ministries have an "and", too."""
    parts = divided(name) if source.startswith("meta:") else [name]
    return parts if all(map(is_person, parts)) else [name]


def _name(text: str) -> str | None:
    """Return a declared name without ``By`` before it, or ``None`` if it cannot be one."""
    text = led_name(text) or text
    return text.strip(" ,;") if len(text) <= LONGEST and "://" not in text and text.strip(" ,;") else None


def _is_doubtful(name: str, facts: Facts) -> bool:
    """Return whether a declared name is that of an account or of the site."""
    site = facts.value("site_name").casefold()
    return not is_name(name) or name.casefold() == site or (name == name.lower() and name.isascii())


def _marked(facts: Facts) -> list[Found]:
    """Return the names that the page marks as those of authors, near its title."""
    markup = facts.markup
    heading = facts.heading
    middle = markup.near(heading.start) if heading is not None else 0
    items = (
        one
        for one in markup.found
        if one.key == "itemprop:author" or (one.key == "itemprop:name" and one.parent == "itemprop:author")
    )
    groups = (
        (sorted(items, key=lambda one: (one.at, one.key == "itemprop:author")), FAR_AFTER),
        (markup.values("data:author", "rel:author"), AFTER),
        (markup.values("class:author"), AFTER),
    )
    for declarations, after in groups:
        for one in declarations:
            if -BEFORE <= one.at - middle <= after and (name := name_in(one.value)):
                return [Found(part, one.key, one.start, one.end) for part in divided(name)]
    return _only_linked(facts)


def _only_linked(facts: Facts) -> list[Found]:
    """Return the name to which all links to an author lead, wherever they are."""
    links = [(name, one) for one in facts.relations.values("rel:author") if (name := name_in(one.value))]
    if len({name for name, _ in links}) != 1:
        return []
    name, one = links[0]
    return [Found(part, one.key, one.start, one.end) for part in divided(name)]


def _written(facts: Facts) -> list[Found]:
    """Return the names in a line near the title that begins as a byline does, or stands beside a date."""
    blocks = list(blocks_near_title(facts))
    lead = -2
    for block in blocks:
        name = led_name(block.value)
        if name is None and block.first == lead + 1 and is_name(block.value):
            name = block.value
        if name:
            return [block.with_value(part) for part in divided(name)]
        if is_lead(block.value):
            lead = block.last
    return [*_beside_date(blocks)][:1]


def _said(facts: Facts) -> list[Found]:
    """Return the name of which the page says anywhere that it wrote the text, if it says so of one only."""
    import re

    blocks = (block for block in short_blocks(facts) if re.match(_SAID, block.value))
    found = [block.with_value(name) for block in blocks if (name := led_name(block.value))]
    return found[:1] if len({one.value for one in found}) == 1 else []


def _beside_date(blocks: list[Found]) -> Iterator[Found]:
    """Yield the name in the line of a date near the title, as in ``21 March 2009 • Anna Berg in Stairs``."""
    import re

    for block in blocks:
        if next(shown_dates(block.value, True), None) is not None:
            parts = re.split(r"\s*[|•·●]\s*|\s+[–—-]\s+", block.value)
            yield from (block.with_value(part) for part in map(_without_place, parts) if is_person(part))
            return


def _without_place(text: str) -> str:
    """Return a text without what it says to be in or on."""
    return text.partition(" in ")[0].partition(" on ")[0].strip()
