"""An address divided into what a connection and a request need.

Whatever way an address has come, from the user or from a redirect, `divided` is the only reader of it: what is checked,
connected to and written into the request are the same parts.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from ncleaner.fetch.failures import Failure

PORTS = {"http": 80, "https": 443}
LONGEST = 8192  # characters
_SAFE = "!$%&'()*+,/:;=?@[]~"  # in a path or a query; letters, digits and _.- always are
_NAME = re.compile(r"[a-z0-9._-]{1,253}")


class Location(NamedTuple):
    """An address: ``host`` is in lower case and ASCII, without brackets; ``target`` is the path and the query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The host as the header ``Host`` has it: with the port, unless that is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.target}"

    def redirected(self, header: bytes) -> Location:
        """Return the address that a ``Location`` header leads to from here."""
        try:
            text = header.decode("utf-8")
        except UnicodeDecodeError:
            text = header.decode("latin-1")
        try:
            url = urljoin(self.url, text.strip())
        except ValueError:
            raise Failure(f"it redirects to {shown(text)}, which is no address") from None
        try:
            return divided(url)
        except Failure as failure:
            raise Failure(f"it redirects to {shown(url)}: {failure}") from None


def divided(url: str) -> Location:
    """Divide an address; raise `Failure` if it is none, or not one that is fetched."""
    if len(url) > LONGEST:
        raise Failure(f"the address has {len(url)} characters, but at most {LONGEST} are taken")
    try:
        parts = urlsplit(url.strip())
        name, port = parts.hostname, parts.port
    except ValueError as error:
        raise Failure(f"this is no valid address ({error}); write it as https://host/path") from None
    if parts.scheme not in PORTS:
        raise Failure(f"only http and https are fetched, not {parts.scheme or 'an address without either'}")
    if "@" in parts.netloc:
        raise Failure("an address with a user name is not fetched; fetch it with curl, and clean the file")
    if not name or port == 0:
        raise Failure("the address has no valid host and port; write it as https://host/path")
    path = parts.path if parts.path.startswith("/") else "/" + parts.path
    target = path + ("?" + parts.query if parts.query else "")
    return Location(parts.scheme, _host(name), port or PORTS[parts.scheme], quote(target, _SAFE, errors="replace"))


def shown(url: str) -> str:
    """Return an address for a message: of bounded length, and without user name and password."""
    head, slashes, rest = url.strip().partition("//")
    authority, slash, path = rest.partition("/")
    text = head + slashes + authority.rpartition("@")[2] + slash + path
    return text if len(text) <= 200 else text[:199] + "…"


def _host(name: str) -> str:
    """Return a host in ASCII, as browsers write international names."""
    if ":" in name:
        try:
            return str(IPv6Address(name)) if "%" not in name else _refuse(name)
        except ValueError:
            return _refuse(name)
    if not name.isascii():
        import idna

        try:
            name = idna.encode(name, uts46=True, transitional=False).decode("ascii")
        except (idna.IDNAError, UnicodeError):
            return _refuse(name)
    return name if _NAME.fullmatch(name) else _refuse(name)


def _refuse(name: str) -> str:
    raise Failure(f"{shown(name)} is no valid name of a host; check the address")
