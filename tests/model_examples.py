"""A small model, and an engine that uses it.

Worker processes import the engine too, so this module must not need pytest.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

from ncleaner.engines import Entry, ModelEngine
from ncleaner.engines.base import RuleGrounds
from ncleaner.models import Model
from ncleaner.models.format import write
from ncleaner.page.blocks import Blocks
from ncleaner.page.decisions import Decisions, Draft

ENGINE = "toy:long"
ENTRY = Entry("model_examples:Long", "keeps segments of a length that its model knows")

HEADER = {
    "engine": ENGINE,
    "parameters": {"least": 10, "q": 0.5, "more": {"switch": 40}},
    "training": [{"set": "rain", "pages": 58}, {"set": "snow", "weight": 0.5}],
    "scores": {"storm": {"words F": 94.125, "marks F": 61}, "ten folds": {"words F": 93.5}},
}
ARRAYS: dict[str, bytes | array[Any]] = {
    "bytes": b"abc",
    "doubles": array("d", [0.1, -2.5]),
    "floats": array("f", [1.5, 2.5, -3.25]),
    "integers": array("i", [-1, 2**31 - 1]),
    "none": array("f"),
    "shorts": array("h", [-32768, 0, 32767]),
    "small": array("b", [-128, 127]),
    "unsigned": array("I", [2**32 - 1]),
    "unsigned shorts": array("H", [65535]),
    "words": array("Q", [2**64 - 1, 1]),
}


class Long(ModelEngine):
    name = ENGINE
    default_model = "toy"

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.least = model.parameter("least", int)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        return {"telling": [{"n-gram": "ing", "bits": 3.25}, {"n-gram": "|", "bits": -4}]}

    def decide(self, blocks: Blocks) -> Decisions:
        draft = Draft(blocks)
        draft.keep[:] = bytes(len(blocks.text(index)) >= self.least for index in range(len(blocks)))
        return draft.finish(RuleGrounds(blocks, draft))


def write_model(path: Path, least: int = 10, engine: str = ENGINE) -> Path:
    """Write a model for `Long`, which drops segments of fewer than ``least`` characters."""
    write(path, {**HEADER, "engine": engine, "parameters": {"least": least}}, ARRAYS)
    return path
