"""The site of a page, by its address or the folder of its file."""

from __future__ import annotations

import pytest

from ncleaner.corpus.record import Record
from ncleaner.corpus.sites.key import HOSTS, SiteKeys, number
from ncleaner.corpus.sites.options import DOMAIN, PATH_PREFIX

pytestmark = pytest.mark.once

BY_DOMAIN = SiteKeys(DOMAIN)
BY_PATH = SiteKeys(PATH_PREFIX)


def record(url: str | None, source: str = "crawl/a.html", kind: str = "html") -> Record:
    return Record(source, 0, "id", url, None, None, kind, b"")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.org/a/b.html", "example.org"),
        ("http://example.org", "example.org"),
        ("https://news.bbc.co.uk/1", "bbc.co.uk"),
        ("https://a.blogspot.com/2020/", "a.blogspot.com"),
        ("https://www.a.blogspot.com/2020/", "a.blogspot.com"),
        ("https://b.blogspot.com/", "b.blogspot.com"),
        ("https://blogspot.com/", "blogspot.com"),
        ("https://somebody.github.io/page", "somebody.github.io"),
        ("HTTPS://WWW.Example.ORG./", "example.org"),
        ("https://user:secret@www.example.org:8080/", "example.org"),
        ("https://www.bücher.de/", "xn--bcher-kva.de"),
        ("https://www.xn--bcher-kva.de/", "xn--bcher-kva.de"),
        ("https://www.B%C3%BCcher.de/", "xn--bcher-kva.de"),
        ("http://пример.рф/", "xn--e1afmkfd.xn--p1ai"),
        ("http://192.0.2.17:80/", "192.0.2.17"),
        ("http://192.0.2.18/", "192.0.2.18"),
        ("http://[2001:DB8::1]:80/", "2001:db8::1"),
        ("http://localhost:8000/a/b", "localhost"),
        ("http://wiki.intranet/a/b", "wiki.intranet"),
        ("http://a.wiki.intranet/a/b", "wiki.intranet"),
        ("//www.example.org/a", "example.org"),
        ("www.example.org/a", "example.org"),
        (" <https://www.example.org/a> ", "example.org"),
        ("https:\\\\www.example.org\\a", "example.org"),
        ("https://www.example.org\\@evil.example.com/", "example.org"),
        ("https://www.example.org?a=b.c/d", "example.org"),
        ("https://example.org/?u=http://other.example.com/", "example.org"),
        ("file:///home/a/b.html", None),
        ("urn:uuid:1-2", None),
        ("", None),
        ("https://", None),
        ("https://..", None),
        ("https://a..b.com/", "a..b.com"),
        ("https://" + "a" * 1000 + ".com/", None),
        ("https://\udcff\u2028.com/", "\udcff\u2028.com"),
        ("https://%00/", "\x00"),
        ("http://[::1", "::1"),
    ],
)
def test_the_domain_of_an_address(url: str, site: str | None) -> None:
    assert BY_DOMAIN.name(url) == site


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.org/joe/page.html", "example.org/joe"),
        ("https://www.example.org/joe/a/b", "example.org/joe"),
        ("https://www.example.org/joe/", "example.org/joe"),
        ("https://www.example.org//joe/a", "example.org/joe"),
        ("https://www.example.org/~joe/a", "example.org/~joe"),
        ("https://www.example.org/%7Ejoe/a", "example.org/~joe"),
        ("https://www.example.org/page.html", "example.org"),
        ("https://www.example.org/page?a=/b/c", "example.org"),
        ("https://www.example.org/", "example.org"),
        ("https://www.example.org", "example.org"),
    ],
)
def test_the_domain_and_first_folder_of_an_address(url: str, site: str) -> None:
    assert BY_PATH.name(url) == site


def test_a_page_without_an_address_has_the_site_of_its_folder_if_it_is_a_file() -> None:
    first = BY_DOMAIN.of(record(None, "crawl/one/a.html"), is_file=True)
    assert first == BY_PATH.of(record(None, "crawl/one/b.html"), is_file=True) is not None
    assert first != BY_DOMAIN.of(record(None, "crawl/two/a.html"), is_file=True)
    assert BY_DOMAIN.of(record(None, "crawl/a.jsonl"), is_file=False) is None


def test_plain_text_and_pages_with_strange_addresses_have_no_site() -> None:
    assert BY_DOMAIN.of(record("https://example.org/", kind="text"), is_file=False) is None
    assert BY_DOMAIN.of(record("nonsense"), is_file=True) is None


def test_a_site_is_a_number_of_64_bits_that_never_changes() -> None:
    assert BY_DOMAIN.of(record("https://www.example.org/a"), is_file=False) == number("address example.org")
    assert number("address example.org") == 7676608925995722169
    assert number("\udcff") < 1 << 64


def test_the_domains_of_millions_of_hosts_take_little_memory() -> None:
    keys = SiteKeys(DOMAIN)
    for host in range(2 * HOSTS):
        keys.name(f"https://h{host}.example.org/")
    assert keys._domain.cache_info().currsize == HOSTS
