"""Hostile pages: generators of input that makes parsers slow, recurse deeply or fail.

Each takes a size in bytes and returns a page of about that size, at least one repetition, the same one every time.
Tests use small pages, benchmarks larger and larger ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Generator = Callable[[int], bytes]

MARKER = b"needle"  # a word that some tests look for in the output


def repeat(unit: bytes, size: int) -> bytes:
    """Return as many copies of ``unit`` as fit into ``size``, but at least one."""
    return unit * max(1, size // len(unit))


def repeated(unit: bytes, before: bytes = b"", after: bytes = b"") -> Generator:
    """Return a generator of pages that repeat ``unit`` between ``before`` and ``after``."""
    return lambda size: before + repeat(unit, size) + after


def mirrored(opening: bytes, closing: bytes, middle: bytes = b"text") -> Generator:
    """Return a generator of pages that repeat ``opening``, and then ``closing`` as often."""

    def generate(size: int) -> bytes:
        count = max(1, size // (len(opening) + len(closing)))
        return opening * count + middle + closing * count

    return generate


def numbered(before: bytes, after: bytes, start: bytes = b"", end: bytes = b"") -> Generator:
    """Return a generator of pages whose parts are all different: each has a number between two strings."""

    def generate(size: int) -> bytes:
        count = max(1, size // (len(before) + len(after) + len(str(size // (len(before) + len(after) + 1)))))
        return start + b"".join(b"%b%d%b" % (before, number, after) for number in range(count)) + end

    return generate


def noise(size: int) -> bytes:
    """Return random bytes: rarely valid UTF-8, sometimes a tag."""
    return random.Random(size).randbytes(max(1, size))


def markup_noise(size: int) -> bytes:
    """Return random characters with a meaning in HTML."""
    return bytes(random.Random(size).choices(b"<>/!-?=&;#x\"' \n\0[]aAbp", k=max(1, size)))


def json_ld(size: int) -> bytes:
    """Return a page that is one large piece of JSON-LD."""
    entry = b'{"@type":"Person","name":"A \\u00e9 \\"b\\"","sameAs":["x","y"]},'
    return b'<script type="application/ld+json">{"@graph":[' + repeat(entry, size) + b"0]}</script><p>text"


def deep_json_ld(size: int) -> bytes:
    """Return a page with JSON-LD nested too deeply for a recursive reader."""
    return b'<script type="application/ld+json">' + repeat(b'[{"a":', size) + b"</script><p>text"


def endless_paragraph(size: int) -> bytes:
    """Return a page of one long line of prose."""
    return b"<p>" + repeat(b"some words in a row and ", size)


def pyramid(size: int) -> bytes:
    """Return nested elements with text before and after each of them."""
    count = max(1, size // 16)
    return b"<div>ab" * count + b"cd</div>" * count


PROSE = b"<p>" + b"The ferry left the quay in the dark, with forty people and a piano on board. " * 6


def disputed_comments(size: int) -> bytes:
    """Return tiny blocks among comments that have more prose than the short article above them."""
    return b"<article>" + PROSE + b"</article><div class=comments>" + PROSE * 4 + repeat(b"<div>a</div>", size)


GENERATORS: dict[str, Generator] = {
    # Elements inside elements, closed or not.
    "nested-div": mirrored(b"<div>", b"</div>"),
    "nested-unclosed-div": repeated(b"<div>", after=b"text"),
    "nested-div-with-text": pyramid,
    "nested-unknown": mirrored(b"<x-y>", b"</x-y>"),
    "nested-lists": repeated(b"<ul><li>"),
    "nested-lists-with-text": repeated(b"<ul><li>text"),
    "nested-tables": mirrored(b"<table><tr><td>", b"</td></tr></table>"),
    "nested-unclosed-tables": repeated(b"<table><td>a"),
    "nested-templates": mirrored(b"<template>", b"</template>"),
    "nested-select": repeated(b"<select><option>a"),
    "nested-quotes": mirrored(b"<blockquote>", b"</blockquote>"),
    "nested-headings": repeated(b"<h1><h2>"),
    "nested-links": repeated(b"<a href=x>"),
    "nested-forms-and-buttons": repeated(b"<form><button>"),
    "nested-objects": repeated(b"<object><p>"),
    # Elements that end where the next one begins.
    "unclosed-p": repeated(b"<p>some text"),
    "unclosed-li": repeated(b"<li>some text", before=b"<ul>"),
    "unclosed-option": repeated(b"<option>some text", before=b"<select>"),
    "unclosed-dt-dd": repeated(b"<dt>a<dd>b", before=b"<dl>"),
    "unclosed-td": repeated(b"<tr><td>a<td>b", before=b"<table>"),
    "unclosed-ruby": repeated(b"<rb>a<rt>b<rp>c", before=b"<ruby>"),
    # Formatting elements, which the standard's tree construction opens again in every block.
    "unclosed-b": repeated(b"<b>a"),
    "unclosed-b-p": repeated(b"<b><p>a"),
    "unclosed-font": repeated(b"<font size=1>a"),
    "unclosed-a": repeated(b"<a href=x>a"),
    "unclosed-nobr": repeated(b"<nobr>a"),
    "distinct-formatting": numbered(b"<p><b class=c", b">x"),
    "misnested-a-b": lambda size: repeat(b"<a><b>", size) + b"</a>text",
    "misnested-i-div-b": lambda size: b"<i><div>" + repeat(b"<b>", size * 3 // 7) + repeat(b"</i>", size * 4 // 7),
    "misnested-pairs": repeated(b"<b>1<i>2</b>3</i>4"),
    "misnested-links": repeated(b"<a href=1>x<div><a href=2>y"),
    "misnested-in-table": repeated(b"<table><b><tr><i><td></b>x</i>"),
    # End tags without a start tag, or with one far away.
    "end-p": repeated(b"</p>"),
    "end-td": repeated(b"</td>", before=b"<div>"),
    "end-br": repeated(b"</br>"),
    "end-unknown": repeated(b"</x>"),
    "end-without-start-in-depth": lambda size: repeat(b"<div>", size * 5 // 12) + repeat(b"</span>", size * 7 // 12),
    "end-p-in-depth": lambda size: repeat(b"<span>", size * 6 // 10) + repeat(b"</p>", size * 4 // 10),
    "end-li-in-depth": lambda size: b"<li>" + repeat(b"<div>", size // 2) + repeat(b"</li><li>", size // 2),
    "end-table-kinds": repeated(b"</tbody></tr></td></caption></colgroup></th>", before=b"<table><tr><td>"),
    "end-formatting-in-depth": lambda size: repeat(b"<div>", size // 2) + repeat(b"</b></i></a>", size // 2),
    "start-p-in-depth": lambda size: repeat(b"<span>", size // 2) + repeat(b"<p>a</p>", size // 2),
    "start-li-in-depth": lambda size: b"<ul><li>" + repeat(b"<span>", size // 2) + repeat(b"<li>", size // 2),
    "start-dd-in-depth": lambda size: b"<dl><dd>" + repeat(b"<b>", size // 2) + repeat(b"<dd>a", size // 2),
    # Tags and attributes without an end.
    "less-than": repeated(b"<"),
    "less-than-slash": repeated(b"</"),
    "less-than-question": repeated(b"<?"),
    "tag-openings": repeated(b"<a "),
    "unclosed-attribute-value": repeated(b"<a b='", after=b"text"),
    "unclosed-attribute-quotes": repeated(b"<a b='\">"),
    "many-attributes": numbered(b"a", b"=1 ", b"<p ", b">text"),
    "equal-attributes": repeated(b"class=x ", b"<p ", b">text"),
    "equal-signs": repeated(b"=", b"<p ", b">text"),
    "slashes-in-tag": repeated(b"/", b"<p ", b">text"),
    "huge-attribute-value": repeated(b"some class ", b'<p class="', b'">text'),
    "huge-attribute-name": repeated(b"a", b"<p ", b">text"),
    "huge-tag-name": repeated(b"a", b"<", b">text"),
    "huge-href": repeated(b"&amp;x=1", b'<a href="', b'">text</a>'),
    "distinct-tags": numbered(b"<x", b">a"),
    "distinct-classes": numbered(b"<div class=c", b">a</div>"),
    "distinct-languages": numbered(b"<p lang=x-", b">a"),
    # Comments, declarations, marked sections.
    "unterminated-comment": repeated(b"a comment ", b"text<!--"),
    "comment-openings": repeated(b"<!--"),
    "comment-dashes": repeated(b"-", b"<!--", b"text"),
    "comment-almost-ends": repeated(b"--!-- ", b"<!--"),
    "empty-comments": repeated(b"<!---->a"),
    "doctypes": repeated(b"<!DOCTYPE html PUBLIC '"),
    "marked-sections": repeated(b"<!["),
    "cdata-openings": repeated(b"<![CDATA["),
    "cdata-in-svg": repeated(b"<![CDATA[ a ]]>", b"<svg><text>"),
    "cdata-brackets": repeated(b"]]", b"<svg><![CDATA["),
    # Character references.
    "ampersands": repeated(b"&"),
    "amp-without-semicolon": repeated(b"&amp"),
    "almost-references": repeated(b"&notit;"),
    "longest-reference": repeated(b"&CounterClockwiseContourIntegra"),
    "endless-number": repeated(b"9", b"&#"),
    "endless-hexadecimal": repeated(b"f", b"&#x"),
    "references-to-nothing": repeated(b"&#0;&#xD800;&#x110000;"),
    "references-in-attribute": repeated(b"&amp;&lt", b"<p title='", b"'>text"),
    # Text that is not markup.
    "scripts-in-comments": repeated(b"<script><!--<script>"),
    "script-almost-ends": repeated(b"</scrip", b"<script>"),
    "script-escapes": repeated(b"<!--<script></script>", b"<script>"),
    "unclosed-textarea": repeated(b"text </textare ", b"<textarea>"),
    "unclosed-title": repeated(b"text &amp; </titl ", b"<title>"),
    "unclosed-style": repeated(b"</style", b"<style>"),
    "unclosed-iframe": repeated(b"<iframe></ifram"),
    "iframes-closed-as-xml": repeated(b"<iframe/><p>a"),
    "scripts-closed-as-xml": repeated(b"<script/>a</script><p>b"),
    "plaintext": repeated(b"<plaintext>"),
    "json-ld": json_ld,
    "deep-json-ld": deep_json_ld,
    "json-ld-references": repeated(
        b'<script type="application/ld+json">{"@type":"Article","@id":"a","headline":"b","author":{"@id":"a"}}</script>'
    ),
    "meta-elements": repeated(b'<meta name=author content="By a, b and c"><meta name=keywords content="a,b,c;d">'),
    "open-items": repeated(b"<p itemprop=author>", b"<h1>A title of some words</h1>"),
    "nested-items": repeated(b"<div itemprop=author itemscope><b itemprop=name>", b"<h1>A title</h1>", b"a"),
    "declared-dates": repeated(b'<time class="date author" datetime="3 of the 2009 x march">', b"<h1>A title</h1>"),
    "bylines": repeated(b"<p>Posted by A B, 3 March 2009", b"<title>A title</title>"),
    # Foreign content.
    "svg-breakouts": repeated(b"<svg><p>"),
    "svg-math-nesting": repeated(b"<svg><foreignObject><math><mtext>"),
    "nested-svg-groups": lambda size: b"<svg>" + mirrored(b"<g>", b"</g>")(size),
    "svg-end-tags": lambda size: b"<svg>" + repeat(b"<g>", size // 2) + repeat(b"</a>", size // 2),
    "svg-titles": repeated(b"<svg><title>a</svg>"),
    # Many small things.
    "line-breaks": repeated(b"<br>"),
    "words-and-line-breaks": repeated(b"a<br>"),
    "disputed-comments": disputed_comments,
    "tiny-blocks": repeated(b"<p>a</p>"),
    "tiny-links": repeated(b"<a href=x>a</a> "),
    "tiny-cells": repeated(b"<td>a</td>", b"<table><tr>"),
    "inline-tags": repeated(b"<b>a</b>"),
    "hidden-spans": repeated(b"<span hidden>a"),
    "hidden-by-style": repeated(b"<div style='display : none'>a</div>"),
    "metas": repeated(b"<meta name=author content=x>"),
    "meta-charsets": repeated(b"<meta charset=x-none>"),
    "framesets": repeated(b"<frameset><frame>"),
    "html-and-body-tags": repeated(b"<html lang=a><body class=b>"),
    "images": repeated(b"<img alt=a src=b>"),
    "inputs": repeated(b"<input type=hidden><input value=a>"),
    "headings": repeated(b"<h1>a</h1>"),
    "data-tables": repeated(b"<tr><th>a<td>b<table border=1><td>c<td>d<tr><td>e<td>f</table>", b"<table>"),
    "long-table-tags": repeated(b"<table class='a b' summary='c'><tr><td scope=d>e<td>f<tr><td>g<td>h</table>"),
    "nested-data-tables": repeated(b"<table border=1><tr><td>a<td>b<tr><td>c<td>"),
    "colspans": repeated(b"<td colspan=9007199254740991 rowspan=65535>a", b"<table><tr>"),
    "navigation-bars": repeated(b"<p>a | b | c | d</p>"),
    "foster-parented": repeated(b"a<tr>", b"<table>"),
    # Characters.
    "nothing-but-text": endless_paragraph,
    "endless-word": repeated(b"a"),
    "spaces": repeated(b" "),
    "spaces-between-words": repeated(b"a          ", b"<p>"),
    "line-feeds": repeated(b"\n"),
    "carriage-returns": repeated(b"\r\r\n"),
    "pre-line-feeds": repeated(b"\n", b"<pre>", b"text"),
    "pre-line-starts": repeated(b"<pre>\n"),
    "pre-text": repeated(b"a line of it\n\n", b"<pre>"),
    "nul": repeated(b"\0"),
    "nul-in-tag": repeated(b"\0", b"<p\0", b">text"),
    "control-characters": repeated(bytes(range(1, 32)) + b"\x7f"),
    "replacement-characters": repeated("\ufffd".encode()),
    "combining-characters": repeated("\u0301".encode(), b"a"),
    "four-byte-characters": repeated("\U0001f600 ".encode(), b"<p>"),
    "truncated-characters": repeated(b"\xf0\x9f"),
    "utf-16": lambda size: b"\xff\xfe" + repeat("<p>text ".encode("utf-16-le"), size),
    "noise": noise,
    "markup-noise": markup_noise,
}


def with_marker(depth: int, opening: bytes, closing: bytes) -> bytes:
    """Return a page with `MARKER` inside ``depth`` elements, and again after they are closed."""
    return opening * depth + MARKER + closing * depth + b"<p>" + MARKER
