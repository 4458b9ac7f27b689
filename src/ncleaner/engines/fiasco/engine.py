"""The engine ``fiasco`` (section 2.4): clean targets are kept, dirty ones dropped, and blocks go with their targets.

A model has two machines: one that knows the visual features, and one that does without, for where there is no browser
or nobody wants to wait for it. ``visual`` says which is used:

- ``no``, the default: the one without. No browser is started, and results are the same on all machines;
- ``yes``: the one with. A page that cannot be rendered is judged by the other, with a warning;
- ``auto``: ``yes`` where a browser is found, else ``no``.

A block that stands in several targets has the mean of their scores, each weighted by the characters that it has of the
block. What our own rules are certain about is not left out, as none of it is in the paper; what readers cannot see is.
"""

from __future__ import annotations

from math import isfinite

from ncleaner.engines.base import INVISIBLE, ModelEngine, RuleGrounds
from ncleaner.engines.fiasco.features import VISUAL, features, shown
from ncleaner.engines.fiasco.packages import needed
from ncleaner.engines.fiasco.reading import Reading
from ncleaner.engines.fiasco.svm import Machine
from ncleaner.engines.fiasco.targets import SHARE
from ncleaner.errors import EngineUnavailable, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.engines.fiasco.features import Table
    from ncleaner.engines.fiasco.sight import Sight
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

CHOICES = ("no", "yes", "auto")
PLAIN = "plain"  # what the machine without visual features is called in a model; the other one is called `VISUAL`
MACHINES = (PLAIN, VISUAL)

NOWHERE = "in no part of the page that could be judged"
TOLD = 3  # features in a reason


class TargetGrounds(RuleGrounds):
    """Reasons by the target nodes of blocks: the SVM, its table of features, and the scores of targets."""

    __slots__ = ("machine", "reading", "scores", "sentences", "table")

    def __init__(
        self, blocks: Blocks, draft: Draft, reading: Reading, machine: Machine, table: Table, scores: list[float]
    ) -> None:
        super().__init__(blocks, draft)
        self.reading = reading
        self.machine = machine
        self.table = table
        self.scores = scores
        self.sentences: dict[int, str] = {}  # by target

    def reason(self, index: int) -> str:
        """Return how probably the block's largest target is clean, and the features that contributed most."""
        if self.blocks.items[index].state & self.draft.hidden:
            return INVISIBLE
        parts = self.reading.parts[index]
        if not parts:
            return NOWHERE
        target = max(parts, key=parts.__getitem__)
        if target not in self.sentences:
            self.sentences[target] = _sentence(self, target)
        return self.sentences[target]


class Fiasco(ModelEngine):
    """Subtrees, classified by a support vector machine.

    ``visual`` says whether pages are looked at in a browser, ``share`` how much of an element's text must be its own
    for it to be a target, ``bias`` how many bits must speak for one to be kept.
    """

    name = "fiasco"
    default_model = "fiasco"
    can_tell_confidence = True

    def __init__(self, model: Model, *, bias: float = 0.0, share: float = SHARE, visual: str = "no") -> None:
        with needed("selectolax"):
            import selectolax  # noqa: F401

        super().__init__(model)
        self.bias = _number("bias", bias, -1000, 1000)
        self.share = _number("share", share, 0, 1)
        if visual not in CHOICES:
            raise UnknownNameError("value of visual", visual, CHOICES)
        self.visual = visual
        self.plain = Machine(model, PLAIN)
        self.seeing = Machine(model, VISUAL) if visual != "no" else None
        self.sight = _sight(visual)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """What the machines go by."""
        machines = [Machine(model, part) for part in MACHINES if part in model.parameters]
        return {
            "support vectors": [f"{len(machine.coefficients)}: {', '.join(machine.groups)}" for machine in machines],
            "features": list(machines[-1].names) if machines else [],
        }

    def decide(self, blocks: Blocks) -> Decisions:
        """Score all targets; a block has the mean score of the targets that it stands in."""
        draft = Draft(blocks, rules=False)
        grounds = self._grounds(blocks, draft)
        for index, parts in enumerate(grounds.reading.parts):
            size = sum(parts.values())
            if not size:
                draft.keep[index] = 0
            elif draft.keep[index]:
                score = sum(grounds.scores[target] * part for target, part in parts.items()) / size
                draft.scores[index] = score - self.bias
                draft.keep[index] = score >= self.bias
        return draft.finish(grounds)

    def _grounds(self, blocks: Blocks, draft: Draft) -> TargetGrounds:
        reading = Reading(blocks, self.share)
        machine, regions = self.plain, None
        if self.sight is not None and self.seeing is not None:
            regions, complaint = self.sight.regions(reading)
            if regions is None:
                blocks.warnings += (complaint,)
            else:
                machine = self.seeing
        table = features(reading, machine.groups, machine.clean, machine.dirty, regions)
        return TargetGrounds(blocks, draft, reading, machine, table, machine.scores(table))

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """The share of the words kept that are expected to be right, by the scores of their blocks."""
        words = expected = 0.0
        for block, keep, score in zip(blocks.items, decisions.keep, decisions.scores, strict=True):
            if keep:
                words += block.words
                expected += block.words * _probability(score + self.bias)
        return expected / words if words else None


def _number(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or not low <= value <= high:
        raise NCleanerError(f"{name} should be a number from {low} to {high}, not {value!r}")
    return float(value)


def _sight(visual: str) -> Sight | None:
    """A browser, if there is to be one."""
    if visual == "no":
        return None
    from ncleaner.engines.fiasco.sight import Sight

    with needed("opencv-python-headless"):
        from ncleaner.engines.fiasco.visual.browser import find_browser

    if find_browser() is not None:
        return Sight()
    if visual == "auto":
        return None
    raise EngineUnavailable("the engine 'fiasco' with visual='yes' needs a browser: install Chromium")


def _probability(bits: float) -> float:
    odds: float = 2.0 ** max(-60.0, min(60.0, bits))
    return odds / (1 + odds)


def _sentence(grounds: TargetGrounds, target: int) -> str:
    """What the machine says of a target, in words."""
    machine = grounds.machine
    score = grounds.scores[target]
    told = machine.grounds(grounds.table[target])
    sign = 1 if score >= 0 else -1
    told.sort(key=lambda fact: -sign * fact[2])
    facts = [shown(name, value) for name, value, bits in told[:TOLD] if sign * bits > 0]
    because = f"; what speaks most for that: {', '.join(facts)}" if facts else ""
    verdict, probability = ("clean", _probability(score)) if score >= 0 else ("dirty", _probability(-score))
    return f"{verdict}, says the support vector machine ({100 * probability:.0f} %){because}"
