"""A server on 127.0.0.1 that answers with given bytes, a bounded number of times."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

SECONDS = 30.0  # after which a test that hangs fails
MOST = 60  # requests

Answer = bytes | Callable[[socket.socket, threading.Event], None]


def answer(body: bytes | str = b"", *fields: str, status: str = "200 OK", type: str | None = "text/html") -> bytes:
    """Return an HTTP answer with a body of known length."""
    data = body.encode() if isinstance(body, str) else body
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(data)}", *fields]
    if type is not None:
        head.append(f"Content-Type: {type}")
    return "\r\n".join([*head, "", ""]).encode() + data


def redirect(to: str, *fields: str, status: str = "302 Found") -> bytes:
    """Return an HTTP answer that redirects."""
    return answer("", f"Location: {to}", *fields, status=status)


def hang(connection: socket.socket, closing: threading.Event) -> None:
    """Answer nothing for as long as the server runs."""
    closing.wait(SECONDS)


def head_of(connection: socket.socket) -> bytes:
    """Return the head of a request, or nothing if the client goes away before its end."""
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(65536)
        if not data:
            return b""
        head += data
    return head


class Server:
    """The answers by path, and the heads of the requests that came."""

    def __init__(self, answers: Mapping[str, Answer], tls: ssl.SSLContext | None) -> None:
        self.answers = answers
        self.requests: list[str] = []
        self.asked = threading.Event()
        self._closing = threading.Event()
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def url(self, path: str = "/", host: str = "127.0.0.1", scheme: str | None = None) -> str:
        """Return the address of a path."""
        return f"{scheme or ('https' if self._tls else 'http')}://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [request.split(" ")[1] for request in self.requests]

    def close(self) -> None:
        """Stop, and wait for all answers to end."""
        self._closing.set()
        with socket.socket() as last:  # wakes up the thread that accepts
            last.connect(("127.0.0.1", self.port))
        for thread in self._threads:
            thread.join(SECONDS)
        self._listener.close()

    def _accept(self) -> None:
        for _ in range(MOST):
            connection, _ = self._listener.accept()
            if self._closing.is_set():
                connection.close()
                return
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            connection.settimeout(SECONDS)
            head = head_of(connection)
            if head:
                self._answer(connection, head.decode("latin-1"))
        except OSError:  # the client has gone
            pass
        finally:
            connection.close()

    def _answer(self, connection: socket.socket, head: str) -> None:
        self.requests.append(head)
        self.asked.set()
        given = self.answers.get(head.split(" ")[1], answer(status="404 Not Found"))
        if callable(given):
            given(connection, self._closing)
        else:
            connection.sendall(given)


@contextmanager
def serving(answers: Mapping[str, Answer], tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Run a server meanwhile."""
    server = Server(answers, tls)
    try:
        yield server
    finally:
        server.close()
