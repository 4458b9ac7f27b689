"""Serving the studio: bind to an address, say where it is, and answer until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

import uvicorn

from ncleaner.errors import NCleanerError, UsageError
from ncleaner.studio.app import application
from ncleaner.studio.pages import Pages
from ncleaner.studio.project import Project

LOOPBACK = "127.0.0.1"
BACKLOG = 64
LAST_SECONDS = 2  # for answers that are being sent when the studio ends


class Server:
    """The studio on an address of this machine. ``announce`` gets the address to open, with the token.

    The first arguments are those of `ncleaner.studio.opening.Opened`. Port 0 is any free port.
    """

    def __init__(
        self,
        pages: Pages,
        title: str,
        project: Project | None = None,
        problem: str = "",
        *,
        host: str = LOOPBACK,
        port: int = 0,
        announce: Callable[[str], None],
    ) -> None:
        self._listener = _bound(host, port)
        port = self._listener.getsockname()[1]
        names = {host, "localhost"} if ip_address(host).is_loopback else {host}
        hosts = {f"{_bracketed(name)}:{port}" for name in names}
        token = secrets.token_urlsafe(24)
        app = application(pages, title, project, problem, token=token, hosts=hosts, cookie=f"ncleaner-studio-{port}")
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            backlog=BACKLOG,
            timeout_graceful_shutdown=LAST_SECONDS,
        )
        self._server = uvicorn.Server(settings)
        self._address = f"http://{_bracketed(host)}:{port}/?token={token}"
        self._announce = announce

    def run(self) -> None:
        """Answer until Ctrl-C, or until `stop` is called."""
        self._listener.listen(BACKLOG)
        self._announce(self._address)
        with suppress(KeyboardInterrupt):  # uvicorn raises it again once it has ended
            self._server.run([self._listener])

    def stop(self) -> None:
        """End `run`, which another thread is in."""
        self._server.should_exit = True


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address."""
    try:
        address = ip_address(host)
    except ValueError:
        raise UsageError(f"{host!r} is not an address: give a number, such as {LOOPBACK} or ::1") from None
    if address.is_unspecified:
        raise UsageError(f"{host} is every address of this machine: name the one by which the studio will be opened")
    listener = socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        problem = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise NCleanerError(f"cannot listen on {host}, port {port}: {problem}; choose another --port") from None
    return listener


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
