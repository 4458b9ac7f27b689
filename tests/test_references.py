"""Character references: the common ones, and those that load the table of the standard library."""

from __future__ import annotations

import subprocess
import sys
from html.entities import html5

import pytest

from ncleaner.read.html import references

SCRIPT = """
import sys
from ncleaner import clean
print(clean(sys.argv[1], engine="dump").text.strip(), "html.entities" in sys.modules)
"""


def test_the_common_names_agree_with_the_standard() -> None:
    here = {name.decode(): chr(point) for name, point in references.COMMON.items()}
    assert here == {name: html5[name + ";"] for name in here}
    bare = {name for name in html5 if not name.endswith(";")}
    assert bare <= here.keys()
    assert max(map(len, bare)) == references.LONGEST_BARE


@pytest.mark.parametrize(
    ("page", "text", "loaded"),
    [
        ("<p>caf&eacute; &rarr; &copy2020 &AMP; a&page=1&ltd", "café → ©2020 & a&page=1<d", False),
        ("<p>x &notin; y &notit; z", "x ∉ y ¬it; z", True),
        ("<p>&NotEqualTilde; &unheard; &unheard", "≂̸ &unheard; &unheard", True),
    ],
)
def test_the_whole_table_is_loaded_only_for_pages_that_need_it(page: str, text: str, loaded: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", SCRIPT, page], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == f"{text} {loaded}\n"
