"""Hostile pages for output formats: generators of pages whose output could be far larger or slower than the page.

They have the form of the generators in `hostile`.
"""

from __future__ import annotations

import random

from hostile import Generator, numbered, repeat, repeated


def long_address(before: bytes, after: bytes, unit: bytes) -> Generator:
    """Return a generator of pages: one third is an address between ``before`` and ``after``, the rest is ``unit``."""
    return lambda size: before + repeat(b"a", size // 3) + after + repeat(unit, size * 2 // 3)


def inside(opening: bytes, depth: int, unit: bytes) -> Generator:
    """Return a generator of pages that repeat ``unit`` inside ``depth`` copies of ``opening``."""
    return repeated(unit, opening * depth)


def long_names(size: int) -> bytes:
    """Return nested elements with long names of their own, and text in each."""
    name = repeat(b"n", max(1, size // 512))
    return b"".join(b"<x%d-%b>a" % (number, name) for number in range(500))


def links_around_blocks(size: int) -> bytes:
    """Return links with addresses of 4,000 characters, each around many blocks."""
    return repeat(b"<a href=/%b>%b</a>" % (b"a" * 4000, b"<p>b" * 1000), size)


def different_blocks(size: int) -> bytes:
    """Return short blocks that differ in their length, links, emphasis and classes."""
    draw = random.Random(1)
    parts = []
    left = size
    while left > 0:
        words = b"word, " * draw.randrange(4)
        part = b"<p class=c%d>%b<a href=x>%b</a><b>%b</b>" % (draw.randrange(9), words, words[:3], words[:5])
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def huge_metadata(size: int) -> bytes:
    """Return a page whose title, author and description are long."""
    text = repeat(b"a &amp; b, ", size // 3)
    return b"<title>%b</title><meta name=author content='%b'><meta name=description content='%b'><p>a" % (
        text,
        text,
        text,
    )


def triangle(size: int) -> bytes:
    """Return a table with one cell in each row, further to the right in each row."""
    rows = (b"<tr><td colspan=%d><td>a" % (1 + number % 60) for number in range(max(2, size // 24)))
    return b"<table>" + b"".join(rows)


FORMAT_GENERATORS: dict[str, Generator] = {
    # Addresses.
    "long-canonical": long_address(b"<link rel=canonical href=http://a.example/", b">", b"<p><a href=x>a</a>"),
    "long-og-url": long_address(b"<meta property=og:url content=http://a.example/", b"/>", b"<p><a href=x>a</a>"),
    "long-base": long_address(b"<base href=http://a.example/", b"/>", b"<p><a href=x>a</a>"),
    "long-link": long_address(b"<a href=http://a.example/", b">", b"<p>a"),
    "links-around-blocks": links_around_blocks,
    "escaped-addresses": repeated(b"<p><a href='x()\\&amp;&lt;&quot; '>a</a>"),
    # Containers.
    "long-names": long_names,
    "code-in-lists": inside(b"<ul><li>", 250, b"<pre>a\nb\nc\n</pre>"),
    "lines-in-lists": inside(b"<ol><li>", 250, b"<p>a<br>b"),
    "paragraphs-in-quotes": inside(b"<blockquote>", 500, b"<p>a"),
    "list-numbers": numbered(b"<ol start=9", b"><li>a</ol>"),
    "heading-levels": repeated(b"<h1>a<h6>b<h3>c<h2>d"),
    # Tables.
    "triangular-table": triangle,
    "spanned-rows": repeated(b"<tr><td rowspan=1000>a<td colspan=64>b", b"<table>"),
    "cells-with-pipes": repeated(b"<tr><td>|<td>\\|", b"<table>"),
    "many-tables": repeated(b"<table><tr><td>a<td>b<tr><td>c<td>d</table>"),
    # Text that must be escaped or counted.
    "tabs-in-code": repeated(b"\t", b"<pre><code>", b"text"),
    "backticks-in-code": repeated(b"`a\n``` ", b"<pre>"),
    "markdown-signs": repeated(b"*_[a](b)`~#+-&lt;! ", b"<p>"),
    "escaped-signs": repeated(b"<p>&amp;&lt;&quot;"),
    "line-separators": repeated("\u2028\u0085a".encode(), b"<p>"),
    "sentences": repeated(b"A. B? C! 1.", b"<p>"),
    "huge-metadata": huge_metadata,
    # Decisions.
    "different-blocks": different_blocks,
    "emphasis-in-blocks": repeated(b"<p>a<b>b</b><i>c</i><code>d</code>"),
}
