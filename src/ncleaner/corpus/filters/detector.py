"""Language detection with py3langid, which comes with a model of some 140 languages.

The detector looks at a thousand characters from the middle of a text: the beginning may be names and dates, and it
processes each byte in Python. Its model takes 0.9 s to load and 90 MB of memory, so it is loaded on first use.
"""

from __future__ import annotations

import functools
from typing import Any

from ncleaner.errors import MissingPackage

SAMPLE = 1000  # characters
MIN_PROBABILITY = 0.4  # names, numbers and fragments are below this, sentences above

_NO_LANGUAGE = ("zxx", "und")


def language(text: str) -> str | None:
    """Return the code of a text's language, such as ``"de"``, or ``None`` if it cannot be detected."""
    start = max(0, (len(text) - SAMPLE) // 2)
    sample = text[start : start + SAMPLE]
    if not sample.strip():
        return None
    code, probability = _identifier().classify(sample)
    return None if probability < MIN_PROBABILITY or code in _NO_LANGUAGE else str(code)


def languages() -> list[str]:
    """Return the codes of all languages that can be detected."""
    return sorted(set(_identifier().labels).difference(_NO_LANGUAGE))


@functools.cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise MissingPackage("language detection", "py3langid", "corpus") from None
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
