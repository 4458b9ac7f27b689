"""Reasons are short, true of the features they mention, and say nothing twice."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncleaner import models
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.reasons import reason
from ncleaner.engines.forest.trees import EDGE
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.read import rules
from ncleaner.read.html.reader import read

if TYPE_CHECKING:
    from ncleaner.engines.forest.reasons import Contribution, Values

SHIFTS = range(-EDGE, EDGE + 1)
SOME_BLOCKS = 40  # so that a page is not empty


def log(number: int) -> int:
    return int(8 * log2(1 + number) + 1e-9)


def share(percent: int) -> int:
    return 255 * percent // 100


def rate(bits: float) -> int:
    return 128 + int(64 * bits)


def values_of(own: dict[str, int], neighbour: dict[str, int] | None = None) -> Values:
    """Return a table with these values for the block, and for its neighbours if there are any."""

    def values(column: int, shift: int) -> int:
        if shift == 0:
            return own.get(COLUMNS[column], 0)
        if neighbour is None:
            return 0
        return neighbour.get(COLUMNS[column], SOME_BLOCKS if COLUMNS[column] == "page blocks" else 0)

    return values


def parts(**units: int) -> list[Contribution]:
    """Return contributions of features of the block itself, by their names with underscores."""
    return [(COLUMNS.index(name.replace("_", " ")), 0, count) for name, count in units.items()]


def said(name: str, value: int, *, keep: bool = True) -> str:
    """Return the reason for a single feature."""
    return reason(
        [(COLUMNS.index(name), 0, 100 if keep else -100)], values_of({"path blocks": log(9), name: value}), keep
    )


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("keep", [False, True])
def test_every_feature_has_words_for_every_value_in_both_directions(name: str, keep: bool) -> None:
    reasons = {said(name, value, keep=keep) for value in range(256)}
    assert all(words and words == words.strip() and "{" not in words for words in reasons)
    assert not any("too little evidence" in words for words in reasons)
    assert len(reasons) > 1


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("words", log(0), "has no words"),
        ("words", log(1), "has 1 word"),
        ("words", log(12), "has 12 words"),
        ("words", log(300), "has about 290 words"),
        ("word length", 16 * 5, "has words of about 5.0 characters"),
        ("link share", 0, "has few or no links"),
        ("link share", share(78), "78 % links"),
        ("link share", 254, "99 % links"),
        ("link share", 255, "nothing but links"),
        ("links", 1, "has 1 link"),
        ("link share of 1", 0, "its container has few or no links"),
        ("link share of 1", 1, "only 1 % of its container is links"),
        ("link share of 1", 199, "78 % of its container is links"),
        ("link share of 1", 255, "its container is nothing but links"),
        ("link share of 5", share(50), "50 % of a much larger part around it is links"),
        ("words per block of 1", log(4 * 12), "its container has about 12 words per block"),
        ("words per block of 1", log(2), "its container has less than one word per block"),
        ("bits", rate(1.2), "reads like body text"),
        ("bits", 128, "reads neither like body text nor like boilerplate"),
        ("bits", 255, "reads like body text"),
        ("all bits", 128 + log(7), "reads like body text"),
        ("all bits", 128, "reads neither like body text nor like boilerplate"),
        ("bits around 3", rate(0.5), "among blocks that read like body text"),
        ("best steps", 0, "inside what looks like the main text"),
        ("best steps", 1, "just outside what looks like the main text"),
        ("best steps", 3, "outside what looks like the main text"),
        ("best steps", 4, "far outside what looks like the main text"),
        ("best distance", 128, "inside what looks like the main text"),
        ("best distance", 128 + log(5), "5 blocks below what looks like the main text"),
        ("prose distance", 128 - log(1), "1 block above the part of the page with most prose"),
        ("share 1", share(40), "its container has 40 % of the words on the page"),
        ("path blocks", log(1), "marked up like no other block"),
        ("path blocks", log(2), "one of 2 blocks marked up alike"),
        ("siblings", log(14), "in one of 14 similar parts"),
        ("sign", 128, "the class, id or role of its container says little"),
        ("sign", 128 - 60, "the class, id or role of its container suggests boilerplate"),
        ("sign best", 60, "a class, id or role around it suggests content"),
        ("sign worst", 0, "no class, id or role around it clearly suggests boilerplate"),
        ("repeats", 0, "not repeated on the page"),
        ("repeats", 4, "repeated on the page 4 times"),
        ("repeated before", 1, "has the same text above it once"),
        ("after title", 0, "no heading of the page looks like its title"),
        ("after title", 128, "the title of the page"),
        ("after title", 128 + log(2), "2 blocks below the title of the page"),
        ("title steps", 0, "no heading of the page looks like its title"),
        ("title steps", 1, "in the same container as the title"),
        ("title steps", 2, "close to the title in the markup"),
        ("title steps", 4, "in another part of the page than the title"),
        ("title steps", 5, "far from the title in the markup"),
        ("title share", 0, "the part of the page that has both it and the title, if any, has hardly any words"),
        ("title share", share(40), "the part of the page that has both it and the title has 40 % of the words"),
        ("title share", 255, "has only the whole page in common with the title"),
        ("heading bits", 0, "has no heading above it"),
        ("since heading", 255, "has no heading above it"),
        ("since heading", log(1), "right below a heading"),
        ("article", 0, "nothing is marked up as an article"),
        ("article", 1, "outside the text marked up as an article"),
        ("article", 2, "inside an article"),
        ("nav", 0, "not marked up as navigation"),
        ("nav", 1, "inside the navigation"),
        ("rule", rules.RULE_BARS, rules.REASONS[rules.RULE_BARS]),
        ("punctuation", share(20), "has about 20 punctuation marks per 100 words"),
        ("page money", 0, "no amounts of $, £ or € were found on the page"),
        ("page words", log(1000), "the page has about 980 words"),
        ("below best", 3, "looks as much like content as the best block of the page"),
        ("below best", 8, "looks a little less like content than the best block of the page"),
        ("below best", 8 * 5, "looks clearly less like content than the best block of the page"),
        ("below best", 8 * 12, "looks far less like content than the best block of the page"),
        ("scope", 0, "all the content of the page is wanted"),
        ("scope", 1, "only the article is wanted"),
    ],
)
def test_values_are_decoded_from_their_scales(name: str, value: int, expected: str) -> None:
    assert said(name, value) == expected


@pytest.mark.parametrize("number", [*range(1, 300), 1000, 12345, 1_000_000])
def test_numbers_are_exact_or_about_right(number: int) -> None:
    words = said("words", log(number)).removeprefix("has ")
    mentioned = int(words.removeprefix("about ").split()[0])
    assert abs(mentioned - number) <= 0.1 * number
    assert words.startswith("about ") or mentioned == number


def test_a_weak_score_can_speak_for_the_contrary() -> None:
    assert said("bits", rate(-0.2)) == "reads only a little like boilerplate"
    assert said("bits", rate(-0.2), keep=False) == "reads like boilerplate"
    assert said("all bits", 128 + log(3), keep=False) == "reads only a little like body text"


def test_the_strongest_topics_come_first_at_most_three() -> None:
    values = values_of({"nav": 1, "repeats": 4, "siblings": log(12), "words": log(2)})
    found = reason(parts(repeats=-300, words=-200, nav=-500, siblings=-400), values, False)
    assert found == "inside the navigation; in one of 12 similar parts; repeated on the page 4 times"


def test_weak_topics_are_left_out() -> None:
    values = values_of({"nav": 1, "repeats": 4})
    assert reason(parts(nav=-500, repeats=-100), values, False) == "inside the navigation"


def test_features_of_one_topic_are_added_up_and_mentioned_once() -> None:
    values = values_of({"link share of 1": share(78), "link share of 2": 255, "repeats": 1})
    links = parts(link_share_of_1=-200, link_share_of_2=-150)
    found = reason([*links, *parts(repeats=-300)], values, False)
    assert found == "78 % of its container is links; repeated on the page once"


def test_a_topic_is_put_into_words_by_a_feature_that_agrees_with_it() -> None:
    values = values_of({"bits": rate(1.0), "bits around 3": rate(-1.0), "bits of 1": rate(0.5)})
    found = reason(parts(bits=200, bits_around_3=-300, bits_of_1=250), values, True)
    assert found == "its container reads like body text"


def test_features_of_the_page_are_mentioned_only_if_nothing_is_said_of_the_block() -> None:
    values = values_of({"page words": log(12), "list": 1})
    assert reason(parts(page_words=500, list=200), values, True) == "in a list"
    assert reason(parts(page_words=500), values, True) == "the page has 12 words"


def test_how_a_block_compares_with_the_page_is_mentioned_if_little_is_said_of_the_block() -> None:
    values = values_of({"below best": 8 * 12, "nav": 1, "repeats": 4})
    compared = "looks far less like content than the best block of the page"
    assert reason(parts(below_best=-500, nav=-200), values, False) == f"inside the navigation; {compared}"
    found = reason(parts(below_best=-500, nav=-200, repeats=-150), values, False)
    assert found == "inside the navigation; repeated on the page 4 times"


def test_what_tells_little_is_mentioned_only_if_nothing_else_can_be_said() -> None:
    values = values_of({"list": 0, "nav": 1, "sign": 128, "repeats": 0})
    assert reason(parts(list=-500, nav=-300), values, False) == "inside the navigation"
    assert reason(parts(sign=-500, repeats=-300), values, False) == (
        "the class, id or role of its container says little; not repeated on the page"
    )


def test_a_sign_of_the_contrary_is_not_given_as_a_reason() -> None:
    values = values_of({"sign": 128 - 60, "link share of 1": 0})
    found = reason(parts(sign=500, link_share_of_1=200), values, True)
    assert found == "its container has few or no links"


def test_the_strongest_topic_is_mentioned_even_against_the_decision() -> None:
    values = values_of({"nav": 1, "bits": rate(1.2), "link share of 1": 255})
    found = reason(parts(nav=-300, bits=400), values, False)
    assert found == "inside the navigation, although it reads like body text"
    found = reason(parts(link_share_of_1=-400, bits=300), values, True)
    assert found == "reads like body text, although its container is nothing but links"


def test_weaker_topics_against_the_decision_are_not_mentioned() -> None:
    names = ("nav", "repeats", "siblings", "words", "link_share", "ending")
    values = values_of({"nav": 1, "bits": rate(1.2), "words": log(2), "repeats": 2})
    assert "although" not in reason(parts(nav=-400, bits=300), values, False)
    assert "although" not in reason(parts(bits=101, **dict.fromkeys(names, -100)), values, False)


@pytest.mark.parametrize("contributions", [[], parts(nav=0)])
def test_without_topics_for_the_decision_there_is_too_little_evidence(contributions: list[Contribution]) -> None:
    assert reason(contributions, values_of({}), True) == "too little evidence against it"
    assert reason(contributions, values_of({}), False) == "too little evidence for it"


def test_a_topic_against_such_a_decision_is_mentioned() -> None:
    found = reason(parts(nav=-20), values_of({"nav": 1}), True)
    assert found == "too little evidence against it, although it is inside the navigation"


@pytest.mark.parametrize(
    ("name", "shift", "expected"),
    [
        ("nav", -1, "the block above is inside the navigation"),
        ("nav", 1, "the block below is inside the navigation"),
        ("bits", -2, "the block two above reads like body text"),
        ("link share of 1", 2, "for the block two below, its container is nothing but links"),
    ],
)
def test_neighbours_are_named(name: str, shift: int, expected: str) -> None:
    neighbour = {"nav": 1, "bits": rate(1.0), "link share of 1": 255}
    assert reason([(COLUMNS.index(name), shift, 100)], values_of({}, neighbour), True) == expected


def test_values_that_a_neighbour_shares_are_said_of_the_block() -> None:
    values = values_of({"nav": 1}, {"nav": 1})
    assert reason([(COLUMNS.index("nav"), -2, -100)], values, False) == "inside the navigation"


@pytest.mark.parametrize(
    ("shift", "expected"),
    [
        (-2, "at the beginning of the page"),
        (-1, "the first block of the page"),
        (1, "the last block of the page"),
        (2, "at the end of the page"),
    ],
)
def test_without_a_neighbour_the_position_is_mentioned(shift: int, expected: str) -> None:
    values = values_of({"page blocks": log(5), "bits": rate(1.0)})
    assert reason([(COLUMNS.index("bits"), shift, 100)], values, True) == expected


def test_a_block_without_similar_ones_is_described_by_itself() -> None:
    alone = values_of({"path blocks": log(1), "path bits": rate(1.0), "bits": rate(1.0)})
    assert reason(parts(path_bits=100), alone, True) == "reads like body text"
    both = reason(parts(path_words=100, words=90), values_of({"path blocks": log(1), "words": log(3)}), True)
    assert both == "has 3 words"
    several = values_of({"path blocks": log(9), "path bits": rate(1.0), "bits": rate(-1.0)})
    assert reason(parts(path_bits=100), several, True) == "blocks like it read like body text"


# Pages


def said_of(page: str, row: int, name: str) -> str:
    """Return the reason for a single feature of a real block."""
    blocks = read(page.encode())
    table = Features(blocks, Scorer(models.load("english")), NameWeights(), 0, True, blocks.hidden_bits())
    stride, data = table.stride, bytes(table.data)
    contributions = [(COLUMNS.index(name), 0, 100)]
    return reason(contributions, lambda column, shift: data[column * stride + EDGE + row + shift], True)


@pytest.mark.parametrize(
    ("row", "name", "expected"),
    [
        (0, "tag", "in the element <nav>"),
        (0, "nav", "inside the navigation"),
        (0, "link share", "nothing but links"),
        (0, "best distance", "2 blocks above what looks like the main text"),
        (1, "kind", "a heading"),
        (1, "level", "marked up as a heading of level 2"),
        (1, "after title", "the title of the page"),
        (2, "tag", "in the element <p>"),
        (2, "ending", "ends with a full stop"),
        (2, "since heading", "right below a heading"),
        (2, "article", "nothing is marked up as an article"),
        (2, "page blocks", "the page has 4 blocks"),
        (3, "siblings", "in one of 2 similar parts"),
        (3, "to end", "the last block of the page"),
        (3, "ending", "ends with ! or ?"),
    ],
)
def test_reasons_are_true_of_a_page(row: int, name: str, expected: str) -> None:
    prose = "It had rained for most of the night, and the river was high when they came to the ford"
    page = (
        "<title>The ford</title><body><nav><a href=/>Home</a></nav><h2>The ford</h2>"
        f"<div><p>{prose}.</p><p>{prose}, so they turned back!</p></div>"
    )
    assert said_of(page, row, name) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("WebSite", "a website"),
        ("NewsArticle", "an article"),
        ("BlogPosting", "a posting"),
        ("FAQPage", "a list of questions"),
        ("CollectionPage", "a collection"),
        ("ItemList", "a list of items"),
        ("Product", "a product"),
        ("DiscussionForumPosting", "a posting in a forum"),
        ("QAPage", "a question with answers"),
    ],
)
def test_declared_types_are_named(kind: str, expected: str) -> None:
    page = f'<head><script type="application/ld+json">{{"@type": "{kind}"}}</script></head><p>Some words'
    assert said_of(page, 0, "declared") == f"the page declares itself to be {expected}"


# Anything


CONTRIBUTIONS = st.lists(
    st.tuples(st.integers(0, len(COLUMNS) - 1), st.sampled_from(SHIFTS), st.integers(-5000, 5000)), max_size=40
)


@given(
    CONTRIBUTIONS, st.binary(min_size=len(SHIFTS) * len(COLUMNS), max_size=len(SHIFTS) * len(COLUMNS)), st.booleans()
)
@settings(max_examples=500)
def test_any_reason_is_one_short_line_that_says_nothing_twice(
    contributions: list[Contribution], table: bytes, keep: bool
) -> None:
    found = reason(contributions, lambda column, shift: table[column * len(SHIFTS) + EDGE + shift], keep)
    assert found == found.strip()
    assert 0 < len(found) < 200
    assert found.isprintable()
    phrases = found.replace(", although it ", "; ").replace(", although ", "; ").split("; ")
    assert len(phrases) == len(set(phrases)) <= 4
    assert all(phrases)
