"""Packages that divide text without blanks into words, for each language that is written so.

They are optional: of the packages for a language, the first that is installed is used. All of them bring their
dictionaries along and give the same words for the same text. They are loaded when the first such text comes, without
fetching anything, and without leaving files behind.

There is none for Burmese and Khmer that is maintained and brings all it needs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

CHINESE, JAPANESE, THAI, LAO, KHMER, BURMESE = LANGUAGES = ("Chinese", "Japanese", "Thai", "Lao", "Khmer", "Burmese")

Split = Callable[[str], list[str]]
"""Divides a text into words, of which nothing is left out."""


class Segmenter(NamedTuple):
    """A segmenter: the names and versions of its packages, and its function."""

    name: str
    split: Split


class Candidate(NamedTuple):
    """A segmenter that may be installed: its packages on PyPI, and how to load it."""

    packages: tuple[str, ...]
    load: Callable[[], Split]

    def name(self) -> str | None:
        """Return the packages with their versions, or ``None`` if one is not installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return " + ".join(f"{package} {version(package)}" for package in self.packages)
        except PackageNotFoundError:
            return None


def _rjieba() -> Split:
    import rjieba

    # Its model of unknown words would also join known ones, such as 上 and 花 in 在手机上花钱.
    return lambda text: list(rjieba.cut(text, hmm=False))


def _jieba() -> Split:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some of its expressions are not valid escapes
        import jieba

    tokenizer = jieba.Tokenizer()
    # By itself it would keep its dictionary in a file below /tmp.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return lambda text: list(tokenizer.lcut(text, HMM=False))


def _sudachi(size: str) -> Split:
    from threading import local

    from sudachipy import Dictionary, SplitMode

    dictionary = Dictionary(dict=size)
    make = getattr(dictionary, "tokenizer", None) or dictionary.create
    own = local()  # a tokenizer is for one thread only

    def split(text: str) -> list[str]:
        if not hasattr(own, "tokenizer"):
            own.tokenizer = make(mode=SplitMode.A)  # short units
        return [word.surface() for word in own.tokenizer.tokenize(text)]

    return split


def _pythainlp() -> Split:
    with _no_folder_of_pythainlp():
        from pythainlp.tokenize import newmm

    return lambda text: list(newmm.segment(text, safe_mode=True))


def _laonlp() -> Split:
    with _no_folder_of_pythainlp():
        from laonlp.corpus import lao_words
        from pythainlp.tokenize import newmm
        from pythainlp.util import Trie

    # The segmenter of LaoNLP itself gives the same words, but goes through all ways to divide a text.
    words = Trie(lao_words())
    return lambda text: list(newmm.segment(text, words, safe_mode=True))


@contextmanager
def _no_folder_of_pythainlp() -> Iterator[None]:
    """Keep PyThaiNLP from making a folder in the home directory when it is imported."""
    name = "PYTHAINLP_READ_ONLY"
    if name in os.environ or "PYTHAINLP_READ_MODE" in os.environ:
        yield
        return
    os.environ[name] = "1"
    try:
        yield
    finally:
        del os.environ[name]


CANDIDATES: dict[str, tuple[Candidate, ...]] = {
    CHINESE: (Candidate(("rjieba",), _rjieba), Candidate(("jieba",), _jieba)),
    JAPANESE: (
        Candidate(("SudachiPy", "SudachiDict-core"), lambda: _sudachi("core")),
        Candidate(("SudachiPy", "SudachiDict-small"), lambda: _sudachi("small")),
    ),
    THAI: (Candidate(("pythainlp",), _pythainlp),),
    LAO: (Candidate(("laonlp", "pythainlp"), _laonlp),),
}


@cache
def segmenter(language: str) -> Segmenter | None:
    """Return the segmenter for a language, loaded, or ``None`` if none is installed that works."""
    for candidate in CANDIDATES.get(language, ()):
        name = candidate.name()
        if name is not None:
            try:
                return Segmenter(name, candidate.load())
            except MemoryError:
                raise
            except Exception:  # an incomplete installation of another package
                continue
    return None


def installed() -> dict[str, str]:
    """Return the names of the segmenters that are installed, by language, without loading them."""
    names = ((language, candidate.name()) for language, those in CANDIDATES.items() for candidate in reversed(those))
    return {language: name for language, name in names if name is not None}
