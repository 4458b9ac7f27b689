"""Hostile pages, cleaned and opened in a real browser: no script may run, and no request may be sent.

The annotated pages are opened twice, as they are and without their content security policy: the policy is the second
line of defence, and the first one must hold by itself. The report is made of the same pages; their gold texts, ids and
types are hostile, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attacks.chromium import Opener, opener
from attacks.outcome import Outcome, skipped
from attacks.payloads import HostilePage, collection
from ncleaner import clean
from ncleaner.errors import BrowserError
from ncleaner.evaluate.report import report
from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
from ncleaner.metrics.scores import score

RULE = "no script runs, no request is sent, and no active element, attribute or address is in the document"
POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")
PAGES_PER_REPORT = 20
ENGINES = ("forest", "dump")


def attack(quick: bool) -> Iterator[Outcome]:
    """Open annotated pages and reports."""
    try:
        with opener() as (browser, server):
            hostile = collection(server.address)[:: 40 if quick else 1]
            annotated = {page.name: annotate(page) for page in hostile}
            yield outcome(browser, "hostile pages as annotated HTML", annotated)
            bare = {name: POLICY.sub("", page, count=1) for name, page in annotated.items()}
            yield outcome(browser, "the same without their content security policy", bare)
            reports = dict(_reports(hostile))
            yield outcome(browser, "reports of evaluations on these pages", reports)
            bare = {name: POLICY.sub("", page, count=1) for name, page in reports.items()}
            yield outcome(browser, "the same without their content security policy", bare)
    except BrowserError as error:
        yield skipped("hostile pages in a browser", RULE, str(error))


def outcome(browser: Opener, what: str, pages: Mapping[str, str]) -> Outcome:
    """Open pages, given by name, and return what they did."""
    found = browser.open({name: page.encode("utf-8", "replace") for name, page in pages.items()})
    return Outcome(what, len(pages), RULE, tuple(f"{name}: {', '.join(problems)}" for name, problems in found.items()))


def annotate(page: HostilePage, engine: str | None = None) -> str:
    """Return a page as annotated HTML."""
    return _cleaned(page, engine, "html")


def _cleaned(page: HostilePage, engine: str | None, form: str) -> str:
    kind = "text" if page.kind == "text" else "html"
    return clean(page.source, url=page.url, encoding=page.encoding, kind=kind, engine=engine).to(form)


def _reports(pages: list[HostilePage]) -> Iterator[tuple[str, str]]:
    """Yield reports of a few pages each, so that every page is shown."""
    for start in range(0, len(pages), PAGES_PER_REPORT):
        shown = pages[start : start + PAGES_PER_REPORT]
        results = [EngineResult(f"{engine}{shown[0].name}", _results(shown, engine)) for engine in ENGINES]
        evaluation = Evaluation(shown[0].name, results, [page.name for page in shown])
        yield f"pages from {shown[0].name}", report(evaluation)


def _results(pages: list[HostilePage], engine: str) -> list[PageResult]:
    results = []
    for page in pages:
        output = _cleaned(page, engine, "cleaneval")
        gold = f"<h> {page.name}\n<p> {page.source.decode('utf-8', 'replace')}"
        counts, edit = score(output, gold)
        results.append(
            PageResult(page.name, page.name, output, gold, counts, edit, 0.001, len(page.source), error=page.name)
        )
    return results
