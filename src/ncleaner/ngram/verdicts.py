"""From scores to decisions, for all blocks of a page.

Strategy: what is said of a segment depends on its score to a hundredth of a bit and on whether it is kept. So there is
one `Decision` for all segments of which the same is said, made when it is needed first.
"""

from __future__ import annotations

from ncleaner.blocks import HIDDEN, Block
from ncleaner.document import Decision
from ncleaner.engines.dump import INVISIBLE
from ncleaner.engines.heuristics import BY_RULE

STEPS = 100  # of a bit: to say it more exactly would mean nothing
HIGHEST = 3200  # steps; no model says more

_STEPS = float(STEPS)
_HIGHEST = float(HIGHEST)
_HIDDEN = HIDDEN
_BY_RULE = list(BY_RULE)
_INVISIBLE = INVISIBLE

_READS = ("reads like boilerplate", "reads like body text")
_STANDS = ("stands among boilerplate", "stands among body text")


def any_hidden(items: list[Block]) -> bool:
    """Whether there is a block that may be hidden."""
    for block in items:
        if block.state & _HIDDEN:
            return True
    return False


def open_blocks(items: list[Block], hidden: int) -> list[Block]:
    """The blocks to be scored: those that neither the given bits of their state nor a rule decide on."""
    found = []
    for block in items:
        if not block.rule and not block.state & hidden:
            found.append(block)
    return found


class Verdicts:
    """The decisions that have been made so far, with one bias."""

    def __init__(self, bias: float) -> None:
        self.bias = bias
        self.kept: list[Decision | None] = [None] * (2 * HIGHEST + 1)
        self.dropped: list[Decision | None] = [None] * (2 * HIGHEST + 1)

    def alone(self, scores: list[float]) -> list[bool]:
        """Which segments to keep if each is decided on alone."""
        keep = []
        for score in scores:
            keep.append(score >= self.bias)
        return keep

    def decisions(self, items: list[Block], hidden: int, scores: list[float], keep: list[bool]) -> list[Decision]:
        """What is decided on each block, from the scores and verdicts on the open ones."""
        found = []
        at = 0
        for block in items:
            if block.state & hidden:
                found.append(_INVISIBLE)
            elif block.rule:
                found.append(_BY_RULE[block.rule])
            else:
                found.append(self._decision(scores[at], keep[at]))
                at += 1
        return found

    def _decision(self, score: float, keep: bool) -> Decision:
        steps = min(max((score - self.bias) * _STEPS, -_HIGHEST), _HIGHEST)
        place = int(steps + _HIGHEST + 0.5)
        known = self.kept[place] if keep else self.dropped[place]
        return known or self._new(place, keep)

    def _new(self, place: int, keep: bool) -> Decision:
        score = (place - _HIGHEST) / _STEPS
        reads = _READS[score > 0 or (score == 0 and keep)]
        among = "" if keep == (reads == _READS[1]) else f", but {_STANDS[keep]}"
        decision = Decision(keep, score, f"{reads}, {score:+.2f} bits per character{among}")
        (self.kept if keep else self.dropped)[place] = decision
        return decision
