"""``make results``: our engines and other tools on every set that is here, as the table in ``measurements/tools.md``.

The table is written between two comments of that page. With ``--limit`` fewer pages are measured, with ``--engine``
fewer engines, and the table is only printed. `benchmarks.overview` draws a figure of the new table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.overview import draw
from benchmarks.pages import DATA
from benchmarks.written import MEASUREMENTS
from ncleaner.cli.argument_types import folder
from ncleaner.cli.commands.compare import available
from ncleaner.cli.evaluation import PEER_PATH_HELP
from ncleaner.engines import ENGINES, default_model, find
from ncleaner.evaluate.peers import Peer, set_peer_path
from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
from ncleaner.evaluate.run import evaluate
from ncleaner.evaluate.silence import silence
from ncleaner.gold.sets import Set, read_set
from ncleaner.metrics.counts import macro, micro
from ncleaner.models import load as load_model
from ncleaner.system.files import write_file
from ncleaner.system.progress import progress

PAGE = MEASUREMENTS / "tools.md"
BEGIN = "<!-- results: written by make results -->"
END = "<!-- end of results -->"
SEEN = "–"  # instead of a figure


@dataclass(frozen=True)
class Source:
    """A set to measure on: what to call it, where it is, the folder of its gold texts, and whether bags count there."""

    title: str
    folder: str
    gold: str = "gold"
    bag: bool = False

    def read(self) -> Set | None:
        """The set, if it is here."""
        folder = DATA / self.folder
        if not (folder / self.gold).is_dir():
            return None
        return read_set(folder, gold=self.gold)


SOURCES = (
    Source("CleanEval final, part a", "cleaneval-final-a"),
    Source("L3S-GN1", "l3s-gn1"),
    Source("Dragnet", "dragnet"),
    Source("Dragnet with comments", "dragnet", "gold-with-comments"),
    Source("WCXB development", "wcxb-dev", bag=True),
)


def main() -> int:
    """Measure, print the table, and put it into the page."""
    options = _options()
    in_full = options.limit is None and options.engines is None
    if in_full and not _has_markers(options.page):
        print(f"{options.page} needs the lines {BEGIN} and {END}, between which the table goes", file=sys.stderr)
        return 1
    silence()
    if options.peer_path:
        set_peer_path(options.peer_path)
    engines = available(options.engines or list(ENGINES))
    measured = list(_measured(engines, options.limit, options.workers))
    if not measured:
        print(f"no sets in {DATA}; set NCLEANER_DATA to the folder of data sets", file=sys.stderr)
        return 1
    table = "\n".join([*_table(engines, measured), "", _caption(measured)])
    print(table)
    if in_full:
        _write(options.page, table)
        draw(options.page.read_text("utf-8"))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results", description=__doc__)
    parser.add_argument("--limit", type=int, metavar="N", help="measure on N pages of each set, and only print")
    parser.add_argument("--engine", action="append", dest="engines", metavar="NAME", help="one of some engines only")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that share the work")
    parser.add_argument("--peer-path", type=folder, action="append", metavar="DIR", help=PEER_PATH_HELP)
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="the page to write to")
    return parser.parse_args()


def _measured(engines: Sequence[str], limit: int | None, workers: int) -> Iterator[tuple[Source, Evaluation]]:
    for source in SOURCES:
        pages = source.read()
        if pages is None:
            print(f"left out: no {source.folder}/{source.gold} in {DATA}", file=sys.stderr)
            continue
        if limit is not None:
            pages = pages.limited(limit)
        print(f"{source.title}: {len(pages.pages)} pages, {len(engines)} engines", file=sys.stderr)
        with progress() as advance:
            yield source, evaluate(pages, engines, workers=workers, progress=advance)


def _table(engines: Sequence[str], measured: Sequence[tuple[Source, Evaluation]]) -> Iterator[str]:
    """The lines of the table in Markdown, the best figure of each column in bold."""
    headings, columns = [], []
    for source, evaluation in measured:
        pages = len(evaluation.engines[0].pages)
        headings.append(f"{source.title}, {pages} pages")
        unseen = [None if _has_seen(engine.name, source.folder) else engine for engine in evaluation.engines]
        columns.append(_accuracy(unseen))
        if source.bag:
            headings.append(f"{source.title}, bags of words")
            columns.append(_bold_best([f"{_bag(engine):.1f}" if engine else SEEN for engine in unseen]))
    everything = [_all_pages(index, measured) for index in range(len(engines))]
    headings += ["CPU ms/page", "MB/s"]
    columns.append(_bold_best([f"{1e3 * _seconds(pages) / len(pages):.1f}" for pages in everything], min))
    columns.append(
        _bold_best([f"{sum(page.size for page in pages) / _seconds(pages) / 1e6:.1f}" for pages in everything])
    )
    yield "| | " + " | ".join(headings) + " |"
    yield "|---|" + "---:|" * len(headings)
    for name, *cells in zip(engines, *columns, strict=True):
        yield f"| `{name}` | " + " | ".join(cells) + " |"


def _caption(measured: Sequence[tuple[Source, Evaluation]]) -> str:
    """What the figures are."""
    sets = ", ".join(dict.fromkeys(f"`{source.folder}`" for source, _ in measured))
    versions = _versions(measured[0][1].engines)
    named = f" Versions: {', '.join(versions)}." if versions else ""
    return (
        f"F of words in percent, micro / macro, on {sets}; bags of words: mean F of the pages. CPU time is from bytes"
        f" to text, over all of these pages, the engines taking turns at every page. {SEEN}: the engine's model has"
        f" learnt from these pages.{named}"
    )


def _versions(engines: Sequence[EngineResult]) -> list[str]:
    """The versions of the other tools that take part."""
    classes = [find(engine.name) for engine in engines]
    found = [version for cls in classes if issubclass(cls, Peer) for version in cls.versions()]
    return sorted(dict.fromkeys(found), key=str.lower)


def _has_seen(engine: str, folder: str) -> bool:
    """Whether the model of an engine has learnt from a set."""
    model = default_model(engine)
    return model is not None and any(part["set"] == folder for part in load_model(model).training)


def _accuracy(engines: Sequence[EngineResult | None]) -> list[str]:
    """Micro and macro F of words, of each engine that has not seen the pages before."""
    counts = [[page.counts["words"] for page in engine.pages] if engine else None for engine in engines]
    micros = _bold_best([f"{100 * micro(pages).f:.1f}" if pages else SEEN for pages in counts])
    macros = _bold_best([f"{100 * macro(pages).f.value:.1f}" if pages else SEEN for pages in counts])
    return [f"{one} / {other}" if one != SEEN else SEEN for one, other in zip(micros, macros, strict=True)]


def _bag(engine: EngineResult) -> float:
    return 100 * macro([page.counts["bag"] for page in engine.pages]).f.value


def _all_pages(index: int, measured: Sequence[tuple[Source, Evaluation]]) -> list[PageResult]:
    return [page for _, evaluation in measured for page in evaluation.engines[index].pages]


def _seconds(pages: Sequence[PageResult]) -> float:
    return sum(page.seconds for page in pages)


def _bold_best(figures: list[str], best: Callable[..., float] = max) -> list[str]:
    winner = best((float(figure) for figure in figures if figure != SEEN), default=0.0)
    return [f"**{figure}**" if figure != SEEN and float(figure) == winner else figure for figure in figures]


def _has_markers(path: Path) -> bool:
    text = path.read_text("utf-8")
    return BEGIN in text and END in text.partition(BEGIN)[2]


def _write(path: Path, table: str) -> None:
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    write_file(str(path), f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


if __name__ == "__main__":
    sys.exit(main())
