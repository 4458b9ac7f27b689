"""The guard in front of all routes: who may ask, how much they may send, and what browsers may do with the answers.

The studio listens on the loopback address, where any page in the browser and any user of the machine can reach it. So a
request must name the studio's own host (a foreign name would be a rebound domain), must not come from another origin,
and must carry the token, which only the person who started the studio has. The address that the command prints sets
the token as a cookie.
"""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = ("GET", "HEAD", "POST", "PUT")
LARGEST_BODY = 20_000_000  # bytes
JSON_TYPE, BYTES_TYPE = "application/json", "application/octet-stream"
SITES = ("same-origin", "none")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": "no-store",
}
"""Sent with every answer that does not say otherwise."""


class Guard:
    """Refuses requests that are not the user's; ``hosts`` are the names and ports by which the studio is reached."""

    def __init__(self, app: ASGIApp, *, token: str, hosts: Iterable[str], cookie: str) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application answer it."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _guarded(send))
            return
        await self._app(scope, _limited(receive), _guarded(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that the application is not to see, or ``None``."""
        headers = Headers(scope=scope)
        if scope["method"] not in METHODS:
            return _refused(405, f"the studio does not take {scope['method']} requests")
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return _refused(421, "the studio is not at this address; open the one that the command has printed")
        if not self._is_own_origin(headers):
            return _refused(403, "requests from other sites are refused")
        if scope["path"] == "/" and "token=" in scope["query_string"].decode("latin-1"):
            return self._entry(scope)
        if not self._has_token(headers):
            return _refused(401, "open the address that the command has printed: it contains the token")
        return _body_refusal(scope["method"], scope["path"], headers)

    def _is_own_origin(self, headers: Headers) -> bool:
        """Return whether a request comes from the studio's own pages, or from the address bar."""
        origins = headers.getlist("origin")
        own = all(origin.removeprefix("http://") in self._hosts and "://" in origin for origin in origins)
        return own and headers.get("sec-fetch-site", SITES[0]) in SITES

    def _entry(self, scope: Scope) -> Response:
        """Answer the address that the command has printed: store the token, and leave it out of the address."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not self._is_token(given):
            return _refused(401, "this is not the token of the studio; open the address that the command has printed")
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
        return answer

    def _has_token(self, headers: Headers) -> bool:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            return False
        return self._cookie in cookies and self._is_token(cookies[self._cookie].value)

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self._token.encode())


def _body_refusal(method: str, path: str, headers: Headers) -> Response | None:
    """Refuse bodies that are too large, or of a type that a form of another page could send."""
    if method not in ("POST", "PUT"):
        return None
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit() and int(length[:12]) <= LARGEST_BODY):
        return _refused(413, _TOO_LARGE)
    type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if type not in (JSON_TYPE, BYTES_TYPE):
        return _refused(415, f"the body must be {JSON_TYPE} or {BYTES_TYPE}")
    return None


_TOO_LARGE = f"the studio takes at most {LARGEST_BODY // 1_000_000} MB at once"


def _limited(receive: Receive) -> Receive:
    """Return a function that receives a body, and raises the refusal where it is longer than its header said."""
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return limited


def _guarded(send: Send) -> Send:
    """Return a function that sends an answer with the headers of all answers."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return guarded


def _refused(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)
