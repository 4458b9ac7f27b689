"""The functions that MkDocs calls while it builds the site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # where MkDocs is not run as a module of Python
    sys.path.insert(0, str(ROOT))

from mkdocs.structure.files import File  # noqa: E402

from documentation import generated, links, notebooks  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages for notebooks and for files of the project that are not in its folder of documentation."""
    for path, uri in links.PUBLISHED.items():
        if files.get_file_from_path(uri) is None:
            text = (ROOT / path).read_text("utf-8")
            files.append(File.generated(config, uri, content=links.rewritten(text, path, uri)))
    for file in list(files):
        if file.src_uri.endswith(links.NOTEBOOK):
            uri = file.src_uri.removesuffix(links.NOTEBOOK) + ".md"
            text = notebooks.page(file.content_string, Path(file.src_uri).name)
            files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill the generated parts of a page, and point links to files that are elsewhere in the repository."""
    uri = page.file.src_uri
    if page.is_homepage:  # it is the only page of its section, so there is nothing to choose from beside it
        page.meta.setdefault("hide", ["navigation", "toc"])
    if uri not in links.PUBLISHED.values() or uri == "index.md":
        markdown = links.rewritten(markdown, f"{links.DOCS}/{uri}", uri)
    return generated.filled(markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the double colons that introduce drawings in docstrings into single ones."""
    return html.replace("<p>::</p>\n", "").replace("::</p>", ":</p>")
