"""Chooses what cannot be counted: the bias, and whether and how segments are decided on in runs.

All of it is chosen by the words F (`ncleaner.metrics.words`, micro-averaged) that would come out on pages that the
models have not seen. `ncleaner.train.labels` has aligned all words of a page with its gold text already, so that the
words of any choice of blocks, and those of them that match, are only to be added up. The true measure aligns what was
kept anew and now and then finds a word more; the differences are some hundredths of a point.

F over the bias is not smooth, because one long block can make a difference. So a value is judged together with its
neighbours on the grid: better a broad hill than a needle.
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

STEP = 0.02  # bits per character, between two biases that are tried
REACH = 1.0  # bits: biases from −1 to 1
NEIGHBOURS = 3  # on each side, that a bias is judged with

COARSE = 0.05  # the same where each try takes longer
NEAR = 0.35  # bits per character around the best bias for single blocks
SWITCHES = (2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0)  # bits
ROUNDING = 1e-12  # what sums of equal values may differ by


@dataclass(frozen=True, slots=True)
class Scored:
    """The blocks of a page that are to be decided on.

    Of each there is the score, the length as the scorer sees it, and the number of characters that are not white space,
    of words, and of words that match. ``gold_words`` is the number of words of the gold text, those of blocks that a
    rule is certain about among them.
    """

    scores: array[float]
    lengths: array[int]
    chars: list[int]
    words: list[int]
    matched: list[int]
    gold_words: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A bias, the price of a switch between runs if there are any, and the words F on unseen pages."""

    bias: float
    switch: float
    f: float


def decisions(pages: Sequence[Scored], recipe: Recipe) -> dict[str, Any]:
    """The parameters of both decodings, and the name of the better one, unless the recipe has one already."""
    alone = independent(pages)
    runs = in_runs(pages, alone.bias)
    better = "viterbi" if runs.f > alone.f else "independent"
    return {
        "bias": alone.bias if recipe.bias is None else recipe.bias,
        "decode": recipe.decode or better,
        "viterbi": {"bias": runs.bias if recipe.bias is None else recipe.bias, "switch": runs.switch},
    }


def kept(page: Scored, parameters: dict[str, Any]) -> bytearray:
    """What is kept of the blocks of a page, 1 or 0 for each."""
    if parameters["decode"] == "viterbi":
        return decode(page.scores, page.lengths, **parameters["viterbi"])
    return one_by_one(page.scores, parameters["bias"])


def independent(pages: Sequence[Scored]) -> Choice:
    """The best bias where every block is decided on alone."""
    blocks = sorted(
        (-score, page.weight * words, page.weight * matched)
        for page in pages
        for score, words, matched in zip(page.scores, page.words, page.matched, strict=True)
    )
    scores = [score for score, _, _ in blocks]
    words = [0, *accumulate(words for _, words, _ in blocks)]
    matched = [0, *accumulate(matched for _, _, matched in blocks)]
    gold = _gold(pages)
    choices = []
    for bias in _grid(STEP):
        count = bisect_right(scores, -bias)
        choices.append(Choice(bias, 0.0, Counts(matched[count], words[count], gold).f))
    return _best(choices, NEIGHBOURS)


def in_runs(pages: Sequence[Scored], centre: float) -> Choice:
    """The best price of a switch, and the best bias not far from the given one, where blocks are decided on in runs."""
    biases = [bias for bias in _grid(COARSE) if abs(bias - centre) < NEAR]
    choices = [_best([_runs(pages, bias, switch) for bias in biases], 1) for switch in SWITCHES]
    return max(choices, key=lambda choice: choice.f)


def _runs(pages: Sequence[Scored], bias: float, switch: float) -> Choice:
    words = matched = 0
    for page in pages:
        keep = decode(page.scores, page.lengths, bias, switch)
        words += page.weight * sum(compress(page.words, keep))
        matched += page.weight * sum(compress(page.matched, keep))
    return Choice(bias, switch, Counts(matched, words, _gold(pages)).f)


def _gold(pages: Sequence[Scored]) -> int:
    return sum(page.weight * page.gold_words for page in pages)


def _grid(step: float) -> list[float]:
    count = round(REACH / step)
    return [round(number * step, 4) for number in range(-count, count + 1)]


def _best(choices: Sequence[Choice], neighbours: int) -> Choice:
    """The choice that is best together with its neighbours; the middle one of several."""
    smooth = []
    for index in range(len(choices)):
        around = choices[max(0, index - neighbours) : index + neighbours + 1]
        smooth.append(sum(choice.f for choice in around) / len(around))
    highest = max(smooth) - ROUNDING
    equal = [index for index, value in enumerate(smooth) if value >= highest]
    return choices[equal[len(equal) // 2]]
