"""The source page with its kept and dropped segments highlighted, and without active content.

`ncleaner.render.rewrite` rewrites the markup of the page. This module adds the frame: a content security policy that
allows only the style sheet below, and a legend.

Pages may contain end tags in any order and too many of them. So the frame opens no element around the page that the
page could close, and the legend is an element that no page has.
"""

from __future__ import annotations

from ncleaner.render.markup import attributes, escape
from ncleaner.render.rewrite import Highlighter, page_markup
from ncleaner.tree.links import source_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --bar: #f6f8fa;
  --keep: #d3f3da; --drop: #fbe1de; --drop-ink: #85433b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #dfe4ea; --quiet: #98a2ad; --line: #343b43; --bar: #1c2127;
    --keep: #16402a; --drop: #45211e; --drop-ink: #d3a29c;
  }
}
body { margin: 0 auto; max-width: 56rem; padding: 0 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
ncleaner-legend { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline;
  margin-bottom: 1.5rem; padding: .7rem 0; font-size: .85rem; color: var(--quiet); background: var(--bar);
  box-shadow: 0 0 0 100vmax var(--bar); clip-path: inset(0 -100vmax); }
ncleaner-legend b { flex-basis: 100%; font-size: 1rem; color: var(--ink); }
ncleaner-legend :is(ins, del) { padding: .1em .6em; border-radius: 1em; }
ins, del { text-decoration: none; border-radius: .15em; }
ins { background: var(--keep); }
del { background: var(--drop); color: var(--drop-ink); }
a[href] { color: inherit; text-decoration: underline dotted; text-underline-offset: .2em; }
table { border-collapse: collapse; max-width: 100%; }
td, th { border: 1px dotted var(--line); padding: .25em .5em; vertical-align: top; text-align: start; }
pre { white-space: pre-wrap; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
:is(li, ul, ol, menu, dl, dt, dd, p, pre, blockquote, figure, caption, tr, table):not(:has(ins, del)),
:is(h1, h2, h3, h4, h5, h6):not(:has(ins, del)) { display: none; }
""".strip()


MARGIN = 1000  # characters after the page


def render(document: Document, *, all: bool = False) -> str:
    """Render the page as HTML. It always contains the dropped segments; ``all`` has no effect."""
    title = escape(document.metadata.title or source_url(document) or "")
    lines = [
        "<!DOCTYPE html>",
        "<html><head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy"{attributes({"content": POLICY})}>',
        '<meta http-equiv="x-dns-prefetch-control" content="off">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>\n{STYLE}\n</style>",
        "</head><body>",
        _legend(document, title),
    ]
    start = "\n".join(lines) + "\n"
    body = "".join(page_markup(document, Highlighter(document, len(start) + MARGIN)))
    return f"{start}{body}\n</body></html>\n"


def _legend(document: Document, title: str) -> str:
    kept = document.decisions.kept
    dropped = len(document.decisions) - kept
    warnings = "".join(f"<span>{escape(warning)}</span>" for warning in document.warnings)
    return (
        f"<ncleaner-legend><b>{title}</b>"
        f"<span><ins>kept: {kept} segments</ins></span>"
        f"<span><del>dropped: {dropped} segments</del></span>"
        f"<span>engine: {escape(document.engine)}</span><span>Point at a segment to see its score and reason.</span>"
        f"{warnings}</ncleaner-legend>"
    )
