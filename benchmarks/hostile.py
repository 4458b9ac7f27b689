"""The hostile pages of the tests, which are no package, for the benchmarks to import."""

from __future__ import annotations

import sys

from benchmarks.pages import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from hostile import GENERATORS, Generator
from hostile_formats import FORMAT_GENERATORS
from hostile_structures import STRUCTURE_GENERATORS

__all__ = ["FORMAT_GENERATORS", "GENERATORS", "STRUCTURE_GENERATORS", "Generator"]
