"""Training of ``ice-tree`` and ``ice-tree-plus``: instances are the elements of pages, classes come from gold texts.

``ice-tree`` follows the paper (section 3.3): five features, classes by search in the gold text, equal weights.
``ice-tree-plus`` follows the plans of the paper (sections 4 and 5): more features, classes by alignment, and weights,
because most errors of the published tree "resulted from discarding too many elements". There a kept element weighs
`KEPT` times as much as a dropped one, and longer elements weigh more. These settings are the best of about fourteen
tried with ten folds of CleanEval's development set, so the scores on that set are optimistic.

The model has two error rates: one for pages that the tree has not seen, and one for ten folds of elements regardless of
their pages, as in C4.5 and apparently in the paper. Elements of one page are similar, so the second is lower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ncleaner.engines.ice import DROPPED
from ncleaner.engines.ice.c45 import ORDER, Tree
from ncleaner.engines.ice.divergence import divergences
from ncleaner.engines.ice.features import FINER, PARENT_TAG, PUBLISHED, finer, published
from ncleaner.engines.ice.lexicon import check_packages, stop_words
from ncleaner.errors import NCleanerError
from ncleaner.models.format import Model, build
from ncleaner.train.examples import Example, Progress, training_sets
from ncleaner.train.folds import FOLDS
from ncleaner.train.ice import c45
from ncleaner.train.ice.pages import IcePage, classes_by_alignment, classes_by_search, held_out, read_pages
from ncleaner.train.ice.scores import Scores

if TYPE_CHECKING:
    from ncleaner.engines.ice.features import Value

KEPT = 4.0


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """The training settings of an engine: its features, and how to get the classes and weights of elements."""

    features: tuple[str, ...]
    rows: Callable[[IcePage], list[list[Value]]]
    classes: Callable[[IcePage], list[int]]
    kept: float = 1.0
    by_length: bool = False
    fewest: float = 2.0

    def weights(self, page: IcePage, classes: Sequence[int]) -> list[float]:
        """Return the weights of the visible elements."""
        lengths = (max(1, page.blocks.items[index].words) for index in page.visible)
        return [
            page.weight * (self.kept if kind != DROPPED else 1.0) * (length**0.5 if self.by_length else 1.0)
            for kind, length in zip(classes, lengths, strict=True)
        ]


SETTINGS = {
    "ice-tree": TreeSettings(PUBLISHED, lambda page: published(page.blocks, page.visible), classes_by_search),
    "ice-tree-plus": TreeSettings(
        FINER,
        lambda page: finer(page.blocks, page.visible, divergences(page.blocks, page.visible)),
        classes_by_alignment,
        kept=KEPT,
        by_length=True,
        fewest=10.0,
    ),
}


@dataclass(frozen=True, slots=True)
class Instances:
    """The elements of pages: features, classes and weights."""

    rows: list[list[Value]]
    classes: list[int]
    weights: list[float]

    def __len__(self) -> int:
        return len(self.rows)

    def without(self, fold: int) -> Instances:
        """Return the instances without those of a fold, which has every tenth instance."""
        places = [place for place in range(len(self)) if place % FOLDS != fold]
        return Instances(
            [self.rows[place] for place in places],
            [self.classes[place] for place in places],
            [self.weights[place] for place in places],
        )


def train(
    examples: Iterable[Example],
    engine: str,
    *,
    scores: bool = True,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """Return a model for one of the two engines; with ``scores``, its header has error rates on held-out pages."""
    check_packages(engine, stop_words)
    settings = SETTINGS[engine]
    pages = read_pages(examples, progress, total)
    instances = {page.id: _instances(page, settings) for page in pages}
    everything = _joined(instances.values())
    if len(set(everything.classes)) < 2:
        raise NCleanerError("a tree needs both kept and dropped elements to learn from")
    model = _tree(engine, everything, settings)
    header = {**model.header, "training": training_sets(pages), "instances": _counted(everything)}
    if scores:
        header["scores"] = _by_pages(engine, pages, instances, progress) | _by_elements(engine, everything, progress)
    return build(header, model.arrays)


def _instances(page: IcePage, settings: TreeSettings) -> Instances:
    classes = settings.classes(page)
    return Instances(settings.rows(page), classes, settings.weights(page, classes))


def _joined(parts: Iterable[Instances]) -> Instances:
    whole = Instances([], [], [])
    for part in parts:
        whole.rows.extend(part.rows)
        whole.classes.extend(part.classes)
        whole.weights.extend(part.weights)
    return whole


def _counted(instances: Instances) -> dict[str, int]:
    """Return the number of instances of each class."""
    return {name: instances.classes.count(kind) for name, kind in zip("phln", ORDER, strict=True)}


def _tree(engine: str, instances: Instances, settings: TreeSettings) -> Model:
    classes = [ORDER.index(kind) for kind in instances.classes]
    table, tags = c45.table(instances.rows, classes, instances.weights, settings.features)
    root = c45.grow(table, len(tags), settings.features.index(PARENT_TAG), settings.fewest)
    arrays = c45.arrays(root)
    parameters = {
        "nodes": len(arrays["feature"]),
        "kept": settings.kept,
        "features": list(settings.features),
        "tags": tags,
    }
    return build({"engine": engine, "parameters": parameters}, arrays)


def _answers(model: Model, settings: TreeSettings, rows: Iterable[Sequence[Value]]) -> list[int]:
    tree = Tree(model, settings.features)
    return [tree.kind(tree.path(row)[-1]) for row in rows]


def _by_pages(
    engine: str, pages: Sequence[IcePage], instances: dict[str, Instances], progress: Progress | None
) -> dict[str, dict[str, float]]:
    """Return the scores of trees on pages that they have not seen."""
    settings = SETTINGS[engine]
    scores = Scores()
    for inside, others in held_out(pages):
        model = _tree(engine, _joined(instances[page.id] for page in others), settings)
        for page in inside:
            own = instances[page.id]
            scores.add(page, _answers(model, settings, own.rows), own.classes)
        if progress is not None:
            progress("held-out pages", scores.pages, len(pages))
    return scores.figures()


def _by_elements(engine: str, instances: Instances, progress: Progress | None) -> dict[str, dict[str, float]]:
    """Return the error rate of the paper, with folds of elements instead of pages."""
    settings = SETTINGS[engine]
    if len(instances) < FOLDS:
        return {}
    wrong = 0
    for fold in range(FOLDS):
        model = _tree(engine, instances.without(fold), settings)
        answers = _answers(model, settings, instances.rows[fold::FOLDS])
        wrong += sum(map(int.__ne__, answers, instances.classes[fold::FOLDS]))
        if progress is not None:
            progress("folds of elements", fold + 1, FOLDS)
    return {f"elements ({FOLDS} folds)": {"error rate": round(100 * wrong / len(instances), 2)}}
