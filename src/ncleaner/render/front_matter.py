"""YAML front matter, as it stands before Markdown."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def front_matter(fields: Mapping[str, str | list[str]]) -> str:
    """Return fields as YAML between two lines of dashes, or the empty string if there are none.

    JSON strings and lists are valid in YAML if all unprintable characters are escaped. "<" is escaped too, because
    programs that know no front matter read it as Markdown, where it could begin a tag.
    """
    import json

    lines = []
    for name, value in fields.items():
        quoted = json.dumps(value, ensure_ascii=False)
        escaped = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted).replace("<", "\\u003c")
        lines.append(f"{name}: {escaped}\n")
    return "---\n" + "".join(lines) + "---\n" if lines else ""
