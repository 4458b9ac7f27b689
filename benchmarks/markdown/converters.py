"""The tools, each with its defaults: functions from the text of a page to Markdown, and their versions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import ncleaner
from ncleaner.errors import MissingPackage
from ncleaner.evaluate.peers import with_body
from ncleaner.evaluate.silence import silenced

OURS = "ncleaner"

Convert = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Converter:
    """A tool: its name, which is that of its package, its version, and a function from a page to Markdown."""

    name: str
    version: str
    convert: Convert

    def __call__(self, html: str) -> str:
        """Return the Markdown of a page, or the empty string if the tool fails or finds nothing."""
        try:
            with silenced():
                return self.convert(html)
        except Exception:  # that a tool fails on a page is a result, and must not stop the others
            return ""


def converters() -> list[Converter]:
    """Return all tools, ours last; raise `MissingPackage` if one is not installed."""
    others = {"trafilatura": _trafilatura, "markitdown": _markitdown, "html-to-markdown": _html_to_markdown}
    found = [Converter(name, _version(name), load()) for name, load in others.items()]
    return [*found, Converter(OURS, ncleaner.__version__, _ncleaner)]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        raise MissingPackage("docs/measurements/markdown.md", package, "peers") from None


def _trafilatura() -> Convert:
    from trafilatura import extract

    def convert(html: str) -> str:
        return extract(with_body(html), output_format="markdown") or ""

    return convert


def _markitdown() -> Convert:
    from io import BytesIO

    from markitdown import MarkItDown, StreamInfo

    tool = MarkItDown()
    info = StreamInfo(mimetype="text/html", extension=".html", charset="utf-8")

    def convert(html: str) -> str:
        return str(tool.convert_stream(BytesIO(html.encode("utf-8", "replace")), stream_info=info).markdown)

    return convert


def _html_to_markdown() -> Convert:
    from html_to_markdown import convert as tool

    def convert(html: str) -> str:
        return tool(html).content or ""

    return convert


def _ncleaner(html: str) -> str:
    return ncleaner.clean(html).to("markdown")
