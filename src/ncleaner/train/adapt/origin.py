"""What an adapted model says about itself: the model that it started from, and its own training pages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from ncleaner.models.format import Model, pack
from ncleaner.models.format import build as build_model
from ncleaner.train.examples import TrainingPage, training_sets

START = "started from"
"""The header field with the name and the digest of the model that an adapted model started from, and its training."""


def header_of(model: Model, pages: Sequence[TrainingPage]) -> dict[str, Any]:
    """Return the first fields of the header of a model that starts from another one."""
    return {"engine": model.engine, START: origin(model), "training": training_sets(pages)}


def origin(model: Model) -> dict[str, Any]:
    """Return what identifies a model: its name, the SHA-256 of its file, and its number of training pages.

    Of a path, only the name of the file is told: the model may go to others.
    """
    seen = sum(int(facts.get("pages", 0)) for facts in model.training)
    return {
        "model": os.path.basename(model.name),
        "sha256": sha256(pack(model.header, model.arrays)).hexdigest(),
        "pages": seen,
    }


def unchanged(model: Model, pages: Sequence[TrainingPage]) -> Model:
    """Return a model that decides as the one it started from, for pages that taught it nothing."""
    others = {
        name: value for name, value in model.header.items() if name not in ("engine", "training", "scores", START)
    }
    return build_model({**header_of(model, pages), **others, "unchanged": True}, dict(model.arrays))
