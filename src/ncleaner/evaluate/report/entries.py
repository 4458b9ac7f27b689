"""Entries of pages: a summary line that opens to figures, and to gold text and outputs side by side.

The anchor of a page is inside its ``<details>`` element, because browsers open the element when a link leads into it.
"""

from __future__ import annotations

from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import coordinate, count, percent
from ncleaner.charts.svg import Scale, frame, line
from ncleaner.evaluate.report.hunks import Side, side
from ncleaner.evaluate.report.selection import ShownPage, words_f
from ncleaner.evaluate.report.side_by_side import side_by_side
from ncleaner.evaluate.report.tables import colour, engine
from ncleaner.evaluate.results import PageResult
from ncleaner.gold.reading import read

STRIP_WIDTH, STRIP_HEIGHT = 200, 16
LONGEST_ID = 80
LONGEST_ERROR = 300


def entry(page: ShownPage, names: list[str]) -> str:
    """Return the entry of a page."""
    gold = side(read(page.results[0].gold))
    outputs = "".join(
        _output(page.results[number], number, names[number], gold, opened=not at)
        for at, number in enumerate(page.shown)
    )
    return (
        f'<details class="page"><summary>{_summary(page, names)}</summary><div id="{page.anchor}" class="opened">'
        f"{_figures(page, names)}{outputs}</div></details>"
    )


def reference(page: ShownPage, names: list[str]) -> str:
    """Return the summary line of a page as a link to its entry elsewhere."""
    return f'<a class="page elsewhere" href="#{page.anchor}">{_summary(page, names)}</a>'


def _summary(page: ShownPage, names: list[str]) -> str:
    first = page.results[0]
    about = [escape(shorten(first.type, 40)), _range(page, names)]
    return (
        f'<span class="id">{escape(shorten(first.id, LONGEST_ID))}</span>'
        f'<span class="about">{" · ".join(filter(None, about))}</span>'
        f'<span class="figure">F {percent(words_f(first), 1)}</span>{_strip(page, names)}'
    )


def _range(page: ShownPage, names: list[str]) -> str:
    """Return the worst and the best F, or precision and recall if there is only one engine."""
    if len(names) == 1:
        counts = page.results[0].counts["words"]
        return f"precision {percent(counts.precision, 1)}, recall {percent(counts.recall, 1)}"
    values = [words_f(result) for result in page.results]
    if not page.spread:
        return "the same for all engines"
    extremes = (("worst", min(values)), ("best", max(values)))
    return ", ".join(
        f"{which} {percent(value, 1)} ({escape(shorten(names[values.index(value)], 40))})" for which, value in extremes
    )


def _strip(page: ShownPage, names: list[str]) -> str:
    """Draw the F of all engines on a line from 0 to 100, that of the first engine as a larger ring."""
    across = Scale(0, 1, 6, STRIP_WIDTH - 6)
    middle = STRIP_HEIGHT / 2
    parts = [line(across(0), middle, across(1), middle, "axis")]
    for number in reversed(range(len(names))):
        radius = "3.5" if number else "5.5"
        place = f'cx="{coordinate(across(words_f(page.results[number])))}" cy="{coordinate(middle)}" r="{radius}"'
        parts.append(f'<circle class="{colour(number)}{"" if number else " ring"}" {place}/>')
    title = ", ".join(f"{name} {percent(words_f(result), 1)}" for name, result in zip(names, page.results, strict=True))
    return frame(STRIP_WIDTH, STRIP_HEIGHT, title, "F of each engine on this page", "".join(parts), css="strip")


def _figures(page: ShownPage, names: list[str]) -> str:
    lines = []
    for number, (name, result) in enumerate(zip(names, page.results, strict=True)):
        counts = result.counts["words"]
        cells = "".join(f"<td>{percent(value, 1)}</td>" for value in (counts.precision, counts.recall, counts.f))
        lines.append(f'<tr><th scope="row">{engine(number, name)}</th>{cells}</tr>')
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("engine", "precision", "recall", "F"))
    return (
        '<div class="scroll"><table class="small"><caption class="hidden">Words of this page in percent</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _output(result: PageResult, number: int, name: str, gold: Side, *, opened: bool) -> str:
    counts = result.counts["words"]
    failure = f'<p class="error">Failed: {escape(shorten(result.error, LONGEST_ERROR))}</p>' if result.error else ""
    missed, spurious = counts.gold - counts.matched, counts.output - counts.matched
    return (
        f'<details class="output"{" open" if opened else ""}><summary>{engine(number, name)} '
        f'<span class="about">{count(missed, "word")} missed, {count(spurious, "word")} spurious</span></summary>'
        f"{failure}{side_by_side(gold, side(read(result.output)), name)}</details>"
    )
