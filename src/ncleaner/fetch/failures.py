"""What can go wrong with a fetch, in sentences: what happened, and what to do."""

from __future__ import annotations

import errno
import socket
import ssl
from http import HTTPStatus

LONGEST_QUOTATION = 100  # characters of a server's or a library's words

_ADVICE = {
    401: "it asks for a password: save the page from a browser and clean the file",
    403: "it refuses us: save the page from a browser and clean the file",
    404: "check the address",
    410: "the page was removed",
    429: "it had too many requests: try again later",
    451: "the page is withheld for legal reasons",
    503: "try again later",
}


class Failure(Exception):
    """A reason why a page cannot be fetched. ``status`` is the status of the server's answer, if that is the reason."""

    def __init__(self, problem: str, status: int | None = None) -> None:
        super().__init__(problem)
        self.status = status


def refused_status(status: int) -> Failure:
    """Return the failure for an answer that has no page."""
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    advice = f"; {_ADVICE[status]}" if status in _ADVICE else ""
    return Failure(f"the server answered {status} {phrase}".rstrip() + advice, status)


def failure(error: Exception, host: str, port: int, seconds: float) -> Failure:
    """Return the failure for an exception of the network or of the protocol."""
    if isinstance(error, Failure):
        return error
    if isinstance(error, TimeoutError):
        return Failure(f"it took longer than {seconds:g} seconds; allow more if the server is slow (--timeout)")
    if isinstance(error, socket.gaierror | UnicodeError):
        return Failure(f"the name {host} cannot be resolved ({_words(error)}); check it, and the network")
    if isinstance(error, ssl.SSLCertVerificationError):
        return Failure(f"the certificate of {host} is not trusted ({error.verify_message}); the page was not asked for")
    if isinstance(error, ssl.SSLError):
        return Failure(f"no secure connection to {host} port {port} ({_words(error)}); does it speak https?")
    if isinstance(error, ConnectionRefusedError):
        return Failure(f"{host} refuses connections to port {port}; check the address, or try again later")
    if isinstance(error, OSError):
        return Failure(f"the connection to {host} port {port} failed ({_words(error)}); try again later")
    return Failure(f"the answer of {host} is incomplete or not valid HTTP ({_words(error)}); try again later")


def _words(error: Exception) -> str:
    """Return what an exception says, in one short line."""
    words = getattr(error, "reason", None) if isinstance(error, ssl.SSLError) else getattr(error, "strerror", None)
    if not words and isinstance(error, OSError) and error.errno:
        words = errno.errorcode.get(error.errno)
    text = " ".join(str(words or str(error) or type(error).__name__).split())
    return text if len(text) <= LONGEST_QUOTATION else text[: LONGEST_QUOTATION - 1] + "…"
