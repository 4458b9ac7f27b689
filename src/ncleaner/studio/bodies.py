"""Requests with a body in JSON: reading it, and answering in a thread, so that no request waits for another."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ncleaner.errors import UsageError

_HALF = re.compile("[\ud800-\udfff]")

Fields = Mapping[str, Any]
"""The body of a request: a JSON object."""


def answered(function: Callable[[Request, Fields], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that reads the body of a request and gives it to a function, in a thread."""

    async def endpoint(request: Request) -> Response:
        body = await request.body()
        return await run_in_threadpool(lambda: function(request, _fields(body)))

    return endpoint


def _fields(body: bytes) -> Fields:
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise UsageError("the body of the request must be a JSON object")
    return fields


def text(fields: Fields, name: str, default: str | None = None) -> str:
    """Return a field that is text; raise `UsageError` if it is missing, without a default, or something else.

    Half of a character that UTF-16 writes in two halves is no text.
    """
    value = fields.get(name, default)
    if not isinstance(value, str) or _HALF.search(value):
        raise UsageError(f"the request needs {name!r}: a text")
    return value


def number(fields: Fields, name: str) -> int | None:
    """Return a field that is a number, or ``None`` if there is none."""
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
