"""Drawings of the explanation pages that show data of an example page.

``python -m documentation.drawings`` writes them to ``docs/explanation/images/``. They show what the default engine says
about `EXAMPLE`, so they change with the model: run the command again then, and commit what it writes.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = "examples/news.html"
IMAGES = "docs/explanation/images"
