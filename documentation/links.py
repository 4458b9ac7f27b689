"""The links of pages in Markdown: where they are, and where their targets are in the site.

In the repository, links between pages are relative paths, and so are links to files that are not pages of the site. The
site has some of these files as pages of its own (`PUBLISHED`); a link to any other becomes plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath, relpath

DOCS = "docs"
NOTEBOOK = ".ipynb"

PUBLISHED = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "README.md": "index.md",
    "SECURITY.md": "project/security.md",
}
"""Files outside of ``docs/`` that are pages of the site."""

_FENCE = re.compile(r" *(`{3,}|~{3,})")
_CODE_OR_LINK = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_LINK_OF_IMAGE = re.compile(r"!\[[^\[\]]*\]\(([^()\s]+)\)")


def targets(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the target of each link and image, with the number of its line."""
    for number, line in _prose(markdown):
        for match in _CODE_OR_LINK.finditer(line):
            if match[4]:
                yield number, match[4]
                yield from ((number, inner[1]) for inner in _LINK_OF_IMAGE.finditer(match[3]))


def rewritten(markdown: str, source: str, uri: str) -> str:
    """Return a page with its links pointing into the site.

    ``source`` is the path of the page in the repository, ``uri`` its path in the site.
    """

    def replace(match: re.Match[str]) -> str:
        if not match[4] or is_external(match[4]):
            return match[0]
        path, hash_, anchor = match[4].partition("#")
        if not path:
            return match[0]
        place = site_path(normpath(join(dirname(source), path)))
        text = _CODE_OR_LINK.sub(replace, match[3])
        if place is None:
            return text
        return f"{match[2]}[{text}]({relpath(place, dirname(uri) or '.')}{hash_}{anchor})"

    lines = markdown.split("\n")
    for number, line in _prose(markdown):
        lines[number - 1] = _CODE_OR_LINK.sub(replace, line)
    return "\n".join(lines)


def site_path(path: str) -> str | None:
    """Return where a file of the repository is in the site, if it is there; a notebook has a page."""
    if path in PUBLISHED:
        return PUBLISHED[path]
    if not path.startswith(f"{DOCS}/"):
        return None
    uri = path.removeprefix(f"{DOCS}/")
    return uri.removesuffix(NOTEBOOK) + ".md" if uri.endswith(NOTEBOOK) else uri


def is_external(target: str) -> bool:
    """Tell whether a link leads to another site."""
    return re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE) is not None


def anchors(markdown: str) -> set[str]:
    """Return the anchors of the headings of a page, and those that it sets itself."""
    found: set[str] = set()
    for _, line in _prose(markdown):
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
        heading = re.match(r"#{1,6} +(.+?)(?: +\{ *#([\w-]+) *\})? *#*$", line)
        if heading:
            found.add(heading[2] or slug(heading[1]))
    return found


def slug(heading: str) -> str:
    """Return the anchor of a heading, as the site and GitHub make it."""
    text = re.sub(r"\]\([^()]*\)", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def _prose(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside of fenced code, with their numbers."""
    fence = ""
    for number, line in enumerate(markdown.split("\n"), 1):
        opening = _FENCE.match(line)
        if opening and not fence:
            fence = opening[1]
        elif opening and opening[1].startswith(fence) and not line.strip(" `~"):
            fence = ""
        elif not fence:
            yield number, line
