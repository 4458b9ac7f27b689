"""A worker for tests: reads pages from standard input, writes a digest of the features and decisions of each.

Pages and answers are like those of `digests`.
"""

from __future__ import annotations

import hashlib
import sys

from digests import read_pages


def main() -> None:
    """Write a digest of each page."""
    from ncleaner import Cleaner, backend
    from ncleaner.engines.forest.engine import POLICIES, TreeGrounds

    print(backend.name())
    cleaners = [Cleaner(engine="forest", comments=comments) for comments in POLICIES]
    for page in read_pages(sys.stdin.buffer):
        content = hashlib.sha256()
        for cleaner in cleaners:
            document = cleaner.clean(page)
            decisions = document.decisions
            content.update(document.kinds)
            content.update(decisions.keep)
            content.update(decisions.scores.tobytes())
            if isinstance(decisions.grounds, TreeGrounds):
                for features in filter(None, (decisions.grounds.features, decisions.grounds.comments)):
                    content.update(features.rows)
                    content.update(features.data)
        print(content.hexdigest())


if __name__ == "__main__":
    main()
