"""What ``ncleaner corpus --sites`` costs: two passes over an archive, beside one pass of a run without it.

The archive has real pages of real sites, 20 of each, which take turns. Both contenders write Parquet with all fields.
Each has a process of its own, and they take turns, too. Time is CPU time; the least of some rounds counts.
"""

from __future__ import annotations

import gzip
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.child import Child
from benchmarks.pages import DATA, missing
from benchmarks.report import Row, Table

SET = "daniel-a"
PAGES = 20  # of a site
LIMIT = 1.5  # times as long as without
ROUNDS = 8

WITHOUT = "ncleaner corpus (daniel-a)"
LEARNING = "the first pass alone"
WITH = "ncleaner corpus --sites"

Page = tuple[str, bytes]


def load() -> list[Page]:
    """Return the addresses and pages of the sites with enough pages: the first page of each site, then the second."""
    from ncleaner.corpus.sites.key import SiteKeys
    from ncleaner.corpus.sites.options import DOMAIN

    addresses = DATA / SET / "urls.tsv"
    if not addresses.is_file():
        return []
    keys = SiteKeys(DOMAIN)
    sites: defaultdict[str | None, list[Page]] = defaultdict(list)
    for line in addresses.read_text("utf-8").splitlines():
        id, _, url = line.partition("\t")
        page = gzip.decompress((DATA / SET / "html" / f"{id}.html.gz").read_bytes())
        sites[keys.name(url)].append((url, page))
    chosen = [pages[:PAGES] for pages in sites.values() if len(pages) >= PAGES]
    return [page for turn in zip(*chosen, strict=True) for page in turn]


def run(label: str, archive: str, folder: str) -> Callable[[], object]:
    """Return a function that does what a label says."""
    from ncleaner.corpus.run.part import SITES, STORE
    from ncleaner.corpus.run.task import Task
    from ncleaner.corpus.run.worker import ready
    from ncleaner.corpus.settings import Settings
    from ncleaner.corpus.sinks import SinkOptions
    from ncleaner.corpus.sites.merge import merged, write_store
    from ncleaner.corpus.sites.options import SiteOptions
    from ncleaner.corpus.sites.page_sites import PageSites
    from ncleaner.corpus.sources import plan

    options = SiteOptions()
    work = ready(Settings(SinkOptions("parquet"), sites=None if label == WITHOUT else options), folder)
    (piece,) = plan([archive], shard_size=1 << 40)
    store = Path(folder, STORE)
    store.parent.mkdir(parents=True)

    def learn() -> None:
        learnt = work.on(Task(0, piece, learn=True))
        paths = [str(Path(learnt.folder, SITES, "000000"))]
        write_store(str(store), options.key, merged(paths, options.key, folder))

    def both() -> None:
        learn()
        assert work.sites is not None
        work.sites = PageSites(options, work.sites.keys, work.cleaner, folder)  # a new process has no sites in memory
        work.on(Task(0, piece))

    return {WITHOUT: lambda: work.on(Task(0, piece)), LEARNING: learn, WITH: both}[label]


def table(write_archive: Callable[[Path, list[bytes], list[str]], None]) -> Table:
    """Return the table; ``write_archive`` writes an archive of pages and their addresses."""
    pages = load()
    result = Table(f"Learning sites ({len(pages)} pages of sites with {PAGES} pages)", ("ms/page", "times without"))
    if not pages:
        result.notes.append(missing(SET))
        return result
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "crawl.warc.gz")
        write_archive(archive, [page for _, page in pages], [url for url, _ in pages])
        result.rows += _rows(archive, len(pages))
    result.notes.append("CPU time of all passes; the limit is what --sites may take of the time without")
    return result


def _rows(archive: Path, count: int) -> Iterator[Row]:
    times: dict[str, list[float]] = {label: [] for label in (WITHOUT, LEARNING, WITH)}
    with ExitStack() as stack:
        children = {label: stack.enter_context(Child("crawl", label, str(archive))) for label in times}
        for _ in range(ROUNDS):
            for label, child in children.items():
                times[label].append(float(child.ask()))
    for label, found in times.items():
        factor = min(found) / min(times[WITHOUT])
        cells = f"{1000 * min(found) / count:.2f}", f"{factor:.2f}"
        yield Row(label, cells, factor, LIMIT if label == WITH else None)
