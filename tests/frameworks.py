"""What the tests of other frameworks share: these take long to start, and it is not them who are compiled or not."""

from __future__ import annotations

import os
import re
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from conftest import ROOT

import ncleaner

_IS_SECOND = "NCLEANER_PURE" in os.environ and any(Path(ncleaner.__file__).parent.glob(f"*{EXTENSION_SUFFIXES[0]}"))

once = pytest.mark.skipif(_IS_SECOND, reason="this is tested with the compiled modules, which are here")


def example(section: str) -> str:
    """The lines of Python in a section of the page on integrations."""
    page = ROOT / "docs" / "integrations.md"
    if not page.is_file():
        pytest.skip("the documentation is not beside the tests")
    text = page.read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    blocks: list[str] = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return "".join(blocks)
