"""The colours of clean text on a terminal: headings are bold; list marks, addresses and metadata are dim.

Colours are added to the finished output, line by line, so that the characters are the same with and without them.
"""

from __future__ import annotations

from ncleaner.cli.terminal import BOLD, DIM, coloured, without_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

DROPPED = "- "  # the beginning of a line of ``txt`` with ``--all``
KEPT = "+ "


def shown(document: Document, text: str, format: str, *, all: bool = False, metadata: bool = False) -> str:
    """Return the output of a document in a format, coloured.

    ``all`` and ``metadata`` say whether the output has dropped segments and a header with metadata.
    """
    if format == "markdown":
        from ncleaner.cli.markdown_colours import coloured_lines

        lines = coloured_lines(text.split("\n"), metadata)
    elif format == "txt":
        lines = _text(document, text, all, metadata)
    else:
        return without_controls(text)
    return "\n".join(lines)


def _text(document: Document, text: str, all: bool, metadata: bool) -> Iterator[str]:
    """Yield the lines of plain text: metadata and dropped lines dim, headings bold."""
    body = len(document.to("txt", all=all)) if metadata else len(text)
    header = without_controls(text[: len(text) - body])
    blocks, keep, headings = document.blocks, document.decisions.keep, document.headings
    titles = {
        without_controls(line)
        for index in range(len(blocks))
        if keep[index] and headings[index]
        for line in blocks.text(index).split("\n")
    }
    yield from (coloured(line, DIM) for line in header.split("\n")[:-1])
    for line in without_controls(text[len(text) - body :]).split("\n"):
        if all and line.startswith(DROPPED):
            yield coloured(line, DIM)
        else:
            yield coloured(line, BOLD if (line.removeprefix(KEPT) if all else line) in titles else "")
