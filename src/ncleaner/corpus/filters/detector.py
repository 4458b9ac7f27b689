"""The language of a text, by py3langid, whose model comes with the package and knows some 140.

A thousand characters from the middle of a text are enough: its beginning may be names and dates, and the detector goes
through each byte in Python. Its model takes 0.9 s to load and 90 MB, so it is loaded only when somebody asks.
"""

from __future__ import annotations

import functools
from typing import Any

from ncleaner.errors import MissingPackage

LOOKED_AT = 1000  # characters
LEAST_SURE = 0.4  # of 1; it is less sure of names, numbers and fragments than of any sentence

_NO_LANGUAGE = ("zxx", "und")


def language(text: str) -> str | None:
    """The code of the language that a text is in, such as ``"de"``; ``None`` if that cannot be told."""
    start = max(0, (len(text) - LOOKED_AT) // 2)
    sample = text[start : start + LOOKED_AT]
    if not sample.strip():
        return None
    code, sureness = _identifier().classify(sample)
    return None if sureness < LEAST_SURE or code in _NO_LANGUAGE else str(code)


def languages() -> list[str]:
    """The codes of all languages that can be told."""
    return sorted(set(_identifier().labels).difference(_NO_LANGUAGE))


@functools.cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise MissingPackage("language detection", "py3langid", "corpus") from None
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
