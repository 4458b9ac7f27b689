"""What to do with comments: the values of ``comments`` of `ncleaner.engines.forest.containers.Containers`."""

from __future__ import annotations

AUTO = 0  # leave them out below an article, unless the page is a discussion
KEEP = 1
DROP = 2
