"""Choice of the bias, of the decoding (each block alone, or in runs), and of the cost of a switch between runs.

The criterion is the words F (`ncleaner.metrics.words`, micro-averaged) on pages that the models have not seen.
`ncleaner.train.labels` has already aligned all words of a page with its gold text, so the words of any selection of
blocks, and the matching ones, only need to be added up. The real measure aligns the kept text anew and sometimes
matches a word more; the difference is a few hundredths of a point.

F is not a smooth function of the bias, because one long block can change it. So the F of a value is averaged with its
neighbours on the grid: a broad maximum beats a narrow peak.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import Any

from ncleaner.engines.ngram.viterbi import decode, one_by_one
from ncleaner.metrics.counts import Counts
from ncleaner.train.recipe import Recipe

STEP = 0.02  # bits per character, between the biases of the grid
REACH = 1.0  # bits per character: biases from −1 to 1
NEIGHBOURS = 3  # on each side, averaged with a bias

COARSE = 0.05  # the step for runs, where each evaluation takes longer
NEAR = 0.35  # bits per character around the best bias for single blocks
SWITCHES = (2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0)  # bits
ROUNDING = 1e-12  # tolerance when averages are compared


@dataclass(frozen=True, slots=True)
class ScoredPage:
    """The scored blocks of a page: all but those that a rule is certain about.

    For each block: its score, its length as seen by the scorer, and its numbers of characters other than white space,
    of words, and of words that match. ``gold_words`` is the number of words of the whole gold text.
    """

    scores: array[float]
    lengths: array[int]
    chars: list[int]
    words: list[int]
    matched: list[int]
    gold_words: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Decoding:
    """A bias, the cost of a switch between runs (0 for independent blocks), and the words F on unseen pages."""

    bias: float
    switch: float
    f: float


def choose_parameters(pages: Sequence[ScoredPage], recipe: Recipe) -> dict[str, Any]:
    """Return the parameters of both decodings and the name of the better one; the recipe overrides both."""
    alone = best_independent(pages)
    runs = best_in_runs(pages, alone.bias)
    better = "viterbi" if runs.f > alone.f else "independent"
    return {
        "bias": alone.bias if recipe.bias is None else recipe.bias,
        "decode": recipe.decode or better,
        "viterbi": {"bias": runs.bias if recipe.bias is None else recipe.bias, "switch": runs.switch},
    }


def decide(page: ScoredPage, parameters: dict[str, Any]) -> bytearray:
    """Return 1 for each block of a page that is kept, and 0 for the others."""
    if parameters["decode"] == "viterbi":
        return decode(page.scores, page.lengths, **parameters["viterbi"])
    return one_by_one(page.scores, parameters["bias"])


def best_independent(pages: Sequence[ScoredPage]) -> Decoding:
    """Return the best bias for blocks decided one by one."""
    blocks = sorted(
        (-score, page.weight * words, page.weight * matched)
        for page in pages
        for score, words, matched in zip(page.scores, page.words, page.matched, strict=True)
    )
    scores = [score for score, _, _ in blocks]
    words = [0, *accumulate(words for _, words, _ in blocks)]
    matched = [0, *accumulate(matched for _, _, matched in blocks)]
    gold = _gold_words(pages)
    candidates = []
    for bias in _grid(STEP):
        count = bisect_right(scores, -bias)
        candidates.append(Decoding(bias, 0.0, Counts(matched[count], words[count], gold).f))
    return _best(candidates, NEIGHBOURS)


def best_in_runs(pages: Sequence[ScoredPage], centre: float) -> Decoding:
    """Return the best cost of a switch and the best bias near ``centre``, for blocks decided in runs."""
    biases = [bias for bias in _grid(COARSE) if abs(bias - centre) < NEAR]
    candidates = [_best([_runs(pages, bias, switch) for bias in biases], 1) for switch in SWITCHES]
    return max(candidates, key=lambda candidate: candidate.f)


def _runs(pages: Sequence[ScoredPage], bias: float, switch: float) -> Decoding:
    words = matched = 0
    for page in pages:
        keep = decode(page.scores, page.lengths, bias, switch)
        words += page.weight * sum(compress(page.words, keep))
        matched += page.weight * sum(compress(page.matched, keep))
    return Decoding(bias, switch, Counts(matched, words, _gold_words(pages)).f)


def _gold_words(pages: Sequence[ScoredPage]) -> int:
    return sum(page.weight * page.gold_words for page in pages)


def _grid(step: float) -> list[float]:
    count = round(REACH / step)
    return [round(number * step, 4) for number in range(-count, count + 1)]


def _best(candidates: Sequence[Decoding], neighbours: int) -> Decoding:
    """Return the candidate with the best average over its neighbours; the middle one of several."""
    smooth = []
    for index in range(len(candidates)):
        around = candidates[max(0, index - neighbours) : index + neighbours + 1]
        smooth.append(sum(candidate.f for candidate in around) / len(around))
    highest = max(smooth) - ROUNDING
    equal = [index for index, value in enumerate(smooth) if value >= highest]
    return candidates[equal[len(equal) // 2]]
