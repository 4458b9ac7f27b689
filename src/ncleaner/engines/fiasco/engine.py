"""The engine ``fiasco`` (section 2.4): keeps the blocks of clean target nodes and drops the blocks of dirty ones.

A model has two support vector machines, one with visual features and one without. The option ``visual`` chooses:

- ``no``, the default: without visual features. No browser is started, and results are the same on all computers;
- ``yes``: with visual features. For a page that cannot be rendered, the engine falls back to ``no``, with a warning;
- ``auto``: ``yes`` if a browser is installed, else ``no``.

The score of a block in several targets is the mean of their scores, weighted by the number of the block's characters in
each. Hidden blocks are dropped. The rules for certain boilerplate are not applied, because the paper has no such rules.
"""

from __future__ import annotations

from math import isfinite

from ncleaner.engines.base import INVISIBLE, ModelEngine, RuleGrounds
from ncleaner.engines.fiasco.features import VISUAL, feature_text, features
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.svm import Machine
from ncleaner.engines.fiasco.targets import SHARE
from ncleaner.errors import EngineUnavailable, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.engines.fiasco.features import Table
    from ncleaner.engines.fiasco.measurer import RegionMeasurer
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

CHOICES = ("no", "yes", "auto")
PLAIN = "plain"  # the name in a model of the machine without visual features; the other one is `VISUAL`
MACHINES = (PLAIN, VISUAL)

NO_TARGET = "outside all target nodes of the page"
SHOWN_FEATURES = 3  # in a reason
DESCRIBED = 512  # targets of any page, and
BYTES_PER_DESCRIBED = 1024  # of the page for each further one, whose reasons name features, which takes a millisecond


class TargetGrounds(RuleGrounds):
    """Reasons from the target nodes of blocks: the SVM, its table of features, and the scores of targets."""

    __slots__ = ("machine", "page", "reasons", "scores", "table")

    def __init__(
        self, blocks: Blocks, draft: Draft, page: PageTargets, machine: Machine, table: Table, scores: list[float]
    ) -> None:
        super().__init__(blocks, draft)
        self.page = page
        self.machine = machine
        self.table = table
        self.scores = scores
        self.reasons: dict[int, str] = {}  # by target

    def reason(self, index: int) -> str:
        """Return how the target with most of the block was classified, and the features that contributed most.

        On pages of very many targets, the reasons of later ones name no features.
        """
        if self.blocks.items[index].state & self.draft.hidden:
            return INVISIBLE
        parts = self.page.parts[index]
        if not parts:
            return NO_TARGET
        target = max(parts, key=parts.__getitem__)
        if target not in self.reasons:
            self.reasons[target] = _reason(self, target)
        return self.reasons[target]


class Fiasco(ModelEngine):
    """DOM subtrees, classified by a support vector machine.

    ``bias`` is the number of bits that a score must reach, ``share`` the minimum share of a target's text that is
    directly inside it. ``visual`` is one of `CHOICES`: whether to use visual features from a browser.
    """

    name = "fiasco"
    default_model = "fiasco"
    can_tell_confidence = True

    def __init__(self, model: Model, *, bias: float = 0.0, share: float = SHARE, visual: str = "no") -> None:
        with requires_package("selectolax"):
            import selectolax.lexbor  # noqa: F401  # now: a child that is forked during an import waits for its end

        super().__init__(model)
        self.bias = _number("bias", bias, -1000, 1000)
        self.share = _number("share", share, 0, 1)
        if visual not in CHOICES:
            raise UnknownNameError("value of visual", visual, CHOICES)
        self.visual = visual
        self.plain_machine = Machine(model, PLAIN)
        self.visual_machine = Machine(model, VISUAL) if visual != "no" else None
        self.measurer = _measurer(visual)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """Return the number of support vectors and the features of the machines."""
        machines = [Machine(model, part) for part in MACHINES if part in model.parameters]
        return {
            "support vectors": [f"{len(machine.coefficients)}: {', '.join(machine.groups)}" for machine in machines],
            "features": list(machines[-1].names) if machines else [],
        }

    def decide(self, blocks: Blocks) -> Decisions:
        """Score all targets; the score of a block is the weighted mean of the scores of its targets."""
        draft = Draft(blocks, rules=False)
        grounds = self._grounds(blocks, draft)
        for index, parts in enumerate(grounds.page.parts):
            size = sum(parts.values())
            if not size:
                draft.keep[index] = 0
            elif draft.keep[index]:
                score = sum(grounds.scores[target] * part for target, part in parts.items()) / size
                draft.scores[index] = score - self.bias
                draft.keep[index] = score >= self.bias
        return draft.finish(grounds)

    def _grounds(self, blocks: Blocks, draft: Draft) -> TargetGrounds:
        page = PageTargets(blocks, self.share)
        machine, regions = self.plain_machine, None
        if self.measurer is not None and self.visual_machine is not None:
            regions, warning = self.measurer.regions(page)
            if regions is None:
                blocks.warnings += (warning,)
            else:
                machine = self.visual_machine
        table = features(page, machine.groups, machine.clean, machine.dirty, regions)
        return TargetGrounds(blocks, draft, page, machine, table, machine.scores(table))

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected share of clean words among the kept words, from the scores of their blocks."""
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


def _measurer(visual: str) -> RegionMeasurer | None:
    """Return a measurer if visual features are to be used."""
    if visual == "no":
        return None
    from ncleaner.engines.fiasco.measurer import RegionMeasurer

    with requires_package("opencv-python-headless"):
        from ncleaner.engines.fiasco.visual.browser import find_browser

    if find_browser() is not None:
        return RegionMeasurer()
    if visual == "auto":
        return None
    raise EngineUnavailable(
        "the engine 'fiasco' with visual='yes' needs a browser: install Chromium (apt install chromium)"
    )


def _probability(bits: float) -> float:
    odds: float = 2.0 ** max(-60.0, min(60.0, bits))
    return odds / (1 + odds)


def _reason(grounds: TargetGrounds, target: int) -> str:
    """Return how the machine classified a target, and the features that contributed most."""
    score = grounds.scores[target]
    label, probability = ("clean", _probability(score)) if score >= 0 else ("dirty", _probability(-score))
    reason = f"classified as {label} ({100 * probability:.0f} %)"
    if target >= DESCRIBED + len(grounds.blocks.source) // BYTES_PER_DESCRIBED:
        return reason
    contributions = grounds.machine.contributions(grounds.table[target])
    sign = 1 if score >= 0 else -1
    contributions.sort(key=lambda contribution: -sign * contribution[2])
    shown = [feature_text(name, value) for name, value, bits in contributions[:SHOWN_FEATURES] if sign * bits > 0]
    return f"{reason}, mainly because of: {', '.join(shown)}" if shown else reason
