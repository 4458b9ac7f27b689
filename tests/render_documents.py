"""Documents to render: small pages, read by the scanner, with decisions made by the test."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

import ncleaner
from ncleaner.cleaner import PRESENTER
from ncleaner.engines import Engine
from ncleaner.engines.base import RuleGrounds
from ncleaner.page.blocks import CONTINUES, HEADING, HIDDEN, Block, Blocks
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.page.document import Document
from ncleaner.page.metadata import Metadata
from ncleaner.page.segment import KINDS


class ByHand(Engine):
    """The engine of documents whose decisions the test made."""

    name = "by hand"


class Wishes(RuleGrounds):
    """The reasons of decisions made by hand."""

    def reason(self, index: int) -> str:
        return "asked for" if self.draft.keep[index] else "not <wanted>"


class ByHandWithKinds(ByHand):
    """The same with kinds of segments that the test chose."""

    def __init__(self, kinds: bytes) -> None:
        self._kinds = kinds

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        return self._kinds

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        return bytes(kind & ~CONTINUES == HEADING for kind in self._kinds)


class Silent(Engine):
    """An engine that gives no reasons."""

    name = "silent"

    def reason(self, index: int) -> str:
        return ""

    def evidence(self, index: int) -> list[tuple[str, float]]:
        return []


def document(
    page: str,
    *,
    drop: Callable[[Block, str], bool] = lambda block, text: False,
    url: str | None = None,
    metadata: Metadata | None = None,
    kind: str = "html",
    kinds: str = "",
) -> Document:
    """Return a document that keeps all blocks except hidden ones and those for which ``drop`` returns true.

    ``kinds`` has a letter for the kind of each block, a capital if the block continues the previous segment.
    """
    read = ncleaner.clean(page, engine="dump", url=url, kind=kind)
    draft = Draft(read.blocks)
    for index, block in enumerate(read.blocks.items):
        keep = not block.state & HIDDEN and not drop(block, read.blocks.text(index))
        draft.keep[index] = keep
        draft.scores[index] = 2.5 if keep else -1.25
    decisions = draft.finish(Wishes(read.blocks, draft))
    engine = ByHandWithKinds(_encoded(kinds)) if kinds else ByHand()
    result = Document(read.page, read.blocks, decisions, engine, PRESENTER)
    if metadata is not None:
        object.__setattr__(result, "_metadata", metadata)
    return result


def _encoded(kinds: str) -> bytes:
    return bytes(KINDS.index(kind.lower()) + CONTINUES * kind.isupper() for kind in kinds)


def every_second(block: Block, text: str) -> bool:
    """Drop about half of the segments."""
    return len(text) % 2 == 1


def kept(document: Document) -> list[str]:
    return [segment.text for segment in document.segments if segment.keep]


# Text with a meaning in some output format, and ordinary words.
SNIPPETS = (
    *"abcXYZ01 _*`~[](){}<>#+-.!|\\/:;,'\"&=@%^$…«»“”„‘’「」。！？·•–—",
    "\t", "\n", "\r", "\x00", "\x01", "\x0b", "\x1b", "\x7f", "\x85", "\xa0", "\u200b", "\u200d", "\u2028", "\u2029",
    "\ufeff", "\ufffe", "\U0001fffe", "e\u0301", "日本", "語", "हिन्दी", "สวัสดี", "👩\u200d💻", "İ", "ß",
    "]]>", "</script>", "<script>", "<!--", "-->", "<p>", "<h>", "<l>", "<g/>", "&amp;", "&lt;", "&#10;", "&copy",
    "```", "~~~", "***", "---", "===", "- ", "1. ", "12) ", "# ", "> ", "![", "](", "[x]: y", "URL: ", "http://a.b/c_d",
    "x@y.org", "Dr. ", "z.B. ", "3. ", "etc. ", "... ", "1,234.56 ", "don't ", " | ", "\\|", "<br>", "snake_case",
)  # fmt: skip

texts = st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=3)), max_size=12).map("".join)

_TAGS = (
    "a href='/x?y=1&copy=2'", "a href=javascript:alert(1)", "a href=' java\nscript:x'", "b", "i", "em", "strong",
    "code",
    "p", "div", "h1", "h2", "h6", "ul", "ol", "ol start=7", "li", "blockquote", "pre", "table", "tr", "td", "th",
    "td colspan=2", "td rowspan=3", "caption", "br", "span hidden", "div style='display:none'", "script", "style",
    "title",
    "textarea", "xmp", "svg", "math", "noscript", "form", "select", "option", "dl", "dt", "dd", "nav", "footer",
    "center",
    "img src=http://a/b onerror=alert(1)", "iframe src=x", "body onload=alert(1)", "base href=http://evil/", "q", "ins",
)  # fmt: skip
_soup = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in _TAGS]),
    st.sampled_from([f"</{tag.split()[0]}>" for tag in _TAGS]),
    texts,
)
soups = st.lists(_soup, max_size=25).map("".join)
