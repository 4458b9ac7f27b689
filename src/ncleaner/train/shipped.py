"""``make models``: the models that come with ncleaner, their options, and the sets that they are trained on.

All sets have licences that permit it. CleanEval and WCXB have gold texts of whole pages; the 58 pages of CleanEval
together weigh about a quarter of the 1,310 of WCXB. The two sets together generalise far better than either alone. The
other sets have articles and discussions in some 30 languages; a page of theirs weighs more than one of WCXB, because
there are fewer. Their gold texts teach ``forest`` the scope of articles, and ``universal`` what text in other languages
looks like.

The models of ICE are trained on the pages of CleanEval, as in the paper; the gold texts of WCXB have no headings and
list items. The model of FIASCO is trained on the pages of CleanEval and some of WCXB: Chromium has to render them (the
same bytes need the same version and fonts), and the time to fit a support vector machine grows with the square of the
number of examples.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from ncleaner.engines.forest.site_evidence import FILE
from ncleaner.errors import NCleanerError
from ncleaner.gold.sets import Set, read_set
from ncleaner.models import ENDING, FOLDER
from ncleaner.models.format import Model, pack
from ncleaner.system.files import write_bytes
from ncleaner.system.progress import progress
from ncleaner.train.examples import Progress, examples_of
from ncleaner.train.recipe import ENGLISH, UNIVERSAL
from ncleaner.train.summary import summary
from ncleaner.train.trainers import find_trainer

PAGES = {"cleaneval-dev": 6, "wcxb-dev": 1}
ARTICLES = {"fundus-a": 3, "magic-a": 3, "harvest-a": 3, "zh-blogs": 2}
SNIPPETS = {"trafilatura-a": 2}
SETS = PAGES | ARTICLES | SNIPPETS
"""Name to the weight of each page, by what the gold texts of the set are about."""

LARGEST = 3_000_000  # bytes of a model that comes with ncleaner
DIGESTS = "SHA256SUMS"
SITE_EVIDENCE = "forest-site"
"""The name of the weights of evidence from sites, which are trained like a model, on the sets of ``forest``."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A model that comes with ncleaner: its engine, the options of training, the weights of sets, and page limits."""

    engine: str
    options: Mapping[str, Any] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=lambda: PAGES)
    limits: Mapping[str, int] = field(default_factory=dict)


CLEANEVAL = {"cleaneval-dev": 1}

MODELS = {
    "english": Shipped("ngram", asdict(ENGLISH)),
    "universal": Shipped("ngram", asdict(UNIVERSAL), PAGES | ARTICLES),
    "forest": Shipped("forest", {"language": "en"}, SETS),
    "ice-tree": Shipped("ice-tree", weights=CLEANEVAL),
    "ice-tree-plus": Shipped("ice-tree-plus", weights=CLEANEVAL),
    "ice-lm": Shipped("ice-lm", weights=CLEANEVAL),
    "ice-ga": Shipped("ice-ga", {"workers": os.cpu_count() or 1}, weights=CLEANEVAL),
    "fiasco": Shipped("fiasco", {"visual": "yes"}, dict.fromkeys(PAGES, 1), {"cleaneval-dev": 1000, "wcxb-dev": 200}),
}


def main(data: str, folder: str = FOLDER, *names: str) -> int:
    """Train models, by default all, on the sets below the folder ``data``, and write them to another folder."""
    sets = {name: read_set(os.path.join(data, name)) for name in SETS}
    with progress() as advance:
        for name in names or (*MODELS, SITE_EVIDENCE):
            if name == SITE_EVIDENCE:
                _write_site_evidence(sets, folder, advance)
            else:
                _write(trained(MODELS[name], sets, advance), name, folder)
    write_digests(folder)
    return 0


def trained(model: Shipped, sets: Mapping[str, Set], progress: Progress) -> Model:
    """Return the model, trained on its sets."""
    chosen = [
        (sets[name].limited(model.limits[name]) if name in model.limits else sets[name], weight)
        for name, weight in model.weights.items()
    ]
    total = sum(len(set.pages) for set, _ in chosen)
    trainer = find_trainer(model.engine)
    return trainer.train(examples_of(chosen), total=total, progress=progress, **model.options)


def _write_site_evidence(sets: Mapping[str, Set], folder: str, progress: Progress) -> None:
    """Learn the weights of evidence from sites, and write them beside the models."""
    from ncleaner.train.sites import train

    recipe = MODELS["forest"]
    examples = examples_of([(sets[name], weight) for name, weight in recipe.weights.items()])
    found = train(examples, language=recipe.options["language"], progress=progress)
    path = os.path.join(folder, FILE)
    write_bytes(path, pack(found.header, found.arrays))
    print(f"{path}: weights of evidence from sites")


def _write(model: Model, name: str, folder: str) -> None:
    packed = pack(model.header, model.arrays)
    if len(packed) > LARGEST:
        raise NCleanerError(f"the model {name} is larger than {LARGEST} bytes: set `prune` in its recipe")
    path = os.path.join(folder, name + ENDING)
    write_bytes(path, packed)
    print("\n".join(summary(model, path)))


def write_digests(folder: str) -> None:
    """Write the SHA-256 of each model and of the weights in a folder, as ``sha256sum --check`` reads them."""
    lines = []
    for file in sorted(name for name in os.listdir(folder) if name.endswith(ENDING) or name == FILE):
        with open(os.path.join(folder, file), "rb") as model:
            lines.append(f"{sha256(model.read()).hexdigest()}  {file}\n")
    write_bytes(os.path.join(folder, DIGESTS), "".join(lines).encode())


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except NCleanerError as error:
        sys.exit(f"ncleaner: {error}")
