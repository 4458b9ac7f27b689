"""Plain text: the kept segments, one a line.

With ``all`` every line begins with ``+ `` or ``- ``, as in a diff: kept or dropped. A segment of preformatted text has
several lines.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False, metadata: bool = False) -> str:
    """The text of the document; ``metadata`` puts a header of ``Name: value`` lines and a blank line before it."""
    text = _marked(document) if all else document.blocks.lines(document.decisions.keep).decode("utf-8")
    return _header(document) + text if metadata else text


def _marked(document: Document) -> str:
    lines = []
    for index, keep in enumerate(document.decisions):
        mark = "+ " if keep else "- "
        lines.append(mark + document.blocks.text(index).replace("\n", "\n" + mark) + "\n")
    return "".join(lines)


def _header(document: Document) -> str:
    from ncleaner.render.about import facts

    lines = [f"{_label(name)}: {' '.join(value.split())}\n" for name, value in facts(document).items()]
    return "".join(lines) + "\n" if lines else ""


def _label(name: str) -> str:
    return "URL" if name == "url" else name.replace("_", " ").capitalize()
