"""Metadata that the body of a page declares or shows, and where they come from."""

from __future__ import annotations

import pickle

import pytest
from timing import seconds

from ncleaner.metadata import metadata
from ncleaner.metadata.markup import Markup
from ncleaner.page.metadata import Metadata, Origin
from ncleaner.page.page import Page
from ncleaner.read import read_page

URL = "https://www.example.org/stairs/"
TITLE = "One stair more"
TEXT = "<p>" + "The stair had a step too many, and nobody could say since when it had been so. " * 4


def of(body: str, head: str = "", url: str | None = URL) -> Metadata:
    source = f"<html><head>{head}</head><body>{body}</body></html>".encode()
    page = Page(source, url=url)
    return metadata(page, read_page(page))


def article(before: str = "", after: str = "", head: str = "", lang: str = "en") -> Metadata:
    """Return the metadata of a page with a heading, something before and after it, and a text."""
    return of(f"<div lang={lang}>{before}<h1>{TITLE}</h1>{after}{TEXT}</div>", f"<title>{TITLE}</title>{head}")


class TestTitle:
    def test_the_heading_is_preferred_to_a_title_for_search_engines(self) -> None:
        head = "<title>Stairs 2009: one more stair than before | Guide</title>"
        assert of("<h1>One more stair than before</h1>", head).title == "One more stair than before"

    def test_a_heading_that_says_something_else_is_not_the_title(self) -> None:
        assert of("<h1>Join our club today!</h1>", f"<title>{TITLE}</title>").title == TITLE

    def test_of_several_headings_the_one_like_the_declared_title_counts(self) -> None:
        headings = f"<h1>The Keeper's Blog</h1><h1>{TITLE}</h1><h1>Most read</h1>"
        assert of(headings, f"<title>{TITLE} - now</title>").title == TITLE

    def test_a_heading_with_the_name_of_the_site_is_not_the_title(self) -> None:
        head = "<title>The lamp - The Book of Stairs</title>"
        assert of("<h1>The Book of Stairs</h1><h2>The lamp</h2>", head).title == "The lamp"

    def test_titles_in_scripts_without_blanks_are_compared(self) -> None:
        assert of("<h1>多了一级台阶</h1>", "<title>多了一级台阶_灯塔新闻网</title>").title == "多了一级台阶"

    def test_lines_of_a_heading_are_joined_and_its_anchor_is_removed(self) -> None:
        assert of("<h1>One stair<br>more<a href='#x'>¶</a></h1>").title == TITLE

    def test_a_hidden_heading_is_not_the_title(self) -> None:
        assert of(f"<h1 hidden>{TITLE}, or so</h1>{TEXT}", f"<title>{TITLE}</title>").title == TITLE

    @pytest.mark.parametrize("end", ["| Example", "- Example.org", "– EXAMPLE", "· eg org"])
    def test_a_part_that_names_the_host_is_removed(self, end: str) -> None:
        assert of(TEXT, f"<title>{TITLE} {end}</title>").title == (f"{TITLE} {end}" if "eg" in end else TITLE)

    def test_the_title_of_a_first_page_keeps_the_name_of_the_site(self) -> None:
        head = "<title>Example: all about stairs</title>"
        assert of(TEXT, head, url="https://example.org/").title == "Example: all about stairs"

    def test_without_any_title_the_heading_is_it(self) -> None:
        assert of(f"<h1>{TITLE}</h1>").title == TITLE


class TestAuthors:
    @pytest.mark.parametrize(
        "line",
        [
            "<p>By Anna Berg</p>",
            "<p>Written by: Anna Berg | 21 March 2009</p>",
            "<p>ByAnna Berg</p>",
            "<p>Von Anna Berg</p>",
            "<p>Par Anna Berg, le 21 mars 2009</p>",
            "<p>Autor: Anna Berg</p>",
            "<p>21 March 2009 • Anna Berg in Houses</p>",
            "<div>By</div><div>Anna Berg</div>",
            "<a rel=author href=/anna>Anna Berg</a>",
            "<div class=post-author>Posted by Anna Berg on March 21, 2009</div>",
            "<span class='meta authorName'>Anna Berg</span>",
            "<div itemprop=author itemscope><img alt=x><span itemprop=name>Anna Berg</span><p>She writes.</div>",
            "<meta itemprop=author content='Anna Berg'>",
            "<span property='schema:author'>Anna Berg</span>",
            "<article data-author='Anna Berg'></article>",
            "<cite class='author vcard'><a class=fn>Anna Berg</a></cite>",
        ],
    )
    def test_ways_to_name_an_author_near_the_title(self, line: str) -> None:
        result = article(after=line)
        assert (result.author, result.authors) == ("Anna Berg", ("Anna Berg",))

    def test_a_line_before_the_title(self) -> None:
        assert article(before="<p>By Anna Berg</p>").author == "Anna Berg"

    def test_several_authors(self) -> None:
        result = article(after="<p>By Anna Berg, Tom Reed and Ida Holm</p>")
        assert result.authors == ("Anna Berg", "Tom Reed", "Ida Holm")
        assert result.author == "Anna Berg, Tom Reed, Ida Holm"

    def test_several_authors_in_one_declaration(self) -> None:
        head = "<meta name=author content='Anna Berg And Tom Reed'>"
        assert article(head=head).authors == ("Anna Berg", "Tom Reed")
        name = "Department of Lamps and Night Stairs"
        assert article(head=f"<meta name=author content='{name}'>").authors == (name,)

    def test_degrees_are_no_authors(self) -> None:
        assert article(after="<p>By Anna Berg, PhD, RN</p>").authors == ("Anna Berg, PhD, RN",)

    @pytest.mark.parametrize(
        "line",
        [
            "<p>By the sea, where nobody had ever counted stairs, there was a lighthouse with one too many of them</p>",
            "<p class=author-bio>She has kept lamps</p>",
            "<p class=author>https://example.org/anna</p>",
            "<p class=byline>21 March 2009</p>",
            "<p class=byline>5 min read</p>",
            "<link rel=author href=/humans.txt>",
            "<p hidden>By Anna Berg</p>",
            "<p class=author>262 Posts</p>",
            "<p>By</p><p>On the same topic:</p>",
        ],
    )
    def test_what_is_not_a_name(self, line: str) -> None:
        assert article(after=line).authors == ()

    def test_an_author_far_from_the_title_is_that_of_another_text(self) -> None:
        assert article(after=TEXT * 8 + "<p class=author>Anna Berg").author is None

    def test_but_if_all_links_to_authors_name_one_it_is_the_author(self) -> None:
        assert article(after=TEXT * 8 + "<a rel=author>Anna Berg</a><a rel=author>Anna Berg</a>").author == "Anna Berg"
        assert article(after=TEXT * 8 + "<a rel=author>Anna Berg</a><a rel=author>Tom Reed</a>").author is None

    def test_a_shown_name_replaces_that_of_an_account(self) -> None:
        head = "<meta name=author content=aberg77>"
        assert article(after="<p>By Anna Berg", head=head).author == "Anna Berg"
        assert article(head=head).author == "aberg77"

    def test_names_of_users_keep_their_digits(self) -> None:
        assert article(after="<span class=username>keeper1883</span>").author == "keeper1883"


class TestDates:
    @pytest.mark.parametrize(
        ("line", "lang"),
        [
            ("<time datetime=2009-03-21>last spring</time>", "en"),
            ("<time>21 March 2009</time>", "en"),
            ("<p>Published on Saturday, March 21st, 2009</p>", "en"),
            ("<p class=post-date>21.03.2009</p>", "de"),
            ("<p>21. März 2009</p>", "de"),
            ("<p>le 21 mars 2009 à 7 h</p>", "fr"),
            ("<p>21 de marzo de 2009</p>", "es"),
            ("<p>21 marca 2009</p>", "pl"),
            ("<p>21 марта 2009 г.</p>", "ru"),
            ("<p>21 Μαρτίου 2009</p>", "el"),
            ("<p>21. maaliskuuta 2009</p>", "fi"),
            ("<p>21 Mart 2009</p>", "tr"),
            ("<p>21 مارس 2009</p>", "ar"),
            ("<p>2009年3月21日</p>", "ja"),
            ("<p>2009년 3월 21일</p>", "ko"),
            ("<p>2009-03-21 07:44</p>", "sv"),
            ("<p>3/21/2009</p>", "en-US"),
            ("<meta itemprop=datePublished content=2009-03-21>", "en"),
            ("<span property='dc:created' class=date>21 March 2009</span>", "en"),
        ],
    )
    def test_ways_to_show_a_date_near_the_title(self, line: str, lang: str) -> None:
        assert article(after=line, lang=lang).date == "2009-03-21"

    @pytest.mark.parametrize(("lang", "date"), [("en-US", "2009-03-04"), ("fr", "2009-04-03"), ("en", None)])
    def test_the_order_of_numbers_depends_on_the_language(self, lang: str, date: str | None) -> None:
        source = f"<html lang={lang}><h1>{TITLE}</h1><p>03/04/2009</p>{TEXT}".encode()
        assert metadata(Page(source), read_page(Page(source))).date == date

    def test_a_date_of_publication_is_preferred_to_that_of_a_change(self) -> None:
        result = article(after="<p>Updated: 5 May 2011</p><p>Published: 21 March 2009</p>")
        assert result.date == "2009-03-21"
        assert article(after="<p>Last updated on 5 May 2011</p>").date == "2011-05-05"

    def test_modified(self) -> None:
        assert article(head="<meta property=article:modified_time content=2011-05-05>").modified == "2011-05-05"
        assert article(after="<time class=updated datetime=2011-05-05T10:00:00Z>x</time>").modified == (
            "2011-05-05T10:00:00Z"
        )
        assert article().modified is None

    def test_the_dates_of_a_list_of_pages_are_not_that_of_the_page(self) -> None:
        dates = "".join(f"<p>A stair<time datetime=2009-03-{day}></time>" for day in range(11, 19))
        assert article(after=dates).date is None

    def test_dates_in_the_text_of_the_page_do_not_count(self) -> None:
        assert article(after=f"{TEXT}<p>The lamp was lit on 21 March 1883, and burnt for a hundred years.").date is None

    def test_the_date_in_the_address_is_used_if_there_is_no_other(self) -> None:
        assert of(TEXT, url="https://example.org/2009/03/21/stairs").date == "2009-03-21"
        assert of(TEXT, url="https://example.org/2009/13/21/stairs").date is None

    def test_the_date_of_a_page_that_is_no_article_is_not_declared(self) -> None:
        node = '{"@type": "WebPage", "name": "Shop", "datePublished": "2009-03-21"}'
        script = f"<script type=application/ld+json>{node}</script>"
        assert article(head=script).date is None
        assert article(head=script.replace("WebPage", "Article")).date == "2009-03-21"

    def test_the_declared_date_does_not_depend_on_the_body(self) -> None:
        result = article(after="<time datetime=2009-03-21></time>")
        assert (result.date, result.declared_date) == ("2009-03-21", None)
        assert article(head="<meta name=date content=2009-03-21>").declared_date == "2009-03-21"
        assert Metadata(date="2009-03-21").declared_date == "2009-03-21"


class TestTopics:
    def test_tags_and_categories(self) -> None:
        result = article(
            after="<a rel='category tag'>Houses</a> <a rel=tag href=/t>Stairs</a>",
            head="<meta name=keywords content='lamps, stairs,'><meta property=article:section content=Homes>",
        )
        assert result.categories == ("Homes", "Houses")
        assert result.tags == ("lamps", "stairs")

    def test_linked_data(self) -> None:
        node = (
            '{"@type": "Article", "headline": "x", "keywords": ["lamps", "stairs; steps"], "articleSection": "Homes",'
            '"image": [{"@type": "ImageObject", "url": "/stair.png"}], "license": "https://example.org/cc0"}'
        )
        result = article(head=f"<script type=application/ld+json>{node}</script>")
        assert result.tags == ("lamps", "stairs", "steps")
        assert result.categories == ("Homes",)
        assert result.image == f"{URL[:-8]}/stair.png"
        assert result.license == "https://example.org/cc0"

    def test_an_author_who_is_a_reference(self) -> None:
        graph = (
            '{"@graph": [{"@type": "Article", "headline": "x", "author": {"@id": "#a"}},'
            '{"@type": "Person", "@id": "#a", "name": "Anna Berg"}]}'
        )
        assert article(head=f"<script type=application/ld+json>{graph}</script>").authors == ("Anna Berg",)

    def test_image_and_licence_of_the_page(self) -> None:
        result = article(after="<a rel=license href='/cc-by'>CC</a>", head="<meta property=og:image content=a.png>")
        assert result.image == f"{URL}a.png"
        assert result.license == "https://www.example.org/cc-by"

    @pytest.mark.parametrize("address", ["javascript:alert(1)", "data:image/png;base64,x", "//[x"])
    def test_an_address_must_be_one(self, address: str) -> None:
        assert article(head=f"<meta property=og:image content='{address}'>").image is None


class TestOrigins:
    @pytest.mark.parametrize(
        ("name", "source", "text"),
        [
            ("title", "h1", "One stair more"),
            ("author", "text", "By Anna Berg"),
            ("authors", "text", "By Anna Berg"),
            ("date", "time:text", "<time datetime=2009-03-21>"),
            ("description", "meta:description", '<meta name="description" content="Größe">'),
            ("language", "lang", '<html lang="de">'),
            ("tags", "rel:tag", "<a rel=tag>Lampen</a>"),
            ("site_name", "json-ld:publisher", '{"@type": "Article", "publisher": "Haus"}'),
        ],
    )
    def test_source_and_place(self, name: str, source: str, text: str) -> None:
        node = '{"@type": "Article", "publisher": "Haus"}'
        head = f'<meta name="description" content="Größe"><script type=application/ld+json>{node}</script>'
        body = f"<h1>{TITLE}</h1><p>By Anna Berg</p><time datetime=2009-03-21>spring</time>{TEXT}<a rel=tag>Lampen</a>"
        page = Page(f'<html lang="de">{head}{body}'.encode())
        origin = metadata(page, read_page(page)).origin(name)
        assert origin is not None
        assert origin.source == source
        assert text in page.text[origin.start : origin.end]
        assert origin.end - origin.start <= len(text) + 8

    def test_values_without_a_place(self) -> None:
        result = of(TEXT)
        assert result.origin("url") == Origin("url")
        assert result.origin("charset") == Origin("decoder")
        assert result.origin("author") is None
        assert set(result.origins()) == {"url", "charset"}

    def test_unknown_fields_raise(self) -> None:
        with pytest.raises(AttributeError, match="'colour'"):
            of(TEXT).origin("colour")
        with pytest.raises(AttributeError, match="'colour'"):
            of(TEXT).colour  # noqa: B018

    def test_pickled_metadata_have_the_values_alone(self) -> None:
        result = article(after="<p>By Anna Berg")
        copy = pickle.loads(pickle.dumps(result))
        assert copy == result
        assert copy.author == "Anna Berg"
        assert copy.origin("author") is None


def test_values_are_computed_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the body was read")

    monkeypatch.setattr(Markup, "__init__", fail)
    result = article(after="<time datetime=2009-03-21></time>", head="<meta name=author content='Anna Berg'>")
    assert (result.title, result.author, result.language) == (TITLE, "Anna Berg", None)
    with pytest.raises(AssertionError, match="body"):
        result.date  # noqa: B018


def test_plain_text_has_no_title_and_no_author() -> None:
    page = Page(b"A HEADING\n\nBy Anna Berg\n\n21 March 2009\n", "text")
    assert metadata(page, read_page(page)) == Metadata(charset="utf-8")


def test_control_characters_of_the_body_are_removed() -> None:
    result = article(after="<a rel=tag>a\x1b[2J\x06b</a><p class=author>Anna\x07 Berg")
    assert (result.tags, result.author) == (("a[2Jb",), "Anna Berg")


HOSTILE = {
    "open items": "<p itemprop=author>",
    "nested items": "<div itemprop=author itemscope><span itemprop=name>",
    "dates": "<time datetime='3 of the 2009 x march'>",
    "headings": "<h1>One stair",
    "lines of a heading": "One stair<br>",
    "bylines": "<p>Posted by 3 March 2009",
    "tags": "<a rel=tag>x</a>",
    "meta elements": "<meta name=author content='By, a, b'>",
    "classes": "<p class='postDate author-name'>",
    "scripts": '<script type=application/ld+json>{"@type":"Article","@id":"x","author":{"@id":"x"}}</script>',
    "quotation marks": '<a rel="',
    "brackets": "<",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_take_linear_time(name: str) -> None:
    def read(size: int) -> None:
        unit = HOSTILE[name]
        page = Page(f"<title>{TITLE}</title><h1>{TITLE}{unit * (size // len(unit))}".encode())
        result = metadata(page, read_page(page))
        result.to_dict()
        result.origins()

    read(1_000)
    assert seconds(lambda: read(400_000)) < 12 * seconds(lambda: read(100_000)) + 0.1


class TestFields:
    METADATA = Metadata(title="", authors=("Anna Berg", "Tom Reed"), tags=("a", "b"), license="CC0")

    def test_author_has_all_names(self) -> None:
        assert self.METADATA.author == "Anna Berg, Tom Reed"
        assert Metadata(author="Anna Berg").authors == ("Anna Berg",)

    def test_items_are_texts(self) -> None:
        assert dict(self.METADATA.items()) == {
            "title": "",
            "author": "Anna Berg, Tom Reed",
            "tags": "a, b",
            "license": "CC0",
        }

    def test_a_dict_has_lists(self) -> None:
        values = self.METADATA.to_dict()
        assert (values["authors"], values["tags"]) == (["Anna Berg", "Tom Reed"], ["a", "b"])
        assert "modified" not in values
        assert "categories" not in values
