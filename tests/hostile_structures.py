"""Hostile pages for the tree of kept content: generators of structures that could be slow, deep or large.

They have the form of the generators in `hostile`.
"""

from __future__ import annotations

from hostile import Generator, mirrored, numbered, repeat, repeated

STYLES = b"<b><i><code><sup><sub><del><ins><mark><kbd><q>"
LONG = b"a" * 4000
DEEP = b"<blockquote><ol start=99999999><li>" * 4


def one_row(before: bytes, unit: bytes, row: bytes = b"") -> Generator:
    """Return a generator of tables: one row of many cells, and then many rows."""
    return lambda size: b"<table border=1>" + before + repeat(unit, size // 2) + repeat(row or unit, size // 2)


def notes_of_each_other(size: int) -> bytes:
    """Return notes, each with a reference to the next one."""
    count = max(1, size // 60)
    items = (b"<li id=n%d>a <sup><a href=#n%d>%d</a></sup>" % (n, (n + 1) % count, n % 999) for n in range(count))
    return b"<ol>" + b"".join(items)


def deep_tables(size: int) -> bytes:
    """Return nested data tables with text around each of them, again and again."""
    unit = b"<table border=1><tr><td>a<td>b<tr><td>c<td>" * 6 + b"text</table>" * 6
    return repeat(unit, size)


def article_body(unit: bytes) -> Generator:
    """Return a generator of pages that show nothing and declare a long text."""
    before = b'<script type="application/ld+json">{"@type":"Article","articleBody":"'
    return lambda size: before + repeat(unit, size) + b'"}</script><title>a</title><p>a'


def long_cells(size: int) -> bytes:
    """Return a row with many empty cells, whose first cell has tables between its paragraphs."""
    inner = b"<p>c<table border=1><tr><td>d<td>e<tr><td>f<td>g</table>"
    cells = repeat(b"<td>", size // 2)
    return b"<table border=1><tr><th>a<th>b<tr><td>" + repeat(inner, size // 2) + cells + b"z"


STRUCTURE_GENERATORS: dict[str, Generator] = {
    # Lists.
    "items-alone": repeated(b"<li>a"),
    "items-and-paragraphs-alone": repeated(b"<li>a</li><p>b"),
    "lists-in-lists": repeated(b"<ul><li>a<ol><li>b</ol></ul>"),
    "lists-without-items": mirrored(b"<ul><ol><dl><blockquote>", b"</blockquote></dl></ol></ul>"),
    "numbers-of-items": repeated(b"<li value=999999999>a<li value=-1>b<li value=x>c", b"<ol start=999999998>"),
    "items-deeper-in-their-list": repeated(b"<address><li>a</address>", b"<ol>"),
    "definitions": repeated(b"<dt>a<dt>b<dd>c<li>d<dd>e", b"<dl>"),
    "definitions-alone": repeated(b"<dd>a<dt>b<dl>c</dl>d"),
    "check-boxes": repeated(b"<li><input type=checkbox checked>a<input type=checkbox>"),
    "check-boxes-in-one-item": repeated(b"<input type=checkbox>", b"<ul><li>", b"a"),
    "typed-items": repeated(b"<p>1. a<p>2) b<p>- c<p>\xe2\x80\xa2 d"),
    "paragraphs-in-deep-items": repeated(b"<p>a", DEEP),
    "items-in-deep-items": repeated(b"<li>a", DEEP),
    "headings-in-deep-items": repeated(b"<h1>a</h1>", DEEP),
    "nested-details": mirrored(b"<details><summary>a</summary>", b"</details>"),
    "nested-figures": mirrored(b"<figure><figcaption>a</figcaption>", b"</figure>"),
    # Styles and links that blocks open again.
    "styles-around-blocks": repeated(b"<p>a", STYLES),
    "styles-around-lines": repeated(b"a<br>", STYLES),
    "abbreviation-around-blocks": repeated(b"<p>a", b"<abbr title='%b'>" % LONG),
    "place-around-blocks": repeated(b"<p>a", b"<a href='#%b'>" % LONG),
    "references-around-blocks": repeated(b"<p>a", b"<a href='%b'>" % (b"&amp;" * 800)),
    "styles-by-character": repeated(b"<sup>a</sup><del>b</del><kbd>c</kbd>"),
    "joined-quotes": repeated(b"a<b>b</b>", b"<q>"),
    "links-from-a-deep-base": repeated(b"<a href=/>a</a> ", b"<base href='http://a.example/%b'>" % (b"a/" * 2000)),
    "links-up-from-a-deep-base": repeated(
        b"<a href=../x>a</a> ", b"<base href='http://a.example/%b'>" % (b"a/" * 2000)
    ),
    # Formulas.
    "formula-openings": repeated(b"\\( \\[ $$ a ", b"<p>"),
    "formula-closings": repeated(b"\\) \\] a ", b"<p>\\( \\["),
    "formulas-interleaved": repeated(b"\\(a\\[b\\)c\\]d$$e=f", b"<p>"),
    "dollar-signs": repeated(b"$", b"<p>"),
    "prices": repeated(b"$$1 and ", b"<p>"),
    "formulas": repeated(b"<p>\\(a_1\\) \\[b^2\\]"),
    "math-openings": repeated(b"<math>"),
    "math-rows": repeated(b"<mrow>", b"<math>", b"<mi>x"),
    "math-fractions": repeated(b"<mfrac><mi>x</mi>", b"<math>"),
    "math-scripts": mirrored(b"<msup><mi>x</mi>", b"</msup>", b"<mn>2</mn>"),
    "math-in-math": mirrored(b"<math><msup><mi>x</mi>", b"</msup></math>", b"<mn>2</mn>"),
    "math-tables": repeated(b"<mtr><mtd><mi>x</mi>", b"<math><mtable>"),
    "math-roots": mirrored(b"<msqrt>", b"</msqrt>", b"<mi>x</mi>"),
    "math-annotations": repeated(b"<math><annotation encoding=application/x-tex>x%$\\(</annotation></math>"),
    "math-signs": repeated(b"<mo>&int;</mo><mi>&alpha;</mi>", b"<math>"),
    "math-scripts-of-text": repeated(b"<script type=math/tex>{\\displaystyle %x</script>"),
    "math-fences": repeated(b"<mfenced separators=',;'><mi>x</mi><mi>y</mi></mfenced>", b"<math>"),
    "math-many-scripts": repeated(b"<mi>x</mi><mprescripts/><none/>", b"<math><mmultiscripts>"),
    "formula-images": repeated(b"<img class=tex alt='$\\displaystyle x$'>"),
    "formula-classes": repeated(b"<span class='katex mathjax'><span class=katex-mathml><math><mi>x</math></span>"),
    "dollars-in-tex": repeated(b"$ % \\", b"<script type=math/tex>", b"</script>"),
    "braces-in-tex": repeated(b"{\\displaystyle ", b"<script type=math/tex>", b"</script>"),
    "blanks-in-tex": repeated(b"% ", b"<script type=math/tex>%" + b" " * 2000, b"]]></script>"),
    # Notes.
    "references-to-one-note": repeated(b"<sup><a href=#n>1</a></sup>", b"<ol><li id=n>a</ol><p>"),
    "references-to-a-long-note": lambda size: (
        b"<ol><li id=n>" + repeat(b"<p>a", size // 2) + b"</ol>" + repeat(b"<sup><a href=#n>1</a></sup> ", size // 2)
    ),
    "references-inside-of-their-note": repeated(b"<p>a<sup><a href=#n>1</a></sup>", b"<ol><li id=n>"),
    "notes-of-each-other": notes_of_each_other,
    "notes-with-one-id": repeated(b"<li id=n>a <sup><a href=#n>1</a></sup>", b"<ol>"),
    "notes-with-one-label": numbered(b"<p id=n", b">a</p><p><sup><a href=#n1>1</a></sup>"),
    "links-in-a-note": repeated(b"<a href=#x>^</a>", b"<p>b<sup><a href=#n>1</a></sup><ol><li id=n>a"),
    # Images and rules.
    "rules": repeated(b"<hr>"),
    "rules-and-text": repeated(b"<hr>a"),
    "images-in-text": repeated(b"a <img src=b> ", b"<p>"),
    "linked-images": repeated(b"<a href=x><img src=b></a>"),
    "huge-srcset": repeated(b"a 1x, ", b"<p>b<p>c<img srcset='", b"'><p>d"),
    "late-images": repeated(b"<figure><img data-src=a data-srcset='b 1x, c 2x'><figcaption>d</figcaption></figure>"),
    "images-from-a-deep-base": repeated(b"a <img src=x>", b"<base href='http://a.example/%b'><p>" % (b"a/" * 2000)),
    # Tables.
    "spanned-columns": one_row(b"<tr>", b"<td colspan=64 rowspan=1000>a", b"<tr><td>b"),
    "spanned-columns-of-few-rows": one_row(b"<tr>", b"<td colspan=64 rowspan=2>a", b"<tr><td colspan=64>b<td>c"),
    "wide-row": one_row(b"<tr>", b"<td>a", b"<tr><td>b"),
    "empty-cells": repeated(b"<td>", b"<table border=1><tr><th>a<th>b<tr><td>c<td>d<tr>", b"<td>e"),
    "spanned-empty-cells": repeated(
        b"<td colspan=2 rowspan=2>", b"<table border=1><tr><th>a<th>b<tr><td>c<td>d<tr>", b"<td>e"
    ),
    "empty-rows": repeated(b"<tr><td>", b"<table border=1><tr><th>a<th>b<tr><td>c<td>d"),
    "deep-tables": deep_tables,
    "tables-in-cells-of-a-long-row": long_cells,
    "captions": repeated(b"<caption>a", b"<table border=1><tr><td>a<td>b<tr><td>c<td>d"),
    "captions-only": repeated(b"<table border=1><caption>a</caption></table>"),
    "cells-without-rows": repeated(b"<td>a", b"<table border=1><caption>a</caption>"),
    "cells-without-tables": repeated(b"<tr><td>a<th>b"),
    "codes-in-cells": repeated(b"<tr><td><pre>a</pre><td><ul><li>b</ul>", b"<table border=1>"),
    "lists-in-cells": repeated(b"<li>a", b"<table border=1><tr><td>a<td>b<tr><td><ol start=99999999>", b"<td>b"),
    "heads-and-feet": repeated(b"<thead><tr><td>a<tfoot><tr><td>b<tbody><tr><td>c", b"<table border=1>"),
    # Code.
    "spans-in-code": repeated(b"<span class=k>a</span>", b"<pre><code>"),
    "line-breaks-in-code": repeated(b"<br>a", b"<pre>"),
    "empty-line-breaks-in-code": repeated(b"<br>", b"<pre>a", b"b"),
    "line-numbers-in-code": repeated(b"<span hidden>1</span>a\n", b"<pre>"),
    "code-in-code": repeated(b"a<listing>b</listing>", b"<pre>"),
    "codes": repeated(b"<pre>a</pre>"),
    "codes-in-a-long-class": lambda size: (
        b"<div class='" + repeat(b"a-word ", size // 2) + b"'>" + repeat(b"<pre>a</pre>", size // 2)
    ),
    "codes-in-cells-of-rows": repeated(b"<tr><td>1<td><code>a</code>", b"<pre><table>"),
    "code-blanks": repeated(b"   \t\n\n", b"<pre>a", b"b"),
    "code-openings": repeated(b"<pre><code class=language-x>"),
    # Others.
    "equal-titles": repeated(b"<h1>a</h1><p>b", b"<title>a</title>"),
    "equal-ids": repeated(b"<p id=n>a"),
    "decorated-classes": repeated(b"katex-html mathjax ", b"<p><span class='", b"'>a</span>"),
    "decorated": repeated(b"<span class='anchor headerlink mw-editsection'>a</span>", b"<p>"),
    "wholes": repeated(b"<p>a</p><ul><li>b</ul><pre>c</pre><table border=1><tr><td>d<td>e</table>"),
    "article-body": article_body(b"Some words in a line. "),
    "article-body-lines": article_body(b"a\\n"),
    "article-body-references": article_body(b"\\u0061&amp;&lt;p&gt;"),
    "article-bodies": repeated(
        b'<script type="application/ld+json">{"@type":"Article","articleBody":"Some words in a line"}</script>'
    ),
}
