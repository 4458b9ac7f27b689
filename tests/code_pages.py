"""Pages in languages with code pages of their own: a menu, an article of four paragraphs, and a footer.

``code_pages.txt`` has their texts. Each page is some lines: its language, its direction and the encodings that it may
come in; the menu; the title; the paragraphs; the footer.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Written(NamedTuple):
    """A page's language, its direction, the encodings that it may come in, and its texts."""

    language: str
    direction: str
    encodings: list[str]
    menu: list[str]
    title: str
    paragraphs: list[str]
    footer: str

    def html(self, charset: str = "") -> str:
        """Return the page, with a declared encoding if one is given."""
        meta = f'<meta charset="{charset}">' if charset else ""
        menu = "".join(f'<li><a href="/{number}">{text}</a></li>' for number, text in enumerate(self.menu))
        body = "".join(f"<p>{text}</p>" for text in self.paragraphs)
        return (
            f'<!DOCTYPE html><html lang="{self.language}" dir="{self.direction}"><head>{meta}'
            f"<title>{self.title}</title></head><body><nav><ul>{menu}</ul></nav>"
            f'<article><h1>{self.title}</h1>{body}</article><footer><a href="/imprint">{self.footer}</a></footer>'
        )


def _written(lines: list[str]) -> Written:
    facts, menu, title, *paragraphs, footer = lines
    language, direction, *encodings = facts.split()
    return Written(language, direction, encodings, menu.split(" | "), title, paragraphs, footer)


_TEXTS = Path(__file__).with_suffix(".txt").read_text("utf-8").split("\n\n")
PAGES = [_written(text.strip().split("\n")) for text in _TEXTS]
