"""Training the forest: models clean unseen pages, and features are made without the site of the page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from training import LEGAL, MENU, page

from ncleaner import Cleaner
from ncleaner.engines.forest.columns import COLUMNS, CONTEXT
from ncleaner.engines.forest.comments import AUTO, KEEP
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.forest.name_weights import MIDDLE, SIZE, NameWeights
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import NCleanerError
from ncleaner.gold.snippets import Snippets
from ncleaner.metrics.scores import score
from ncleaner.models.format import Model, pack
from ncleaner.read.html.reader import read
from ncleaner.train import Example, boosting, forest, forest_tables, name_weights
from ncleaner.train.boosting import Examples, Settings
from ncleaner.train.examples import TrainingPage
from ncleaner.train.forest import train
from ncleaner.train.forest_pages import Comments, ForestPage, read_forest_page
from ncleaner.train.forest_tables import MODERN, Version, joined, tables_of
from ncleaner.train.ngram import scorer_of, tally
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe
from ncleaner.train.trainers import trained_engine

numpy = pytest.importorskip("numpy", reason="numpy is not installed")

SITES = 4
PAGES = 12
FEW = Settings(trees=15, depth=3, learning_rate=0.3, regularisation=1.0, borders=32, seed=1)


def example(number: int, **facts: Any) -> Example:
    """A page with names for its parts, of one of a few sites that each have a name of their own for the text."""
    html, gold = page(number)
    menu, _, rest = html.partition("<h1>")
    paragraphs = rest.split("</p>")
    story, legal = ("</p>".join(some) for some in (paragraphs[:4], paragraphs[4:]))
    own = "abcdefgh"[number % SITES] * 5
    html = (
        f"<div class=topmenu>{menu}</div><div class='story {own}'><h1>{story}</p></div>"
        f"<div class=imprint>{legal}<p>{MENU[number % 12]}</p></div>"
    )
    given = {"site": f"site-{number % SITES}.example", **facts}
    return Example(f"walks/{number}", html.encode(), gold, **given)


def examples(count: int = PAGES, *, first: int = 0) -> list[Example]:
    return [example(number) for number in range(first, first + count)]


def texts(number: int) -> list[str]:
    """The paragraphs of a page."""
    return [line.split("> ", 1)[1] for line in page(number)[1].splitlines() if line.startswith("<p>")]


def discussed(number: int) -> Example:
    """A page with an article, and comments that are in the gold text."""
    said = "".join(f"<div class=comment><p>{text}</p><p>Reply or report this to us</p></div>" for text in texts(number))
    one = example(number, type="forum")
    html = f"<div class=topmenu><p>{MENU[number % 12]}</p></div>{said}"
    return one._replace(page=html.encode(), gold="\n".join(texts(number)))


def slot(word: str) -> int:
    """The place of a word in the table of signs."""
    blocks = read(f"<div class={word}>x".encode())
    reader = NameWeights()
    reader.slots = []
    reader.read(blocks.source, blocks.elements, 2)
    return reader.slots[0]


@pytest.fixture(autouse=True)
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest, "GROWTH", FEW)
    monkeypatch.setattr(forest, "COMMENTS_GROWTH", FEW)
    monkeypatch.setattr(forest, "CONTEXT_GROWTH", FEW)


# What needs no CatBoost


class TestForestPages:
    COMMENTS = "<div class=comments><p>one two three four</p><p>five six</p></div>"

    @pytest.mark.parametrize(
        ("gold", "comments"),
        [
            ("The article.", AUTO),
            ("The article. five six", AUTO),
            ("The article. one two three four", KEEP),
            ("The article. one two three four five six", KEEP),
        ],
    )
    def test_comments_are_kept_if_most_of_them_are_in_the_gold_text(self, gold: str, comments: int) -> None:
        assert (
            read_forest_page(Example("a", f"<p>The article.</p>{self.COMMENTS}".encode(), gold)).comments.policy
            == comments
        )

    def test_a_page_votes_on_the_words_around_its_blocks(self) -> None:
        html = "<div class=outer><div id=inner><p>one two three</p></div><p>four</p></div><div class=unknown></div>"
        votes = read_forest_page(Example("a", html.encode(), "one two three")).votes
        assert votes == {slot("inner"): 1.0, slot("outer"): 0.75}

    def test_hidden_blocks_have_no_vote(self) -> None:
        html = b"<div class=story><p hidden>four</p><p>one</p></div>"
        assert read_forest_page(Example("a", html, "one")).votes == {slot("story"): 1.0}

    def test_a_plain_text_has_no_votes(self) -> None:
        found = read_forest_page(Example("a", b"Home\n\nIt rained all day.", "It rained all day.", "text"))
        assert (found.votes, found.comments, len(found.blocks.elements)) == ({}, Comments(), 0)


class TestSigns:
    def test_words_say_what_pages_vote(self) -> None:
        table = name_weights.table([{1: 1.0, 2: 0.0, 3: 0.5}] * 6)
        assert len(table) == SIZE
        assert table[1] == MIDDLE + round(16 * 2.3219)  # 6 + 1.5 to 0 + 1.5 is 5 to 1
        assert table[2] == MIDDLE - round(16 * 2.3219)
        assert table[3] == table[4] == MIDDLE

    def test_words_of_few_pages_say_nothing(self) -> None:
        assert name_weights.table([{1: 1.0}] * (name_weights.FEWEST - 1)) == bytes([MIDDLE]) * SIZE
        assert name_weights.table([{1: 1.0}] * name_weights.FEWEST)[1] > MIDDLE

    def test_more_pages_say_more_as_far_as_there_is_room(self) -> None:
        found = [name_weights.table([{1: 1.0, 2: 0.0}] * count) for count in (3, 30, 10_000)]
        assert found[0][1] < found[1][1] < found[2][1]
        assert found[0][2] > found[1][2] > found[2][2] > 0

    def test_the_order_of_pages_does_not_matter(self) -> None:
        votes = [{1: 0.5, 2: 1.0}, {1: 0.25}, {2: 0.0, 1: 1.0}, {2: 0.5}]
        assert name_weights.table(votes) == name_weights.table(reversed(votes))


def test_the_first_trees_test_all_features_but_sizes_and_context_and_some_of_neighbours() -> None:
    found = forest.tests()
    own = set(COLUMNS) - set(forest.SIZES) - set(CONTEXT)
    assert len(set(found)) == len(found) == len(own) + 4 * len(forest.NEIGHBOURS)
    assert {COLUMNS[column] for column, shift in found if not shift} == own
    assert {shift for _, shift in found} == {-2, -1, 0, 1, 2}
    assert set(MODERN) <= set(COLUMNS)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: train([]), "from at least two sites"),
        (lambda: train(examples(1)), "from at least two sites"),
        (lambda: train([example(number, site="one.example") for number in range(4)]), "from at least two sites"),
        (lambda: train([Example(id, b"It rained.\n\nHome", "It rained.", "text") for id in "ab"]), "with markup"),
        (lambda: train([example(1), example(2), example(1)]), "distinct ids"),
        (lambda: train([Example(id, b"<p>Home</p>", "") for id in "ab"]), "no clean text to learn from"),
        (lambda: train([Example(id, b"<p>Home</p>", "Home") for id in "ab"]), "no dirty text to learn from"),
        (
            lambda: train([Example(id, b"<p>one two three</p>", "one two") for id in "ab"]),
            "both clean and dirty blocks",
        ),
        (
            lambda: train([Example(id, b"<p></p>", "one") for id in "ab"] + [Example("c", b"x\n\ny", "", "text")]),
            "dirty",
        ),
        (lambda: train([example(1, weight=0), example(2)]), "must be from 1 to 1000, not 0"),
    ],
)
def test_misuse_is_reported(make: Callable[[], object], message: str) -> None:
    with pytest.raises(NCleanerError, match=message):
        make()


def shown_of(count: int) -> Examples:
    """What the trees are shown of some pages."""
    return shown([read_forest_page(one) for one in examples(count)], "en")


def shown(pages: list[ForestPage], language: str) -> Examples:
    tables = tables_of(pages, language, None)
    return joined([version.rows for versions in tables.values() for version in versions])


class Shown(NamedTuple):
    """What a page is shown to the trees with."""

    training_page: TrainingPage
    reader: Scorer
    names: NameWeights
    is_lexical: bool


class TestHeldOutFeatures:
    """What the trees are shown of a page is made without the other pages of its site."""

    @pytest.fixture
    def shown(self, monkeypatch: pytest.MonkeyPatch) -> list[Shown]:
        found: list[Shown] = []
        table = forest_tables._table

        def watched(study: ForestPage, reader: Scorer, names: NameWeights, is_lexical: bool) -> Version:
            found.append(Shown(study.training_page, reader, names, is_lexical))
            return table(study, reader, names, is_lexical)

        monkeypatch.setattr(forest_tables, "_table", watched)
        shown_of(16)
        return found

    def test_every_page_is_shown_with_words_and_without(self, shown: list[Shown]) -> None:
        ids = sorted(one.id for one in examples(16))
        for is_lexical in (True, False):
            assert sorted(one.training_page.id for one in shown if one.is_lexical == is_lexical) == ids

    def test_signs_have_not_seen_the_site(self, shown: list[Shown]) -> None:
        own = {f"site-{number}.example": slot("abcdefgh"[number] * 5) for number in range(SITES)}
        for one in shown:
            table = one.names.table
            assert {site for site, place in own.items() if table[place] != MIDDLE} == set(own) - {
                one.training_page.site
            }
            assert table[slot("story")] > MIDDLE > table[slot("imprint")]

    @pytest.mark.parametrize("recipe", [ENGLISH, UNIVERSAL], ids=["with words", "without"])
    def test_n_grams_have_not_seen_the_site(self, shown: list[Shown], recipe: Recipe) -> None:
        with_recipe = [one for one in shown if one.is_lexical == (recipe is ENGLISH)]
        readers = {one.training_page.site: one.reader for one in with_recipe}
        assert len(readers) == SITES
        for site, reader in readers.items():
            others = [one.training_page for one in with_recipe if one.training_page.site != site]
            honest = scorer_of(tally(others, recipe), recipe.q)
            for one in with_recipe[::5]:
                buffer = one.training_page.buffer
                assert reader.total(buffer, 0, len(buffer)) == honest.total(buffer, 0, len(buffer))


class TestRows:
    def test_labels_are_those_of_the_gold_text(self) -> None:
        rows = shown_of(8)
        blocks = sum(len(read_forest_page(one).training_page) for one in examples(8))
        clean = sum(one.gold.count("<p>") + one.gold.count("<h>") for one in examples(8))
        assert (len(rows.labels), int(rows.labels.sum())) == (3 * blocks, 3 * clean)
        assert len(set(rows.pages.tolist())) == 3 * 8
        assert (numpy.diff(rows.pages) >= 0).all()

    def test_old_pages_have_nothing_modern(self) -> None:
        rows = shown_of(8)
        column = COLUMNS.index("sign best")
        by_page = [rows.features[rows.pages == number] for number in sorted(set(rows.pages.tolist()))]
        old = [table for table in by_page if not table[:, column].any()]
        assert len(old) == 8
        for table in old:
            for name, value in MODERN.items():
                assert set(table[:, COLUMNS.index(name)].tolist()) == {value}

    def test_page_weights_scale_the_weights_of_blocks(self) -> None:
        light, heavy = (
            shown([read_forest_page(example(number, weight=weight)) for number in range(4)], "").weights
            for weight in (1, 3)
        )
        assert heavy == pytest.approx(3 * light)
        assert (light > 0).all()


class TestPagesOfOtherKinds:
    GERMAN = (
        "Es regnete den ganzen Tag, und der Hafen war leer. Niemand hatte je so viele Boote gesehen, sagte sie. Als die"
        " Fähre kam, liefen die Kinder zum Ufer hinunter und über die Brücke zurück in das Dorf auf der anderen Seite."
    )

    def german(self, number: int) -> Example:
        html = f"<html lang=de><div class=topmenu>Impressum</div><p>{self.GERMAN} {number}</p>"
        return Example(f"walks/de{number}", html.encode(), f"{self.GERMAN} {number}", scope="article")

    def versions(self, *more: Example) -> dict[str, list[Version]]:
        return tables_of([read_forest_page(one) for one in [*examples(6), *more]], "en", None)

    def test_pages_in_other_languages_are_shown_without_words(self) -> None:
        tables = self.versions(self.german(1), self.german(2))
        lexical = COLUMNS.index("lexical")
        assert [len(tables[id]) for id in ("walks/1", "walks/de1")] == [3, 2]
        assert [set(one.rows.features[:, lexical].tolist()) for one in tables["walks/1"]] == [{1}, {1}, {0}]
        assert [set(one.rows.features[:, lexical].tolist()) for one in tables["walks/de1"]] == [{0}, {0}]

    def test_the_trees_are_told_the_scope(self) -> None:
        tables = self.versions(self.german(1))
        scope = COLUMNS.index("scope")
        assert set(tables["walks/1"][0].rows.features[:, scope].tolist()) == {0}
        assert set(tables["walks/de1"][0].rows.features[:, scope].tolist()) == {1}

    def test_an_article_is_of_the_type_article(self) -> None:
        assert read_forest_page(self.german(1)).type == "article"
        assert read_forest_page(self.german(1)._replace(type="forum")).type == "forum"
        assert read_forest_page(self.german(1)._replace(scope="page")).type == ""

    def test_only_blocks_with_a_snippet_have_a_weight(self) -> None:
        one = example(9)
        wanted = one.gold.split(">", 1)[1].split("<", 1)[0].strip()[:40]
        page = one._replace(id="walks/known", gold="", snippets=Snippets((wanted,), ()))
        rows = self.versions(page)["walks/known"][0].rows
        assert (rows.weights > 0).sum() == 1
        assert rows.labels[rows.weights > 0].tolist() == [1]


# What does


@pytest.fixture(scope="module")
def catboost() -> Any:
    return pytest.importorskip("catboost", reason="catboost is not installed")


@pytest.fixture(scope="module")
def trained(catboost: Any) -> Model:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "GROWTH", FEW)
        patch.setattr(forest, "CONTEXT_GROWTH", FEW)
        return train(examples(), language="en")


def words_f(cleaner: Cleaner, numbers: range) -> float:
    matched = both = 0.0
    for number in numbers:
        one = example(number)
        counts = score(cleaner.clean(one.page).to("cleaneval"), one.gold)[0]["words"]
        matched += counts.matched
        both += counts.output + counts.gold
    return 2 * matched / both


def test_without_catboost_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(NCleanerError, match=r"pip install 'ncleaner\[train\]'"):
        train(examples(4))


class TestModels:
    def test_they_keep_text_and_drop_boilerplate_on_unseen_pages(self, trained: Model) -> None:
        cleaner = Cleaner(model=trained)
        assert words_f(cleaner, range(100, 104)) > 0.97
        text = cleaner.clean(example(100).page).text
        assert not any(line in text for line in LEGAL)

    def test_the_same_pages_give_the_same_bytes(self, trained: Model) -> None:
        again = train(examples(), language="en")
        assert pack(again.header, again.arrays) == pack(trained.header, trained.arrays)

    def test_they_have_learnt_what_names_say(self, trained: Model) -> None:
        table = trained.arrays["signs"]
        assert table[slot("story")] > MIDDLE > table[slot("imprint")]
        assert table[slot("topmenu")] < MIDDLE
        assert table[slot("nowhere")] == MIDDLE

    def test_the_header_records_the_training(self, trained: Model) -> None:
        assert trained.engine == "forest"
        assert trained.training == [{"set": "walks", "pages": PAGES, "weight": 1}]
        assert trained.parameters["language"] == "en"
        assert trained.parameters["keep.depth"] == FEW.depth
        assert len(trained.arrays["keep.leaves"]) == FEW.trees << FEW.depth

    def test_they_look_twice(self, trained: Model) -> None:
        assert trained.parameters["context"]
        tested = {COLUMNS[column] for column in bytes(trained.arrays["context.columns"])}
        assert "score" in tested
        assert tested <= {*CONTEXT, *forest.BESIDE_CONTEXT}
        assert not {COLUMNS[column] for column in bytes(trained.arrays["keep.columns"])} & set(CONTEXT)

    def test_the_second_look_learns_from_scores_of_unseen_sites(
        self, catboost: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        trained_on: list[int] = []
        boost = boosting.train

        def counted(rows: Examples, tested: Any, growth: Settings) -> Any:
            trained_on.append(len(set(rows.pages.tolist())))
            return boost(rows, tested, growth)

        monkeypatch.setattr(boosting, "train", counted)
        train(examples(9), language="en")
        first, *looks, second = trained_on
        assert (first, second) == (3 * 9, 3 * 9)
        assert (len(looks), sum(looks)) == (3, 2 * 3 * 9)

    def test_trees_for_page_types_do_not_know_the_scope_or_the_reading(
        self, catboost: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(forest, "TYPES_GROWTH", FEW)
        types = ["article", "forum", "listing"]
        model = train([example(number, type=types[number % 3]) for number in range(36)], language="en")
        assert model.parameters["types"] == types
        assert model.parameters["discussion"]
        for name in ("type.article", "discussion"):
            tested = {COLUMNS[column] for column in bytes(model.arrays[f"{name}.columns"])}
            assert not tested & {"scope", "lexical", *CONTEXT}

    def test_a_discussion_is_seen_with_its_comments(self) -> None:
        html = f"<h1>A story</h1><p>{' '.join(texts(3))}</p><div class=comments><p>{' '.join(texts(4))}</p></div>"
        study = read_forest_page(Example("c/1", html.encode(), " ".join(texts(3))))
        others = [read_forest_page(one) for one in examples(4)]
        version = tables_of([study, *others], "en", None)["c/1"][0]
        assert version.features.containers.leaves_out
        assert version.features.count == 2
        assert version.whole[COLUMNS.index("page blocks")] > version.rows.features[0, COLUMNS.index("page blocks")]

    def test_a_single_page_with_boilerplate_is_not_enough_for_a_second_look(self, catboost: Any) -> None:
        clean = [Example(f"c/{n}", f"<p>{page(n)[1]}</p>".encode(), page(n)[1]) for n in range(40, 42)]
        model = train([example(1), *clean])
        assert not model.parameters["context"]
        assert Cleaner(model=model).clean(example(2).page).text

    def test_discussions_train_the_comment_trees(self, catboost: Any) -> None:
        model = train([discussed(number) for number in range(PAGES)])
        assert model.parameters["comments"]
        html = discussed(100).page.decode() + f"<article>{''.join(f'<p>{text}</p>' for text in texts(101))}</article>"
        found = {segment.text: segment.keep for segment in Cleaner(model=model, comments="keep").clean(html).segments}
        assert all(found[text] for text in texts(100))
        assert not found["Reply or report this to us"]

    def test_without_discussions_there_are_no_comment_trees(self, trained: Model) -> None:
        assert not trained.parameters["comments"]
        assert not any(name.startswith("comments.") for name in trained.arrays)

    def test_their_n_grams_read_plain_text(self, trained: Model) -> None:
        lines = texts(100)
        text = "\n\n".join([*MENU[:3], *lines, *LEGAL])
        found = Cleaner(model=trained).clean(text.encode(), kind="text")
        assert [segment.text for segment in found.segments if segment.keep] == lines

    def test_plain_texts_teach_the_n_grams(self, catboost: Any) -> None:
        texts = [Example(f"t/{n}", b"Home\n\n" + page(n)[1].encode(), page(n)[1], "text") for n in range(40, 43)]
        model = train([*examples(6), *texts])
        assert [one["pages"] for one in model.training] == [6, 3]
        assert words_f(Cleaner(model=model), range(100, 102)) > 0.9

    def test_empty_pages_do_no_harm(self, catboost: Any) -> None:
        model = train([*examples(6), Example("none", b"", ""), Example("hidden", b"<p hidden>x", "")])
        assert words_f(Cleaner(model=model), range(100, 102)) > 0.9

    def test_an_engine_can_be_trained(self, catboost: Any) -> None:
        engine = trained_engine("forest", examples(6), bias=0.5)
        assert isinstance(engine, Forest)
        assert (engine.bias, engine.model_language) == (0.5, "")
        assert words_f(Cleaner(engine=engine), range(100, 102)) > 0.9

    def test_progress_reaches_the_total(self, catboost: Any) -> None:
        told: dict[str, tuple[int, int]] = {}

        def progress(what: str, done: int, total: int) -> None:
            told[what] = done, total

        train(examples(6), total=6, progress=progress)
        assert told["pages looked at"] == (12, 12)
        assert told["pages read"] == told["pages measured"] == told["held-out pages"] == (6, 6)
