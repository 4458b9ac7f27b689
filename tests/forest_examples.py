"""A small handwritten model of the forest, and pages to clean with it."""

from __future__ import annotations

from array import array
from typing import Any

from ngram_examples import CLEAN
from ngram_examples import model as ngram_model

from ncleaner.engines.forest.columns import COLUMNS, DIGEST
from ncleaner.engines.forest.name_weights import NO_WEIGHTS
from ncleaner.engines.forest.trees import UNITS
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model

Tree = tuple[str, int, int, float, float]

# Each tree has one test: column, shift, threshold, and the bits where the value is not above it and where it is.
TREES = (
    ("words", 0, 24, -2.0, 2.0),  # eight words or more
    ("link share", 0, 127, 0.5, -3.0),
    ("nav", 0, 0, 0.25, -4.0),
    ("link share", 1, 127, 0.25, -0.25),
)

COMMENT_TREES = (("words", 0, 24, -1.5, 1.25),)

PROSE = " ".join(CLEAN)  # 50 words
ARTICLE = f"<article><h1>The harbour in the rain, and what became of it</h1><p>{PROSE}</p><p>{PROSE}</p></article>"
MENU = "<nav><a href=1>Home</a></nav>"
OPINION = "The children ran down to the quay, and nobody had seen so many boats there."
COMMENTS = f'<div class="comment-list"><p>{OPINION}</p><p>Log in</p></div>'
DISCUSSED = f"{MENU}{ARTICLE}{COMMENTS}"
POSTS = "".join(f'<div class="comment"><p>{PROSE}</p><p>Log in</p></div>' for _ in range(3))
FORUM = f"{MENU}<h1>Boats</h1>{POSTS}"

FOREIGN = (
    "Es regnete den ganzen Tag, und der Hafen war leer. Niemand hatte je so viele Boote gesehen, sagte sie und lachte."
    " Als die Fähre endlich kam, liefen die Kinder zum Ufer hinunter und über die Brücke zurück."
)
GREEK = "Έβρεχε όλη μέρα και το λιμάνι ήταν άδειο. Τα παιδιά έτρεξαν κάτω στην προκυμαία όταν ήρθε το πλοίο."


def header(language: str = "en", **parameters: Any) -> dict[str, Any]:
    """Return the header of the model; its n-grams are single characters and pairs, to keep it small."""
    defaults = {"language": language, "keep.depth": 1, "keep.start": 0, "types": [], "marks": False}
    defaults |= {"context": False, "discussion": False}
    defaults |= {"comments": True, "comments.depth": 1, "comments.start": 0}
    defaults["ngram"] = ngram_model(n=2).parameters
    return {"engine": "forest", "columns": DIGEST, "parameters": {**defaults, **parameters}}


def arrays(trees: tuple[Tree, ...] = TREES) -> dict[str, Any]:
    return {
        "signs": NO_WEIGHTS,
        **_forest("keep.", trees),
        **_forest("comments.", COMMENT_TREES),
        **{f"ngram.{name}": numbers for name, numbers in ngram_model(n=2).arrays.items()},
    }


def _forest(prefix: str, trees: tuple[Tree, ...]) -> dict[str, Any]:
    return {
        prefix + "columns": bytes(COLUMNS.index(name) for name, *_ in trees),
        prefix + "shifts": array("b", [shift for _, shift, *_ in trees]),
        prefix + "thresholds": bytes(threshold for _, _, threshold, *_ in trees),
        prefix + "leaves": array("h", [round(bits * UNITS) for *_, below, above in trees for bits in (below, above)]),
        prefix + "covers": array("H", [1] * (2 * len(trees))),
    }


def model(language: str = "en") -> Model:
    return build_model(header(language), arrays(), "mine")


def twice(trees: tuple[Tree, ...]) -> Model:
    """Return the model with trees for a second look."""
    parameters: dict[str, Any] = {"context": True, "context.depth": 1, "context.start": 0}
    return build_model(header(**parameters), arrays() | _forest("context.", trees), "mine")


def scoped(trees: tuple[Tree, ...], articles: tuple[Tree, ...]) -> Model:
    """Return the model with other trees, and trees that recognise articles."""
    parameters: dict[str, Any] = {"types": ["article"], "type.article.depth": 1, "type.article.start": 0}
    return build_model(header(**parameters), arrays(trees) | _forest("type.article.", articles), "mine")


def discussing(trees: tuple[Tree, ...]) -> Model:
    """Return the model with trees that recognise discussions."""
    parameters: dict[str, Any] = {"discussion": True, "discussion.depth": 1, "discussion.start": 0}
    return build_model(header(**parameters), arrays() | _forest("discussion.", trees), "mine")
