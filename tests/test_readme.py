"""The scripts in README.md run and print what it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import documented
import pytest
from conftest import ROOT

pytestmark = pytest.mark.once

PRINTED = {
    "From Python": r"Rain\nIt rained all day\.\n",
    "Structure": r"\[\['Day', 'High'\], \['Friday', '6:20'\]",
    "Coming from trafilatura": r'\{"title":"Rain",.*"text":"Rain\\nIt rained all day.*\}\nRain Rain\n',
    "Metadata": r"Rain \('Anna Berg',\) 2009-03-21 en\n(?s:.*)date time:text 75 101\n",
    "Corpora": r"[1-9]\d* [1-9]\d+\n$",  # pages and words
    "Sites": r"(True|False) Rye ",
    "Measuring": r"0\.\d+ 1\.0 ",
}


@pytest.mark.parametrize("section", PRINTED)
def test_the_scripts_run(section: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for script in documented.blocks("README.md", section):
        assert re.match(PRINTED[section], documented.run(script, tmp_path))
