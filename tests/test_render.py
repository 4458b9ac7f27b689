"""Tests that all output formats share."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from render_documents import document, every_second, soups

from ncleaner.errors import UnknownNameError
from ncleaner.render import EXTENSIONS, FORMATS, renderer

# Modules that take longer to import than a page takes to clean.
SLOW_MODULES = ("argparse", "dataclasses", "enum", "html", "inspect", "json", "logging", "pathlib", "re", "typing")


def test_every_format_has_a_description_and_a_file_name_ending() -> None:
    assert list(FORMATS) == list(EXTENSIONS)
    assert all(FORMATS.values())
    assert all(ending.startswith(".") for ending in EXTENSIONS.values())


def test_an_unknown_format_is_rejected_with_the_known_names() -> None:
    with pytest.raises(UnknownNameError, match=r"no output format 'pdf'.*markdown"):
        renderer("pdf")
    with pytest.raises(ValueError, match="fields"):
        renderer("fields")  # a module of the package, but not a format


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("all", [False, True])
def test_pages_without_visible_text(format: str, all: bool) -> None:
    for page in ("", "<p>", "<script>x</script>", "<p hidden>secret</p>", "\0", "<title>only</title>"):
        text = document(page).to(format, all=all)
        assert not text or text.endswith("\n")
        assert "secret" not in text or all or format in ("json", "jsonl", "decisions")


@pytest.mark.parametrize("format", FORMATS)
@given(page=soups)
def test_any_page_renders_to_encodable_text(format: str, page: str) -> None:
    cleaned = document(page, drop=every_second)
    for all in (False, True):
        text = cleaned.to(format, all=all)
        assert text.encode("utf-8")[-1:] in (b"", b"\n")


def test_plain_text_imports_no_slow_module() -> None:
    program = f"""
import sys
sys.path[:] = {sys.path!r}
before = set(sys.modules)
import ncleaner.render
ncleaner.render.renderer("txt")
new = set(sys.modules) - before
assert "ncleaner.render.txt" in new
assert "ncleaner.render.json" not in new
print(*sorted(new & set({SLOW_MODULES!r})))
"""
    result = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""
