"""``make models``: the recipes of the models that come with ncleaner, and the sets that they learn from.

All of them learn from the two sets whose licences and purposes permit it. The 58 pages of CleanEval count as much as a
quarter of the 1,310 of WCXB: together the two generalise far better than either alone.
"""

from __future__ import annotations

import os
import sys

from ncleaner.cli.progress import progress
from ncleaner.cli.train import summary
from ncleaner.errors import NCleanerError
from ncleaner.evaluate.sets import read_set
from ncleaner.files import write_bytes
from ncleaner.models import ENDING, FOLDER
from ncleaner.models.format import Model, pack
from ncleaner.train.examples import examples_of, lessons
from ncleaner.train.forest import train as train_forest
from ncleaner.train.ngram import train_on
from ncleaner.train.recipe import Recipe

SETS = {"cleaneval-dev": 6, "wcxb-dev": 1}
"""Name to how many times each page counts."""

RECIPES = {
    "english": Recipe(n=3, q=0.5, mode=1, dirty="differential"),
    "universal": Recipe(n=6, q=0.4, mode=3, dirty="aligned"),
}

FOREST = "forest"
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
    return 0


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
