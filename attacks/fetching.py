"""Hostile servers: an answer gives a page or a `FetchError`, within the limits of time and size, from that server only.

The pages are fetched in a process of its own, whose memory is watched. Answers are made from parts of real ones, many
of them damaged. Redirects try to reach a second server, whose address is forbidden; a connection to it is a finding.
"""

from __future__ import annotations

import gzip
import random
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec

import attacks.builders  # noqa: F401  the last module is one of the tests
from attacks.outcome import Outcome, skipped
from attacks.running import child

from fetch_server import head_of  # isort: skip

COUNT, QUICK_COUNT = 3000, 60
ALLOWED, FORBIDDEN = "127.0.0.1", "127.0.0.2"
SECONDS, SLACK = 1.0, 2.0  # for a page, and how much longer it may take
LARGEST = 1 << 20  # bytes of a page
MEMORY = 128 << 20  # bytes of the process
PATIENCE = 3600.0
WHAT = "answers of hostile servers"
RULE = (
    f"a page of at most {LARGEST >> 20} MB or a FetchError, after at most {SECONDS + SLACK:.0f} s of {SECONDS:.0f} s"
    f" asked for; no connection to a forbidden address; at most {MEMORY >> 20} MB"
)
PAGE = b"<title>Rain</title><h1>Rain</h1><p>It rained all day, and the harbour was empty.</p>"
BOMB = bytes(64 << 20)
STATUSES = (200, 200, 200, 200, 301, 302, 302, 307, 308, 100, 101, 204, 206, 304, 404, 500, 999, 0, -1)
TYPES = ("text/html", "text/plain; charset=utf-16", "text/html; charset=" + "x" * 5000, "application/pdf", "\x00", "")
CODINGS = ("identity", "gzip", "deflate", "gzip, gzip", "br", "x" * 5000)
LENGTHS = ("-1", "0", "5", "99999999999999999999", "1e3", "0x10", "\xb2", "")


def attack(quick: bool) -> Iterator[Outcome]:
    """Fetch pages from servers that answer what no server should."""
    if not find_spec("httpcore2"):
        yield skipped(WHAT, RULE, "the extra fetch is not installed")
        return
    count = QUICK_COUNT if quick else COUNT
    with listening(ALLOWED, 0, _answers) as port, canary(port) as visits:
        findings, peak = child("attacks.fetching", str(port), str(count), patience=PATIENCE, largest=MEMORY)
    findings += ["a connection to the forbidden address"] * len(visits)
    yield Outcome(WHAT, count, RULE, tuple(findings), f"at most {peak >> 20} MB")
    yield _robots(quick)


def _robots(quick: bool) -> Outcome:
    """Read hostile rules of sites, and ask whether a long address is allowed."""
    from ncleaner.fetch import robots

    rng = random.Random("robots.txt")
    lines = [line.encode() for line in ROBOTS_LINES]
    files = [b"user-agent: *\n" + line * (robots.LARGEST // len(line)) for line in lines]
    files += [
        b"\n".join(rng.choice(lines).strip() if rng.random() < 0.8 else rng.randbytes(20) for _ in range(2000))
        for _ in range(10 if quick else 500)
    ]
    findings, slowest = [], 0.0
    for number, data in enumerate(files):
        began = time.process_time()
        try:
            rules = robots.parse(data)
            for target in TARGETS_OF_ROBOTS:
                rules.allow(target)
        except Exception as error:
            findings.append(f"file {number}: {type(error).__name__}: {error}")
        slowest = max(slowest, time.process_time() - began)
    if slowest > SLACK:
        findings.append(f"{slowest:.1f} s for a file and {len(TARGETS_OF_ROBOTS)} addresses")
    rule = f"rules, and at most {SLACK:.0f} s for a file and {len(TARGETS_OF_ROBOTS)} addresses"
    return Outcome("hostile files robots.txt", len(files), rule, tuple(findings), f"at most {slowest:.1f} s")


def main(port: int, count: int) -> None:
    """Fetch answers by their numbers, and print a line for each finding."""
    for number in range(count):
        problem = tried(f"http://{ALLOWED}:{port}/{number}")
        if problem:
            print(f"answer {number}: {problem!r}", flush=True)


def tried(url: str, may_reach: tuple[str, ...] = (ALLOWED,)) -> str:
    """Fetch a page; return what went wrong, or nothing."""
    from ncleaner.errors import FetchError
    from ncleaner.fetch.exchange import fetch

    began = time.monotonic()
    try:
        page = fetch(url, SECONDS, LARGEST, may_reach.__contains__)
    except FetchError as error:
        if len(str(error)) > 2000 or not str(error).isprintable():
            return f"an error that cannot be shown: {str(error)[:200]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        if len(page.data) > LARGEST:
            return f"{len(page.data):,} bytes"
    seconds = time.monotonic() - began
    return f"{seconds:.1f} s" if seconds > SECONDS + SLACK else ""


def _answers(connection: socket.socket) -> None:
    """Answer a request with what its number stands for."""
    head = head_of(connection)
    if not head:
        return
    path = head.split(b" ")[1].decode("latin-1")
    digits = "".join(filter(str.isdigit, path.split("?")[0]))[:9]
    rng = random.Random(f"{digits} {path}" if "again" in path else digits)
    port = connection.getsockname()[1]
    _send(connection, _damaged(rng, _answer(rng, port)), rng)


def _answer(rng: random.Random, port: int) -> bytes:
    """Return an answer made of parts that fit each other, or not."""
    body = rng.choice(BODIES)(rng)
    fields = []
    if rng.random() < 0.8:
        fields.append(f"Content-Type: {rng.choice(TYPES)}")
    if rng.random() < 0.5:
        fields.append(f"Content-Encoding: {rng.choice(CODINGS)}")
    if rng.random() < 0.5:
        fields.append(f"Content-Length: {rng.choice((str(len(body)), str(len(body)), *LENGTHS))}")
    elif rng.random() < 0.5:
        fields.append("Transfer-Encoding: chunked")
        body = _chunked(rng, body)
    status = rng.choice(STATUSES)
    if 300 <= status < 400 or rng.random() < 0.2:
        fields.append(f"Location: {rng.choice(TARGETS)}".replace("PORT", str(port)))
    if rng.random() < 0.1:
        fields += [f"X-{number}: {'y' * rng.choice((1, 100, 9000))}" for number in range(rng.choice((10, 1000)))]
    rng.shuffle(fields)
    return "\r\n".join([f"HTTP/1.1 {status} OK", *fields, "", ""]).encode("utf-8", "surrogateescape") + body


def _chunked(rng: random.Random, body: bytes) -> bytes:
    sizes = (f"{len(body):x}", "ffffffffffffffff", "-1", "5;" + "x" * 9000, "")
    size = rng.choice((sizes[0], sizes[0], *sizes))
    return f"{size}\r\n".encode() + body + rng.choice((b"\r\n0\r\n\r\n", b"\r\n0\r\n" + b"a: b\r\n" * 9000, b""))


def _damaged(rng: random.Random, answer: bytes) -> bytes:
    """Return an answer as it is, cut off, doubled, or with some bytes changed near its beginning."""
    way = rng.randrange(6)
    if way == 0:
        return answer[: rng.randrange(len(answer) + 1)]
    if way == 1:
        return answer * 2
    if way == 2:
        changed = bytearray(answer)
        for _ in range(rng.randrange(1, 9)):
            changed[rng.randrange(min(400, len(changed)))] = rng.choice(b"\0\r\n :;,\xff0a")
        return bytes(changed)
    return answer


def _send(connection: socket.socket, answer: bytes, rng: random.Random) -> None:
    """Send an answer at once, in pieces with pauses, without an end, or before the connection is torn down."""
    way = rng.randrange(20)
    if way == 0:
        for start in range(0, len(answer), 7):
            connection.sendall(answer[start : start + 7])
            time.sleep(0.05)
    elif way == 1:
        connection.sendall(answer)
        while True:
            connection.sendall(bytes(65536))
    elif way == 2:
        connection.sendall(answer[:100])
        time.sleep(SECONDS + SLACK)
    elif way == 3:
        connection.sendall(answer[:100])
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset
    else:
        connection.sendall(answer)


def _of(data: bytes) -> Callable[[random.Random], bytes]:
    return lambda rng: data


BODIES: tuple[Callable[[random.Random], bytes], ...] = (
    _of(b""),
    _of(PAGE),
    _of(PAGE),
    _of(gzip.compress(PAGE)),
    _of(gzip.compress(PAGE)[:-5]),
    _of(zlib.compress(PAGE)),
    _of(gzip.compress(BOMB)),
    _of(gzip.compress(gzip.compress(BOMB))),
    _of(zlib.compress(BOMB)),
    _of(gzip.compress(b"") * 20_000),
    _of(b"<p>" * (LARGEST // 2)),
    lambda rng: rng.randbytes(rng.randrange(5000)),
)

TARGETS = (
    "/again",
    "//127.0.0.1:PORT/again",
    "http://127.0.0.1:PORT/again?" + "x" * 9000,
    *(f"http://{host}:PORT/" for host in ("127.0.0.2", "127.0.2", "2130706434", "0x7f000002", "0177.0.0.2")),
    *(f"http://{host}:PORT/" for host in ("[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "１２７.０.０.２", "127。0。0。2")),
    "//127.0.0.2:PORT/",
    "\\\\127.0.0.2:PORT\\",
    "http:127.0.0.2:PORT",
    "http:///127.0.0.2:PORT/",
    "http://127.0.0.1:PORT@127.0.0.2:PORT/",
    "http://127.0.0.1:PORT\\@127.0.0.2:PORT/",
    "http://127.0.0.1:PORT#@127.0.0.2:PORT/",
    "http://127.0.0.1%2f:PORT@127.0.0.2:PORT/",
    "http://127.0.0.2:PORT\x00.127.0.0.1/",
    "HtTp://127.0.0.2:PORT/",
    "https://127.0.0.1:PORT/again",
    "file:///etc/passwd",
    "ftp://127.0.0.2:PORT/",
    "gopher://127.0.0.2:PORT/",
    "javascript:alert(1)",
    "http://[::1/",
    "http://:PORT/",
    "http://a.b:99999/",
    "http://a.b:-1/",
    "http://" + "a." * 500 + "b/",
    "http://\udcff\udcfe/",
    "?",
    "",
)

ROBOTS_LINES = (
    "disallow: *a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b$\n",
    "disallow: /" + "a" * 2000 + "$\n",
    "allow: *" + "*" * 5000 + "\n",
    "disallow:*b\n",
    "disallow: /" + "%e4" * 1000 + "\n",
    "disallow: /" + "ä" * 1000 + "\n",
    "user-agent: ncleaner\n",
    "crawl-delay: 1e309\n",
    "crawl-delay: -nan\n",
    "crawl-delay: " + "9" * 5000 + "\n",
    ":\n",
    "\r",
)
TARGETS_OF_ROBOTS = ("/", "/" + "a" * 8000, "/" + "ab" * 4000, "/" + "%E4" * 2000, "/" + "\ud800ä" * 2000)


@contextmanager
def listening(address: str, port: int, serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """Accept connections and serve each in a thread of its own; yield the port."""
    listener = socket.create_server((address, port))

    def served(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(2 * (SECONDS + SLACK))
            serve(connection)

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=served, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


@contextmanager
def canary(port: int) -> Iterator[list[str]]:
    """Listen at the forbidden address; yield the list of visits."""
    visits: list[str] = []
    with listening(FORBIDDEN, port, lambda connection: visits.append("visit")):
        yield visits


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
