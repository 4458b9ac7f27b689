"""Forks in the middle of work, and objects that travel between processes as pickles."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator

from attacks.builders import ROOT
from attacks.outcome import Outcome
from ncleaner import Cleaner
from ncleaner.engines import ENGINES
from ncleaner.errors import NCleanerError

FORKS, QUICK_FORKS = 25, 3
PATIENCE = 30.0  # seconds that a child has for a page
THREADS = 3
UNLOCKED = ("lynx",)  # runs another program for each page, which makes forks slow


def attack(quick: bool) -> Iterator[Outcome]:
    """Fork while threads use each engine, then pickle documents and cleaners."""
    page = (ROOT / "examples" / "news.html").read_bytes()
    cleaners = dict(_cleaners(["forest", "ngram"] if quick else [name for name in ENGINES if name not in UNLOCKED]))
    forks = QUICK_FORKS if quick else FORKS
    if hasattr(os, "fork"):
        findings = [found for name, cleaner in cleaners.items() for found in _forked(name, cleaner, page, forks)]
        rule = f"each child cleans a page within {PATIENCE:.0f} s"
        yield Outcome("forks while three threads clean, with each engine", forks * len(cleaners), rule, tuple(findings))
    findings = [found for name, cleaner in cleaners.items() for found in _pickled(name, cleaner, page)]
    yield Outcome("pickles of cleaners and documents", 2 * len(cleaners), "the copy gives the same", tuple(findings))


def _cleaners(names: list[str]) -> Iterator[tuple[str, Cleaner]]:
    for name in names:
        try:
            yield name, Cleaner(engine=name)
        except NCleanerError:
            continue  # a package or program for it is not installed


def _forked(name: str, cleaner: Cleaner, page: bytes, forks: int) -> Iterator[str]:
    """Fork while threads clean pages; yield what became of children that did not clean one."""
    is_over = threading.Event()

    def work() -> None:
        while not is_over.is_set():
            cleaner.clean(page)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    try:
        for number in range(forks):
            time.sleep(0.01)
            problem = _child(cleaner, page)
            if problem:
                yield f"{name}, child {number}: {problem}"
                if problem == HANGS:
                    return  # each of the others would take the same time to find out
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


HANGS = "it hangs"


def _child(cleaner: Cleaner, page: bytes) -> str:
    child = os.fork()
    if not child:
        try:
            os._exit(0 if cleaner.clean(page).text else 3)
        finally:
            os._exit(4)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return f"status {status}" if status else ""
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return HANGS


def _pickled(name: str, cleaner: Cleaner, page: bytes) -> Iterator[str]:
    document = cleaner.clean(page)
    try:
        if pickle.loads(pickle.dumps(cleaner)).clean(page).to("json") != document.to("json"):
            yield f"a copy of the cleaner {name} gives another document"
    except Exception as error:
        yield f"the cleaner {name}: {type(error).__name__}: {error}"
    try:
        copy = pickle.loads(pickle.dumps(document))
        if any(copy.to(form) != document.to(form) for form in ("json", "html", "markdown")):
            yield f"a copy of a document of {name} differs"
    except Exception as error:
        yield f"a document of {name}: {type(error).__name__}: {error}"
