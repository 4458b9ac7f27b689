"""The table of features: its values for small pages, which blocks are comments, and that both backends agree."""

from __future__ import annotations

from math import log2

import forest_digests
import pytest
from conftest import ROOT
from digests import digests_of
from hostile import GENERATORS
from ngram_examples import CLEAN
from ngram_examples import model as ngram_model
from test_differential import mutants

from ncleaner import backend
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.comments import AUTO, DROP, KEEP
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.name_weights import MIDDLE, NO_WEIGHTS, NameWeights
from ncleaner.engines.forest.trees import EDGE, SPARE
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.page.blocks import HEADING, ITEM, PARAGRAPH
from ncleaner.read.html.reader import read

WORKER = forest_digests.__file__
COMPILED = backend.name() == "compiled"
MANY = 1_000_000 if COMPILED else 5_000
NO_PLACE, ALL = 128, 255
NO_HEADING = 255

PROSE = " ".join(CLEAN)  # 50 words
SCORER = Scorer(ngram_model())


def log(number: int) -> int:
    return int(8 * log2(1 + number) + 1e-9)


def share(part: int, whole: int) -> int:
    return 255 * part // whole


class Table:
    """The table of a page."""

    def __init__(
        self, page: str, comments: int = AUTO, *, names: NameWeights | None = None, lexical: bool = True
    ) -> None:
        self.blocks = read(page.encode())
        hidden = self.blocks.hidden_bits()
        self.features = Features(self.blocks, SCORER, names or NameWeights(), comments, lexical, hidden)

    def __getitem__(self, name: str) -> list[int]:
        """The values of a column."""
        column = COLUMNS.index(name)
        return [self.features.value(column, row) for row in range(self.features.count)]

    @property
    def texts(self) -> list[str]:
        """The texts of the candidate blocks."""
        return [self.blocks.text(index) for index in self.features.rows]


PAGE = f"""<title>Boats in the rain</title>
<nav><ul><li><a href=/>Home</a><li><a href=/n>News of <b>today</b></a></ul></nav>
<main><article><header><h1>Boats in the rain</h1></header><p>{PROSE}</p>
<p>They turned <a href=1>back</a>!</p><h2>Later</h2><p>{CLEAN[0]}</p></article></main>
<aside><p>Home</p></aside><table><tr><td>$ 12</td><td aria-hidden=true>a, b:</td></tr></table><footer>Home</footer>"""

SAMPLE = Table(PAGE)


class TestBlocks:
    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("words", [log(n) for n in (1, 3, 4, 50, 3, 1, 9, 1, 2, 2, 1)]),
            ("link share", [255, 255, 0, 0, share(4, 15), 0, 0, 0, 0, 0, 0]),
            ("links", [1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            ("bold share", [0, share(5, 11), 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("kind", [ITEM, ITEM, HEADING, PARAGRAPH, PARAGRAPH, HEADING, *[PARAGRAPH] * 5]),
            ("level", [0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0]),
            ("list", [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("table", [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]),
            ("nav", [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("aside", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]),
            ("header", [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("footer", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            ("article", [1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1]),
            ("main", [1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1]),
            ("aria hidden", [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
            ("ending", [0, 0, 0, 3, 4, 0, 3, 0, 0, 2, 0]),
            ("capitals", [255, share(1, 3), share(1, 4), share(2, 13), share(1, 3), 255, share(1, 9), 255, 0, 0, 255]),
            ("digits", [0, 0, 0, 0, 0, 0, 0, 0, share(2, 3), 0, 0]),
            ("repeated before", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2]),
            ("repeats", [2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2]),
            ("to end", [log(10 - row) for row in range(11)]),
            ("from start", [share(row, 11) for row in range(11)]),
            ("after title", [128 - log(2), 128 - log(1), *(128 + log(row) for row in range(9))]),
            ("since heading", [255, 255, 255, *map(log, (1, 2, 3, 1, 2, 3, 4, 5))]),
            ("heading level", [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]),
            ("page blocks", [log(11)] * 11),
            ("page words", [log(77)] * 11),
            ("page headings", [log(2)] * 11),
            ("page money", [log(1)] * 11),
            ("page named", [0] * 11),
            ("page table share", [share(4, 77)] * 11),
        ],
    )
    def test_features(self, name: str, expected: list[int]) -> None:
        assert SAMPLE[name] == expected

    def test_prose_reads_better_than_boilerplate(self) -> None:
        bits = SAMPLE["bits"]
        assert bits[3] > 128 > bits[0]
        assert SAMPLE["all bits"][3] > 128 > SAMPLE["all bits"][0]

    @pytest.mark.parametrize("name", ["best", "prose"])
    def test_the_best_container_has_the_prose(self, name: str) -> None:
        text = f"<p>{PROSE}</p>"
        table = Table(f"<ul><li>Log in<li>Search</ul><div>{text}<section>{text}</section>{text}</div><p>Sitemap<p>Home")
        assert table[f"{name} distance"] == [128 - log(2), 128 - log(1), 128, 128, 128, 128 + log(1), 128 + log(2)]
        assert table[f"{name} steps"] == [3, 3, 0, 0, 0, 2, 2]
        assert table[f"{name} share"] == [share(150, 155)] * 7

    def test_rows_beyond_the_ends_of_a_page_are_zero(self) -> None:
        features = SAMPLE.features
        for column in range(len(COLUMNS)):
            for row in (-2, -1, features.count, features.count + 1):
                assert features.value(column, row) == 0
        assert len(features.data) == len(COLUMNS) * (features.count + 2 * EDGE) + SPARE

    def test_the_row_of_a_block(self) -> None:
        assert [SAMPLE.features.row_of(index) for index in (-1, 0, 10, 11)] == [-1, 0, 10, -1]

    def test_hidden_blocks_are_no_candidates(self) -> None:
        table = Table("<p>one</p><p hidden>two</p><p>three</p>")
        assert table.texts == ["one", "three"]
        assert [table.features.row_of(index) for index in range(3)] == [0, -1, 1]

    def test_rules(self) -> None:
        assert Table("<p>Home | News | Sport</p><p>News</p>")["rule"] == [1, 0]

    @pytest.mark.parametrize("lexical", [False, True])
    def test_whether_the_model_knows_words(self, lexical: bool) -> None:
        assert Table("<p>a</p>", lexical=lexical)["lexical"] == [lexical]

    @pytest.mark.parametrize(
        "page", ["", " ", "<p>", "<p hidden>x", "<title>x</title>", "<h1></h1>", "<title> </title><h1>\x0b</h1>"]
    )
    def test_pages_without_text_have_no_rows(self, page: str) -> None:
        features = Table(page).features
        assert features.count == len(features.rows) == 0
        assert not any(features.data)

    @pytest.mark.parametrize(("text", "ending"), [("a", 0), ("a,", 1), ("a:", 2), ("a.", 3), ("a!", 4), ("a?", 4)])
    def test_how_a_text_ends(self, text: str, ending: int) -> None:
        assert Table(f"<p>{text}</p>")["ending"] == [ending]

    @pytest.mark.parametrize(
        ("text", "is_money"),
        [("$ 12", True), ("12 €", True), ("£12.50", True), ("cash in $", False), ("12 km", False), ("¬ 12", False)],
    )
    def test_amounts_of_money_are_counted(self, text: str, is_money: bool) -> None:
        assert Table(f"<p>{text}</p><p>{text}</p>")["page money"] == [log(2 * is_money)] * 2

    def test_large_numbers_are_limited_to_255(self) -> None:
        links = "<a href=1>x</a> " * 300
        table = Table(f"<p>{links}</p><p>{'x' * 400}</p><p>{', ' * 60}</p>")
        assert (table["links"][0], table["word length"][1], table["punctuation"][2]) == (255, 255, 255)


class TestContainers:
    RECORDS = "".join(f"<div class=card><h3>Boat {n}</h3><p>{CLEAN[0]}</p></div>" for n in range(5))

    def test_similar_parts_are_counted(self) -> None:
        table = Table(f"<div class=menu><p>Home</p></div><div class=list>{self.RECORDS}</div>")
        assert table["siblings"] == [log(1), *[log(5)] * 10]
        assert table["record words"] == [log(1), *[log(11)] * 10]
        assert table["record blocks"] == [log(1), *[log(2)] * 10]
        assert table["record row"] == [0, *[0, log(1)] * 5]
        assert table["family headings"][1:] == [ALL] * 10
        assert table["family share"][1:] == [share(55, 56)] * 10
        assert table["page family size"] == [log(5)] * 11
        assert table["page family"] == [share(55, 56)] * 11
        assert table["path blocks"] == [log(1), *[log(5)] * 10]

    def test_other_classes_have_another_signature(self) -> None:
        page = "".join(f"<div class=c{n}><p>{CLEAN[0]}</p></div>" for n in range(5))
        assert Table(page)["siblings"] == [log(1)] * 5
        assert Table(page)["page family size"] == [0] * 5

    def test_ids_are_not_part_of_the_signature(self) -> None:
        page = "".join(f"<div id=c{n}><p>{CLEAN[0]}</p></div>" for n in range(5))
        assert Table(page)["siblings"] == [log(5)] * 5

    def test_shares_are_those_of_the_containers_around(self) -> None:
        menu = "<ul><li><a href=1>One</a><li>Two</ul>"
        table = Table(f"<div>{menu}<p>Three four</p></div><p>Five six seven eight</p>")
        assert table["share 1"][:2] == [share(2, 8)] * 2
        assert table["share 2"][:2] == [share(4, 8)] * 2
        assert table["share 3"] == [ALL] * 4
        assert table["link share of 1"][:2] == [share(3, 6)] * 2
        assert table["link share of 2"][:2] == [share(3, 15)] * 2

    def test_a_block_has_its_place_in_the_container_around_it(self) -> None:
        table = Table("<p>zero</p><ul><li>one<li>two<li>three</ul>")
        assert table["place"] == [0, 0, share(1, 3), share(2, 3)]

    def test_containers_of_a_single_block_are_skipped(self) -> None:
        bare = "<ul><li>One<li>Two</ul><p>Three</p>"
        wrapped = "<ul><li><div><div>One</div></div><li>Two</ul><section><div><p>Three</p></div></section>"
        for name in ("share 1", "share 2", "place"):
            assert Table(bare)[name] == Table(wrapped)[name]

    def test_the_page_may_be_one_block(self) -> None:
        table = Table(f"<div><p>{PROSE}</p></div>")
        assert [table[name] for name in ("share 1", "share 5", "best share")] == [[ALL]] * 3
        assert table["best distance"] == table["prose distance"] == [NO_PLACE]

    def test_text_may_be_directly_in_the_body(self) -> None:
        table = Table(PROSE)
        assert table["best steps"] == table["record row"] == [0]
        assert table["siblings"] == [log(1)]


class TestTitles:
    @pytest.mark.parametrize(
        ("page", "row"),
        [
            ("<p>a<h1>Boats</h1><h2>More</h2>", 1),
            ("<p>a<h2>Boats</h2><h1>More</h1>", 2),
            ("<title>Boats and rain - Site</title><h1>Site</h1><h2>Boats and rain</h2>", 1),
            ("<title>BOATS and Rain</title><h2>News</h2><h2>boats AND rain</h2>", 1),
            (f"<h1>{PROSE}</h1><h2>Boats</h2>", 1),
        ],
    )
    def test_the_title_is_a_heading(self, page: str, row: int) -> None:
        assert Table(page)["after title"].index(128) == row

    def test_a_page_may_have_none(self) -> None:
        table = Table("<title>Boats</title><p>Boats</p><h4>Rain</h4>")
        assert table["after title"] == table["title steps"] == table["title share"] == [0, 0]
        assert table["since heading"] == [NO_HEADING] * 2

    def test_blocks_share_containers_with_it(self) -> None:
        entry = "<div><div><h1>Boats</h1></div><p>Rain</p><section><p>And snow</p></section></div>"
        table = Table(f"<ul><li>Home<li>Search</ul><main>{entry}</main><p>Sitemap</p>")
        assert table["title steps"] == [3, 3, 1, 2, 2, 3]
        assert table["title share"] == [ALL, ALL, share(1, 7), share(4, 7), share(4, 7), ALL]

    def test_it_may_be_directly_in_the_body(self) -> None:
        table = Table("<h1>Boats</h1>Rain<p>And snow</p>")
        assert table["title steps"] == [1, 2, 2]
        assert table["title share"] == [share(1, 4), ALL, ALL]


class TestSections:
    PAGE = f"<p>Rain</p><h2>Boats</h2><h3><a href=1>More boats</a></h3><p>{PROSE}</p><p>Rain</p><h2>News</h2>"

    def test_a_heading_and_what_follows_it_are_a_section(self) -> None:
        table = Table(self.PAGE)
        assert table["section blocks"] == [log(1), *[log(4)] * 4, log(1)]
        assert table["section words"] == [log(1), *[log(54)] * 4, log(1)]
        links = share(9, len((PROSE + "BoatsMoreboatsRain").replace(" ", "")))
        assert table["section link share"] == [0, links, links, links, links, 0]
        assert len(set(table["section bits"][1:5])) == 1

    def test_the_links_of_the_heading_above(self) -> None:
        assert Table(self.PAGE)["heading link share"] == [0, 0, 0, ALL, ALL, ALL]


class TestWords:
    """Words of scripts without blanks are estimated by their characters."""

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("绳子上有冰", 3),
            ("绳子。", 1),
            ("ロープの上", 3),
            ("1 绳 2", 3),
            ("เชือกเปียก", 3),
            ("밧줄에 얼음", 2),
            ("。", 1),
            ("Größe – €", 3),
        ],
    )
    def test_of_a_block(self, text: str, words: int) -> None:
        assert Table(f"<p>{text}</p>")["words"] == [log(words)]


class TestDeclared:
    STRUCTURED = '<script type="application/ld+json">{}</script>'

    @pytest.mark.parametrize(
        ("head", "expected"),
        [
            ("", 0),
            ('<meta property="og:type" content="article">', 1),
            ("<meta content=PRODUCT.item property=og:type>", 2),
            ('<meta property="og:type" content="website">', 3),
            ('<meta property="og:type" content="video.movie">', 0),
            ('<meta property="og:title" content="article">', 0),
            (STRUCTURED.format('{"@type":"WebSite"}'), 4),
            (STRUCTURED.format('{"@type" : [ "NewsArticle", "Thing"]}'), 5),
            (STRUCTURED.format('{"@graph":[{"@type":"Product"},{"@type":"WebSite"}]}'), 10),
            (STRUCTURED.format('{"@type":"QAPage"'), 12),
            (STRUCTURED.format('{"@type":'), 0),
            (STRUCTURED.format('{"@type"'), 0),
            (STRUCTURED.format('{"@type":"Person"}'), 0),
            ('<meta property="og:type" content="website">' + STRUCTURED.format('{"@type":"BlogPosting"}'), 6),
            (STRUCTURED.format('{"@type":"BlogPosting"}') + '<meta property="og:type" content="article">', 6),
        ],
    )
    def test_the_declared_type(self, head: str, expected: int) -> None:
        assert Table(f"<head>{head}</head><p>text")["declared"] == [expected]

    def test_only_the_beginning_of_long_data_is_read(self) -> None:
        page = self.STRUCTURED.format('{"x":"' + "y" * 70_000 + '","@type":"Product"}')
        assert Table(f"<head>{page}</head><p>text")["declared"] == [0]


class TestNames:
    @staticmethod
    def slots(page: str) -> list[int]:
        """The places of the words in the names of all containers."""
        blocks = read(page.encode())
        names = NameWeights()
        names.slots = []
        for index in range(len(blocks.elements)):
            names.read(blocks.source, blocks.elements, index)
        return names.slots

    def weighted(self, **values: int) -> NameWeights:
        table = bytearray(NO_WEIGHTS)
        for word, value in values.items():
            (slot,) = self.slots(f"<div class={word}>x</div>")
            table[slot] = MIDDLE + value
        return NameWeights(bytes(table))

    def test_names_are_split_into_words(self) -> None:
        expected = self.slots("<div class='post content'>x</div>")
        assert len(expected) == 2
        for name in ("post-content", "postContent", "Post_Content", "post2content", "POST CONTENT", "a-post-content-b"):
            assert self.slots(f"<div class='{name}'>x</div>") == expected
        assert self.slots("<div id=content class=post>x</div>") == expected
        assert self.slots("<div role=content class=post>x</div>") == expected

    def test_inner_names_come_first_and_all_are_summed_up(self) -> None:
        names = self.weighted(content=40, sidebar=-60)
        page = "<div class=content><p>one</p><div id=sidebar><p>two</p></div></div><p>three</p>"
        table = Table(page, names=names)
        assert table["sign"] == [128 + 40, 128 - 60, 128]
        assert table["sign best"] == [40, 40, 0]
        assert table["sign worst"] == [0, 60, 0]
        assert table["sign sum"] == [128 + 40, 128 - 20, 128]

    @pytest.mark.parametrize(("value", "expected"), [(127, 255), (-127, 1)])
    def test_weights_are_limited(self, value: int, expected: int) -> None:
        page = "<div class='word word word'>" * 4 + "x"
        table = Table(page, names=self.weighted(word=value))
        assert table["sign"] == table["sign sum"] == [expected]

    @pytest.mark.parametrize(
        ("name", "is_comment"),
        [
            ("comment", True),
            ("Comments", True),
            ("wp-comment-list", True),
            ("postComment", True),
            ("cocomment", True),
            ("user_COMMENTS2", True),
            ("commercial", False),
            ("com-ment", False),
            ("commen", False),
            ("recommend", False),
            ("", False),
        ],
    )
    def test_containers_named_comment_are_comments(self, name: str, is_comment: bool) -> None:
        for attribute in ("class", "id", "role"):
            table = Table(f"<div {attribute}='{name}'><p>x</p></div><p>y</p>", DROP)
            assert table.texts == (["y"] if is_comment else ["x", "y"])


class TestComments:
    ARTICLE = f"<p>{PROSE}</p><p>{PROSE}</p>"
    OPINION = f"<section id=comments><h2>Opinions</h2><div><p>{PROSE}</p></div></section>"

    def test_below_an_article_they_are_no_candidates(self) -> None:
        assert Table(self.ARTICLE + self.OPINION, AUTO).texts == [PROSE] * 2
        assert Table(self.ARTICLE + self.OPINION, DROP).texts == [PROSE] * 2

    def test_all_of_them_are_candidates_if_they_are_to_be_kept(self) -> None:
        assert Table(self.ARTICLE + self.OPINION, KEEP).texts == [PROSE, PROSE, "Opinions", PROSE]

    def test_without_an_article_they_are_candidates(self) -> None:
        page = f"<h1>Boats</h1><p>Hello to all</p>{self.OPINION}"
        assert Table(page, AUTO).texts == ["Boats", "Hello to all", "Opinions", PROSE]
        assert Table(page, DROP).texts == ["Boats", "Hello to all"]

    def test_links_and_phrases_are_no_article(self) -> None:
        teasers = f"<p><a href=1>{PROSE}</a></p>" * 5 + "<p>a few words</p>" * 99
        assert Table(teasers + self.OPINION, AUTO).texts[-1] == PROSE

    def test_below_an_article_even_a_long_discussion_is_left_out(self) -> None:
        opinions = f"<div class=comment><p>{PROSE}</p></div>" * 99
        assert Table(self.ARTICLE + opinions, AUTO).texts == [PROSE] * 2

    @pytest.mark.parametrize(
        ("declared", "is_candidate"), [("DiscussionForumPosting", True), ("QAPage", True), ("NewsArticle", False)]
    )
    def test_if_the_page_declares_a_discussion_they_are_candidates(self, declared: str, is_candidate: bool) -> None:
        head = f'<script type="application/ld+json">{{"@type":"{declared}"}}</script>'
        opinions = ["Opinions", PROSE] if is_candidate else []
        assert Table(head + self.ARTICLE + self.OPINION, AUTO).texts == [PROSE, PROSE, *opinions]
        assert Table(head + self.ARTICLE + self.OPINION, DROP).texts == [PROSE] * 2

    @pytest.mark.parametrize(
        "opening", ["<html class=comments>", "<body id=comments-open>", "<main class=comment-page>"]
    )
    def test_the_names_of_the_whole_page_do_not_count(self, opening: str) -> None:
        assert Table(f"{opening}<p>x</p>", DROP).texts == ["x"]
        assert Table(f"{opening}<div class=comment><p>x</p></div><p>y</p>", DROP).texts == ["y"]

    def test_comments_that_are_left_out_change_no_feature(self) -> None:
        alone, discussed = Table(self.ARTICLE), Table(self.ARTICLE + self.OPINION)
        assert bytes(discussed.features.data) == bytes(alone.features.data)

    def test_a_page_of_comments_alone_may_have_no_candidates(self) -> None:
        features = Table(self.OPINION, DROP).features
        assert features.count == 0
        assert features.containers.is_discussed

    def test_hidden_comments_are_no_discussion(self) -> None:
        page = f"{self.ARTICLE}<div hidden class=comments><p>x</p></div>"
        assert not Table(page).features.containers.is_discussed


# Any page


@pytest.mark.once
def test_both_backends_give_the_same_tables_and_decisions() -> None:
    name, _ = digests_of([], WORKER, NCLEANER_PURE="")
    if name != "compiled":
        pytest.skip("the compiled modules are not built here")
    pages = [path.read_bytes() for path in sorted((ROOT / "examples").iterdir()) if path.is_file()]
    pages += [b"", *(generate(size) for generate in GENERATORS.values() for size in (1, 400))]
    pages += mutants(120, seed=2024)
    _, compiled = digests_of(pages, WORKER, NCLEANER_PURE="")
    pure, interpreted = digests_of(pages, WORKER, NCLEANER_PURE="1")
    assert pure == "pure"
    assert len(compiled) == len(interpreted) == len(pages)
    different = [page for page, one, two in zip(pages, compiled, interpreted, strict=True) if one != two]
    assert not different, f"{len(different)} of {len(pages)} pages differ; the shortest: {min(different, key=len)!r}"


def test_tables_do_not_depend_on_the_order_of_hashes() -> None:
    pages = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.html"))]
    assert digests_of(pages, WORKER, PYTHONHASHSEED="1") == digests_of(pages, WORKER, PYTHONHASHSEED="2")


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * MANY + "x" + "</div>" * MANY + "<p>y",
        "<p>a</p>" * MANY,
        "<div class=comment><div>" * (MANY // 2) + "x",
        "".join(f"<div class=c{n}>a</div>" for n in range(MANY)),
        "<h1>a</h1>" * MANY,
        "<title>" + "a b " * MANY + "</title>" + "<h1>a b</h1>" * 100,
        f"<div class='{'comment-' * MANY}'>x",
    ],
    ids=["deep", "siblings", "deep comments", "classes", "headings", "long title", "long name"],
)
def test_large_pages(page: str) -> None:
    features = Table(page, KEEP).features
    assert features.count > 0
    assert features.value(COLUMNS.index("page blocks"), 0) == min(255, log(features.count))
