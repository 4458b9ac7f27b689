"""Where the project and the sets of pages are."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("NCLEANER_DATA", ROOT.parent / "shared" / "data"))
