"""The rule about bars, which HTML and plain text share, and the reasons that users see."""

from __future__ import annotations

import pytest

from ncleaner.read import rules


@pytest.mark.parametrize(
    "text",
    [
        "Home | News | Contact | About",
        "Home|News|Contact",
        "| Start | Shop |",
        "Home | News| Contact |About",
        "« Older | Main | Newer »",
        "07:50 PM | Permalink | Comments (3)",
        "[ Previous | List | Next ]",
        "Startseite ¦ Über uns ¦ Impressum",
        "首页 ｜ 新闻 ｜ 联系",
        "大 | 中 | 小",
        "Home :: Gallery :: Guest book",
        "© 2007 | Privacy | Terms",
        "Home || News || Contact",
    ],
)
def test_short_fields_between_bars_are_boilerplate(text: str) -> None:
    assert rules.looks_like_bars(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "|",
        "||||||",
        "A sentence without any bar.",
        "The end | is near.",
        "Either || or",
        "1990 | 34.5 | 12.1 | 7",
        "Oslo | 709,000 | Norway",
        "|a| + |b| = |c|",
        "usage: lamp [on|off|dim]",
        "cat words.txt | sort -u | wc -l",
        "He called it a |novel| and not a |romance| at all",
        "std::vector::iterator",
        "The first of these fields has a whole sentence in it, which goes on for quite some time | Home | News",
        "We walked to the lake in the rain | and then we swam in it | and then we walked back home again",
    ],
)
def test_bars_in_prose_tables_and_notations_are_not_boilerplate(text: str) -> None:
    assert not rules.looks_like_bars(text)


def test_every_rule_has_a_reason_of_its_own() -> None:
    numbers = sorted(value for name, value in vars(rules).items() if name.startswith("RULE_"))
    assert numbers == list(range(len(rules.REASONS)))
    assert all(rules.REASONS[1:])
    assert len(set(rules.REASONS)) == len(rules.REASONS)
