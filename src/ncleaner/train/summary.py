"""A readable summary of a trained model."""

from __future__ import annotations

import os
from typing import Any

from ncleaner.models.format import Model
from ncleaner.train.adapt.origin import START


def summary(model: Model, path: str) -> list[str]:
    """Return lines about a model in a file: size, parameters, scores and confidence."""
    runs = model.parameters.get("viterbi", {})
    shown = [f"{name} {value}" for name, value in model.settings.items()]
    lines = [f"{path}: {', '.join([_size(path), *shown])}"]
    if START in model.header:
        lines.append(_start(model))
    if runs:
        lines.append(f"in runs: {', '.join(f'{name} {value}' for name, value in runs.items())}")
    for name, figures in model.scores.items():
        lines.append(f"{name}: {', '.join(f'{measure} {value:.2f}' for measure, value in figures.items())}")
    confidence: dict[str, Any] = model.header.get("confidence", {})
    if confidence:
        trusted = confidence["trusted"]
        lines.append(
            f"confidence: mean precision of {confidence['pages']} held-out pages {100 * confidence['precision']:.2f},"
            f" of the {trusted['pages']} with a confidence of {trusted['from']:.2f} or more"
            f" {100 * trusted['precision']:.2f}"
        )
    return lines


def _start(model: Model) -> str:
    """Return a sentence about the model that this one started from."""
    name = model.header[START]["model"]
    if model.header.get("unchanged"):
        return f"started from {name}, and decides as it does: on held-out pages, nothing that it learnt was better"
    trees = model.header.get("growth", {}).get("trees")
    return f"started from {name}{f', with {trees} more trees' if trees else ''}"


def _size(path: str) -> str:
    return f"{os.path.getsize(path) / 1024:,.0f} KB" if os.path.isfile(path) else "written"
