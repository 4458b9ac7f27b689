"""Models that do not know the pages to annotate: trained as the shipped ones, but without some sets.

The shipped models have learnt from all sets that are annotated here, so they would suggest what they have seen. Of the
other sets, pages of the same sites are left out, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.sets import Pair, Set, read_set
from ncleaner.models import ENDING, load
from ncleaner.models.format import Model, read, write
from ncleaner.train.examples import Progress
from ncleaner.train.shipped import MODELS, SETS, trained

NAMES = ("forest", "english", "universal")
CHINESE_SHARE = 0.2  # of the characters of a gold text
FORUM = "forum"


@dataclass(frozen=True, slots=True)
class Base:
    """The three models that share their pages. ``is_shipped`` says that they are the shipped ones."""

    forest: Model
    english: Model
    universal: Model
    is_shipped: bool = False

    def cleaner(self, forest: Model | None = None) -> Cleaner:
        """Return a cleaner with the trees of the base, or with others that were adapted from them."""
        engine = Forest(self.forest if forest is None else forest)
        if not self.is_shipped:
            engine.universal = self.unlabelled()
            engine.universal.lock = engine.lock
        return Cleaner(engine=engine)

    def unlabelled(self) -> Ngram:
        """Return the n-grams for other languages as an engine."""
        return Ngram(self.universal)


def shipped() -> Base:
    """Return the shipped models."""
    return Base(load("forest"), load("english"), load("universal"), is_shipped=True)


def without(data: Path, held_out: str, store: Path | None, progress: Progress) -> Base:
    """Return models without the ``"news"`` or the ``"chinese"`` pages.

    Those in the folder ``store`` are not trained again.
    """
    found: dict[str, Model] = {}
    for name in NAMES:
        path = None if store is None else store / f"{held_out}-{name}{ENDING}"
        if path is not None and path.exists():
            found[name] = read(path)
            continue
        sets = _sets(data, held_out)
        recipe = MODELS[name]
        weights = {set: weight for set, weight in recipe.weights.items() if set in sets}
        found[name] = trained(replace(recipe, weights=weights), sets, progress)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, found[name].header, found[name].arrays)
    return Base(found["forest"], found["english"], found["universal"])


def _sets(data: Path, held_out: str) -> Mapping[str, Set]:
    sets = {name: read_set(data / name) for name in SETS}
    if held_out == "news":
        return _without_sites(sets, ["fundus-a"], frozenset())
    chinese = frozenset(pair.id for pair in sets["magic-a"].pages if is_chinese(pair))
    return _without_sites(sets, ["zh-blogs", "cleaneval-dev"], chinese)


def _without_sites(sets: dict[str, Set], names: list[str], ids: frozenset[str]) -> dict[str, Set]:
    """Return the sets without some sets, some pages, and all pages of the same sites."""
    gone = [pair for name in names for pair in sets[name].pages]
    gone += [pair for set in sets.values() for pair in set.pages if pair.id in ids]
    sites = frozenset(pair.site for pair in gone)
    return {
        name: replace(set, pages=[pair for pair in set.pages if pair.site not in sites])
        for name, set in sets.items()
        if name not in names
    }


def is_chinese(pair: Pair) -> bool:
    """Return whether a gold text is in Chinese, or in Japanese."""
    if pair.snippets is not None:
        return False
    gold = pair.gold()
    return sum("\u3040" <= character <= "\u9fff" for character in gold) > CHINESE_SHARE * len(gold)
