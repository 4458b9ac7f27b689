"""What a page says of itself: title, address, author, date and the like, chosen among all the places that say it.

The scanner notes where the head of the page declares something, `head` reads that, `jsonld` what is said in JSON-LD.
The tables below give the order in which the declarations are believed. What is in doubt is left out.
"""

from __future__ import annotations

from ncleaner.metadata.head import collect
from ncleaner.page.metadata import Metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ncleaner.metadata.jsonld import Nodes
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

DESCRIPTIONS = (
    "meta:description", "meta:og:description", "meta:twitter:description", "meta:dc.description",
    "meta:dcterms.description", "meta:dcterms.abstract",
)  # fmt: skip
AUTHORS = (
    "meta:author", "meta:article:author", "meta:dc.creator", "meta:dcterms.creator", "meta:citation_author",
    "meta:parsely-author", "meta:sailthru.author", "meta:byl", "meta:byline",
)  # fmt: skip
DATES = (
    "meta:article:published_time", "meta:og:published_time", "meta:datepublished", "meta:dc.date.issued",
    "meta:dcterms.issued", "meta:dc.date", "meta:dcterms.date", "meta:dc.date.created", "meta:dcterms.created",
    "meta:citation_publication_date", "meta:citation_date", "meta:parsely-pub-date", "meta:sailthru.date",
    "meta:publish_date", "meta:publishdate", "meta:publish-date", "meta:publication_date", "meta:pubdate",
    "meta:article.published", "meta:originalpublicationdate", "meta:date", "time",
)  # fmt: skip
LANGUAGES = (
    "lang", "meta:og:locale", "meta:content-language", "meta:language", "meta:dc.language", "meta:dcterms.language",
)  # fmt: skip

# What stands between the title of a page and the name of its site.
SEPARATORS = "|-–—:·•»«›‹<>/~"

_LONGEST_NAME = 200


def metadata(page: Page, blocks: Blocks) -> Metadata:
    """What a page says of itself."""
    from ncleaner.metadata.jsonld import Nodes, name_of, text

    declared: dict[str, list[str]] = {}
    for key, value in collect(blocks.source, blocks.head_spans):
        declared.setdefault(key, []).append(value)
    url = _address(page, declared)
    nodes = Nodes(declared.get("json-ld", []), url)
    site_name = _first(
        [
            *declared.get("meta:og:site_name", []),
            name_of(nodes.main.get("publisher")),
            text(nodes.site.get("name")),
            *declared.get("meta:application-name", []),
        ]
    )
    return Metadata(
        title=_title(declared, nodes, site_name, url),
        url=url,
        description=_first([*_values(declared, DESCRIPTIONS), nodes.text("description")]),
        author=_author(declared, nodes),
        date=_date(declared, nodes),
        site_name=site_name,
        language=_language(declared, nodes),
        charset=page.encoding,
    )


def _values(declared: dict[str, list[str]], keys: Iterable[str]) -> list[str]:
    return [value for key in keys if key in declared for value in declared[key]]


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _address(page: Page, declared: dict[str, list[str]]) -> str | None:
    """The address that the page declares, made absolute; else the one that it was fetched from."""
    for address in _values(declared, ("canonical", "meta:og:url")):
        if not _is_address(address) and page.url:
            from urllib.parse import urljoin

            try:
                address = urljoin(page.url, address)
            except ValueError:
                continue
        if _is_address(address):
            return address
    return page.url


def _is_address(value: str) -> bool:
    return value[:8].lower().startswith(("http://", "https://")) and " " not in value


def _title(declared: dict[str, list[str]], nodes: Nodes, site_name: str | None, url: str | None) -> str | None:
    title = _first(
        [
            *declared.get("meta:og:title", []),
            nodes.text("headline", "name"),
            *_values(declared, ("meta:twitter:title", "title", "meta:dc.title", "meta:dcterms.title")),
        ]
    )
    if title is None:
        return None
    host = url.partition("://")[2].partition("/")[0].lower().removeprefix("www.") if url else None
    for name in (site_name, host):
        if name:
            title = without_site(title, name)
    return title


def without_site(title: str, site: str) -> str:
    """The title without the name of the site, if that stands before or after it with a separator between."""
    size = len(site)
    if title[-size:].lower() == site.lower():
        return _without_separator(title[:-size]) or title
    if title[:size].lower() == site.lower():
        return _without_separator(title[size:][::-1])[::-1] or title
    return title


def _without_separator(text: str) -> str:
    """A text without the separator that it ends with; empty if there is none, or no space beside it."""
    ended = text.rstrip()
    kept = ended.rstrip(SEPARATORS)
    if kept == ended or not (kept[-1:].isspace() or text[-1:].isspace()):
        return ""
    return kept.strip()


def _author(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    """The names of the authors, from the first place that has any."""
    for names in (nodes.names("author"), *(declared[key] for key in AUTHORS if key in declared)):
        found = dict.fromkeys(name for name in names if len(name) <= _LONGEST_NAME and "://" not in name)
        if found:
            return ", ".join(found)
    return None


def _date(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    from ncleaner.metadata.dates import iso_date

    written = [nodes.text("datePublished"), nodes.text("uploadDate", "dateCreated"), *_values(declared, DATES)]
    return _first(iso_date(value) for value in written if value)


def _language(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    return _first(language_tag(value) for value in [*_values(declared, LANGUAGES), nodes.text("inLanguage") or ""])


def language_tag(value: str) -> str | None:
    """A language tag in the usual case, as in ``zh-Hans-CN``; ``None`` for what is not one.

    Locales (``de_AT.UTF-8``) are understood; of a list the first is taken.
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
