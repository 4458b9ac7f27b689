"""Connections to addresses that were checked, with one deadline for all that they do.

A name is resolved once for a connection. The addresses that may be reached are tried in order, each by its number, so
that no later answer of the resolver can lead elsewhere; then the address at the other end is checked once more.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import httpcore2

from ncleaner.fetch.deadline import Deadline
from ncleaner.fetch.failures import Failure

Endpoint = tuple[int, Any]  # the family of an address, and the address as sockets take it


class Backend(httpcore2.NetworkBackend):
    """The network as httpcore2 sees it: connections by TCP to addresses for which ``may_reach`` is true."""

    def __init__(self, may_reach: Callable[[str], bool], deadline: Deadline) -> None:
        self._may_reach = may_reach
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Stream:
        """Connect to the first address of a host that may be reached and answers."""
        endpoints = self._permitted(host, resolved(host, port, self._deadline))
        for index, endpoint in enumerate(endpoints):
            others = len(endpoints) - index - 1
            try:
                return self._connected(endpoint, self._deadline.left() / (others + 1))
            except OSError:
                if not others:
                    raise
        raise Failure(f"the name {host} has no address")

    def _permitted(self, host: str, endpoints: list[Endpoint]) -> list[Endpoint]:
        """Return the addresses that may be reached; raise `Failure` if there are none."""
        permitted = [endpoint for endpoint in endpoints if self._may_reach(_number(endpoint))]
        if endpoints and not permitted:
            numbers = ", ".join(number for number in dict.fromkeys(map(_number, endpoints)) if number != host)
            raise Failure(
                f"{host} is not a public server{numbers and f' ({numbers})'}; if you trust it, allow private addresses "
                "(--allow-private)"
            )
        return permitted

    def _connected(self, endpoint: Endpoint, seconds: float) -> Stream:
        family, address = endpoint
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(seconds)
            connection.connect(address)
            if not self._may_reach(_number((family, connection.getpeername()))):
                raise Failure(f"the connection led to {connection.getpeername()[0]}, which is not a public server")
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            connection.close()
            raise
        return Stream(connection, self._deadline)


class Stream(httpcore2.NetworkStream):
    """A connection of which each step takes what is left of the deadline; timeouts of httpcore2 are not used."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, or none at the end."""
        self._connection.settimeout(self._deadline.left())
        return self._connection.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes."""
        try:
            self._connection.settimeout(self._deadline.left())
            self._connection.sendall(buffer)
        except TimeoutError:
            raise
        except OSError as error:  # httpcore2 then reads the answer: a server may have sent one and closed
            raise httpcore2.WriteError(str(error)) from error

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> Stream:
        """Return the connection as a secure one, after its certificate was verified."""
        try:
            self._connection.settimeout(self._deadline.left())
            secure = ssl_context.wrap_socket(self._connection, server_hostname=server_hostname)
        except BaseException:
            self.close()
            raise
        return Stream(secure, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """Return nothing: there is one request for each connection, and no other protocol to choose."""
        return None


def resolved(host: str, port: int, deadline: Deadline) -> list[Endpoint]:
    """Return the addresses of a host, in the order in which the system would try them.

    The system's resolver knows no timeout, so it works in a thread that is left alone when the time is over.
    """
    answers: SimpleQueue[list[Endpoint] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([(family, address) for family, _, _, _, address in found])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _number(endpoint: Endpoint) -> str:
    """Return the IP address of an endpoint, with its zone if it has one."""
    family, address = endpoint
    number: str = address[0]
    if family == socket.AF_INET6 and "%" not in number and address[3]:
        return f"{number}%{address[3]}"
    return number
