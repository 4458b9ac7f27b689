"""Plain text: the kept segments, one per line. Preformatted segments can have several lines.

With ``all`` every line begins with ``+ `` (kept) or ``- `` (dropped), as in a diff.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False, metadata: bool = False) -> str:
    """Render the text of the document; ``metadata`` adds a header of ``Name: value`` lines and a blank line."""
    text = _diff(document) if all else document.blocks.lines(document.decisions.keep).decode("utf-8")
    return _header(document) + text if metadata else text


def _diff(document: Document) -> str:
    lines = []
    for index, keep in enumerate(document.decisions):
        prefix = "+ " if keep else "- "
        lines.append(prefix + document.blocks.text(index).replace("\n", "\n" + prefix) + "\n")
    return "".join(lines)


def _header(document: Document) -> str:
    from ncleaner.render.fields import SHOWN, metadata_fields

    lines = [f"{_label(name)}: {' '.join(value.split())}\n" for name, value in metadata_fields(document, SHOWN).items()]
    return "".join(lines) + "\n" if lines else ""


def _label(name: str) -> str:
    return "URL" if name == "url" else name.replace("_", " ").capitalize()
