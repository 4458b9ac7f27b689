"""Accuracy over CPU time: our engines and other tools on the same pages, in one process, taking turns at every page.

On the set that our models have learnt from, the texts of those that learn are not those of the shipped models but of
the ones that do not know the site of the page (`benchmarks.accuracy.unseen`). The times are those of the shipped ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

from benchmarks.accuracy.labels import Labelled, placed
from benchmarks.accuracy.panel import STYLE, Panel, dot
from benchmarks.accuracy.readings import Reading
from ncleaner.charts.plot import standalone, ticks
from ncleaner.charts.svg import NICE, Scale, frame, words
from ncleaner.cli.commands.compare import PEER, available
from ncleaner.engines import ENGINES
from ncleaner.evaluate.results import EngineResult
from ncleaner.evaluate.run import Progress, evaluate
from ncleaner.evaluate.silence import silenced
from ncleaner.gold.sets import Set, read_set
from ncleaner.metrics.counts import Counts, macro, micro
from paper.markdown import table

CLEANEVAL, WCXB = "cleaneval-final-a", "wcxb-dev"
PAGES = {CLEANEVAL: 200, WCXB: 100}  # more would take the other tools too long
BROWSERS = ("lynx",)  # engines that only call something else

WIDTH, HEIGHT = 700, 380  # of a panel with what is around it
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 64, 40
ROOM = 1.7  # times as long as the longest time, and the other way round, there is room for names
RADIUS, OUR_RADIUS = 4.0, 6.0


@dataclass(frozen=True, slots=True)
class Entry:
    """An engine: its CPU time for a page in milliseconds, and two figures of its texts as fractions."""

    name: str
    milliseconds: float
    figures: tuple[float, ...]

    @property
    def label(self) -> str:
        """The name without what says that it is another tool."""
        return self.name.removeprefix(PEER)

    @property
    def is_ours(self) -> bool:
        """Whether the engine is our own."""
        return not self.name.startswith(PEER) and self.name not in BROWSERS


@dataclass(frozen=True, slots=True)
class Field:
    """The engines on a set, and what is to be said about it. The last of the figures is the one to be drawn."""

    set: str
    remark: str
    measures: tuple[str, ...]
    entries: Sequence[Entry]


def cleaneval(data: Path, progress: Progress) -> Field:
    """The engines on a set that none of our models has learnt from."""
    pages = read_set(data / CLEANEVAL).limited(PAGES[CLEANEVAL])
    entries = []
    for engine in _results(pages, progress):
        counts = [page.counts["words"] for page in engine.pages]
        entries.append(Entry(engine.name, _milliseconds(engine), (micro(counts).f, macro(counts).f.value)))
    return Field(CLEANEVAL, f"{len(pages.pages)} pages", ("words F", "words macro F"), entries)


def wcxb(data: Path, unseen: Sequence[Reading], progress: Progress) -> Field:
    """The engines on pages of the set that ours have learnt from; ``unseen`` has what they do without that."""
    pages = read_set(data / WCXB).limited(PAGES[WCXB])
    readings = {reading.id: reading for reading in unseen}
    known = [readings[f"{WCXB}/{pair.id}"] for pair in pages.pages]
    learnt: dict[str, list[Counts]] = {
        "forest": [reading.plain.bag for reading in known],
        "ngram": [reading.ngram.bag for reading in known],
    }
    entries = []
    for engine in _results(pages, progress):
        counts = learnt.get(engine.name) or [page.counts["bag"] for page in engine.pages]
        entries.append(Entry(engine.name, _milliseconds(engine), (macro(counts).f.value,)))
    return Field(WCXB, f"{len(known)} pages; forest and ngram by folds", ("bag F",), entries)


def rows(fields: Sequence[Field]) -> str:
    """The table: a line for each engine, and for each set its figures and the CPU time."""
    heads = [""]
    for field in fields:
        heads += [f"`{field.set}`: {field.measures[0]}", *field.measures[1:], "CPU ms/page"]
    lines: Mapping[str, list[str]] = {entry.name: [f"`{entry.name}`"] for entry in fields[0].entries}
    for field in fields:
        for entry in field.entries:
            lines[entry.name] += [f"{100 * figure:.1f}" for figure in entry.figures] + [f"{entry.milliseconds:.2f}"]
    return table(heads, list(lines.values()))


def drawing(fields: Sequence[Field], title: str) -> str:
    """The figure: a panel for each set, one below the other."""
    parts = [STYLE, words(0, 12, title, "title")]
    for number, field in enumerate(fields):
        parts += _panel(field, 18 + number * HEIGHT)
    description = f"Accuracy of {len(fields[0].entries)} engines and tools over their CPU time, on {len(fields)} sets."
    return standalone(frame(WIDTH, 18 + len(fields) * HEIGHT, title, description, "".join(parts)), lines=1)


def _results(pages: Set, progress: Progress) -> list[EngineResult]:
    with silenced():
        return evaluate(pages, available(list(ENGINES)), progress=progress).engines


def _milliseconds(engine: EngineResult) -> float:
    return 1e3 * sum(page.seconds for page in engine.pages) / len(engine.pages)


def _panel(field: Field, top: float) -> list[str]:
    heights = [100 * entry.figures[-1] for entry in field.entries]
    times = [entry.milliseconds for entry in field.entries]
    up = ticks(min(heights), max(heights))
    low, high = min(times) / ROOM, max(times) * ROOM
    scale = Scale(log10(low), log10(high), LEFT, WIDTH - RIGHT)
    bottom = top + HEIGHT - BOTTOM
    panel = Panel(
        LEFT,
        WIDTH - RIGHT,
        top + TOP,
        bottom,
        lambda value: scale(log10(value)),
        Scale(up[0], up[-1], bottom, top + TOP),
    )
    across = [nice * 10.0**power for power in range(-2, 5) for nice in NICE if low <= nice * 10.0**power <= high]
    parts = [
        words(0, top + 26, f"{field.set}, {field.remark}", "head"),
        words(0, top + 44, f"{field.measures[-1]} in percent", ""),
    ]
    parts += panel.axes(across, up)
    parts.append(words((LEFT + WIDTH - RIGHT) / 2, bottom + 36, "CPU time per page in milliseconds", "middle"))
    return parts + _points(field, panel)


def _points(field: Field, panel: Panel) -> list[str]:
    """A dot and a name for each engine, ours last and so above all others."""
    entries = sorted(field.entries, key=lambda entry: (entry.is_ours, entry.figures[-1]))
    dots = [
        Labelled(entry.label, panel.across(entry.milliseconds), panel.up(100 * entry.figures[-1]), _radius(entry))
        for entry in entries
    ]
    parts = []
    for entry, one, label in zip(entries, dots, placed(dots, panel), strict=True):
        said = f"{entry.label}: {100 * entry.figures[-1]:.1f}, {entry.milliseconds:.2f} ms"
        group = "line-0" if entry.is_ours else "others"
        name = words(label.x, label.y, entry.label, f"{label.anchor} name" if entry.is_ours else label.anchor)
        parts.append(f'<g class="{group}">{label.leader}{dot(one.x, one.y, one.radius, "dot", said)}{name}</g>')
    return parts


def _radius(entry: Entry) -> float:
    return OUR_RADIUS if entry.is_ours else RADIUS
