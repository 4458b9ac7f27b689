"""Page metadata."""

from __future__ import annotations

import json
from array import array

import pytest

from ncleaner.metadata.choice import language_tag, metadata
from ncleaner.metadata.dates import iso_date
from ncleaner.metadata.title import without_site
from ncleaner.page.blocks import Blocks
from ncleaner.page.elements import Elements
from ncleaner.page.metadata import Metadata
from ncleaner.page.page import Page
from ncleaner.read.html.scan import scan

URL = "https://www.example.org/stairs/"


def of(head: str, url: str | None = URL) -> Metadata:
    source = f"<html><head>{head}</head><body><p>Text.</p></body></html>".encode()
    return metadata(Page(source, url=url, encoding="windows-1252"), scan(source))


def meta(**values: str) -> str:
    return "".join(f'<meta property="{name.replace("__", ":")}" content="{value}">' for name, value in values.items())


def linked_data(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "One stair more",
    "datePublished": "2009-03-21T07:44:02+01:00",
    "author": [{"@type": "Person", "name": "Anna Berg"}, {"@type": "Person", "name": "Tom Reed"}],
    "publisher": {"@type": "Organization", "name": "The Keeper"},
    "description": "What grows by night.",
    "inLanguage": "en-gb",
}


def test_a_page_without_metadata() -> None:
    assert of("") == Metadata(url=URL, charset="windows-1252")


def test_plain_text_has_no_metadata() -> None:
    blocks = Blocks(b"", b"", [], Elements(), array("i"), [""], [], [])
    assert metadata(Page(b"", "text"), blocks) == Metadata(charset="utf-8")


def test_linked_data_alone() -> None:
    assert of(linked_data(ARTICLE)) == Metadata(
        title="One stair more",
        url=URL,
        description="What grows by night.",
        authors=("Anna Berg", "Tom Reed"),
        date="2009-03-21T07:44:02+01:00",
        site_name="The Keeper",
        language="en-GB",
        charset="windows-1252",
    )


class TestTitle:
    def test_precedence(self) -> None:
        article = linked_data(ARTICLE | {"headline": "B"})
        head = "<title>D</title>" + meta(twitter__title="C") + article + meta(og__title="A")
        assert of(head).title == "A"
        assert of(head.replace("og:title", "x")).title == "B"
        assert of(head.replace("og:title", "x").replace("headline", "x")).title == "C"
        assert of("<title>D</title>").title == "D"

    def test_a_declared_site_name_is_removed(self) -> None:
        title = "<title>One stair more | The Keeper</title>"
        assert of(title + meta(og__site_name="The Keeper")).title == "One stair more"
        assert of(title).title == "One stair more | The Keeper"

    def test_the_host_name_is_removed(self) -> None:
        assert of("<title>One stair more - Example.org</title>").title == "One stair more"

    @pytest.mark.parametrize(
        ("title", "shorter"),
        [
            ("One stair more – Keeper", "One stair more"),
            ("One stair more :: KEEPER", "One stair more"),
            ("Keeper: one stair more", "one stair more"),
            ("Keeper | One - stair - more", "One - stair - more"),
            ("One stair more| Keeper", "One stair more"),
            ("One stair more, Keeper", "One stair more, Keeper"),
            ("The lighthouse-Keeper", "The lighthouse-Keeper"),
            ("Keepers | One stair more", "Keepers | One stair more"),
            ("Keeper", "Keeper"),
            ("| Keeper", "| Keeper"),
            ("", ""),
        ],
    )
    def test_positions_of_the_site_name(self, title: str, shorter: str) -> None:
        assert without_site(title, "Keeper") == shorter


class TestUrl:
    @pytest.mark.parametrize(
        ("declared", "address"),
        [
            ("https://example.org/a", "https://example.org/a"),
            ("/a?b=c", "https://www.example.org/a?b=c"),
            ("b", "https://www.example.org/stairs/b"),
            ("//example.net/a", "https://example.net/a"),
            ("javascript:alert(1)", URL),
            ("//[broken", URL),
            ("", URL),
        ],
    )
    def test_the_canonical_url(self, declared: str, address: str) -> None:
        assert of(f'<link rel="canonical" href="{declared}">').url == address

    def test_open_graph_has_lower_precedence(self) -> None:
        head = meta(og__url="https://example.org/og") + '<link rel="canonical" href="https://example.org/a">'
        assert of(head).url == "https://example.org/a"
        assert of(meta(og__url="https://example.org/og")).url == "https://example.org/og"

    def test_a_relative_url_needs_the_url_of_the_page(self) -> None:
        assert of('<link rel="canonical" href="/a">', url=None).url is None


class TestAuthor:
    def test_several_declarations(self) -> None:
        head = meta(author="Anna Berg") + meta(author="Tom Reed") + meta(author="Anna Berg")
        assert of(head).author == "Anna Berg, Tom Reed"

    def test_a_url_is_not_a_name(self) -> None:
        head = meta(article__author="https://social.example.com/anna") + '<meta name="DC.creator" content="Anna Berg">'
        assert of(head).author == "Anna Berg"

    @pytest.mark.parametrize("author", ["Anna Berg", ["Anna Berg"], {"name": "Anna Berg"}, {"name": ["Anna Berg"]}])
    def test_notations_in_linked_data(self, author: object) -> None:
        assert of(linked_data(ARTICLE | {"author": author})).author == "Anna Berg"

    @pytest.mark.parametrize("author", [None, 7, [], {}, [None, {}], {"name": 7}, True])
    def test_invalid_values_in_linked_data(self, author: object) -> None:
        assert of(linked_data(ARTICLE | {"author": author})).author is None


class TestDates:
    @pytest.mark.parametrize(
        ("written", "iso"),
        [
            ("2009-03-21", "2009-03-21"),
            ("2009-03-21T07:44:02+02:00", "2009-03-21T07:44:02+02:00"),
            ("2009-03-21T07:44:02.123Z", "2009-03-21T07:44:02Z"),
            ("2009-03-21T07:44:02+0530", "2009-03-21T07:44:02+05:30"),
            ("2009-03-21 07:44:00 +0000 UTC", "2009-03-21T07:44:00+00:00"),
            ("2009-03-21 07:44", "2009-03-21T07:44:00"),
            ("20090321", "2009-03-21"),
            ("20090321T074402Z", "2009-03-21T07:44:02Z"),
            ("2009/3/1", "2009-03-01"),
            ("2008-02-29", "2008-02-29"),
            ("Sat, 21 Mar 2009 07:44:02 GMT", "2009-03-21T07:44:02Z"),
            ("21 March 2009", "2009-03-21"),
            ("March 21st, 2009", "2009-03-21"),
            ("Mar. 21, 2009 7:44 PM", "2009-03-21T19:44:00"),
            ("Sept 21, 2009 12:05 am", "2009-09-21T00:05:00"),
            ("25/12/2009", "2009-12-25"),
            ("12/25/2009", "2009-12-25"),
            ("5.5.2009", "2009-05-05"),
            ("2009-03-21T25:00:00", "2009-03-21"),
            ("2009-03-21T07:44:02 EST", "2009-03-21"),
        ],
    )
    def test_unambiguous_dates(self, written: str, iso: str) -> None:
        assert iso_date(written) == iso

    @pytest.mark.parametrize(
        "written",
        [
            *("", "yesterday", "2009", "2009-03", "03/04/2009", "2009-02-29", "2009-13-01", "0001-01-01T00:00:00"),
            *("1234567890", "P1D", "May 2009", "21.3.09", "२००९-०३-२१", "2009-03-211", "9" * 1000, "march " * 1000),
        ],
    )
    def test_other_dates_are_ignored(self, written: str) -> None:
        assert iso_date(written) is None

    def test_precedence(self) -> None:
        head = '<meta name="DC.date" content="2001-01-01">' + meta(article__published_time="2002-02-02T10:00:00Z")
        assert of(head).date == "2002-02-02T10:00:00Z"
        assert of(head + linked_data(ARTICLE)).date == ARTICLE["datePublished"]

    def test_unreadable_dates_are_skipped(self) -> None:
        head = meta(article__published_time="last spring") + '<meta name="date" content="2001-01-01">'
        assert of(head).date == "2001-01-01"


class TestLanguage:
    @pytest.mark.parametrize(
        ("written", "tag"),
        [
            ("en", "en"),
            ("EN-us", "en-US"),
            ("de_AT.UTF-8", "de-AT"),
            ("zh-hans-cn", "zh-Hans-CN"),
            ("sl-rozaj-biske", "sl-rozaj-biske"),
            ("es-419", "es-419"),
            ("en, de", "en"),
            ("english", None),
            ("{{lang}}", None),
            ("", None),
            ("e", None),
            ("en-<b>", None),
        ],
    )
    def test_tags(self, written: str, tag: str | None) -> None:
        assert language_tag(written) == tag

    def test_precedence(self) -> None:
        source = b'<html lang="de"><head><meta property="og:locale" content="en_US"></head>'
        assert metadata(Page(source), scan(source)).language == "de"
        assert (
            metadata(Page(source[len(b'<html lang="de">') :]), scan(source[len(b'<html lang="de">') :])).language
            == "en-US"
        )


class TestLinkedData:
    def test_a_graph(self) -> None:
        graph = {
            "@graph": [{"@type": "WebSite", "name": "Keepers"}, {"@type": "BreadcrumbList", "name": "No"}, ARTICLE]
        }
        result = of(linked_data(graph))
        assert result.title == "One stair more"
        assert result.site_name == "The Keeper"

    def test_a_list_and_several_scripts(self) -> None:
        assert of(linked_data([{"@type": "Person", "name": "No"}]) + linked_data([ARTICLE])).title == "One stair more"

    def test_types_as_urls_or_lists(self) -> None:
        for name in ("https://schema.org/BlogPosting", ["Thing", "Article"]):
            assert of(linked_data(ARTICLE | {"@type": name})).title == "One stair more"

    def test_of_several_articles_the_one_with_the_url_of_the_page_counts(self) -> None:
        others = [ARTICLE | {"headline": f"No {number}", "url": f"{URL}{number}"} for number in range(3)]
        assert of(linked_data([*others, ARTICLE | {"mainEntityOfPage": {"@id": URL}}])).title == "One stair more"
        assert of(linked_data(others)).title is None
        page = {"@type": "CollectionPage", "name": "All stairs"}
        assert of(linked_data([*others, page])).title == "All stairs"

    def test_character_references(self) -> None:
        assert of(linked_data(ARTICLE | {"headline": "Stairs &amp;\n lamps"})).title == "Stairs & lamps"

    @pytest.mark.parametrize(
        ("opening", "closing"), [("<!--", "-->"), ("//<![CDATA[\n", "\n//]]>"), ("/*<![CDATA[*/", "/*]]>*/"), ("", ";")]
    )
    def test_wrappers_around_scripts(self, opening: str, closing: str) -> None:
        script = f'<script type="application/ld+json">{opening}{json.dumps(ARTICLE)}{closing}</script>'
        assert of(script).title == "One stair more"

    @pytest.mark.parametrize(
        "script",
        [
            *("", "{", "null", "7", '"text"', "[[[]]]", "{'a': 1}", "NaN", "1" * 10_000, '{"@type": 7}'),
            *('{"@type": ["Article"], "headline": {"a": 1}}', '{"@type": "Article", "headline": "\\ud800"}'),
            *('{"@graph": {"@graph": 7}}', "[" * 100_000, '{"@graph":' * 100_000, "[" + "{}," * 10_000 + "{}]"),
            '{"a":' * 900 + "1" + "}" * 900,
        ],
        ids=lambda script: script[:20],
    )
    def test_broken_and_hostile_scripts(self, script: str) -> None:
        result = of(f'<title>One</title><script type="application/ld+json">{script}</script>')
        assert result.title in ("One", "?")

    def test_a_huge_script_is_skipped(self) -> None:
        assert of(linked_data(ARTICLE | {"articleBody": "x" * 2_000_000})).title is None


def test_control_characters_are_removed() -> None:
    page = (
        "<title>a\x1b[2Jb \x06 c</title><meta name=author content='\x07&#1;'>"
        '<script type="application/ld+json">{"@type": "Article", "description": "x\\u001b[0my"}</script><p>text'
    )
    result = of(page)
    assert (result.title, result.author, result.description) == ("a[2Jb c", None, "x[0my")
