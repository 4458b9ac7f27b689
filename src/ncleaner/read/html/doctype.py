"""The parts of a doctype (WHATWG HTML, sections 13.2.5.53 to 13.2.5.68)."""

from __future__ import annotations

_SPACE = " \t\n\f\r"


def parse(content: str, finished: bool) -> tuple[str | None, str | None, str | None, bool]:
    """Read the text between ``<!doctype`` and ``>``: return name, public and system identifier, and correctness.

    ``finished`` is false if the page ended inside the doctype.
    """
    rest = content.lstrip(_SPACE)
    if not rest:
        return None, None, None, False
    length = next((i for i, c in enumerate(rest) if c in _SPACE), len(rest))
    name = "".join(c.lower() if c.isascii() else c for c in rest[:length])
    rest = rest[length:].lstrip(_SPACE)
    if not rest:
        return name, None, None, finished
    keyword = rest[:6].upper()
    if keyword == "PUBLIC":
        public, after = _quoted(rest[6:])
        if public is None or after is None:
            return name, public, None, False
        if not after.strip(_SPACE):
            return name, public, None, finished
    elif keyword == "SYSTEM":
        public, after = None, rest[6:]
    else:
        return name, None, None, False
    system, end = _quoted(after)
    if system is None or end is None:
        return name, public, system, False
    # Any text may follow the system identifier, but the page must not end right after it.
    return name, public, system, finished or bool(end.strip(_SPACE))


def _quoted(text: str) -> tuple[str | None, str | None]:
    """Return a quoted string and the text after it.

    Both are ``None`` if there is no quoted string; the text after it is ``None`` if the string does not end.
    """
    text = text.lstrip(_SPACE)
    if text[:1] not in ('"', "'") or not text:
        return None, None
    value, quote, rest = text[1:].partition(text[0])
    return value, rest if quote else None
