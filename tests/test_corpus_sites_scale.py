"""Many pages of many sites in no order: what is learnt of them does not fill the memory.

The environment variable ``NCLEANER_SITE_RECORDS`` sets the number of pages; 200,000 take some minutes.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
import site_examples
from corpus_memory import measured

from ncleaner import backend

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs /proc"),
]

RECORDS = int(os.environ.get("NCLEANER_SITE_RECORDS", "2000" if backend.name() == "compiled" else "400"))
PAGES_PER_SITE = 4
MOST_MEMORY = 300 << 20


def write_crawl(path: Path, records: int) -> None:
    """Write pages of sites of four pages each, on the average, in no order."""
    chance = random.Random(4)
    sites = records // PAGES_PER_SITE
    with path.open("w", encoding="utf-8") as file:
        for number in range(records):
            site = chance.randrange(sites)
            promotion = f"{site_examples.paragraph(f'site {site}')[:60]} in every letter."
            html = site_examples.page(number, promotion=promotion).decode()
            file.write(json.dumps({"url": f"https://www.site-{site}.example/{number}", "html": html}) + "\n")


def test_two_workers_and_their_parent_stay_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_crawl(tmp_path / "crawl.jsonl", RECORDS)
    output = tmp_path / "corpus"
    options = ("--sites", "--workers", "2", "--shard-size", "1" if RECORDS < 100_000 else "16", "-q")
    memory = measured(str(tmp_path / "crawl.jsonl"), "-o", str(output), *options)
    summary = json.loads((output / "summary.json").read_text("utf-8"))
    assert (summary["pages"], summary["sites"]["pages"]) == (RECORDS, RECORDS)
    assert summary["sites"]["sites"] > RECORDS // PAGES_PER_SITE * 0.9
    assert summary["site_pages"] > RECORDS / 2
    with capsys.disabled():
        print(f"\n{RECORDS} pages: {memory.shares >> 20} MiB, {memory.resident >> 20} MiB counting shared memory twice")
    assert memory.shares < MOST_MEMORY
