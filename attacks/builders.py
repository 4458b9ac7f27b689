"""The helpers of the tests, which are no package, for the attacks to import."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"

if str(TESTS) not in sys.path:
    sys.path.insert(0, str(TESTS))
