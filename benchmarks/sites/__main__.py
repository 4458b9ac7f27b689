"""``python -m benchmarks.sites DATA``: measure the gain from other pages of a site; write ``measurements/sites.md``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.sites import tables
from benchmarks.sites.found import found
from benchmarks.sites.measured import Engines, Measured, measured
from benchmarks.written import MEASUREMENTS, write
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.forest.site_evidence import weights_of
from ncleaner.gold.folds import folds_by_site
from ncleaner.gold.sets import read_set
from ncleaner.models import load
from ncleaner.models.format import Model
from ncleaner.train import sites
from ncleaner.train.examples import Progress, examples_of
from ncleaner.train.shipped import MODELS, SETS
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")
NAME = "sites.md"

VALIDATION = {"daniel-a": "auto", "dragnet": "drop", "l3s-gn1": "auto"}
"""The sets that no model has learnt from, and what is to become of comments there: Dragnet's gold texts have none."""

LEARNT = "wcxb-dev"
FOLDS = 5


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sites", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=MEASUREMENTS, metavar="DIR", help="where to write")
    parser.add_argument(
        "--base", metavar="MODEL", help=f"a forest that knows no site of {LEARNT}, instead of training one"
    )
    options = parser.parse_args(argv)
    return write(TEMPLATE, options.output / NAME, lambda advance: _pieces(options.data, options.base, advance))


def _pieces(data: Path, base: str | None, advance: Progress) -> Pieces:
    """Return all that goes into the page."""
    found_sets = [found(data, name) for name in (*VALIDATION, LEARNT)]
    model = load(DEFAULT_ENGINE)
    pages: dict[str, list[Measured]] = {}
    for one in found_sets[:-1]:
        pages[one.name] = measured(one, _same(Forest(model, comments=VALIDATION[one.name])), advance)
    engines = _unseen(data, None if base is None else load(base), advance)
    pages[f"{LEARNT}, out of fold"] = measured(found_sets[-1], engines, advance)
    return Pieces(
        {
            "found_table": tables.found_rows(found_sets),
            "gain_table": tables.gain_rows(pages),
            "curve_table": tables.curve_rows(pages),
        }
    )


def _same(engine: Forest) -> Engines:
    return lambda _: engine


def _unseen(data: Path, base: Model | None, advance: Progress) -> Engines:
    """Return a function that returns, for a page of the training sets, an engine that does not know its site.

    One forest knows no site with several pages; the weights of the evidence are learnt without a fifth of the sites.
    """
    examples = list(examples_of([(read_set(data / name), weight) for name, weight in SETS.items()]))
    alone, together = sites.divided(examples)
    if base is None:
        base = sites.base_of(alone, str(MODELS["forest"].options["language"]), advance)
    pages = sites.seen(together, base, advance)
    site_of = {example.id: example.site for example in together}
    engines: dict[str, Forest] = {}
    for fold in folds_by_site(site_of, FOLDS):
        unseen = frozenset(fold)
        engine = Forest(base)
        engine.site_weights = weights_of(sites.weights([page for page in pages if page.id not in unseen]))
        engines |= dict.fromkeys(fold, engine)
    return engines.__getitem__


if __name__ == "__main__":
    sys.exit(main())
