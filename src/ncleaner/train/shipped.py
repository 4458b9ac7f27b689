"""``make models``: the recipes of the models that come with ncleaner, and the sets that they learn from.

Those of ``ngram`` and ``forest`` learn from the two sets whose licences and purposes permit it. The 58 pages of
CleanEval count as much as a quarter of the 1,310 of WCXB: together the two generalise far better than either alone.
Those of ICE learn from the pages of CleanEval, as in the paper; the gold texts of WCXB have no headings and list items.
That of FIASCO learns from the pages of CleanEval and some of WCXB: they have to be rendered by Chromium (with the
same version and fonts if the same bytes are to come out), and the time to fit a support vector machine grows with the
square of what it learns from.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from ncleaner.cli.commands.train import summary
from ncleaner.errors import NCleanerError
from ncleaner.gold.sets import Set, read_set
from ncleaner.models import ENDING, FOLDER
from ncleaner.models.format import Model, pack
from ncleaner.system.files import write_bytes
from ncleaner.system.progress import progress
from ncleaner.train.examples import Progress, examples_of, lessons
from ncleaner.train.fiasco.training import train as train_machines
from ncleaner.train.forest import train as train_forest
from ncleaner.train.ice.ga import train as train_expression
from ncleaner.train.ice.lm import train as train_threshold
from ncleaner.train.ice.tree import WAYS
from ncleaner.train.ice.tree import train as train_tree
from ncleaner.train.ngram import train_on
from ncleaner.train.recipe import Recipe

SETS = {"cleaneval-dev": 6, "wcxb-dev": 1}
"""Name to how many times each page counts."""

RECIPES = {
    "english": Recipe(n=3, q=0.5, mode=1, dirty="differential"),
    "universal": Recipe(n=6, q=0.4, mode=3, dirty="aligned"),
}

FOREST = "forest"
ICE_SET = "cleaneval-dev"
FIASCO_PAGES = {"cleaneval-dev": 1000, "wcxb-dev": 200}
"""How many pages of each set FIASCO learns from, at most."""
LANGUAGE = "en"  # of the pages in both sets, but for a few

LARGEST = 2_000_000  # bytes of a model that comes with ncleaner


def main(data: str, folder: str = FOLDER) -> int:
    """Train all models on the sets in one folder, and write them to another."""
    sets = [(read_set(os.path.join(data, name)), weight) for name, weight in SETS.items()]
    total = sum(len(set.pages) for set, _ in sets)
    with progress() as advance:
        pages = lessons(examples_of(sets), advance, total)
        for name, recipe in RECIPES.items():
            _write(train_on(pages, recipe, progress=advance), name, folder)
        forest = train_forest(examples_of(sets), language=LANGUAGE, total=total, progress=advance)
        _write(forest, FOREST, folder)
        pages_of_ice = [(set, 1) for set, _ in sets if set.name == ICE_SET]
        for name, model in ice_models(pages_of_ice, advance):
            _write(model, name, folder)
        _write(fiasco_model(sets, advance), "fiasco", folder)
    return 0


def fiasco_model(sets: Sequence[tuple[Set, int]], progress: Progress) -> Model:
    """The model of FIASCO."""
    from ncleaner.engines.fiasco.visual.cache import default_folder

    chosen = [(set.limited(FIASCO_PAGES[set.name]), 1) for set, _ in sets]
    total = sum(len(set.pages) for set, _ in chosen)
    return train_machines(examples_of(chosen), cache=default_folder(), total=total, progress=progress)


def ice_models(sets: Sequence[tuple[Set, int]], progress: Progress) -> Iterator[tuple[str, Model]]:
    """The models of ICE, each with its name, which is that of its engine."""
    for name in WAYS:
        yield name, train_tree(examples_of(sets), name, progress=progress)
    yield "ice-lm", train_threshold(examples_of(sets), progress=progress)
    yield "ice-ga", train_expression(examples_of(sets), workers=os.cpu_count() or 1, progress=progress)


def _write(model: Model, name: str, folder: str) -> None:
    packed = pack(model.header, model.arrays)
    if len(packed) > LARGEST:
        raise NCleanerError(f"the model {name} has more than {LARGEST} bytes: let its recipe prune it")
    path = os.path.join(folder, name + ENDING)
    write_bytes(path, packed)
    print("\n".join(summary(model, path)))


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except NCleanerError as error:
        sys.exit(f"ncleaner: {error}")
