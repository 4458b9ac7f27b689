"""The scope of a page: the user's choice, or by the type of the page."""

from __future__ import annotations

from typing import Any

import pytest
from forest_examples import MENU, PROSE, model, scoped

from ncleaner import Cleaner
from ncleaner.engines.forest.engine import Forest, TreeGrounds
from ncleaner.engines.forest.scope import ARTICLE, CHOICES, PAGE
from ncleaner.errors import UnknownNameError

PAGE_OF_PROSE = f"{MENU}<p>{PROSE}</p><p>{PROSE}</p>".encode()
PAGE_OF_LINKS = f"{MENU}<p>{PROSE}</p><p>{PROSE}</p>{MENU * 50}".encode()

# Content by itself, boilerplate if only the article is asked for.
TREES = (("words", 0, 0, 1.0, 1.0), ("scope", 0, 0, 0.0, -9.0))
SURE = (("page link share", 0, 60, 2.0, -2.0),)
DOUBTFUL = (("page link share", 0, 60, -0.1, -2.0),)
UNLIKELY = (("page link share", 0, 60, -1.9, -2.0),)
MOST_UNLIKELY = (("page link share", 0, 60, -2.1, -3.0),)


def kept(page: bytes, articles: Any = SURE, **options: Any) -> bool:
    document = Cleaner(engine=Forest(scoped(TREES, articles), **options)).clean(page)
    grounds = document.decisions.grounds
    assert isinstance(grounds, TreeGrounds)
    assert "scope" not in document.page_types
    return any(segment.keep for segment in document.segments)


@pytest.mark.parametrize("page", [PAGE_OF_PROSE, PAGE_OF_LINKS])
def test_the_choice_of_the_user_holds_for_every_page(page: bytes) -> None:
    assert kept(page, scope="page")
    assert not kept(page, scope="article")


def test_a_page_that_is_likely_an_article_has_the_scope_of_the_article() -> None:
    assert not kept(PAGE_OF_PROSE)
    assert kept(PAGE_OF_LINKS)
    assert kept(PAGE_OF_PROSE, DOUBTFUL)


def test_a_page_that_is_read_without_words_need_not_be_so_sure() -> None:
    assert not kept(PAGE_OF_PROSE, UNLIKELY, language="und")
    assert kept(PAGE_OF_PROSE, MOST_UNLIKELY, language="und")


def test_a_model_without_page_types_keeps_the_page() -> None:
    assert Cleaner(engine=Forest(model())).clean(PAGE_OF_PROSE).text == f"{PROSE}\n{PROSE}\n"


@pytest.mark.parametrize("scope", ["", "all", None, [], "Article"])
def test_other_scopes_are_refused(scope: Any) -> None:
    with pytest.raises(UnknownNameError, match="scope"):
        Forest(model(), scope=scope)


def test_values_of_the_feature() -> None:
    assert (PAGE, ARTICLE) == (0, 1)
    assert CHOICES == ("auto", "page", "article")
