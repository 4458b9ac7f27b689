"""Pages of notebooks: their Markdown, their code, and what the code printed and showed when it was last run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any


def page(text: str, file_name: str) -> str:
    """Return a notebook (the text of a file in format 4) as Markdown, with a link to the notebook itself."""
    notebook = json.loads(text)
    text = "\n\n".join(part for cell in notebook["cells"] for part in _parts(cell))
    title, _, rest = text.partition("\n")
    link = f'<a href="{escape(file_name)}" download>Download this notebook</a>'
    return f"{title}\n\n{link}\n\n{rest.lstrip()}\n"


def plain(output: dict[str, Any]) -> str:
    """Return an output of a cell as plain text."""
    if output["output_type"] == "stream":
        return joined(output["text"])
    return joined(output["data"]["text/plain"])


def outputs(printed: str, shown: dict[str, str], number: int) -> list[dict[str, Any]]:
    """Return the outputs of a cell that prints a text and shows a value, given by media types."""
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)})
    if shown:
        data = {kind: text.splitlines(keepends=True) for kind, text in sorted(shown.items())}
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def joined(text: str | list[str]) -> str:
    """Return a text that a notebook may store as a list of lines."""
    return text if isinstance(text, str) else "".join(text)


def _parts(cell: dict[str, Any]) -> Iterator[str]:
    source = joined(cell["source"]).rstrip("\n")
    if cell["cell_type"] == "markdown":
        yield source
    elif cell["cell_type"] == "code" and source:
        yield _fenced(source, "python")
        for output in cell["outputs"]:
            yield _output(output)


def _output(output: dict[str, Any]) -> str:
    """Return an output of a cell: the richest form that a page can show."""
    if output["output_type"] == "stream":
        return _fenced(joined(output["text"]).rstrip("\n"), "text")
    if output["output_type"] == "error":
        return _fenced(f"{output['ename']}: {output['evalue']}", "text")
    data = output["data"]
    if "text/html" in data:
        # A line that is empty would end the HTML for Markdown.
        return _boxed(re.sub(r"\n\s*\n", "\n", joined(data["text/html"]).strip()))
    if "text/markdown" in data:
        return _boxed(joined(data["text/markdown"]).strip())
    if "image/svg+xml" in data:
        from base64 import b64encode

        return _image("image/svg+xml", b64encode(joined(data["image/svg+xml"]).encode()).decode())
    if "image/png" in data:
        return _image("image/png", "".join(joined(data["image/png"]).split()))
    return _fenced(joined(data.get("text/plain", "")), "text")


def _image(kind: str, content: str) -> str:
    return f'<div class="notebook-output"><img alt="" src="data:{escape(kind)};base64,{content}"></div>'


def _fenced(text: str, language: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"


def _boxed(content: str) -> str:
    return f'<div class="notebook-output" markdown="1">\n\n{content}\n\n</div>'
