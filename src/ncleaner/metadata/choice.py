"""Page metadata (title, URL, author, date and others), chosen among all declarations of the page.

The scanner records where the head of the page has declarations. `head` reads those, and `jsonld` reads JSON-LD. The
tables below give the order of preference. Doubtful values are left out.
"""

from __future__ import annotations

from ncleaner.metadata.controls import without_controls
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

# Separators between the title of a page and the name of its site.
SEPARATORS = "|-–—:·•»«›‹<>/~"

_LONGEST_NAME = 200


def metadata(page: Page, blocks: Blocks) -> Metadata:
    """Return the metadata of a page."""
    from ncleaner.metadata.jsonld import Nodes, name_of, text

    declared: dict[str, list[str]] = {}
    for key, value in collect(blocks.source, blocks.head_spans):
        if key != "json-ld":
            value = without_controls(value)
        if value:
            declared.setdefault(key, []).append(value)
    url = _url(page, declared)
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


def _url(page: Page, declared: dict[str, list[str]]) -> str | None:
    """Return the URL that the page declares, made absolute, or else the URL that it was fetched from."""
    for url in _values(declared, ("canonical", "meta:og:url")):
        if not _is_absolute(url) and page.url:
            from urllib.parse import urljoin

            try:
                url = urljoin(page.url, url)
            except ValueError:
                continue
        if _is_absolute(url):
            return url
    return page.url


def _is_absolute(value: str) -> bool:
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
    """Remove the name of the site and a separator from the start or the end of the title, if both are there."""
    length = len(site)
    if title[-length:].lower() == site.lower():
        return _without_separator(title[:-length]) or title
    if title[:length].lower() == site.lower():
        return _without_separator(title[length:][::-1])[::-1] or title
    return title


def _without_separator(text: str) -> str:
    """Remove the separator at the end of the text; return "" if there is none, or no space beside it."""
    stripped = text.rstrip()
    rest = stripped.rstrip(SEPARATORS)
    if rest == stripped or not (rest[-1:].isspace() or text[-1:].isspace()):
        return ""
    return rest.strip()


def _author(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    """Return the names of the authors from the first declaration that has any."""
    for names in (nodes.names("author"), *(declared[key] for key in AUTHORS if key in declared)):
        authors = dict.fromkeys(name for name in names if len(name) <= _LONGEST_NAME and "://" not in name)
        if authors:
            return ", ".join(authors)
    return None


def _date(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    from ncleaner.metadata.dates import iso_date

    dates = [nodes.text("datePublished"), nodes.text("uploadDate", "dateCreated"), *_values(declared, DATES)]
    return _first(iso_date(date) for date in dates if date)


def _language(declared: dict[str, list[str]], nodes: Nodes) -> str | None:
    return _first(language_tag(value) for value in [*_values(declared, LANGUAGES), nodes.text("inLanguage") or ""])


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
