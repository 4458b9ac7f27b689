"""Trains the character n-gram models of NCleaner and StupidOS (section 3 of both papers).

The clean model counts the segments of the gold texts. The dirty model counts, as the recipe says,

- ``"differential"``: everything that is visible on the pages minus what the clean model counts. This is the scheme of
  the papers, which needs no alignment. Some of its counts are negative; `ncleaner.engines.ngram.build` knows what to do then.
- ``"aligned"``: the blocks that `ncleaner.train.labels` finds dirty.

What cannot be counted is chosen on held-out folds: every page is scored by models that have not seen it, and bias,
decoding and the linear model of confidence are the ones that suit these scores best. The models that come out of it
have seen all pages.

Counts are integers, and everything goes in the order of the pages, so that the same pages give the same bytes.
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
from ncleaner.train.choice import Scored, decisions, kept
from ncleaner.train.confidence import learn
from ncleaner.train.examples import Example, Lesson, Progress, lessons
from ncleaner.train.folds import fold_count, held_out_folds
from ncleaner.train.recipe import Recipe
from ncleaner.train.scores import scores_by_set

Tally = tuple[Counts, Counts]
"""The counts of clean and of dirty text."""


def train(
    examples: Iterable[Example | tuple[bytes, str]],
    recipe: Recipe | None = None,
    *,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """A model that has learnt from pages and their gold texts; ``total`` is their number, for the progress."""
    numbered = (
        example if isinstance(example, Example) else Example(str(number), *example)
        for number, example in enumerate(examples)
    )
    return train_on(lessons(numbered, progress, total), recipe, progress=progress)


def train_on(pages: Sequence[Lesson], recipe: Recipe | None = None, *, progress: Progress | None = None) -> Model:
    """The same for pages that have been read."""
    recipe = recipe or Recipe()
    counts = tally(pages, recipe)
    check(counts, pages)
    parameters, arrays = build(*counts, recipe.q, prune=recipe.prune)
    parameters["dirty"] = recipe.dirty
    header: dict[str, Any] = {"engine": "ngram", "parameters": parameters, "training": _training(pages)}
    if len({page.site for page in pages}) == 1:
        parameters |= decisions([], recipe)
    else:
        held_out = out_of_fold(pages, recipe, counts, progress)
        parameters |= decisions(held_out, recipe)
        keep = [kept(page, parameters) for page in held_out]
        header["scores"] = scores_by_set(pages, keep, fold_count(pages))
        header["confidence"] = learn(held_out, keep)
    return build_model(header, arrays)


def tally(pages: Iterable[Lesson], recipe: Recipe) -> Tally:
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


def check(counts: Tally, pages: Sequence[Lesson]) -> None:
    """See that there is something to learn."""
    if not any(page.segments for page in pages):
        raise NCleanerError("there is no clean text to learn from: all gold texts are empty")
    if counts[1].characters <= 0:
        raise NCleanerError(
            "there is no dirty text to learn from: the gold texts have as much text as the pages, or more"
        )


def out_of_fold(
    pages: Sequence[Lesson], recipe: Recipe, total: Tally, progress: Progress | None = None
) -> list[Scored]:
    """The blocks of all pages, scored by models that have not seen them; ``total`` are the counts of all pages."""
    found: dict[str, Scored] = {}
    for fold in held_out_folds(pages):
        scorer = scorer_of(without(total, tally(fold, recipe)), recipe.q, recipe.prune)
        for page in fold:
            found[page.id] = scored(page, scorer)
        if progress is not None:
            progress("held-out pages", len(found), len(pages))
    return [found[page.id] for page in pages]


def without(total: Tally, part: Tally) -> Tally:
    """The counts of all pages but some."""
    clean, dirty = total[0].copy(), total[1].copy()
    clean.update(part[0], -1)
    dirty.update(part[1], -1)
    return clean, dirty


def scorer_of(counts: Tally, q: float, prune: float = 0.0) -> Scorer:
    """What scores texts by a model of these counts."""
    parameters, arrays = build(*counts, q, prune=prune)
    return Scorer(build_model({"engine": "ngram", "parameters": parameters}, arrays))


def scored(page: Lesson, scorer: Scorer) -> Scored:
    """The blocks of a page that no rule is certain about, scored."""
    open = [index for index, certain in enumerate(page.certain) if not certain]
    scores, lengths = array("d"), array("i")
    for index in open:
        scores.append(scorer.score(page.buffer, page.starts[index], page.ends[index]))
        lengths.append(scorer.length)
    return Scored(
        scores,
        lengths,
        [page.chars[index] for index in open],
        [page.words[index] for index in open],
        [page.matched[index] for index in open],
        page.gold_words,
        page.weight,
    )


def _training(pages: Sequence[Lesson]) -> list[dict[str, Any]]:
    """What there was to learn from, set by set."""
    found: dict[tuple[str, int], int] = {}
    for page in pages:
        found[page.set, page.weight] = found.get((page.set, page.weight), 0) + 1
    return [{"set": name or "pages", "pages": count, "weight": weight} for (name, weight), count in found.items()]
