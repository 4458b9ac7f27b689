"""A server on the loopback interface that serves given pages and records every other request."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ICON = "/favicon.ico"  # browsers ask every server for it


class Server(ThreadingHTTPServer):
    """The server. ``pages`` maps paths to pages; ``requests`` are the requests for anything else."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, bytes] = {}
        self.requests: list[str] = []

    @property
    def address(self) -> str:
        """The address of the server, without a path."""
        return f"http://127.0.0.1:{self.server_port}"

    def taken(self) -> list[str]:
        """Return the requests so far, and forget them."""
        requests, self.requests = self.requests, []
        return requests


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        page = self.server.pages.get(self.path)
        if page is None and self.path != ICON:
            self.server.requests.append(f"{self.command} {self.path}")
        # No charset is declared, as for a file on a disk.
        self.send_response(200 if page is not None else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page or b"")))
        self.end_headers()
        self.wfile.write(page or b"")

    do_HEAD = do_POST = do_PUT = do_OPTIONS = do_GET

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def counting_server() -> Iterator[Server]:
    """Run a server while the block runs."""
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
