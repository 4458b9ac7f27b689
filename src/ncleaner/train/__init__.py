"""Training: models from pages with gold texts.

`train` trains a model for the engine ``ngram`` on pages and their gold texts, with the parameters of a `Recipe`.
`examples_of` returns the pages of sets read by `ncleaner.evaluate.read_set`. `train_on_texts` needs only two folders of
texts. Pass a model to `ncleaner.Cleaner`, or write it to a file with `ncleaner.models.format.write`.

`label` counts the words of each block that are in the gold text.
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

_MODULES = {
    "Example": "examples",
    "Labels": "labels",
    "Recipe": "recipe",
    "examples_of": "examples",
    "label": "labels",
    "train": "ngram",
    "train_on_texts": "texts",
}


def __getattr__(name: str) -> object:
    """Import a name on first use: the command line needs recipes without the modules that train."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
