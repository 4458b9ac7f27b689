"""The page as it looked, for the frame of the studio: its own styles and local images, and its segments marked.

Strategy: the page is written anew by `ncleaner.render.rewrite`, which knows no active element. Here, more of the looks
is written: classes, ids, style sheets, presentational attributes of old pages, and images in the folder of the page.
Links have no target. `POLICY` is sent with the page, and the frame is sandboxed.

Each run of text of a segment is in an element with the number of the segment; the studio colours these elements.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from ncleaner.page.document import Document
from ncleaner.render.markup import attributes, escape
from ncleaner.render.rewrite import SHOWN_AS, Marker, Rewriter, page_markup
from ncleaner.studio.files import LocalFiles
from ncleaner.studio.styles import LONGEST, harmless

POLICY = (
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data: {images};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The content security policy of the frame; ``images`` is the address below which its local images are."""

STYLE = """
:where(html) { color-scheme: light; background: #fff; color: #111; }
html, body { overflow: auto !important; height: auto !important; position: static !important; }
body { opacity: 1 !important; visibility: visible !important; overflow-wrap: break-word; }
img:not([src]) { display: inline-block; min-width: 1.5em; min-height: 1em; max-width: 100%; font-size: .75rem;
  color: #556; background: repeating-linear-gradient(45deg, #e8e8f0 0 6px, #f4f4f9 6px 12px); }
"""
"""What holds for every page: one that a script was to uncover is shown, and the frame can be scrolled."""

STYLE_ELEMENT = "style"
IMAGE = "img"
LINK = "link"

_SHOWN_AS = {name: name for name in "html body font center col colgroup ins del dfn address data nobr acronym".split()}
_LOOKS = frozenset("align bgcolor border cellpadding cellspacing color face height size valign width".split())
_PLAIN_VALUE = re.compile(r"[\w#%.,+ -]{1,64}")
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+")
_LONGEST_NAMES = 2000  # characters of a class or an id
_LONGEST_ALT = 200  # characters


class SegmentMarker(Marker):
    """Puts each run of text into an element with the number of its segment."""

    def mark(self, index: int, text: str, position: int) -> str:
        """Return text of a segment in its element."""
        return f'<ncleaner-segment data-n="{index}">{escape(text)}</ncleaner-segment>'


class StyledRewriter(Rewriter):
    """Rewrites a page with its looks."""

    shown_as: Mapping[str, str] = {**SHOWN_AS, **_SHOWN_AS}

    def __init__(self, document: Document, marker: Marker, files: LocalFiles | None, images: str) -> None:
        super().__init__(document, marker)
        self._files = files
        self._images = images
        self._styles_left = LONGEST

    def _start_tag(self) -> str:
        name = self._tokens.name()
        values = self._tokens.attributes() if name in (IMAGE, LINK) else {}
        written = super()._start_tag()
        if name == IMAGE:
            return f"<img{attributes(self._image(values))}>"
        if name == LINK and "stylesheet" in values.get("rel", "").lower().split() and self._files is not None:
            return self._style_sheet(self._files.style_sheet(values.get("href", ""), self._styles_left))
        return written

    def _raw_text(self, name: str) -> str:
        tokens = self._tokens
        if name != STYLE_ELEMENT:
            return ""
        return self._style_sheet(self._document.blocks.source[tokens.start : tokens.end].decode("utf-8"))

    def _style_sheet(self, css: str) -> str:
        """Return a style sheet as an element, as long as there is room for it."""
        self._styles_left -= len(css)
        return f"<style>{harmless(css)}</style>" if css.strip() and self._styles_left >= 0 else ""

    def _attributes(self, name: str, values: dict[str, str]) -> dict[str, str]:
        """Build the attributes that decide how an element looks; links have no target."""
        result = super()._attributes(name, {key: value for key, value in values.items() if key != "href"})
        for key in ("class", "id"):
            if values.get(key, "") and len(values[key]) <= _LONGEST_NAMES:
                result[key] = values[key]
        if values.get("style", ""):
            result["style"] = harmless(values["style"])
        result |= {key: value for key, value in values.items() if key in _LOOKS and _PLAIN_VALUE.fullmatch(value)}
        return result

    def _image(self, values: dict[str, str]) -> dict[str, str]:
        """Build the attributes of an image, which has an address only if it is local or part of the page."""
        result = self._attributes(IMAGE, values)
        if values.get("alt", ""):
            result["alt"] = values["alt"][:_LONGEST_ALT]
        address = values.get("src", "")
        if _PICTURE.fullmatch(address):
            result["src"] = address
        elif self._files is not None and (local := self._files.image(address)) is not None:
            result["src"] = self._images + quote(local)
        return result


def frame(document: Document, files: LocalFiles | None, images: str, *, plain: bool = False) -> str:
    """Return the document that the frame shows.

    ``files`` are those beside the page, and ``images`` is the address of the folder of its images. A ``plain`` page is
    shown without its styles.
    """

    def rewriter(document: Document, marker: Marker) -> Rewriter:
        return Rewriter(document, marker) if plain else StyledRewriter(document, marker, files, images)

    language = document.metadata.language or ""
    head = (
        f'<!DOCTYPE html>\n<html{attributes({"lang": language}) if language else ""}>\n<head><meta charset="utf-8">'
        '<meta name="referrer" content="no-referrer"><title>page</title></head><body>\n'
    )
    body = "".join(page_markup(document, SegmentMarker(), rewriter))
    return f"{head}{body}\n<style>{STYLE}</style></body></html>\n"
