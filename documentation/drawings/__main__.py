"""``python -m documentation.drawings``: write all drawings."""

from __future__ import annotations

from collections.abc import Callable

from documentation.drawings import EXAMPLE, IMAGES, ROOT, blocks, decision
from ncleaner import Document, clean

DRAWINGS: dict[str, Callable[[Document], str]] = {"blocks.svg": blocks.draw, "decision.svg": decision.draw}
"""The name of each file, and the function that draws it."""


def drawn() -> dict[str, str]:
    """Return the text of each drawing by the name of its file."""
    document = clean((ROOT / EXAMPLE).read_bytes())
    return {name: draw(document) for name, draw in DRAWINGS.items()}


def main() -> None:
    """Write the drawings, and print their names."""
    for name, text in drawn().items():
        (ROOT / IMAGES / name).write_text(text, encoding="utf-8")
        print(f"{IMAGES}/{name}")


if __name__ == "__main__":
    main()
