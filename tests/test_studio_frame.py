"""The page in the frame of the studio: it looks as it did, its segments are numbered, and nothing acts or loads."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")

from ncleaner.cleaner import Cleaner
from ncleaner.studio.files import LocalFiles
from ncleaner.studio.frame import frame
from ncleaner.studio.styles import harmless

pytestmark = pytest.mark.once

IMAGES = "http://127.0.0.1:1/api/pages/page-1/images/"
CLEANER = Cleaner(engine="dump")
ACTIVE = set("script iframe frame object embed applet form input button textarea select svg math base meta link audio"
             " video source template noscript portal".split())  # fmt: skip
ADDRESSES = set("href src srcset action formaction background poster data cite ping longdesc usemap manifest"
                " xlink:href srcdoc http-equiv".split())  # fmt: skip
OWN_META = [("charset", "utf-8")], [("name", "referrer"), ("content", "no-referrer")]

HOSTILE = """<!DOCTYPE html><html manifest=x onload=go()><head><base href="http://evil.example/">
<meta http-equiv=refresh content="0;url=http://evil.example/"><link rel=stylesheet href="http://evil.example/a.css">
<link rel="preload prefetch" href="http://evil.example/p"><script>go()</script>
<style>@import "http://evil.example/b.css"; p { background: URL(http://evil.example/c) }
a::after { content: "</p>" }</style>
</head><body onload="go()" background="http://evil.example/d">
<p onclick="go()" style="background:url(http://evil.example/e);color:red">First paragraph of the page.</p>
<a href="javascript:go()" ping="http://evil.example/f" onmouseover=go()>A link that goes nowhere.</a>
<img src="http://evil.example/g.png" srcset="http://evil.example/h.png 2x" onerror=go() alt="A picture">
<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="An image with a script">
<iframe srcdoc="<script>go()</script>" src="http://evil.example/i"></iframe><object data="http://evil.example/j"></object>
<form action="http://evil.example/k"><input name=q autofocus onfocus=go()><button formaction=x>Send</button></form>
<svg><script>go()</script><a xlink:href="javascript:go()"><text>drawn</text></a><style>@import 'x'</style></svg>
<math><mtext><img src=x onerror=go()></mtext></math><template><img src=x onerror=go()></template>
<video poster=http://evil.example/l src=http://evil.example/m></video><noscript><img src=x onerror=go()></noscript>
<p title="</style><script>go()</script>">Last paragraph &lt;script&gt;go()&lt;/script&gt;.</p></body></html>"""


class Elements(HTMLParser):
    """Collects the elements with their attributes, and the text of segments."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.segments: dict[int, str] = {}
        self._open: list[int] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "ncleaner-segment":
            self._open.append(int(dict(attrs)["data-n"] or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "ncleaner-segment":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open:
            n = self._open[-1]
            self.segments[n] = self.segments.get(n, "") + data

    def of(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == name]


def shown(page: str, folder: Path | None = None, *, plain: bool = False, kind: str = "html") -> str:
    """Return the markup of the frame."""
    files = None if folder is None else LocalFiles(str(folder))
    return frame(CLEANER.clean(page.encode(), kind=kind), files, IMAGES, plain=plain)


@pytest.mark.parametrize("plain", [False, True])
def test_nothing_in_the_frame_acts(plain: bool, tmp_path: Path) -> None:
    found = Elements(shown(HOSTILE, tmp_path, plain=plain))
    for name, attributes in found.elements:
        assert name not in ACTIVE or list(attributes.items()) in OWN_META, name
        assert not any(key.startswith("on") for key in attributes), attributes


@pytest.mark.parametrize("plain", [False, True])
def test_nothing_in_the_frame_has_an_address(plain: bool, tmp_path: Path) -> None:
    markup = shown(HOSTILE, tmp_path, plain=plain)
    for _, attributes in Elements(markup).elements:
        assert not ADDRESSES & attributes.keys()
    assert "evil.example" not in re.sub(r"ncleaner-none[^;}]*", "", markup)


def test_each_segment_has_its_number_and_its_text() -> None:
    page = "<h1>Head<b>ing</b></h1><p>One <a href=x>two</a> three<br>four</p><ul><li>five<li>six</ul><td>seven"
    document = CLEANER.clean(page.encode())
    segments = Elements(frame(document, None, IMAGES)).segments
    assert sorted(segments) == list(range(len(document.blocks)))
    for n, text in segments.items():
        assert "".join(text.split()) == "".join(document.blocks.text(n).split())


def test_text_of_the_page_is_never_markup() -> None:
    segments = Elements(shown("<p>&lt;img src=x onerror=go()&gt; &amp;lt;b&gt;</p>")).segments
    assert segments == {0: "<img src=x onerror=go()> &lt;b>"}


def test_links_are_shown_without_a_target() -> None:
    markup = shown('<p><a href="/next" class="more" target=_top>Next page</a></p>')
    assert Elements(markup).of("a") == [{"class": "more"}]


def test_looks_stay(tmp_path: Path) -> None:
    page = (
        "<style>.box { color: red }</style>"
        '<table bgcolor=#eee width="90%"><td class=box id=a style="margin:0">Text</table>'
    )
    found = Elements(shown(page, tmp_path))
    assert found.of("table") == [{"bgcolor": "#eee", "width": "90%"}]
    assert found.of("td") == [{"class": "box", "id": "a", "style": "margin:0"}]
    assert ".box { color: red }" in shown(page, tmp_path)
    assert ".box" not in shown(page, tmp_path, plain=True)


def test_local_style_sheets_are_written_into_the_page(tmp_path: Path) -> None:
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files/look.css").write_text("h1 { color: teal; background: url(http://evil.example/x) }")
    markup = shown('<link rel="stylesheet" href="page_files/look.css?v=3"><h1>Title</h1>', tmp_path)
    assert "color: teal" in markup
    assert "url(" not in markup


@pytest.mark.parametrize("address", ["../secret.css", "/etc/passwd.css", "..%2fsecret.css", "file:secret.css", "a.txt"])
def test_style_sheets_of_other_folders_are_not_read(tmp_path: Path, address: str) -> None:
    (tmp_path / "secret.css").write_text("secret {}")
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.txt").write_text("secret {}")
    assert "secret {}" not in shown(f'<link rel=stylesheet href="{address}"><p>Text', tmp_path / "site")


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"png")
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.png").symlink_to(tmp_path / "secret.png")
    assert Elements(shown('<img src="a.png" alt="A"><p>Text', tmp_path / "site")).of("img") == [{"alt": "A"}]


@pytest.mark.parametrize(
    ("name", "address"), [("a.png", "a.png"), ("a b#1?%.png", "a%20b%231%3F%25.png"), ("ü.jpg", "%C3%BC.jpg")]
)
def test_local_images_are_shown(tmp_path: Path, name: str, address: str) -> None:
    (tmp_path / name).write_bytes(b"image")
    assert Elements(shown(f'<p>Text<img src="./{address}">', tmp_path)).of("img") == [{"src": IMAGES + address}]


def test_pictures_inside_of_the_page_are_shown() -> None:
    picture = "data:image/png;base64,iVBORw0KGgo="
    assert Elements(shown(f'<p>Text<img src="{picture}" width=10>')).of("img") == [{"src": picture, "width": "10"}]


def test_plain_text_keeps_its_lines() -> None:
    markup = shown("Title\n\n   A paragraph\n   of <two> lines.\n", kind="text")
    assert "A paragraph\n   of &lt;two&gt; lines." in markup
    assert list(Elements(markup).segments) == [0, 1]


def test_the_language_of_the_page_is_told() -> None:
    assert Elements(shown('<html lang="ar"><p>نص قصير')).of("html")[0] == {"lang": "ar"}


@pytest.mark.parametrize(
    "css",
    ["a { background: url(x) }", "a { background: U\\52L(x) }", "a { background: \\75rl(x) }", "a { b: u\\r\\l(x) }",
     "@import 'x';", "@\\69mport 'x';", "@IMPORT url(x)", "a { src: image-set('x' 1x) }", "a { b: -moz-image-set(x) }",
     "a { behavior: url(x) }", "a { -moz-binding: url(x) }", "a { width: expression(x) }", "a { b: url\0(x) }",
     "@namespace url(x);", "a { background: image(x) }", "a { b: element(#x) }"],
)  # fmt: skip
def test_style_sheets_cannot_load_anything(css: str) -> None:
    safe = harmless(css).replace("ncleaner-none", "")
    assert not re.search(r"(?i)\b(?:url|image-set|image|element|expression)\(", safe)
    assert not re.search(r"(?i)@(?:import|namespace)|behavior|binding", safe)
    assert not re.search(r"\\[0-9a-f]", safe)


def test_style_sheets_cannot_end_their_element() -> None:
    assert "<" not in harmless("a { content: '</style><script>' }")
    assert harmless("a > b { color: #123; margin: 0 -1px }") == "a > b { color: #123; margin: 0 -1px }"
