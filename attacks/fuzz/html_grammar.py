"""A grammar for HTML: random trees with odd nesting, attributes, references, raw text, tables and foreign content.

`generate` returns a different page for each state of the random generator, and the same one for the same state. Little
of it is valid: elements stand where they must not, end tags are missing or doubled, and names are almost right.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

BLOCKS = (
    "p div section article header footer nav aside main ul ol li dl dt dd h1 h2 h3 h6 blockquote pre figure figcaption "
    "address fieldset legend details summary form center dir menu hr listing table dialog search hgroup"
).split()
INLINE = (
    "a b i em strong span font u s small big code tt kbd sub sup q cite abbr time mark nobr ruby rb rt rp rtc bdo bdi "
    "label button select option optgroup output progress meter ins del wbr br img input picture map area data var"
).split()
RAW = "script style textarea title xmp iframe noembed noframes noscript plaintext template".split()
TABLE = "table caption colgroup col thead tbody tfoot tr td th".split()
FOREIGN = (
    "svg math g path text foreignObject desc title mi mo mn ms mtext annotation-xml malignmark mglyph use image".split()
)
ROOTS = "html head body frameset frame base link meta".split()
CUSTOM = ("x-y", "my-element", "a-" + "b" * 40, "o:p", "é-x", "x\0y", "h7", "ı", "ſcript", "PrE", "DIV")
VOID = frozenset("br hr img input wbr area base col embed link meta param source track frame".split())
NAMES = BLOCKS * 3 + INLINE * 3 + TABLE * 2 + FOREIGN + RAW + ROOTS + list(CUSTOM)

WORDS = (
    "the", "of", "a", "Home", "News", "comments", "Copyright", "©", "2024", "|", "»", "…", "naïve", "Straße", "слово",
    "日本語。", "漢字", "한국어", "עברית", "مرحبا", "😀", "e\u0301", "\u200b", "\xad", "\ufeff", "\xa0", "\u3000",
    "\x85", "\u2028", "\0", "\x01", "\x0b", "\x0c", "\t", "\r", "\x7f", "\ufffe", "\U0001ffff", "<", "<<", ">", "]]>",
    "-->", "*", "_", "#", "`", "```", "1.", "- ", "[x](y)", "![i](j)", "\\", "~~", "|-|", "http://a.example/",
    "a" * 80,
    "It rained all day, and nobody went out to sea.", "Read more", "Posted by", "Sign in", "All rights reserved.",
)  # fmt: skip
REFERENCES = (
    "&amp;", "&lt;", "&gt", "&nbsp;", "&nbsp", "&notit;", "&NotEqualTilde;", "&#0;", "&#x80;", "&#xD800;", "&#x110000;",
    "&#9;", "&#10;", "&#13;", "&#xfdd0;", "&#128512;", "&#", "&#x", "&", "&;", "&amp&lt", "&CounterClockwiseContourI",
    "&#99999999999999999999;", "&shy;", "&zwj;", "&#x202e;",
)  # fmt: skip
ADDRESSES = (
    "x", "/a/b?c=d&amp;e", "#top", "http://a.example/", "//b.example", "javascript:alert(1)",
    " java&#9;script:alert(1)", "data:text/html,<script>alert(1)</script>",
    "mailto:a@b.example", "http://[", "http://a.example:x/", "\x01x", "",
    "VBScript:x", "http://ü.example/ä", "?", "../../..", "http://a.example/(b)", "a b", "&#x6a;avascript:x",
)  # fmt: skip
ATTRIBUTES = {
    "href": ADDRESSES,
    "src": ADDRESSES,
    "class": ("nav", "content", "comment-list", "article body", "ad", "sr-only", "a b c", "", "footer\tx", "é"),
    "id": ("main", "sidebar", "comments", "1", ""),
    "style": ("display:none", "Display : NONE", "visibility:hidden", "color:red", "display:none;display:block", ";;"),
    "lang": ("de", "en-US", "x-y", "", "ja\0"),
    "xml:lang": ("fr",),
    "dir": ("rtl", "auto", '"'),
    "hidden": (None, "", "until-found", "false"),
    "aria-hidden": ("true", "false"),
    "role": ("navigation", "main", "presentation", "contentinfo"),
    "colspan": ("2", "0", "-1", "9007199254740991", "x"),
    "rowspan": ("3", "65535", ""),
    "start": ("3", "-5", "99999999999", "x"),
    "type": ("hidden", "a", "I", "application/ld+json", "text/plain", "submit"),
    "value": ("7", "text", "-1"),
    "title": ("a title", '"><script>alert(1)</script>', "'"),
    "alt": ("a picture", ""),
    "onclick": ("alert(1)",),
    "onerror": ("alert(1)",),
    "itemprop": ("author", "datePublished", "articleBody"),
    "itemscope": (None,),
    "datetime": ("2024-02-30", "2024-01-01T10:00:00+25:00", "yesterday"),
    "open": (None,),
    "encoding": ("text/html", "application/xhtml+xml"),
    "name": ("author", "date", "description", "x"),
    "content": ("A. Nother", "2024-01-01", "x"),
    "xlink:href": ADDRESSES,
    "=": ("x",),
    "a\0b": ("y",),
    '"': (None,),
    "é": ("ü",),
}
METAS = (
    '<meta charset="{0}">',
    '<meta http-equiv="Content-Type" content="text/html; charset={0}">',
    '<meta name="{1}" content="{2}">',
    '<meta property="og:{1}" content="{2}">',
    '<link rel="canonical" href="{3}">',
    '<base href="{3}">',
    "<title>{2}</title>",
    '<html lang="{0}">',
    '<?xml version="1.0" encoding="{0}"?>',
    "<!DOCTYPE html>",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
)
CHARSETS = ("utf-8", "utf-16", "latin1", "shift_jis", "gbk", "iso-2022-jp", "x-user-defined", "replacement", "none", "")
FIELDS = (
    "title",
    "author",
    "date",
    "url",
    "site_name",
    "description",
    "article:published_time",
    "dc.creator",
)
LD_KEYS = ("@graph", "@type", "headline", "author", "name", "datePublished", "url", "publisher", "mainEntityOfPage")
LD_VALUES = (
    '"Article"', '"2024-01-01"', '"A \\u00e9 \\ud800"', '"\\', "null", "1e999", "NaN", "true", '""', '"</scr"', "[]",
    "{}", '"2024-13-45T99:99"', "-", '"\t"', '"http://a.example/"', '"javascript:x"',
)  # fmt: skip
DECLARATIONS = (
    "<!-- a comment -->", "<!---->", "<!-->", "<!--->", "<!-- -- >", "<!--[if IE]>", "<![endif]-->", "<![CDATA[ x ]]>",
    "<!DOCTYPE x>", "<?php x ?>", "<!x>", "</>", "</ x>", "<!--", "<![CDATA[", "<!", "<?", "</", "<", "<a",
    "<p class='",
)  # fmt: skip

CELLS = ("<td>", "<th>", "<td colspan=2>", "", "x")

Part = Callable[[Random, int], str]


def generate(rng: Random, parts: int = 8) -> bytes:
    """Return a page of up to ``parts`` parts, in UTF-8 or sometimes in another encoding, or damaged."""
    depth = rng.choice((1, 2, 3, 5, 9))
    text = "".join(head(rng) for _ in range(rng.choice((0, 0, 1, 3))))
    text += "".join(part(rng, depth) for _ in range(rng.randint(1, parts)))
    encoding = rng.choice(("utf-8",) * 8 + ("utf-16", "utf-16-be", "cp1252", "shift_jis", "gb18030", "euc_kr"))
    data = bytearray(text.encode(encoding, "replace"))
    if data and rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def part(rng: Random, depth: int) -> str:
    """Return a random part: an element with its contents up to ``depth`` levels deep, or something else."""
    return rng.choice(PARTS)(rng, depth)


def words(rng: Random, most: int = 12) -> str:
    """Return words, separated by all that separates words."""
    pieces = []
    for _ in range(rng.randint(0, most)):
        pieces.append(rng.choice(REFERENCES if rng.random() < 0.1 else WORDS))
        pieces.append(rng.choice((" ", " ", " ", "\n", "", "\r\n", "\t", "\xa0")))
    return "".join(pieces)


def start_tag(rng: Random, name: str) -> str:
    """Return a start tag with some attributes, quoted in any way."""
    pieces = [name if rng.random() < 0.9 else name.swapcase()]
    for attribute in rng.sample(list(ATTRIBUTES), rng.choice((0, 0, 0, 1, 1, 2, 4))):
        value = rng.choice(ATTRIBUTES[attribute])
        quote = rng.choice(('"', '"', "'", ""))
        equals = rng.choice(("=", "=", "=", " = "))
        pieces.append(attribute if value is None else f"{attribute}{equals}{quote}{value}{quote}")
    return f"<{rng.choice((' ', ' ', chr(10), '/')).join(pieces)}{rng.choice(('>', '>', '>', '>', '/>', ' >', ''))}"


def end_tag(rng: Random, name: str) -> str:
    """Return the end tag of an element, or none, or another one."""
    return rng.choice((f"</{name}>",) * 8 + ("", f"</{name} x=y>", f"</{rng.choice(NAMES)}>", f"</{name}></{name}>"))


def head(rng: Random) -> str:
    """Return an element of the head, or what stands for one."""
    values = rng.choice(CHARSETS), rng.choice(FIELDS), words(rng, 4), rng.choice(ADDRESSES)
    return rng.choice(METAS).format(*values) if rng.random() < 0.8 else _json_ld(rng, 3)


def _element(rng: Random, depth: int) -> str:
    name = rng.choice(NAMES)
    if name in VOID and rng.random() < 0.9:
        return start_tag(rng, name)
    inside = "".join(part(rng, depth - 1) for _ in range(rng.choice((0, 1, 1, 2, 4)))) if depth > 0 else words(rng)
    return start_tag(rng, name) + inside + end_tag(rng, name)


def _paragraph(rng: Random, depth: int) -> str:
    name = rng.choice(BLOCKS)
    return f"<{name}>{words(rng, 30)}{rng.choice(('', f'</{name}>'))}"


def _table(rng: Random, depth: int) -> str:
    """Return a table, often with text and elements where none may stand."""
    rows = []
    for _ in range(rng.randint(1, 4)):
        cells = (rng.choice(CELLS) + words(rng, 3) for _ in range(rng.randint(0, 4)))
        rows.append(rng.choice(("<tr>", "<tr>", "", "<tbody><tr>", "</tr>")) + "".join(cells))
    stray = part(rng, depth - 1) if depth > 0 and rng.random() < 0.4 else ""
    return "<table>" + stray + "".join(rows) + rng.choice(("</table>", "</table>", ""))


def _list(rng: Random, depth: int) -> str:
    name = rng.choice(("ul", "ol", "dl", "select", "menu"))
    item = {"dl": ("<dt>", "<dd>"), "select": ("<option>", "<optgroup label=x>")}.get(name, ("<li>", "<li value=3>"))
    items = "".join(rng.choice(item) + words(rng, 4) for _ in range(rng.randint(1, 6)))
    inner = _list(rng, depth - 1) if depth > 0 and rng.random() < 0.3 else ""
    return f"<{name}>{items}{inner}{rng.choice(('', f'</{name}>'))}"


def _raw(rng: Random, depth: int) -> str:
    name = rng.choice(RAW)
    inside = rng.choice((words(rng, 5), f"</{name[:-1]}", "<!--<script>", "</script", _element(rng, 0), "\n\n x"))
    return start_tag(rng, name) + inside + end_tag(rng, name)


def _foreign(rng: Random, depth: int) -> str:
    root = rng.choice(("svg", "math"))
    inside = "".join(start_tag(rng, rng.choice(FOREIGN)) + words(rng, 3) for _ in range(rng.randint(0, 4)))
    inner = part(rng, depth - 1) if depth > 0 else "<![CDATA[ x < y ]]>"
    return f"<{root}>{inside}{inner}{end_tag(rng, root)}"


def _misnested(rng: Random, depth: int) -> str:
    names = [rng.choice(INLINE[:14] + BLOCKS[:6]) for _ in range(rng.randint(2, 6))]
    ends = rng.sample(names, len(names))
    return "".join(f"<{name}>{words(rng, 2)}" for name in names) + "".join(f"</{name}>{words(rng, 2)}" for name in ends)


def _preformatted(rng: Random, depth: int) -> str:
    lines = "\n".join("\t" * rng.randint(0, 3) + words(rng, 4) for _ in range(rng.randint(1, 5)))
    return f"<pre>{rng.choice(('', '<code>', chr(10)))}{lines}{rng.choice(('</pre>', '</code></pre>', ''))}"


def _repeated(rng: Random, depth: int) -> str:
    return part(rng, min(depth, 2) - 1) * rng.choice((2, 3, 10, 40)) if depth > 0 else words(rng)


def _json_ld(rng: Random, depth: int) -> str:
    return f'<script type="application/ld+json">{_json_value(rng, depth)}{rng.choice(("</script>", "</script>", ""))}'


def _json_value(rng: Random, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.4:
        return rng.choice(LD_VALUES)
    if rng.random() < 0.3:
        return f"[{','.join(_json_value(rng, depth - 1) for _ in range(rng.randint(0, 3)))}]"
    pairs = (f'"{rng.choice(LD_KEYS)}":{_json_value(rng, depth - 1)}' for _ in range(rng.randint(0, 4)))
    return "{" + ",".join(pairs) + rng.choice(("}", "}", "}", ",}", ""))


PARTS: tuple[Part, ...] = (
    *(_element,) * 6,
    *(_paragraph,) * 4,
    *(_table,) * 2,
    _list,
    _raw,
    _foreign,
    _misnested,
    _preformatted,
    _repeated,
    lambda rng, depth: words(rng),
    lambda rng, depth: rng.choice(DECLARATIONS),
    lambda rng, depth: head(rng),
    lambda rng, depth: end_tag(rng, rng.choice(NAMES)),
)
