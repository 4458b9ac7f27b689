"""A crawl of a few sites for tests, as JSON Lines, and jobs that learn them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import corpus_jobs
import site_examples
from corpus_jobs import SITE_TRAP

from ncleaner.corpus import SiteOptions
from ncleaner.corpus.job import Outcome

LARGE = ("https://www.harbour.example/", "http://a.blogspot.com/", "http://b.blogspot.com/")
SMALL = "https://small.example/"
SHARD = 8 << 10  # bytes, which is a few pages

BY_DOMAIN = SiteOptions()

SCRIPT = "import corpus_sites; corpus_sites.main()"


def promotion(site: str) -> str:
    """Return the sentence that stands on all pages of a site."""
    return f"Sign up for our {site.split('/')[2].split('.')[-2]} newsletter and read it at home every Friday."


def page(site: str, number: int, mark: bytes = b"") -> bytes:
    """Return a page of a site."""
    name = "story" if site in LARGE else "tale"
    return mark + site_examples.page(number, promotion=promotion(site), name=name)


def write_crawl(path: Path, pages: int, marks: dict[int, bytes] | None = None, small: int = 2) -> Path:
    """Write a crawl with so many pages of each of the large sites, some of them marked, and of a small one."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(pages):
            for site in LARGE if number >= small else (*LARGE, SMALL):
                mark = (marks or {}).get(number, b"") if site == LARGE[0] else b""
                html = page(site, number, mark).decode()
                file.write(json.dumps({"id": f"{site}{number}", "url": f"{site}{number}", "html": html}) + "\n")
    return path


def job(crawl: Path, output: Path, *, sites: SiteOptions | None = BY_DOMAIN, **options: Any) -> Outcome:
    """Run a job in small shards that learns sites."""
    return corpus_jobs.job(crawl, output, **{"engine": SITE_TRAP, "shard_size": SHARD, "sites": sites, **options})


def texts(output: Path) -> dict[str, str]:
    """Return the text of each page by its address."""
    rows = [
        json.loads(line)
        for path in sorted((output / "pages").iterdir())
        for line in path.read_text("utf-8").splitlines()
    ]
    return {row["url"]: row["text"] for row in rows}


def main() -> None:
    """Run the job in a process of its own."""
    crawl, output, workers = sys.argv[1:]
    job(Path(crawl), Path(output), workers=int(workers))
