"""Segments of HTML pages: headings and list items, by markup or typed by hand, and certain boilerplate."""

from __future__ import annotations

import pytest

from ncleaner.page.blocks import Blocks
from ncleaner.page.segment import KINDS
from ncleaner.read import rules
from ncleaner.read.html.scan import scan
from ncleaner.read.segment import segment

LONGEST_BOLD_HEADING = 12  # words


def read(page: str) -> Blocks:
    return segment(scan(page.encode()))


def kinds(page: str) -> str:
    return "".join(KINDS[block.kind] for block in read(page).items)


def rule(page: str) -> int:
    (block,) = read(page).items
    return block.rule


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>a", "p"),
        ("a<br>b", "pp"),
        ("<h1>a</h1>b<h6>c</h6>", "hph"),
        ("<ul><li>a<p>b</li><li>c</ul>d", "lllp"),
        ("<dl><dt>a<dd>b</dl>c", "llp"),
        ("<ul><li><h3>a</h3>b", "hl"),
        ("<ul><li><table><td>a", "p"),
        ("<table><td>a<td><ul><li>b", "pl"),
        ("<ul>a<li>b</ul>", "pl"),
        ("<h2><b>a</b></h2>", "h"),
    ],
)
def test_kinds_by_markup(page: str, expected: str) -> None:
    assert kinds(page) == expected


@pytest.mark.parametrize(
    "line",
    [
        "• milk",
        "&bull; milk",
        "· milk",
        "■ milk",
        "» milk",
        "→ milk",
        "✓ milk",
        "* milk",
        "- milk",
        "*&nbsp;milk",
        "1. milk",
        "12. milk",
        "123) milk",
        "a) milk",
        "Z) milk",
        "<b>1.</b> milk",
        "1. m",
        "a) m",
        "- m",
    ],
)
def test_bullets_and_enumerations_typed_by_hand_are_list_items(line: str) -> None:
    assert kinds(f"<p>eggs<br>{line}<br>bread") == "plp"


@pytest.mark.parametrize(
    "line",
    [
        "milk",
        "*milk*",
        "-5 degrees",
        "1.5 litres",
        "1.milk",
        "2009. A year",
        "1) ",
        "1.",
        "a)",
        "ab) milk",
        "a. milk",
        "•",
        "•milk",
        "é milk",
        "– milk",
        "€ 20",
        "3 eggs",
        "1: milk",
    ],
)
def test_lines_that_only_resemble_items_are_paragraphs(line: str) -> None:
    assert kinds(f"<p>eggs<br>{line}<br>bread") == "ppp"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p><b>The second day</b></p>", "h"),
        ("<p><strong>The second</strong> <b>day</b>", "h"),
        ("<p><b><a href=x>The second day</a></b>", "h"),
        ("<p><b>Why?</b>", "h"),
        ("<p><b>It rained all day.</b>", "p"),
        ("<p><b>First of all,</b>", "p"),
        ("<p><b>The</b> second day", "p"),
        ("<p><b>The second</b> day", "p"),
        ("<p><i>The second day</i>", "p"),
        ("<p><b>1. milk</b>", "l"),
        (f"<p><b>{'word ' * LONGEST_BOLD_HEADING}</b>", "h"),
        (f"<p><b>{'word ' * (LONGEST_BOLD_HEADING + 1)}</b>", "p"),
    ],
)
def test_short_lines_all_in_bold_are_headings(page: str, expected: str) -> None:
    assert kinds(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Home | News | Contact", rules.RULE_BARS),
        ("<p><a href=1>Home</a> | <a href=2>News</a> | <a href=3>Contact</a>", rules.RULE_BARS),
        ("<p>Home&#124;News&vert;Contact", rules.RULE_BARS),
        ("<li>Home | News | Contact", rules.RULE_BARS),
        ("<p>Startseite ¦ Über uns ¦ Impressum", rules.RULE_BARS),
        ("<p>Home :: Gallery :: Guest book", rules.RULE_BARS),
        ("<p>* * *", rules.RULE_RULER),
        ("<p>----------", rules.RULE_RULER),
        ("<h2>|||</h2>", rules.RULE_RULER),
        ("<button>Send</button>", rules.RULE_FORM),
        ("<select><option>January", rules.RULE_FORM),
        ("<textarea>Your comment", rules.RULE_FORM),
        ("<button>Home | News | Contact</button>", rules.RULE_FORM),
        ("<p><button>What is it?</button>", rules.RULE_FORM),
        ("<h3><button>What is it?</button></h3>", rules.RULE_NONE),
        ("<button><h3>What is it?</h3></button>", rules.RULE_NONE),
        ("<h3><select><option>5 miles</select></h3>", rules.RULE_FORM),
        ("<h3><textarea>Your comment</textarea></h3>", rules.RULE_FORM),
        ("<h3><button>Home | News | Contact</button></h3>", rules.RULE_BARS),
        ("<form>What is your name", rules.RULE_NONE),
        ("<pre>cat words | sort | uniq</pre>", rules.RULE_NONE),
        ("<p>It rained | all day.", rules.RULE_NONE),
        ("<p>1990 | 34.5 | 12.1", rules.RULE_NONE),
        ("<p>C", rules.RULE_NONE),
        ("<p>5", rules.RULE_NONE),
        ("<p>---- 7 ----", rules.RULE_NONE),
        ("<p>。", rules.RULE_NONE),
        ("<p>é", rules.RULE_NONE),
    ],
)
def test_certain_boilerplate_is_marked_with_its_rule(page: str, expected: int) -> None:
    assert rule(page) == expected


def test_an_empty_page_has_no_segments() -> None:
    assert len(read("")) == 0
