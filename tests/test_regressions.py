"""Every page that broke a promise once keeps it now, as it was cleaned then and in every format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from attacks.fuzz.oracle import examine
from attacks.fuzz.plan import Plan
from attacks.fuzz.regressions import LARGEST, stored
from ncleaner.render import FORMATS

FOLDER = Path(__file__).parent / "regressions"
CASES = list(stored(FOLDER))
ENGINES = ("forest", "heuristics", "dump")


@pytest.mark.parametrize(("plan", "page"), [pytest.param(plan, page, id=path.stem) for path, plan, page in CASES])
def test_a_page_that_broke_a_promise_keeps_it(plan: Plan, page: bytes) -> None:
    examine(plan, page)
    for engine in ENGINES:
        examine(replace(plan, engine=engine, options=(), formats=tuple(FORMATS)), page)


@pytest.mark.once
def test_stored_pages_are_small() -> None:
    assert all(len(page) <= LARGEST for _, _, page in CASES)
