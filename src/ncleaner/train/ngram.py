"""Training of the character n-gram models of NCleaner and StupidOS (section 3 of both papers).

The clean model counts the segments of the gold texts. The dirty model counts one of these, as set in the recipe:

- ``"differential"``: all visible text of the pages minus the counts of the clean model. This is the scheme of the
  papers, which needs no alignment. Some counts are negative; `ncleaner.engines.ngram.build` handles them.
- ``"aligned"``: the blocks that `ncleaner.train.labels` labels as dirty.

The bias, the decoding and the linear model of confidence are chosen on held-out folds: every page is scored by models
that have not seen it. The counts in the finished model are those of all pages.

Counts are integers, and pages are processed in order, so the same pages give the same bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from ncleaner.engines.ngram.build import build
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import NCleanerError
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.train.confidence import learn
from ncleaner.train.decoding import ScoredPage, choose_parameters, decide
from ncleaner.train.examples import Example, Progress, TrainingPage, read_training_pages, training_sets
from ncleaner.train.folds import fold_count, held_out_folds
from ncleaner.train.recipe import Recipe
from ncleaner.train.scores import scores_by_set

Tally = tuple[Counts, Counts]
"""The counts of clean text and of dirty text."""


def train(
    examples: Iterable[Example | tuple[bytes, str]],
    recipe: Recipe | None = None,
    *,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """Return a model trained on pages and their gold texts; ``total`` is their number, for the progress."""
    numbered = (
        example if isinstance(example, Example) else Example(str(number), *example)
        for number, example in enumerate(examples)
    )
    return train_on(read_training_pages(numbered, progress, total), recipe, progress=progress)


def train_on(pages: Sequence[TrainingPage], recipe: Recipe | None = None, *, progress: Progress | None = None) -> Model:
    """Return a model trained on pages already read."""
    recipe = recipe or Recipe()
    counts = tally(pages, recipe)
    check(counts, pages)
    parameters, arrays = build(*counts, recipe.q, prune=recipe.prune)
    parameters["dirty"] = recipe.dirty
    header: dict[str, Any] = {"engine": "ngram", "parameters": parameters, "training": training_sets(pages)}
    if len({page.site for page in pages}) == 1:
        parameters |= choose_parameters([], recipe)
    else:
        held_out = out_of_fold(pages, recipe, counts, progress)
        parameters |= choose_parameters(held_out, recipe)
        keep = [decide(page, parameters) for page in held_out]
        header["scores"] = scores_by_set(pages, keep, fold_count(pages))
        header["confidence"] = learn(held_out, keep)
    return build_model(header, arrays)


def tally(pages: Iterable[TrainingPage], recipe: Recipe) -> Tally:
    """Count clean and dirty text."""
    clean, dirty = Counts(recipe.n, recipe.mode), Counts(recipe.n, recipe.mode)
    aligned = recipe.dirty == "aligned"
    for page in pages:
        for segment in page.segments:
            clean.add(segment, page.weight)
        for index in range(len(page)):
            if not (aligned and page.is_clean(index)):
                dirty.add_span(page.buffer, page.starts[index], page.ends[index], page.weight)
    if not aligned:
        dirty.update(clean, -1)
    return clean, dirty


def check(counts: Tally, pages: Sequence[TrainingPage]) -> None:
    """Raise an error if there is no clean text, or no dirty text."""
    if not any(page.segments for page in pages):
        raise NCleanerError("there is no clean text to learn from: all gold texts are empty")
    if counts[1].characters <= 0:
        raise NCleanerError(
            "there is no dirty text to learn from: the gold texts have as much text as the pages, or more"
        )


def out_of_fold(
    pages: Sequence[TrainingPage], recipe: Recipe, total: Tally, progress: Progress | None = None
) -> list[ScoredPage]:
    """Score the blocks of all pages by models that have not seen them; ``total`` are the counts of all pages."""
    scored: dict[str, ScoredPage] = {}
    for fold in held_out_folds(pages):
        scorer = scorer_of(without(total, tally(fold, recipe)), recipe.q, recipe.prune)
        for page in fold:
            scored[page.id] = score_page(page, scorer)
        if progress is not None:
            progress("held-out pages", len(scored), len(pages))
    return [scored[page.id] for page in pages]


def without(total: Tally, part: Tally) -> Tally:
    """Subtract the counts of some pages from the counts of all."""
    clean, dirty = total[0].copy(), total[1].copy()
    clean.update(part[0], -1)
    dirty.update(part[1], -1)
    return clean, dirty


def scorer_of(counts: Tally, q: float, prune: float = 0.0) -> Scorer:
    """Return a scorer with a model of these counts."""
    parameters, arrays = build(*counts, q, prune=prune)
    return Scorer(build_model({"engine": "ngram", "parameters": parameters}, arrays))


def score_page(page: TrainingPage, scorer: Scorer) -> ScoredPage:
    """Score the blocks of a page that no rule is certain about."""
    uncertain = [index for index, certain in enumerate(page.certain) if not certain]
    scores, lengths = array("d"), array("i")
    for index in uncertain:
        scores.append(scorer.score(page.buffer, page.starts[index], page.ends[index]))
        lengths.append(scorer.length)
    return ScoredPage(
        scores,
        lengths,
        [page.chars[index] for index in uncertain],
        [page.words[index] for index in uncertain],
        [page.matched[index] for index in uncertain],
        page.gold_words,
        page.weight,
    )
