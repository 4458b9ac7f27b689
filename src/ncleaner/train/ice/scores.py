"""Scores of the engines of ICE on held-out pages, for the header of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ncleaner.gold.reading import read
from ncleaner.metrics.edit import edit
from ncleaner.train.folds import FOLDS
from ncleaner.train.ice.pages import IcePage

DIGITS = 2  # after the decimal point of a percentage


@dataclass(slots=True)
class Scores:
    """Sums over the pages of each set: of errors, of elements, and of the parts of the measure ``edit``."""

    pages: int = 0
    sums: dict[str, dict[str, float]] = field(default_factory=dict)

    def add(self, page: IcePage, answers: Sequence[int], classes: Sequence[int] | None = None) -> None:
        """Score a page by the classes predicted for its elements, and count errors if the true classes are given."""
        self.pages += 1
        sums = self.sums.setdefault(page.set, {})
        figures = {f"edit {part}": value for part, value in edit(read(page.output(answers)), read(page.gold)).items()}
        figures["pages"] = 1
        if classes is not None:
            figures |= {"wrong": sum(map(int.__ne__, answers, classes)), "elements": len(classes)}
        for name, value in figures.items():
            sums[name] = sums.get(name, 0.0) + value

    def figures(self) -> dict[str, dict[str, float]]:
        """Return the figures of each set in percent."""
        return {f"{name or 'pages'} ({FOLDS} folds)": _figures(sums) for name, sums in self.sums.items()}


def _figures(sums: dict[str, float]) -> dict[str, float]:
    figures = {name: value / sums["pages"] for name, value in sums.items() if name.startswith("edit")}
    if sums.get("elements"):
        figures["error rate"] = sums["wrong"] / sums["elements"]
    return {name: round(100 * value, DIGITS) for name, value in figures.items()}
