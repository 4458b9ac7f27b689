"""Which addresses may be reached, and how addresses of pages are read."""

from __future__ import annotations

import pytest

from ncleaner.fetch.addresses import is_public
from ncleaner.fetch.failures import Failure
from ncleaner.fetch.location import LONGEST, divided, shown

pytestmark = pytest.mark.once

PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255
192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.1.2.3 ::ffff:0:127.0.0.1
64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1
2001:10::1 2001:db8::1 2002:7f00:1:: 2002:c0a8:101::1 2002:a9fe:a9fe:: 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1
fe80::1%eth0 2606:4700:4700::1111%1 fec0::1 ff02::1 ff0e::1 localhost example.org 127.1 0x7f.1
""".split()
PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 223.255.255.255
2606:4700:4700::1111 2a00:1450:4001::200e 2400:cb00::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1
""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "request_line"),
    [
        ("http://example.org", "http example.org / "),
        (" HTTPS://Example.ORG:443/A?b=c#d ", "https example.org /A?b=c "),
        ("http://example.org:8080/a b/ü?q=ß&r=%C3%9F", "http example.org:8080 /a%20b/%C3%BC?q=%C3%9F&r=%C3%9F "),
        ("http://example.org?q", "http example.org /?q "),
        ("http://[2001:DB8::1]:81/", "http [2001:db8::1]:81 / "),
        ("http://straße.example/", "http xn--strae-oqa.example / "),
        ("http://例え.テスト/", "http xn--r8jz45g.xn--zckzah / "),
        ("http://example.org/a\r\nHost: evil", "http example.org /aHost:%20evil "),
        ('http://example.org/"<>\\^`{|}\x01', "http example.org /%22%3C%3E%5C%5E%60%7B%7C%7D%01 "),
    ],
)
def test_an_address_becomes_a_request(url: str, request_line: str) -> None:
    pytest.importorskip("idna", reason="names of hosts need the extra fetch")
    location = divided(url)
    assert f"{location.scheme} {location.authority} {location.target} " == request_line
    assert divided(location.url) == location


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://example.org/", "only http and https are fetched, not ftp"),
        ("example.org", "only http and https"),
        ("file:///etc/passwd", "not file"),
        ("http://", "no valid host"),
        ("http:///path", "no valid host"),
        ("http://example.org:0/", "no valid host and port"),
        ("http://example.org:99999/", "no valid address"),
        ("http://[::1/", "no valid address"),
        ("http://[fe80::1%25eth0]/", "no valid name"),
        ("http://exa mple.org/", "no valid name"),
        ("http://example.org%2F@127.0.0.1/", "a user name"),
        ("http://good.example\\@127.0.0.1/", "a user name"),
        ("http://127.0.0.1%00.example/", "no valid name"),
        ("http://user:secret@example.org/", "a user name"),
        ("http://example.org/" + "a" * LONGEST, "characters"),
    ],
)
def test_what_is_no_address_is_refused(url: str, said: str) -> None:
    with pytest.raises(Failure, match=said) as raised:
        divided(url)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("header", "url"),
    [
        (b"/b", "https://example.org:8443/b"),
        (b"b?c#d", "https://example.org:8443/a/b?c"),
        (b"//other.example/", "https://other.example/"),
        (b"http://other.example", "http://other.example/"),
        ("/ü".encode(), "https://example.org:8443/%C3%BC"),
        ("/ü".encode("latin-1"), "https://example.org:8443/%C3%BC"),
        (b"", "https://example.org:8443/a/x"),
    ],
)
def test_a_redirect_leads_on_from_where_it_was(header: bytes, url: str) -> None:
    assert divided("https://example.org:8443/a/x").redirected(header).url == url


@pytest.mark.parametrize("header", [b"javascript:alert(1)", b"file:///etc/passwd", b"http://[", b"http://u:secret@a/"])
def test_a_redirect_to_something_else_is_refused(header: bytes) -> None:
    with pytest.raises(Failure, match="it redirects to") as raised:
        divided("http://example.org/").redirected(header)
    assert "secret" not in str(raised.value)


def test_addresses_in_messages_are_short_and_without_passwords() -> None:
    assert shown("http://user:secret@example.org/a@b") == "http://example.org/a@b"
    assert len(shown("http://example.org/" + "a" * 1000)) == 200
