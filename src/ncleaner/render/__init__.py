"""The output formats: one module per format, imported on first use.

Every module has a function ``render(document, *, all=False, …) -> str``. With ``all`` the output also contains the
dropped segments, labelled as dropped if the format allows it.
"""

from __future__ import annotations

from ncleaner.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = {
    "txt": "plain text, one segment or row of a table per line",
    "cleaneval": "the format of the CleanEval competition: a URL line, then <p>, <h> and <l> segments",
    "markdown": "CommonMark with GitHub's tables: headings, lists, links, emphasis, tables, code, quotes",
    "json": "one indented object with all segments, kept and dropped, and the metadata",
    "jsonl": "the same object on one line",
    "xml": "a flat <doc> of <p>, <h> and <l> elements with the metadata as attributes",
    "tei": "TEI P5: a header with the metadata, the text in divisions that open at headings",
    "vertical": "one token per line with <doc>, <p>, <s> and <g/>, for Sketch Engine and CWB",
    "html": "clean HTML of the kept content: headings, paragraphs, lists, tables, code, links, images",
    "decisions": "the source page with kept and dropped segments highlighted, without any active content",
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
    "decisions": ".html",
}

_RENDERERS: dict[str, Callable[..., str]] = {}  # imported so far


def renderer(name: str) -> Callable[..., str]:
    """Return the function that renders a document in the named format."""
    if name not in FORMATS:
        raise UnknownNameError("output format", name, FORMATS)
    if name not in _RENDERERS:
        # `importlib.import_module` does the same, but costs an import of its own.
        _RENDERERS[name] = __import__(f"ncleaner.render.{name}", fromlist=["render"]).render
    return _RENDERERS[name]
