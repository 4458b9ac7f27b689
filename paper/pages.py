"""The pages that the experiments are repeated on: as they are, and as plain-text dumps.

The papers' text mode starts from the dumps of Lynx. Ours are made by the real Lynx, where it is installed, and by the
engine ``dump``: all text that a reader can see, one segment a line. Lynx numbers the links of a page and lists them at
its end, or does neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ncleaner.cleaner import Cleaner
from ncleaner.decode import decode
from ncleaner.engines.lynx import COMMAND, Lynx
from ncleaner.errors import EngineUnavailable
from ncleaner.gold.sets import read_set
from ncleaner.train.examples import Example, Progress, examples_of

Dumper = Callable[[Example], str]


class Unlisted(Lynx):
    """Lynx without numbers and list of links."""

    command = (*COMMAND, "-nolist")


def read(data: Path, name: str) -> list[Example]:
    """The pages of a set."""
    return list(examples_of([(read_set(data / name), 1)]))


def dumps(pages: Sequence[Example], dump: Dumper, progress: Progress, what: str) -> list[Example]:
    """The same pages as plain text."""
    found = []
    for page in pages:
        found.append(Example(page.id, dump(page).encode("utf-8", "replace"), page.gold, "text", page.weight))
        progress(what, len(found), len(pages))
    return found


def by_ncleaner() -> Dumper:
    """What our own engine shows of a page."""
    cleaner = Cleaner(engine="dump")
    return lambda page: cleaner.clean(page.page, kind=page.kind).text


def by_lynx(*, links: bool = True) -> Dumper | None:
    """What Lynx shows of a page, with its numbered list of links or without; none where there is no Lynx."""
    try:
        lynx = Lynx() if links else Unlisted()
    except EngineUnavailable:
        return None
    return lambda page: (lynx.dump(decode(page.page, kind=page.kind)) or b"").decode("utf-8")
