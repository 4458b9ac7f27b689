"""Images: their addresses, which pages that load images late keep in attributes of their own, and their texts."""

from __future__ import annotations

from ncleaner.page.node import Node
from ncleaner.read.html.start_tag import attributes_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.tree.links import Links

_LATE = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-hi-res-src")
_LATE_SETS = ("data-srcset", "data-lazy-srcset")
_SMALLEST = 3  # pixels; smaller images only count readers or fill space


def image(source: bytes, start: int, links: Links) -> Node | None:
    """Return the image whose tag begins at ``start``, or ``None`` if it has no usable address or is too small."""
    values = attributes_at(source, start)
    is_late = any(name in values for name in (*_LATE, *_LATE_SETS))
    if not is_late and (_is_tiny(values.get("width", "")) or _is_tiny(values.get("height", ""))):
        return None
    for address in _addresses(values):
        target = None if address.lower().startswith("data:") else links.resolve(address)
        if target is not None:
            return Node("img", {"src": target, "alt": " ".join(values.get("alt", "").split())})
    return None


def _addresses(values: dict[str, str]) -> Iterator[str]:
    """Yield the possible addresses of an image, the best first."""
    for name in _LATE:
        yield values.get(name, "")
    for name in (*_LATE_SETS, "srcset"):
        yield _largest(values.get(name, ""))
    yield values.get("src", "")


def _largest(candidates: str) -> str:
    """Return the address of the largest image of a ``srcset``."""
    best, most = "", -1.0
    for candidate in candidates.split(", "):
        address, *sizes = candidate.strip().rstrip(",").split() or [""]
        size = _size(sizes[0]) if sizes else 1.0
        if address and size > most:
            best, most = address, size
    return best


def _size(descriptor: str) -> float:
    try:
        return float(descriptor[:-1])
    except ValueError:
        return 0.0


def _is_tiny(pixels: str) -> bool:
    digits = pixels.strip().removesuffix("px")
    return digits.isascii() and digits.isdigit() and int(digits[:9]) < _SMALLEST
