"""The colours of Markdown on a terminal, by what its lines begin with. Code and formulas have none."""

from __future__ import annotations

import re

from ncleaner.cli.terminal import BOLD, DIM, coloured, without_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"[ >]*(?:(`{3,})[^`]*|(~{3,}).*|(\$\$)[ \t]*)$")
_FRONT_MATTER = "---"
_HEADING = re.compile(r" {0,3}#{1,6} ")
_MARK = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?= )|[ \t]*>[ >]*")
_ADDRESS = re.compile(r"(?<=\])\((?:[^()\s\\]|\\.|\([^()\s]*\))*(?: \"[^\"]*\")?\)")


def coloured_lines(lines: list[str], metadata: bool) -> Iterator[str]:
    """Yield the lines of Markdown: front matter, marks and addresses dim, headings bold; code as it is."""
    is_front = metadata and lines[0] == _FRONT_MATTER
    fence = ""
    for number, raw in enumerate(lines):
        line = without_controls(raw)
        if is_front:
            yield coloured(line, DIM)
            is_front = not number or line != _FRONT_MATTER
            continue
        found = _FENCE.match(line)
        mark = found[found.lastindex or 0] if found else ""
        if mark and (not fence or mark.startswith(fence)):
            fence = "" if fence else mark
            yield line
        elif fence:
            yield line
        elif _HEADING.match(line):
            yield coloured(line, BOLD)
        else:
            start = _MARK.match(line)
            end = start.end() if start else 0
            yield coloured(line[:end], DIM) + _ADDRESS.sub(lambda found: coloured(found[0], DIM), line[end:])
