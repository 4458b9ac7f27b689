"""The output formats: one module for each, imported when the format is asked for and not before.

Every module has ``render(document, *, all=False, …) -> str``; with ``all`` the dropped segments are shown too, marked
as dropped where the format has a place for that.
"""

from __future__ import annotations

from ncleaner.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = {
    "txt": "plain text, one segment a line",
    "cleaneval": "the format of the CleanEval competition: a URL line, then <p>, <h> and <l> segments",
    "markdown": "CommonMark with GitHub's tables: headings, lists, links, emphasis, tables, code, quotes",
    "json": "one indented object with all segments, kept and dropped, and the metadata",
    "jsonl": "the same object on one line",
    "xml": "a flat <doc> of <p>, <h> and <l> elements with the metadata as attributes",
    "tei": "TEI P5: a header with the metadata, the text in divisions that open at headings",
    "vertical": "one token a line with <doc>, <p>, <s> and <g/>, for Sketch Engine and CWB",
    "html": "the source page with kept and dropped segments highlighted, without anything active",
}

EXTENSIONS = {
    "txt": ".txt",
    "cleaneval": ".txt",
    "markdown": ".md",
    "json": ".json",
    "jsonl": ".jsonl",
    "xml": ".xml",
    "tei": ".tei.xml",
    "vertical": ".vert",
    "html": ".html",
}

_RENDERERS: dict[str, Callable[..., str]] = {}  # those that were asked for


def renderer(name: str) -> Callable[..., str]:
    """The function that renders a document in the format of that name."""
    if name not in FORMATS:
        raise UnknownNameError("output format", name, FORMATS)
    if name not in _RENDERERS:
        # The statement behind `importlib.import_module`, which would have to be imported itself.
        _RENDERERS[name] = __import__(f"ncleaner.render.{name}", fromlist=["render"]).render
    return _RENDERERS[name]
