"""The code in the documentation runs, each page as one session, and prints what the page says."""

from __future__ import annotations

import json
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
    notebook = json.loads(path.read_text("utf-8"))
    with documented.Python(folder) as python:
        for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
            status, printed, shown = python.shown(notebooks.joined(cell["source"]), f"{path.name}, cell {number}")
            assert status == 0, printed
            expected = "".join(f"{notebooks.plain(output)}\n" for output in cell["outputs"])
            found = f"{printed}\n{shown.get('text/plain', '')}"
            if documented.CORRECTS and "…" not in expected:
                cell["outputs"] = notebooks.outputs(printed, shown, number)
            elif not documented.matches(" ".join(expected.split()), " ".join(found.split())):
                raise AssertionError(f"{path.name}: code cell {number} has\n{expected}\nbut shows\n{found}")
    if documented.CORRECTS:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


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


def test_a_page_can_be_corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documented, "CORRECTS", True)
    page = "```sh\necho one\n```\n\n```text\ntwo\nthree\n```\n\n- x\n\n    ```python\n    print(1, '\\n', 2)\n    ```\n"
    page += "    ```text\n    3\n    ```\n\nEnd.\n"
    (tmp_path / "page.md").write_text(page, "utf-8")
    (tmp_path / "session").mkdir()
    documented.session(tmp_path / "page.md", tmp_path / "session")
    corrected = page.replace("two\nthree", "one").replace("    3", "    1\n     2")
    assert (tmp_path / "page.md").read_text("utf-8") == corrected


@pytest.mark.parametrize(
    ("expected", "printed", "corrected"),
    [
        ("a\nb", "a\nc\nd\n", "a\nc\nd"),
        ("a … 1\nb", "a x 1\nc", "a … 1\nc"),
        ("a\n…\nb … 1\nc", "x\n1\n2\nb y 1\nz", "x\n…\nb … 1\nz"),
        ("a\n…", "b\n1\n2", "b\n…"),
    ],
)
def test_lines_with_an_ellipsis_stay_in_a_correction(expected: str, printed: str, corrected: str) -> None:
    assert documented.correction(expected, printed) == corrected


def test_a_notebook_shows_values_beside_what_it_prints(tmp_path: Path) -> None:
    with documented.Python(tmp_path) as python:
        code = (
            "class A:\n    def _repr_html_(self): return '<b>a</b>'\n    def __repr__(self): return 'a'\nprint(1)\nA()"
        )
        status, printed, shown = python.shown(code)
        assert (status, printed, shown) == (0, "1\n", {"text/plain": "a", "text/html": "<b>a</b>"})
        assert python.shown("x = 1") == (0, "", {})
        first, second = notebooks.outputs(printed, shown, 7)
    assert notebooks.plain(first) == "1\n"
    assert notebooks.plain(second) == "a"
    assert second["execution_count"] == 7
