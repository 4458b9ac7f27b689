"""Text that a page declares in its metadata, as lines: plain text, HTML, or HTML with its markup escaped.

Each line of plain text is a paragraph, or a list item if it begins with a bullet: such texts are hardly ever filled to
a width. HTML is read like a page of its own.
"""

from __future__ import annotations

from ncleaner.page.blocks import HIDDEN, ITEM, PARAGRAPH
from ncleaner.page.tags import NAMES
from ncleaner.read.html.tokenizer import END_OF_FILE, END_TAG, START_TAG, Tokenizer

# What the readers of pages drop: control characters but white space, soft hyphens and the like, and noncharacters.
_INVISIBLE = dict.fromkeys(
    point
    for point in (*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x2060, 0xFEFF, *range(0xFDD0, 0xFDF0))
    if not chr(point).isspace()
) | dict.fromkeys(plane << 16 | point for plane in range(17) for point in (0xFFFE, 0xFFFF))
_BULLETS = "•‣▪●"
_BREAKS = ("br", "p")  # that have no end tag, or need none


def declared_lines(text: str, most: int) -> list[tuple[str, int]]:
    """Return the lines of a declared text with their kinds, at most ``most``; more are joined with the last one."""
    source = text.encode("utf-8", "replace")
    if not _is_markup(source):
        source = Tokenizer(source).decoded(0, len(source), False).encode("utf-8")
        if not _is_markup(source):
            return _plain(source.decode("utf-8"), most)
    return _joined(_marked_up(source), most)


def _is_markup(source: bytes) -> bool:
    """Return whether a text has a tag of HTML that text about HTML would hardly have alone: an end, or a line break."""
    tokens = Tokenizer(source)
    while (kind := tokens.next()) != END_OF_FILE:
        if (kind == END_TAG and tokens.tag < len(NAMES)) or (kind == START_TAG and tokens.name() in _BREAKS):
            return True
    return False


def _marked_up(source: bytes) -> list[tuple[str, int]]:
    from ncleaner.read.html.reader import read

    blocks = read(source)
    hidden = HIDDEN & blocks.hidden_bits()
    shown = [index for index, block in enumerate(blocks.items) if not (block.state & hidden or block.rule)]
    return [(" ".join(blocks.text(index).split()), blocks.items[index].kind) for index in shown]


def _plain(text: str, most: int) -> list[tuple[str, int]]:
    lines: list[tuple[str, int]] = []
    for line in text.translate(_INVISIBLE).splitlines():
        if words := " ".join(line.split()):
            is_item = words[0] in _BULLETS and len(words) > 1
            lines.append((words[1:].strip(), ITEM) if is_item else (words, PARAGRAPH))
    return _joined(lines, most)


def _joined(lines: list[tuple[str, int]], most: int) -> list[tuple[str, int]]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], (" ".join(line for line, _ in lines[most - 1 :]), PARAGRAPH)] if most > 0 else []
