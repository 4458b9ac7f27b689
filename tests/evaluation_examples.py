"""Small evaluations for the tests of the report, scored by the real measures."""

from __future__ import annotations

from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
from ncleaner.metrics.scores import score

SEA = "the sea was calm and the boats went out before the sun had risen over the hills"


def page(
    id: str, gold: str, output: str, *, type: str = "", language: str = "", error: str = "", seconds: float = 0.002
) -> PageResult:
    counts, edit = score(output, gold)
    return PageResult(id, type, output, gold, counts, edit, seconds, 4000, error, language)


def engine(name: str, outputs: list[str], golds: list[str], *, types: list[str] | None = None) -> EngineResult:
    """Return the results of an engine on pages a, b, c …"""
    kinds = types or [""] * len(golds)
    pages = [
        page(chr(ord("a") + number), gold, output, type=kind)
        for number, (gold, output, kind) in enumerate(zip(golds, outputs, kinds, strict=True))
    ]
    return EngineResult(name, pages)


def three_engines() -> Evaluation:
    """Evaluate three engines on four pages: one keeps everything, one is better on page a, one drops page c."""
    golds = [f"<h> Harbour\n<p> {SEA} {number}" for number in range(4)]
    everything = [f"<p> home news contact\n{gold}" for gold in golds]
    return Evaluation(
        "harbour",
        [
            engine("everything", everything, golds),
            engine("better", [golds[0], *everything[1:]], golds),
            engine("forgetful", [everything[0], everything[1], "", everything[3]], golds),
        ],
    )
