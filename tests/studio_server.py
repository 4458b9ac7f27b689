"""A studio that runs in a thread of the test, and a client that sends any request to it."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

from ncleaner.studio.opening import opened
from ncleaner.studio.serve import Server

JSON = {"Content-Type": "application/json"}
BYTES = {"Content-Type": "application/octet-stream"}
SECONDS = 60.0


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Client:
    """Sends requests to a studio, by default as its own page would."""

    address: str
    host: str = ""
    port: int = 0
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        place, _, token = self.address.removeprefix("http://").partition("/?token=")
        self.host, _, port = place.partition(":")
        self.port = int(port)
        self.cookie = f"ncleaner-studio-{self.port}={token}"

    def send(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str | None] = {}) -> Answer:
        """Send a request; a header that is ``None`` is left out."""
        sent: dict[str, str | None] = {"Host": f"{self.host}:{self.port}", "Cookie": self.cookie, **headers}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            if body and "Content-Length" not in sent:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, value: object) -> Answer:
        return self.send("POST", path, json.dumps(value).encode(), JSON)


@contextmanager
def studio(place: Path | None = None) -> Iterator[Client]:
    """Run the studio on a file or folder while the block runs."""
    addresses: Queue[str] = Queue()
    server = Server(*opened(None if place is None else str(place)), announce=addresses.put)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Client(addresses.get(timeout=SECONDS))
    finally:
        server.stop()
        thread.join(SECONDS)
        assert not thread.is_alive()
