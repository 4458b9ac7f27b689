"""The code in the documentation runs, each page as one session, and prints what the page says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import documented
import pytest
from conftest import ROOT

from documentation import notebooks

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(os.name == "nt", reason="the pages show commands for a POSIX shell"),
]

# Commands write the pages with measurements, with the figures of one machine.
PAGES = [
    ROOT / "README.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if "measurements" not in path.parts),
]


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pages may use."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    folder = tmp_path_factory.mktemp("furnished")
    documented.furnish(folder)
    return folder


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_page_runs_and_prints_what_it_says(path: Path, furnished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "session"
    shutil.copytree(furnished, folder)
    documented.session(path, folder)


NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_notebook_runs_and_shows_what_it_has(path: Path, furnished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "session"
    shutil.copytree(furnished, folder)
    with documented.Python(folder) as python:
        for number, (source, outputs) in enumerate(notebooks.code_cells(path.read_text("utf-8")), 1):
            status, printed = python.run(source, f"{path.name}, cell {number}", display=True)
            assert status == 0, printed
            shown = "".join(f"{notebooks.plain(output)}\n" for output in outputs)
            assert documented.matches(" ".join(shown.split()), " ".join(printed.split())), (
                f"{path.name}: code cell {number} has\n{shown}\nbut prints\n{printed}"
            )


SESSION = """
```sh
echo one > file
ls examples/news.html crawl
```

```text
examples/news.html

crawl:
pages-0.warc.gz
…
```

- an item

    ```python
    text = open("file").read()
    ```

```python
print(text.strip(), 2)
```

```text
one 2
```

```python
from multiprocessing import get_context

def double(number): return 2 * number

if __name__ == "__main__":
    with get_context("spawn").Pool(1) as pool:
        print(pool.map(double, [text] if "text" in globals() else [4]))
```

```text
[8]
```

<!-- not run: needs the network -->
```sh
exit 3
```

```text
an example of what it prints
```
"""


def test_a_session_is_what_a_reader_would_have(furnished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "session"
    shutil.copytree(furnished, folder)
    (tmp_path / "page.md").write_text(SESSION, "utf-8")
    documented.session(tmp_path / "page.md", folder)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("```sh\nfalse\ntrue\n```\n", "page.md:2: the block fails with status 1"),
        ("```sh\necho one\n```\n```text\ntwo\n```\n", "-two\n+one"),
        ("\n```python\nx = 1\nraise ValueError('seven')\n```\n", r'page.md", line 4'),
        ("```python\nprint(1)\n```\n\n```text\n1\n2\n```\n", "page.md:2: the block prints something else"),
        ("```console\n$ ls\n```\n", "write console as"),
        ("<!-- not run: no time -->\n```sh\nls\n```\n", "write one of these reasons"),
        ("<!-- tested by: tests/test_nothing.py -->\n```sh\nls\n```\n", "there is no test"),
        ("<!-- tested by: tests/test_cli.py -->\n```sh\nls\n```\n", "does not mention page.md"),
    ],
)
def test_a_page_that_does_not_hold_fails(page: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(page, "utf-8")
    (tmp_path / "session").mkdir()
    with pytest.raises(AssertionError) as failure:
        documented.session(tmp_path / "page.md", tmp_path / "session")
    assert message in str(failure.value)


def test_an_ellipsis_stands_for_anything_and_blanks_at_the_ends_of_lines_do_not_count() -> None:
    assert documented.matches("one … four\nfive", "one two \nthree four  \nfive\n\n")
    assert not documented.matches("one … four", "one four five")
    assert not documented.matches("one.", "onex")
