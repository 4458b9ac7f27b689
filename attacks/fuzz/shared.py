"""What the tests have and the fuzzer shares: the grammar for plain text, hostile pages, and html5lib's cases."""

from __future__ import annotations

import sys

from attacks.fuzz.places import ROOT

sys.path.insert(0, str(ROOT / "tests"))

import hostile
import html5lib_cases
import text_grammar

__all__ = ["hostile", "html5lib_cases", "text_grammar"]
