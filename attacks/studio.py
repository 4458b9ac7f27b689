"""Hostile pages, opened in the studio in a real browser: no script of theirs runs, and no request leaves.

The pages are in a folder that the studio is opened on. Each is shown in See, and every few of them in Annotate. The
studio shows more of the looks of a page than any output does, so style sheets that try to load something are added.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from attacks.chromium import SIGNAL
from attacks.outcome import Outcome, skipped
from attacks.payloads import PARAGRAPH, HostilePage, collection
from attacks.running import end, start
from attacks.server import Server, counting_server
from attacks.window import Record, browser, window
from ncleaner.errors import BrowserError

RULE = "no script runs, no request leaves, and no active element, attribute or address is in the frame"
EVERY = 5  # of the collection
ANNOTATED = 5  # of the pages shown
PATIENCE = 20_000  # milliseconds
SETTLE = 50  # milliseconds, for refreshes, timers and handlers

STYLES = (
    "@import url(URL/import.css);",
    "@import 'URL/import.css' layer(x) supports(display: grid);",
    "@\\69mport url(URL/escaped.css);",
    "@IM\\50ORT\\20'URL/escaped.css';",
    "/**/@import/**/'URL/comment.css'/**/;",
    "* { background: url(URL/background) }",
    "* { background: u\\72l(URL/background) }",
    "* { background: \\000075 \\72 l('URL/background') }",
    "* { background: url(/**/URL/background) }",
    "* { background: URL(URL/background) } * { cursor: url(URL/cursor), auto }",
    "* { background-image: image-set('URL/set' 1x) }",
    "* { background-image: -webkit-image-set(url(URL/set) 1x) }",
    "* { background-image: -webkit-cross-fade(url(URL/a), url(URL/b), 50%) }",
    "* { background: image('URL/image') } * { background: src('URL/src') }",
    "* { --x: url(URL/variable); background: var(--x) }",
    "* { --x: 'URL/variable'; background: image-set(var(--x) 1x) }",
    "p::before { content: url(URL/content) } li { list-style: url(URL/list) }",
    "@font-face { font-family: x; src: url(URL/font) } * { font-family: x }",
    "* { border-image: url(URL/border) 1; mask: url(URL/mask); filter: url(URL/filter#x) }",
    "* { clip-path: url(URL/clip#x); shape-outside: url(URL/shape); offset-path: url(URL/path) }",
    "@namespace url(URL/namespace); @property --x { syntax: '<url>'; inherits: false; initial-value: url(URL/p) }",
    "@counter-style x { system: cyclic; symbols: url(URL/symbol) } li { list-style: x }",
    "@view-transition { navigation: auto } @supports (x: url(URL/supports)) { * { color: red } }",
    "* { behavior: url(URL/behavior); -moz-binding: url(URL/binding); width: expression(JS) }",
    "</style><script>JS</script><style>",
    "<!-- </style><img src=URL/style onerror=JS> -->",
    "\\3c/style><script>JS</script>",
    "[href^='h'] { background: url(URL/attribute) } input[value^='a'] { background: url(URL/value) }",
)
PLACES = (
    "<style>{style}</style><p>{text}",
    '<p style="{style}">{text}',
    "<svg><style>{style}</style></svg><p>{text}",
    '<style media="all"><![CDATA[{style}]]></style><p>{text}',
)

INSPECTION = """() => {
  const active = 'script,iframe,frame,object,embed,applet,portal,form,input,button,base,link,source,video,audio,track,'
    + 'template,noscript,svg,math,animate,set,foreignObject,meta[http-equiv]';
  const place = document.querySelector('#frame-place iframe');
  const page = place.contentDocument;
  const found = [...page.querySelectorAll(active)].map((element) => 'element ' + element.localName);
  if (place.getAttribute('sandbox') !== 'allow-same-origin') found.push('sandbox ' + place.getAttribute('sandbox'));
  for (const element of page.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (/^on|^(href|srcset|srcdoc|action|formaction|background|poster|ping|data|code|xlink:href)$/i.test(name)
          || (name === 'src' && !/^data:image/.test(value))
          || (name === 'style' && /url\\(|@import|expression\\(|-moz-binding/i.test(value)))
        found.push('attribute ' + name + ' of ' + element.localName);
  for (const style of page.querySelectorAll('style'))
    if (/@import|url\\(|expression\\(|-moz-binding/i.test(style.textContent))
      found.push('a style sheet with an address');
  return [...new Set(found)];
}"""

_INTRODUCTION = """async (name) => {
  const headers = { 'Content-Type': 'application/json' };
  await fetch('/api/annotators', { method: 'POST', headers, body: JSON.stringify({ name }) });
  localStorage.setItem('ncleaner.person', name);
}"""
IS_SHOWN = """(id) => {
  const page = document.querySelector('#frame-place iframe')?.contentDocument;
  return page?.location.pathname === `/api/pages/${id}/frame` && page.readyState === 'complete';
}"""


def attack(quick: bool) -> Iterator[Outcome]:
    """Open hostile pages in the studio."""
    try:
        with browser() as started, counting_server() as server, tempfile.TemporaryDirectory() as folder:
            hostile = pages(server.address)[:: 40 if quick else 1]
            write(hostile, Path(folder))
            names = {f"page-{number}": page.name for number, page in enumerate(hostile, 1)}
            some = dict(list(names.items())[::ANNOTATED])
            with studio(folder) as (address, _), window(started) as page:
                visitor = Visitor(page, server, address)
                yield visitor.outcome("hostile pages in the studio", "see", names)
                yield visitor.outcome("some of them in the studio, to be annotated", "annotate", some)
    except BrowserError as error:
        yield skipped("hostile pages in the studio", RULE, str(error))


def pages(address: str) -> list[HostilePage]:
    """Return a part of the collection, and pages with hostile style sheets; requests go to ``address``."""
    styled = []
    for number, place in enumerate(PLACES):
        for style in STYLES:
            filled = style.replace("URL", address).replace("JS", f"{SIGNAL}(Date())")
            markup = place.format(style=filled.replace('"', "&quot;") if "style=" in place else filled, text=PARAGRAPH)
            styled.append(HostilePage(f"{style} in place {number}", markup.encode()))
    return collection(address)[::EVERY] + styled


def write(hostile: Sequence[HostilePage], folder: Path) -> None:
    """Write pages into a folder; the page with the number N has the id ``page-N``."""
    for number, page in enumerate(hostile, 1):
        ending = "txt" if page.kind == "text" else "html"
        (folder / f"{number:05}.{ending}").write_bytes(page.source)


@contextmanager
def studio(folder: str | Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the studio on a folder; yield the address to open, and the process."""
    process = start("studio", str(folder), "--no-browser")
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise AssertionError(f"the studio did not start: {line}{end(process, 5).errors}")
        yield found[0], process
    finally:
        process.terminate()
        end(process, 20)


def introduce(page: Page, name: str) -> None:
    """Say in a window of the studio who annotates, once it knows its project."""
    page.wait_for_selector("#modes:not([hidden])", state="attached")
    page.evaluate(_INTRODUCTION, name)
    page.reload()


class Visitor:
    """A window that shows the pages of a studio, one after the other, and a record of what they do."""

    def __init__(self, page: Page, server: Server, address: str) -> None:
        self._page = page
        self._server = server
        self._record = Record(page, address.partition("/?")[0])
        page.goto(address)
        introduce(page, "Attacker")

    def outcome(self, what: str, mode: str, names: Mapping[str, str]) -> Outcome:
        """Show pages, given by id, in a mode of the studio, and return what they did."""
        findings = [f"{name}: {', '.join(problems)}" for id, name in names.items() if (problems := self.show(mode, id))]
        return Outcome(what, len(names), RULE, tuple(findings))

    def show(self, mode: str, id: str) -> list[str]:
        """Show a page; return what it did and what is in the frame."""
        self._page.evaluate("(address) => { location.hash = address }", f"#/{mode}/{id}")
        self._page.wait_for_function(IS_SHOWN, arg=id, timeout=PATIENCE)
        self._page.wait_for_timeout(SETTLE)
        return [*self._page.evaluate(INSPECTION), *self._record.taken(), *self._server.taken()]
