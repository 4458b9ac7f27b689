"""The URL of a page, and the name of its site."""

from __future__ import annotations

from ncleaner.metadata.found import NOTHING, Found, first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.metadata.facts import Facts


def url(facts: Facts) -> Found:
    """Return the URL that the page declares, made absolute, or else the URL that it was fetched from."""
    for found in facts.all_of("canonical", "meta:og:url"):
        address = absolute(found.value, facts.page.url)
        if address:
            return found.with_value(address)
    return Found(facts.page.url, "url") if facts.page.url else NOTHING


def absolute(address: str, base: str | None) -> str | None:
    """Return an address as an absolute one of HTTP, or ``None`` if it cannot be one."""
    if not is_absolute(address) and base:
        from urllib.parse import urljoin

        try:
            address = urljoin(base, address)
        except ValueError:
            return None
    return address if is_absolute(address) else None


def is_absolute(value: str) -> bool:
    """Return whether a value is an absolute address of HTTP."""
    return value[:8].lower().startswith(("http://", "https://")) and " " not in value


def site_name(facts: Facts) -> Found:
    """Return the name of the site."""
    from ncleaner.metadata.jsonld import text

    nodes = facts.nodes
    return first(
        [
            *facts.all_of("meta:og:site_name"),
            Found(nodes.name_of(nodes.main.get("publisher")) or "", "json-ld:publisher"),
            Found(text(nodes.site.get("name")) or "", "json-ld:name"),
            *facts.all_of("meta:application-name"),
        ]
    )


def host_of(facts: Facts) -> str:
    """Return the host of the page without ``www.``, or the empty string."""
    address = facts.page.url or facts.value("url")
    return address.partition("://")[2].partition("/")[0].partition(":")[0].lower().removeprefix("www.")


def is_home(facts: Facts) -> bool:
    """Return whether the address is that of the first page of a site."""
    address = facts.page.url or facts.value("url")
    return address.partition("://")[2].partition("/")[2] in ("", "index.html", "index.php")
