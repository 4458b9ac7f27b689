"""Pages that are fetched from a server on this machine, with all that servers and networks can do wrong."""

from __future__ import annotations

import gzip
import pickle
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fetch_server import SECONDS, Answer, Server, answer, hang, redirect, serving
from hypothesis import given
from hypothesis import strategies as st

import ncleaner
from ncleaner import fetch_url
from ncleaner.errors import FetchError, MissingPackage, UsageError
from ncleaner.fetch import Fetched

pytest.importorskip("httpcore2", reason="fetching needs the extra fetch")
pytest.importorskip("idna", reason="fetching needs the extra fetch")

from ncleaner.fetch import exchange

pytestmark = pytest.mark.once

PAGE = "<title>Rain</title><h1>Rain</h1><p>It rained all day, and the harbour was empty.</p>"
PUBLIC = "93.184.216.34"
MB = 1 << 20


def fetch(url: str, **limits: Any) -> Fetched:
    return fetch_url(url, **{"allow_private": True, "timeout": SECONDS, **limits})


def fetched(given: Answer, **limits: Any) -> Fetched:
    """Fetch an answer of a server."""
    with serving({"/": given}) as server:
        return fetch(server.url(), **limits)


def refused(given: Answer, **limits: Any) -> FetchError:
    """Return the error for an answer of a server."""
    with pytest.raises(FetchError) as raised:
        fetched(given, **limits)
    return raised.value


def only(*addresses: str) -> Callable[[str], bool]:
    """Return the rule by which these addresses are the public ones."""
    return lambda address: address in addresses


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({"/": answer(PAGE)}) as server:
        yield server


class TestPages:
    def test_a_page(self, server: Server) -> None:
        page = fetch(server.url())
        assert page == Fetched(PAGE.encode(), server.url(), None, "html")
        assert pickle.loads(pickle.dumps(page)) == page
        document = ncleaner.clean(page)
        assert "harbour" in document.text
        assert document.page.url == server.url()

    def test_what_is_sent(self, server: Server) -> None:
        fetch(server.url())
        lines = server.requests[0].split("\r\n")
        assert lines[0] == "GET / HTTP/1.1"
        names = {line.partition(":")[0] for line in lines[1:] if line}
        assert names == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}
        assert f"User-Agent: ncleaner/{ncleaner.__version__}" in lines

    def test_all_functions_take_it(self) -> None:
        text = PAGE.replace("all day", "in Köln")
        page = fetched(answer(text.encode("iso-8859-2"), type="text/html; charset=ISO-8859-2"))
        assert page.http_charset == "ISO-8859-2"
        assert ncleaner.clean(page).page.encoding == "iso-8859-2"
        assert "Köln" in (ncleaner.extract(page) or "")
        assert ncleaner.extract_metadata(page).url == page.url
        assert ncleaner.extract_metadata(page, default_url="http://b.example/").url == "http://b.example/"
        assert next(ncleaner.Cleaner().clean_many([page])).page.url == page.url
        assert len(ncleaner.Site.learn([page])) == 1

    def test_plain_text_is_cleaned_as_text(self) -> None:
        page = fetched(answer("a < b, and <b>no markup</b>\n", type="text/plain; charset=utf-8"))
        assert (page.kind, page.http_charset) == ("text", "utf-8")
        document = ncleaner.clean(page, engine="dump")
        assert document.page.kind == "text"
        assert "<b>no markup</b>" in document.text

    @pytest.mark.parametrize(
        "type", [None, "", "TEXT/HTML", "text/html;charset=utf-8", "application/xhtml+xml", "application/rss+xml"]
    )
    def test_media_types_of_pages(self, type: str | None) -> None:
        assert fetched(answer(PAGE, type=type)).kind == "html"

    @pytest.mark.parametrize("type", ["application/pdf", "image/svg+xml", "application/json", "text/css", "x"])
    def test_other_media_types(self, type: str) -> None:
        error = refused(answer(b"%PDF-", type=type))
        assert f"the server sent {type}, which is neither a web page nor plain text; save it" in str(error)

    def test_chunks(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n"
        assert fetched(head + b"3\r\n<p>\r\n4;x=y\r\nRain\r\n0\r\n\r\n").data == b"<p>Rain"


class TestCompression:
    @pytest.mark.parametrize(
        ("encoding", "data"),
        [
            ("gzip", gzip.compress(PAGE.encode())),
            ("x-gzip", gzip.compress(PAGE[:9].encode()) + gzip.compress(PAGE[9:].encode())),
            ("gzip", gzip.compress(PAGE.encode()) + b"\0\0\0"),
            ("deflate", zlib.compress(PAGE.encode())),
            ("deflate", zlib.compress(PAGE.encode())[2:-4]),
            ("identity", PAGE.encode()),
            ("", gzip.compress(PAGE.encode())),
        ],
        ids=["gzip", "members", "padding", "deflate", "raw", "identity", "unannounced"],
    )
    def test_compressed_pages(self, encoding: str, data: bytes) -> None:
        assert fetched(answer(data, f"Content-Encoding: {encoding}")).data == PAGE.encode()

    @pytest.mark.parametrize(
        ("encoding", "data", "said"),
        [
            ("gzip", gzip.compress(PAGE.encode())[:-9], "cut off"),
            ("gzip", PAGE.encode(), "damaged"),
            ("br", b"\x1b", "'br', which was not asked for"),
            ("gzip, gzip", b"\x1f\x8b", "not asked for"),
        ],
    )
    def test_damage(self, encoding: str, data: bytes, said: str) -> None:
        assert said in str(refused(answer(data, f"Content-Encoding: {encoding}")))

    def test_an_empty_body_is_an_empty_page_whatever_it_is_said_to_be(self) -> None:
        assert fetched(answer(b"", "Content-Encoding: gzip")).data == b""

    @pytest.mark.parametrize("encoding", ["gzip", "deflate", ""])
    def test_a_bomb_is_refused_before_it_fills_the_memory(self, encoding: str) -> None:
        compress = zlib.compress if encoding == "deflate" else gzip.compress
        bomb = compress(bytes(64 * MB))
        tracemalloc.start()
        try:
            error = refused(answer(bomb, f"Content-Encoding: {encoding}"), max_size=MB)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert "larger than 1 MB; raise the limit" in str(error)
        assert peak < 6 * MB

    def test_the_limit_is_exact(self) -> None:
        data = gzip.compress(bytes(1000))
        assert len(fetched(answer(data, "Content-Encoding: gzip"), max_size=1000).data) == 1000
        assert "larger" in str(refused(answer(data, "Content-Encoding: gzip"), max_size=999))
        assert len(fetched(answer(bytes(1000)), max_size=1000).data) == 1000
        assert "larger" in str(refused(answer(bytes(1000)), max_size=999))

    def test_a_page_without_an_end(self) -> None:
        def flood(connection: socket.socket, closing: threading.Event) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
            for _ in range(64):
                connection.sendall(bytes(MB))

        assert "larger than 1 MB" in str(refused(flood, max_size=MB))


class TestRedirects:
    def test_the_last_address_is_that_of_the_page(self) -> None:
        answers: dict[str, Answer] = {"/a": redirect("/b?c#d", status="308 X"), "/b?c": answer(PAGE)}
        with serving(answers) as server:
            assert fetch(server.url("/a")).url == server.url("/b?c")

    def test_ten_are_followed_and_no_more(self) -> None:
        answers: dict[str, Answer] = {f"/{n}": redirect(f"/{n + 1}") for n in range(exchange.MOST_REDIRECTS + 1)}
        with serving(answers | {f"/{exchange.MOST_REDIRECTS + 1}": answer(PAGE)}) as server:
            assert fetch(server.url("/1")).data == PAGE.encode()
            server.requests.clear()
            with pytest.raises(FetchError, match="more than 10 redirects"):
                fetch(server.url("/0"))
            assert len(server.requests) == exchange.MOST_REDIRECTS + 1

    def test_no_cookies_and_nothing_else_is_carried_over(self) -> None:
        answers = {"/": redirect("/b", "Set-Cookie: secret=1; Path=/"), "/b": answer(PAGE)}
        with serving(answers) as server:
            fetch(server.url())
            first, second = (set(request.split("\r\n")[1:]) for request in server.requests)
        assert first == second
        assert not any("secret" in line for line in second)

    def test_passwords_are_neither_sent_nor_shown(self, server: Server) -> None:
        with pytest.raises(FetchError, match="user name") as raised:
            fetch(f"http://user:secret@127.0.0.1:{server.port}/")
        assert "secret" not in str(raised.value)
        error = refused(redirect(f"http://user:secret@127.0.0.1:{server.port}/"))
        assert "user name" in str(error)
        assert "secret" not in str(error)
        assert server.requests == []

    @pytest.mark.parametrize("scheme", ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
    def test_other_protocols_are_refused(self, scheme: str) -> None:
        assert "only http and https" in str(refused(redirect(scheme)))


class TestPrivateAddresses:
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0"])
    def test_this_machine_is_refused_under_all_its_names(self, host: str, server: Server) -> None:
        with pytest.raises(FetchError, match=r"not a public server|cannot be resolved"):
            fetch_url(server.url(host=host), timeout=SECONDS)
        assert server.requests == []

    @pytest.mark.parametrize("number", ["::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1"])
    def test_addresses_of_ipv6(self, number: str) -> None:
        with pytest.raises(FetchError, match="not a public server"):
            fetch_url(f"http://[{number}]:9/", timeout=SECONDS)

    @pytest.mark.parametrize(
        "to", ["http://127.0.0.2:9/", "http://[::1]:9/", "http://169.254.169.254/latest/", "//0:9"]
    )
    def test_a_redirect_to_a_private_address_is_refused(self, to: str) -> None:
        with serving({"/": redirect(to)}) as server, pytest.raises(FetchError, match="not a public server") as raised:
            exchange.fetch(server.url(), SECONDS, MB, only("127.0.0.1"))
        assert raised.value.url != server.url()

    def test_a_name_that_moves_after_the_check_leads_nowhere(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = [PUBLIC, "127.0.0.1", "127.0.0.1"]
        connected: list[Any] = []

        def look_up(host: str, port: int, **_: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers.pop(0), port))]

        def connect(connection: socket.socket, address: Any) -> None:
            connected.append(address)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(socket.socket, "connect", connect)
        with pytest.raises(FetchError, match=f"rebind.example refuses connections to port {server.port}"):
            fetch_url(server.url(host="rebind.example"), timeout=SECONDS)
        monkeypatch.undo()
        assert connected == [(PUBLIC, server.port)]  # one look-up, and a connection to what it gave
        assert len(answers) == 2

    def test_a_name_that_moves_between_redirects_is_checked_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        numbers = ["127.0.0.1", "127.0.0.2"]

        def look_up(host: str, port: int, **_: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (numbers.pop(0), port))]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        with serving({"/": redirect("/")}) as server:
            with pytest.raises(FetchError, match=r"rebind.example is not a public server \(127.0.0.2\)"):
                exchange.fetch(server.url(host="rebind.example"), SECONDS, MB, only("127.0.0.1"))
            assert len(server.requests) == 1

    def test_a_connection_that_led_elsewhere_is_not_used(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket.socket, "getpeername", lambda connection: ("127.0.0.9", 80))
        with pytest.raises(FetchError, match=r"the connection led to 127\.0\.0\.9, which is not a public server"):
            exchange.fetch(server.url(), SECONDS, MB, only("127.0.0.1"))
        assert server.requests == []

    def test_private_addresses_of_a_name_are_passed_over(self, monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
        numbers = ["127.0.0.3", "127.0.0.1"]

        def look_up(host: str, port: int, **_: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        connected: list[Any] = []
        connect = socket.socket.connect

        def note(connection: socket.socket, address: Any) -> None:
            connected.append(address)
            connect(connection, address)

        monkeypatch.setattr(socket.socket, "connect", note)
        assert exchange.fetch(server.url(host="mixed.example"), SECONDS, MB, only("127.0.0.1")).data == PAGE.encode()
        monkeypatch.undo()
        assert connected == [("127.0.0.1", server.port)]

    def test_the_next_address_is_tried_if_one_does_not_answer(
        self, monkeypatch: pytest.MonkeyPatch, server: Server
    ) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))  # bound, but not listening
            ports = [closed.getsockname()[1], server.port]

            def look_up(host: str, port: int, **_: object) -> list[Any]:
                return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)) for port in ports]

            monkeypatch.setattr(socket, "getaddrinfo", look_up)
            assert fetch(server.url(host="two.example")).data == PAGE.encode()


class TestTime:
    """The server would answer after 20 seconds, so only a page that is given up in time raises."""

    def drip(self, connection: socket.socket, closing: threading.Event, head: bytes, more: bytes) -> None:
        connection.sendall(head)
        for _ in range(400):
            if closing.wait(0.05):
                return
            connection.sendall(more)

    @pytest.mark.parametrize(
        ("head", "more"),
        [
            (b"", b""),
            (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
            (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 400\r\n\r\n", b"x"),
            (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        ],
        ids=["nothing", "head", "body", "hints"],
    )
    def test_all_of_it_counts(self, head: bytes, more: bytes) -> None:
        error = refused(lambda connection, closing: self.drip(connection, closing, head, more), timeout=0.3)
        assert "it took longer than 0.3 seconds; allow more if the server is slow" in str(error)

    def test_redirects_count_together(self) -> None:
        def slow(connection: socket.socket, closing: threading.Event) -> None:
            closing.wait(0.1)
            connection.sendall(redirect("/"))

        assert "it took longer than 0.5 seconds" in str(refused(slow, timeout=0.5))

    def test_the_resolver_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        released = threading.Event()

        def look_up(*_: object, **__: object) -> list[Any]:
            released.wait(SECONDS)
            return []

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        with pytest.raises(FetchError, match=r"it took longer than 0.1 seconds"):
            fetch("http://slow.example/", timeout=0.1)
        released.set()

    def test_no_connection_stays_open_if_there_is_no_time_left_for_a_secure_one(self) -> None:
        from ncleaner.fetch.connection import Stream
        from ncleaner.fetch.deadline import Deadline

        with socket.create_server(("127.0.0.1", 0)) as listener:
            connection = socket.create_connection(listener.getsockname())
            with pytest.raises(TimeoutError):
                Stream(connection, Deadline(0.0)).start_tls(ssl.create_default_context(), "a.example")
        assert connection.fileno() == -1

    def test_a_secure_connection_counts(self) -> None:
        with serving({}, None) as server, pytest.raises(FetchError, match=r"it took longer than 0.3 seconds"):
            fetch(server.url(scheme="https"), timeout=0.3)


class TestFailures:
    @pytest.mark.parametrize(
        ("status", "said"),
        [
            ("404 Nope", "the server answered 404 Not Found; check the address"),
            ("500 X", "the server answered 500 Internal Server Error"),
            ("429 X", "429 Too Many Requests; it had too many requests: try again later"),
            ("403 X", "403 Forbidden; it refuses us: save the page from a browser"),
            ("599 X", "the server answered 599"),
            ("204 X", "204 No Content"),
            ("304 X", "304 Not Modified"),
            ("302 X", "302 Found"),
        ],
    )
    def test_answers_without_a_page(self, status: str, said: str) -> None:
        given = f"HTTP/1.1 {status}\r\nConnection: close\r\n\r\n".encode()
        error = refused(given)
        assert said in str(error)
        assert error.status == int(status[:3])
        assert pickle.loads(pickle.dumps(error)).status == error.status

    @pytest.mark.parametrize(
        "given",
        [
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>Rain",
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n<p>Rain",
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<p>Rain",
            b"HTTP/1.1 200 OK\r\nContent-Le",
            b"<p>no protocol",
            b"",
            b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        ],
        ids=["short", "chunk", "no chunk", "head", "no HTTP", "nothing", "long head"],
    )
    def test_incomplete_answers(self, given: bytes) -> None:
        error = refused(given)
        assert "the answer of 127.0.0.1 is incomplete or not valid HTTP" in str(error)
        assert error.status is None

    def test_a_reset_connection(self) -> None:
        def reset(connection: socket.socket, closing: threading.Event) -> None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

        assert re.search(r"the (connection to|answer of) 127\.0\.0\.1 .*; try again later", str(refused(reset)))

    def test_a_closed_port(self) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            port = closed.getsockname()[1]
            with pytest.raises(FetchError, match=f"127.0.0.1 refuses connections to port {port}"):
                fetch(f"http://127.0.0.1:{port}/")

    def test_an_unknown_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def look_up(*_: object, **__: object) -> list[Any]:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        with pytest.raises(FetchError, match=r"the name gone.example cannot be resolved \(Name or service not known\)"):
            fetch("http://gone.example/")

    def test_a_name_that_is_too_long(self) -> None:
        with pytest.raises(FetchError, match="cannot be resolved"):
            fetch(f"http://{'a' * 64}.example/")

    @pytest.mark.parametrize("limits", [{"timeout": 0}, {"timeout": float("nan")}, {"timeout": 1e9}, {"max_size": 0}])
    def test_misuse(self, limits: dict[str, float]) -> None:
        with pytest.raises(UsageError):
            fetch("http://127.0.0.1:9/", **limits)

    def test_a_missing_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "httpcore2", None)
        monkeypatch.delitem(sys.modules, "ncleaner.fetch.exchange")
        monkeypatch.delattr("ncleaner.fetch.exchange")
        with pytest.raises(MissingPackage, match=r"needs the package httpcore2.*pip install 'ncleaner\[fetch\]'"):
            fetch("http://127.0.0.1:9/")


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
ANSWERS = (
    answer(PAGE),
    redirect("http://b.example/"),
    answer(gzip.compress(PAGE.encode()), "Content-Encoding: gzip"),
    answer(zlib.compress(PAGE.encode()), "Content-Encoding: deflate", type="text/plain; charset=utf-8"),
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n3;x=y\r\n<p>\r\n4\r\nRain\r\n0\r\nX: y\r\n\r\n",
    b"HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + HEAD + b"Connection: close\r\n\r\n<p>Rain",
)


class Canned:
    """A network on which each connection gives the same bytes, some at a time."""

    def __init__(self, given: bytes, step: int) -> None:
        self.given = given
        self.step = step

    def connect_tcp(self, *_: Any, **__: Any) -> Any:
        return CannedStream(self.given, self.step)


class CannedStream(Canned):
    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        part, self.given = self.given[: self.step], self.given[self.step :]
        return part

    def write(self, *_: Any, **__: Any) -> None:
        pass

    def close(self) -> None:
        pass

    def get_extra_info(self, info: str) -> None:
        pass


@given(
    st.sampled_from(ANSWERS),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 8), st.binary(max_size=12)), max_size=4),
    st.sampled_from((1, 7, 65536)),
)
def test_any_answer_gives_a_page_or_an_error(data: bytes, changes: list[tuple[int, int, bytes]], step: int) -> None:
    for at, length, new in changes:
        data = data[:at] + new + data[at + length :]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exchange, "Backend", lambda *_: Canned(data, step))
        try:
            page = fetch("http://a.example/", max_size=1000)
        except FetchError:
            return
    assert len(page.data) <= 1000
    ncleaner.clean(page, engine="dump")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of our own for localhost, with its key in the same file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("the program openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    command += ["-keyout", str(folder / "key"), "-out", str(folder / "certificate")]
    subprocess.run(command, check=True, capture_output=True)
    file = folder / "both.pem"
    file.write_text((folder / "key").read_text() + (folder / "certificate").read_text())
    return file


class TestTls:
    @pytest.fixture
    def secure(self, certificate: Path) -> Iterator[Server]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        with serving({"/": answer(PAGE)}, context) as server:
            yield server

    def test_a_certificate_that_the_system_trusts(
        self, secure: Server, certificate: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert fetch(secure.url(host="localhost")).data == PAGE.encode()
        with pytest.raises(FetchError, match=r"certificate of 127.0.0.1 is not trusted"):
            fetch(secure.url())

    def test_any_other_certificate(self, secure: Server) -> None:
        with pytest.raises(FetchError, match="certificate of localhost is not trusted"):
            fetch(secure.url(host="localhost"))
        assert secure.requests == []

    def test_a_server_that_speaks_something_else(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def speak() -> None:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

            thread = threading.Thread(target=speak, daemon=True)
            thread.start()
            with pytest.raises(FetchError, match=r"no secure connection to 127.0.0.1 port \d+ .*does it speak https"):
                fetch(f"https://127.0.0.1:{listener.getsockname()[1]}/")
            thread.join(SECONDS)


def test_a_page_that_hangs_does_not_stop_others(server: Server) -> None:
    with serving({"/": hang}) as slow, pytest.raises(FetchError, match="longer"):
        fetch(slow.url(), timeout=0.1)
    assert fetch(server.url()).data == PAGE.encode()
