"""The site of the documentation: its links, its navigation, and what a browser would load."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from conftest import ROOT

from documentation import corpora, engines, extras, features, formats, generated, links, metadata, models, notebooks
from ncleaner.corpus.cleaned import ALL_FIELDS
from ncleaner.engines.forest.columns import COLUMNS

if TYPE_CHECKING:
    from playwright.sync_api import Request

pytestmark = pytest.mark.once

DOCS = ROOT / "docs"
PAGES = [ROOT / name for name in links.PUBLISHED] + sorted(DOCS.rglob("*.md"))
NAV = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2], re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# Links between files of the project.


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_all_links_lead_somewhere(path: Path) -> None:
    wrong = [
        f"{name_of(path)}:{line}: {problem}: {target}"
        for line, target in links.targets(path.read_text("utf-8"))
        if (problem := problem_with(path, target))
    ]
    assert not wrong, "\n".join(wrong)


def problem_with(path: Path, target: str) -> str:
    """Return what is wrong with a link, if anything is. Links to other sites are not followed."""
    if links.is_external(target):
        parts = urlsplit(target)
        good = parts.scheme == "mailto" or (parts.scheme in ("http", "https") and "." in parts.netloc)
        return "" if good else "not an address"
    name, _, anchor = target.partition("#")
    file = (path.parent / name).resolve() if name else path
    if not file.exists():
        return "" if file.with_suffix(links.NOTEBOOK).exists() else "no such file"
    if not file.is_relative_to(ROOT):
        return "outside of the project"
    if anchor and file.suffix == ".md":
        text = file.read_text("utf-8")
        known = links.anchors(text)
        # What is generated may have further anchors; the build of the site checks these.
        return "" if anchor in known or "generated:" in text or "\n:::" in text else "no such heading"
    return ""


def test_every_page_is_in_the_navigation_once_and_nothing_else_is() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    pages |= {path.relative_to(DOCS).with_suffix(".md").as_posix() for path in DOCS.rglob(f"*{links.NOTEBOOK}")}
    pages |= set(links.PUBLISHED.values())
    assert sorted(NAV) == sorted(pages)


def test_links_are_found_in_prose_only() -> None:
    page = "[a](b.md) `[c](d.md)` [![e](f.png)](g.md)\n\n```text\n[h](i.md)\n```\n\n![j](k.svg)\n"
    assert list(links.targets(page)) == [(1, "b.md"), (1, "g.md"), (1, "f.png"), (7, "k.svg")]


def test_links_are_pointed_to_where_their_targets_are_in_the_site() -> None:
    page = "[a](../SECURITY.md#x) [b](../examples) [c](how-to/x.md) [d](n.ipynb) [e](https://e.org) [f](#g) `[h](../i)`"
    assert links.rewritten(page, "docs/index.md", "index.md") == (
        "[a](project/security.md#x) b [c](how-to/x.md) [d](n.md) [e](https://e.org) [f](#g) `[h](../i)`"
    )
    assert links.rewritten("[a](docs/x/y.md)", "SECURITY.md", "project/security.md") == "[a](../x/y.md)"


def test_anchors_are_those_of_headings() -> None:
    page = "# A `b`: c & d\n\n## [Link](x.md) { #own }\n\n```sh\n# no heading\n```\n"
    assert links.anchors(page) == {"a-b-c--d", "own"}


def test_commands_write_to_pages_of_the_site() -> None:
    from attacks.page import PAGE
    from benchmarks import overview, results
    from benchmarks.accuracy.__main__ import NAME as ACCURACY
    from benchmarks.annotating.__main__ import NAME as ANNOTATING
    from benchmarks.markdown.__main__ import NAME as MARKDOWN
    from benchmarks.sites.__main__ import NAME as SITES
    from benchmarks.written import MEASUREMENTS
    from paper.__main__ import MEASUREMENTS as PAPERS
    from paper.page import NAME

    assert results.BEGIN in results.PAGE.read_text("utf-8")
    assert results.END in results.PAGE.read_text("utf-8")
    assert overview.PAGE == results.PAGE
    written = [PAGE, PAPERS / NAME, *(MEASUREMENTS / name for name in (ACCURACY, ANNOTATING, MARKDOWN, SITES))]
    assert all(path.is_relative_to(DOCS / "measurements") and path.is_file() for path in written)


# Generated parts.


def test_pages_name_only_parts_that_exist_and_use_all_of_them() -> None:
    named = re.findall(r"<!-- generated: (.+?) -->", "".join(path.read_text("utf-8") for path in DOCS.rglob("*.md")))
    assert sorted(named) == sorted(generated.PARTS)
    assert generated.filled("a\n<!-- generated: sinks -->\nb") == f"a\n{corpora.sinks()}\nb"


def test_tables_have_all_that_the_code_has() -> None:
    assert all(f"| `{name}` |" in features.overview() for name in COLUMNS)
    assert "| `forest` |" in engines.overview()
    assert "peer:" not in engines.overview()
    assert "`--no-comments` stands for `--comments drop`" in engines.options()
    assert "| `tei` |" in formats.overview()
    assert "`authors`" in metadata.fields()
    assert "| `universal` | `ngram` |" in models.overview()
    columns = corpora.columns() + corpora.schema()
    assert all(f"| `{name}` |" in columns for name in ALL_FIELDS)
    assert "| `kind` |" in corpora.segments()


def test_columns_have_the_types_of_parquet() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from ncleaner.corpus.sinks.parquet import SEGMENT, schema_of

    names = {"string": "string", corpora.STRINGS: "list<item: string>", "double": "double"}
    for field in schema_of(ALL_FIELDS):
        assert names.get(corpora.TYPES[field.name], str(field.type)) == str(field.type)
        assert field.nullable == (field.name not in corpora.ALWAYS)
    assert [field.name for field in SEGMENT] == list(corpora.SEGMENT_FIELDS)


def test_extras_are_read_from_the_project_file() -> None:
    project = """[project.optional-dependencies]
# For crawls,
# large ones.
corpus = [
    "brotli>=1.2",  # a "remark"
    "dolma[warc]>=1; python_version<'3.13'",
]
all = ["ncleaner[corpus]", "x"]

[project.scripts]
ncleaner = ["y"]
"""
    assert list(extras.extras(project)) == [
        ("corpus", "For crawls, large ones.", ["brotli", "dolma[warc]"]),
        ("all", "", ["ncleaner[corpus]", "x"]),
    ]


def test_a_notebook_becomes_a_page() -> None:
    table = {"text/plain": ["x"], "text/html": ["<table>\n", "\n", "<tr><td>1</table>"]}
    notebook = """{"cells": [
        {"cell_type": "markdown", "source": ["# Title\\n", "\\n", "Text."]},
        {"cell_type": "code", "source": "print(1)", "outputs": [
            {"output_type": "stream", "text": ["1\\n"]}, {"output_type": "display_data", "data": %s}]}]}"""
    page = notebooks.page(notebook % str(table).replace("'", '"').replace("\n", "\\n"), "first.ipynb")
    assert page.startswith('# Title\n\n<a href="first.ipynb" download>')
    assert "Text.\n\n```python\nprint(1)\n```\n\n```text\n1\n```\n" in page
    assert "<table>\n<tr><td>1</table>" in page


# The built site.


class Loaded(HTMLParser):
    """Collects the addresses of all that a browser loads for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "object"):
            self.addresses += [found.get(name) or "" for name in ("src", "data")]
            self.addresses += [part.split()[0] for part in (found.get("srcset") or "").split(",") if part.strip()]
        if tag == "link" and (found.get("rel") or "") not in ("canonical", "prev", "next"):
            self.addresses.append(found.get("href") or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` builds it."""
    for package in ("mkdocs", "material", "mkdocstrings_handlers.python"):
        pytest.importorskip(package, reason="the packages of the extra docs are not installed")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def loaded_by(site: Path) -> Iterator[tuple[str, str]]:
    """Yield the addresses that pages and style sheets load, each with its file."""
    for path in sorted(site.rglob("*.html")):
        parser = Loaded()
        parser.feed(path.read_text("utf-8"))
        yield from ((path.relative_to(site).as_posix(), address) for address in parser.addresses)
    for path in sorted(site.rglob("*.css")):
        text = path.read_text("utf-8")
        yield from ((path.relative_to(site).as_posix(), address) for address in re.findall(r"url\(([^)]*)\)", text))


def test_the_site_is_built_and_nothing_in_it_is_loaded_from_elsewhere(site: Path) -> None:
    assert (site / "index.html").is_file()
    found = list(loaded_by(site))
    assert any(address.endswith(".css") for _, address in found)
    assert [item for item in found if re.match(r"['\"]?(https?:)?//", item[1])] == []
    assert "generated:" not in "".join(path.read_text("utf-8") for path in site.glob("reference/*.html"))


def recorder(asked: list[str]) -> Callable[[Request], None]:
    """Return a function that notes the address of each request."""
    return lambda request: asked.append(request.url)


def test_search_works_from_a_folder_and_asks_nobody(site: Path) -> None:
    pytest.importorskip("playwright.sync_api", reason="the site is opened by Playwright")
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("there is no Chromium")
    from studio_browser import started_browser

    from attacks.window import NARROW, WIDE, window

    with started_browser() as browser:
        for size in (WIDE, NARROW):
            with window(browser, size) as page:
                asked: list[str] = []
                page.on("request", recorder(asked))
                page.goto((site / "reference" / "sets.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
                page.keyboard.press("/")
                page.keyboard.type("universal")
                page.locator(".md-search-result__item").first.wait_for(timeout=30_000)
                assert [address for address in asked if not address.startswith(("file:", "data:", "about:"))] == []
