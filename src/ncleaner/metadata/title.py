"""The title of a page: its visible heading where that says the same as the declared titles, else a declared title.

Declared titles are often made for search engines or carry the name of the site. The heading is what readers see; but a
page may have several, or a slogan for a heading. So the headings of the first level are compared with the declared
titles, by the pairs of letters that they have in common, which works in every script.
"""

from __future__ import annotations

from ncleaner.metadata.found import NOTHING, Found, first
from ncleaner.metadata.site import host_of, is_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter

    from ncleaner.metadata.facts import Facts

# Separators between the title of a page and the name of its site.
SEPARATORS = "|-–—:·•»«›‹<>/~"

ALIKE = 0.35  # of the pairs of letters of a heading and a title that the other has, too: they mean the same
MOST_HEADINGS = 20  # that are compared
_LONGEST = 300  # characters that are compared
_SEPARATED = (" | ", " – ", " — ", " - ", " · ", " • ", " » ", " :: ")


def title(facts: Facts) -> Found:
    """Return the title of the page."""
    declared = _declared(facts)
    names = [name for name in (facts.value("site_name"), host_of(facts)) if name]
    names = [*_site_headings(facts.headings, declared), *names]
    headings = [one for one in facts.headings[:MOST_HEADINGS] if len(one.value) > 1 and one.value not in names]
    heading = _best(headings, declared)
    if heading is not None:
        return heading
    chosen = first(declared)
    if not chosen.value:
        return first(headings) if facts.page.kind == "html" else NOTHING
    return chosen if is_home(facts) else chosen.with_value(shortened(chosen.value, names))


def _site_headings(headings: list[Found], declared: list[Found]) -> list[str]:
    """Return the headings that declared titles have after a separator, at their end: names of sites."""
    ends = {
        one.value.rpartition(separator)[2].strip().casefold()
        for one in declared[:6]
        for separator in _SEPARATED
        if separator in one.value
    }
    whole = {one.value.casefold() for one in declared[:6]}
    return [one.value for one in headings[:MOST_HEADINGS] if one.value.casefold() in ends - whole]


def _declared(facts: Facts) -> list[Found]:
    return [
        *facts.all_of("meta:og:title"),
        *facts.nodes.found("headline", "name"),
        *facts.all_of("meta:twitter:title", "title", "meta:dc.title", "meta:dcterms.title"),
    ]


def _best(headings: list[Found], declared: list[Found]) -> Found | None:
    """Return the heading that is most like a declared title, if it is enough like it."""
    texts = dict.fromkeys(one.value for one in declared[:6])
    same = next((heading for heading in headings if heading.value in texts), None)
    if same is not None or not headings:
        return same  # as on most pages
    titles = list(map(_pairs, texts))
    best, chosen = ALIKE, None
    for heading in headings:
        pairs = _pairs(heading.value)
        alike = max((_alike(pairs, other) for other in titles), default=0.0)
        if alike > best:
            best, chosen = alike, heading
    return chosen


def _pairs(text: str) -> Counter[str]:
    from collections import Counter

    letters = "".join(char for char in text[:_LONGEST].casefold() if char.isalnum())
    return Counter(letters[at : at + 2] for at in range(len(letters) - 1)) or Counter([letters])


def _alike(one: Counter[str], other: Counter[str]) -> float:
    """Return the share of pairs in common; it is 1 for equal texts."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def shortened(title: str, names: list[str]) -> str:
    """Return a title without the name of the site, given as the name that it declares and its host."""
    for name in names:
        title = without_site(title, name)
    host = names[-1] if names else ""
    for separator in _SEPARATED:
        rest, _, last = title.rpartition(separator)
        if rest and _names_host(last, host):
            return rest.strip()
        first_part, _, rest = title.partition(separator)
        if rest and _names_host(first_part, host):
            return rest.strip()
    return title


def _names_host(text: str, host: str) -> bool:
    """Return whether the letters of a text are a label of the host, as in ``Paper Trails`` and papertrails.com."""
    letters = "".join(char for char in text.lower() if char.isalnum())
    initials = "".join(word[0] for word in text.lower().split() if word not in ("of", "and", "the", "for", "&"))
    labels = ["".join(char for char in label if char.isalnum()) for label in host.split(".")]
    return len(letters) > 2 and any(
        len(label) > 2 and (letters in label or label in letters or label == initials) for label in labels[:-1]
    )


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
