"""Fetching of inputs that are addresses."""

from __future__ import annotations

from typing import Any

from ncleaner.errors import FetchError, InputError, MissingPackage
from ncleaner.page.fetched import Fetched


def fetch_input(url: str, **limits: Any) -> Fetched:
    """Fetch a page; raise `InputError` with a message that needs only the address in front of it.

    ``limits`` are arguments of `ncleaner.fetch_url`.
    """
    from ncleaner.fetch import fetch_url

    try:
        return fetch_url(url, **limits)
    except FetchError as error:
        redirected = "" if _is_same(url, error.url) else f"redirected to {error.url}: "
        raise InputError(redirected + error.problem) from None
    except MissingPackage as error:
        raise InputError(f"{error}; or without it: {without_extra(url)}") from None


def without_extra(url: str) -> str:
    """Return a shell command that does the same with curl."""
    import shlex

    address = shlex.quote(url)
    return f"curl -sSfL {address} | ncleaner --url {address} -"


def _is_same(url: str, other: str) -> bool:
    """Return whether two addresses differ in nothing but what an address without a path may leave out."""
    return url.strip().partition("#")[0].rstrip("/").lower() == other.rstrip("/").lower()
