"""Plain text: the kept segments, one a line.

Blocks that follow each other are separated by a single line feed in the buffer, so a run of kept blocks is one slice
of it; the slices are joined and decoded once.

With ``all`` every line begins with ``+ `` or ``- ``, as in a diff: kept or dropped. A segment of preformatted text has
several lines.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.document import Document


def render(document: Document, *, all: bool = False, metadata: bool = False) -> str:
    """The text of the document; ``metadata`` puts a header of ``Name: value`` lines and a blank line before it."""
    text = _marked(document) if all else _kept(document)
    return _header(document) + text if metadata else text


def _kept(document: Document) -> str:
    buffer = document.blocks.buffer
    pieces = []
    start = end = -1
    for block, decision in zip(document.blocks.items, document.decisions, strict=True):
        if decision.keep:
            if start < 0:
                start = block.text_start
            end = block.text_end
        elif start >= 0:
            pieces.append(buffer[start:end])
            start = -1
    if start >= 0:
        pieces.append(buffer[start:end])
    if pieces:
        pieces.append(b"")  # for the line feed at the end
    return b"\n".join(pieces).decode("utf-8")


def _marked(document: Document) -> str:
    lines = []
    for index, decision in enumerate(document.decisions):
        mark = "+ " if decision.keep else "- "
        lines.append(mark + document.blocks.text(index).replace("\n", "\n" + mark) + "\n")
    return "".join(lines)


def _header(document: Document) -> str:
    from ncleaner.render.about import facts

    lines = [f"{_label(name)}: {' '.join(value.split())}\n" for name, value in facts(document).items()]
    return "".join(lines) + "\n" if lines else ""


def _label(name: str) -> str:
    return "URL" if name == "url" else name.replace("_", " ").capitalize()
