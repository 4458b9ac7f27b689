"""Hostile pages, cleaned and opened in a real browser: no script may run, and no request may be sent.

The pages with their decisions are opened twice, as they are and without their content security policy: the policy is
the second line of defence, and the first one must hold by itself. Clean HTML has no policy. With images, the browser
may request them, and nothing else. The report is made of the same pages; their gold texts, ids and types are hostile,
too.
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

IMAGE_RULE = "no script runs, only images are requested, and no other active element, attribute or address is there"
RULE = "no script runs, no request is sent, and no active element, attribute or address is in the document"
POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")
PAGES_PER_REPORT = 20
ENGINES = ("forest", "dump")


def attack(quick: bool) -> Iterator[Outcome]:
    """Open pages with their decisions, clean pages and reports."""
    try:
        with opener() as (browser, server):
            hostile = collection(server.address)[:: 40 if quick else 1]
            decided = {page.name: cleaned(page, "decisions") for page in hostile}
            yield outcome(browser, "hostile pages with their decisions", decided)
            bare = {name: POLICY.sub("", page, count=1) for name, page in decided.items()}
            yield outcome(browser, "the same without their content security policy", bare)
            kept = {page.name: cleaned(page, "html", engine="dump", all=True, metadata=True) for page in hostile}
            yield outcome(browser, "hostile pages as clean HTML", kept)
            shown = {page.name: cleaned(page, "html", engine="dump", images=True) for page in hostile}
            yield outcome(browser, "the same with images", shown, images=True)
            reports = dict(_reports(hostile))
            yield outcome(browser, "reports of evaluations on these pages", reports)
            bare = {name: POLICY.sub("", page, count=1) for name, page in reports.items()}
            yield outcome(browser, "the same without their content security policy", bare)
    except BrowserError as error:
        yield skipped("hostile pages in a browser", RULE, str(error))


def outcome(browser: Opener, what: str, pages: Mapping[str, str], *, images: bool = False) -> Outcome:
    """Open pages, given by name, and return what they did; with ``images``, they may request images."""
    found = browser.open({name: page.encode("utf-8", "replace") for name, page in pages.items()}, images=images)
    rule = IMAGE_RULE if images else RULE
    return Outcome(what, len(pages), rule, tuple(f"{name}: {', '.join(problems)}" for name, problems in found.items()))


def cleaned(page: HostilePage, form: str, engine: str | None = None, **options: bool) -> str:
    """Return a page in an output format."""
    kind = "text" if page.kind == "text" else "html"
    return clean(page.source, url=page.url, encoding=page.encoding, kind=kind, engine=engine).to(form, **options)


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
        output = cleaned(page, "cleaneval", engine)
        gold = f"<h> {page.name}\n<p> {page.source.decode('utf-8', 'replace')}"
        counts, edit = score(output, gold)
        results.append(
            PageResult(page.name, page.name, output, gold, counts, edit, 0.001, len(page.source), error=page.name)
        )
    return results
