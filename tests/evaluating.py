"""Small sets of pages, and engines that misbehave in ways that an evaluation must handle.

Workers import this module, so it must not import pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ncleaner.engines import Entry, ModelEngine, ReadingEngine
from ncleaner.engines.base import RuleGrounds
from ncleaner.engines.dump import Dump
from ncleaner.errors import EngineUnavailable
from ncleaner.models import Model
from ncleaner.models.format import build
from ncleaner.page.blocks import Blocks
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.page.page import Page
from ncleaner.read import read_page
from ncleaner.train import Example
from ncleaner.train.trainers import Trainer

TOYS = {
    "toy:fails": Entry("evaluating:Fails", "fails on pages that say so"),
    "toy:dies": Entry("evaluating:Dies", "takes its process along on pages that say so"),
    "toy:learns": Entry(
        "evaluating:Learns", "keeps the segments that it has seen in gold texts", trainer="evaluating:LEARNER"
    ),
    "toy:works": Entry("evaluating:Works", "lets another process work"),
    "toy:hungry": Entry("evaluating:Hungry", "needs a lot of memory"),
    "toy:hangs": Entry("evaluating:Hangs", "never comes to an end"),
    "toy:missing": Entry("evaluating:Missing", "is not installed"),
}
HUNGER = 64 << 20  # bytes
WORK = 0.05  # seconds of processor time


class Fails(ReadingEngine, Dump):
    name = "toy:fails"

    def read(self, page: Page) -> Blocks:
        if b"FAIL" in page.source:
            raise ValueError("this page says that I fail\nand more")
        return read_page(page)


class Dies(ReadingEngine, Dump):
    name = "toy:dies"

    def read(self, page: Page) -> Blocks:
        if b"DIE" in page.source:
            os._exit(3)
        return read_page(page)


class Learns(ModelEngine):
    name = "toy:learns"

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.known = frozenset(model.parameter("known", list))

    def decide(self, blocks: Blocks) -> Decisions:
        draft = Draft(blocks)
        draft.keep[:] = bytes(blocks.text(index) in self.known for index in range(len(blocks)))
        return draft.finish(RuleGrounds(blocks, draft))


def learn(examples: Iterable[Example], **options: Any) -> Model:
    lines = ((line, one.page) for one in examples for line in one.gold.splitlines())
    known = sorted({line for line, page in lines if line.encode() in page})
    return build({"engine": "toy:learns", "parameters": {"known": known}}, {"empty": array("i")})


LEARNER = Trainer(learn)


class Works(ReadingEngine, Dump):
    name = "toy:works"

    def read(self, page: Page) -> Blocks:
        work = f"import time\nwhile time.process_time() < {WORK}: pass"
        subprocess.run([sys.executable, "-c", work], check=True)
        return read_page(page)


class Hungry(ReadingEngine, Dump):
    name = "toy:hungry"

    def read(self, page: Page) -> Blocks:
        bytearray(b"x") * HUNGER
        return read_page(page)


class Hangs(ReadingEngine, Dump):
    name = "toy:hangs"

    def read(self, page: Page) -> Blocks:
        if b"HANG" in page.source:
            print("hanging", flush=True)
            time.sleep(600)
        return read_page(page)


class Missing(Dump):
    name = "toy:missing"

    def __init__(self) -> None:
        raise EngineUnavailable("the engine 'toy:missing' needs the package missing: pip install missing")


def write_set(folder: Path, pages: dict[str, tuple[str, str]]) -> Path:
    """Write a set of pages and gold texts to a new folder."""
    for name in ("html", "gold"):
        (folder / name).mkdir(parents=True)
    for id, (page, gold) in pages.items():
        (folder / "html" / f"{id}.html").write_text(page, "utf-8")
        (folder / "gold" / f"{id}.txt").write_text(gold, "utf-8")
    return folder


def weather(count: int) -> dict[str, tuple[str, str]]:
    """Return weather reports: the gold text is everything below the menu, and its first line is on every page."""
    pages = {}
    for day in range(count):
        report = f"On day number{day} it rained on all of us."
        page = f"<ul><li>Home<li>News</ul><p>The weather.</p><p>{report}</p>"
        pages[f"day{day:02}"] = page, f"The weather.\n{report}\n"
    return pages
