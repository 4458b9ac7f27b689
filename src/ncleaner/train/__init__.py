"""Training: models from pages whose clean text is known.

`train` makes a model for the engine ``ngram`` of pages and their gold texts, as its `Recipe` says; `examples_of` gives
the pages of sets that `ncleaner.evaluate.read_set` has found; `train_on_texts` needs two folders of texts only. A model
goes to `ncleaner.Cleaner` as it is, or into a file with `ncleaner.models.format.write`.

`label` says which blocks of a page are in its gold text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.train.examples import Example, examples_of
    from ncleaner.train.labels import Labels, label
    from ncleaner.train.ngram import train
    from ncleaner.train.recipe import Recipe
    from ncleaner.train.texts import train_on_texts

__all__ = ["Example", "Labels", "Recipe", "examples_of", "label", "train", "train_on_texts"]

_PLACES = {
    "Example": "examples",
    "Labels": "labels",
    "Recipe": "recipe",
    "examples_of": "examples",
    "label": "labels",
    "train": "ngram",
    "train_on_texts": "texts",
}


def __getattr__(name: str) -> object:
    """Import what is asked for when it is: the command line looks at recipes before anything is trained."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
