"""``robots.txt``: what a site allows us."""

from __future__ import annotations

import pytest

from ncleaner.fetch.robots import LARGEST, parse

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("rules", "target", "allowed"),
    [
        ("", "/a", True),
        ("Disallow: /", "/a", False),
        ("Disallow:", "/a", True),
        ("disallow : /a # all of it", "/a/b", False),
        ("Disallow: /a", "/b/a", True),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a/b\nDisallow: /a", "/a/c", False),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /*.pdf", "/x/y.pdf?z", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z", True),
        ("Disallow: /*.pdf$", "/x.pdf/y.pdf", False),
        ("Disallow: /a*b*c", "/a-c-b", True),
        ("Disallow: /a*b*c", "/a-c-b-c", False),
        ("Disallow: /ab*ba$", "/aba", True),
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: *?session=", "/x?session=1", False),
        ("Disallow: /ü", "/%C3%BC", False),
        ("Disallow: /%c3%bc", "/%C3%BC", False),
        ("Disallow: /%7Euser", "/~user", False),
        ("Disallow: /a%2Fb", "/a/b", True),
        ("Noindex: /a\nnonsense\n:::\nDisallow /a", "/a", True),
    ],
)
def test_rules(rules: str, target: str, allowed: bool) -> None:
    for ends in ("\n", "\r", "\r\n"):
        text = f"\ufeffUser-agent: *\n{rules}\n".replace("\n", ends)
        assert parse(text.encode()).allow(target) is allowed


@pytest.mark.parametrize(
    ("groups", "allowed"),
    [
        ("User-agent: *\nDisallow: /\n\nUser-agent: NCleaner/1.0\nDisallow: /b", True),
        ("User-agent: other\nUser-agent: ncleaner\nDisallow: /", False),
        ("User-agent: ncleaner\nDisallow: /b\nUser-agent: *\nDisallow: /\nUser-agent: ncleaner\nDisallow: /a", False),
        ("User-agent: ncleanerbot\nDisallow: /", True),
        ("User-agent: ncleaner\n\nUser-agent: *\nDisallow: /", False),
        ("User-agent: ncleaner\nSitemap: /s\nUser-agent: x\nDisallow: /", False),
        ("Disallow: /", True),
    ],
)
def test_groups(groups: str, allowed: bool) -> None:
    assert parse(groups.encode()).allow("/a") is allowed


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: *\nCrawl-delay: 5\nUser-agent: ncleaner\nAllow: /", None),
        ("User-agent: *\nCrawl-delay: x", None),
        ("User-agent: *\nCrawl-delay: -1", None),
        ("User-agent: *\nCrawl-delay: inf", None),
        ("Crawl-delay: 2", None),
    ],
)
def test_the_delay(text: str, delay: float | None) -> None:
    assert parse(text.encode()).delay == delay


def test_any_bytes_are_read() -> None:
    assert parse(bytes(range(256)) * 100).allow("/a")
    assert parse(b"User-agent: *\n" + b"#" * LARGEST + b"\nDisallow: /").allow("/a")


def test_a_rule_for_many_programs_is_kept_once() -> None:
    """Kept for each of them, these rules would be half a billion."""
    many = "".join(f"User-agent: a{number}\n" for number in range(15_000))
    robots = parse((many + "User-agent: *\n" + "Disallow: /\n" * 15_000).encode())
    assert len(robots.rules) == 15_000
    assert not robots.allow("/a")


def test_a_pattern_of_wildcards_takes_no_longer_than_others() -> None:
    """A regular expression of this pattern would never come to an end."""
    robots = parse(b"User-agent: *\nDisallow: /" + b"*a" * 2000 + b"b$\n")
    assert robots.allow("/" + "a" * 8000)
