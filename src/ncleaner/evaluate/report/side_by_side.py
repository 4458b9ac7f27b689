"""Gold text and output side by side, as HTML.

Words that are missing from the output are ``<ins>`` on the left, and spurious words are ``<del>`` on the right, as a
corrector would insert and delete them. Each segment is a line that begins with its mark.
"""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import count, whole
from ncleaner.evaluate.report.hunks import HEAD, LONGEST_DIFFERENCE, TAIL, Difference, Run, Side, difference, rows

SAME, MISSED, SPURIOUS = "", "ins", "del"


def side_by_side(gold: Side, output: Side, name: str) -> str:
    """Return the hunks below each other, each with its two sides."""
    diff = difference(gold, output)
    if not gold.words and not output.words:
        return '<p class="quiet">The gold text and the output are both empty.</p>'
    parts = [f'<div class="pair heads"><div>gold text</div><div>{escape(shorten(name))}</div></div>']
    for hunk in diff.hunks:
        if hunk.skipped:
            parts.append(_fold(hunk.skipped))
        parts.extend(_pair(row, gold, output) for row in rows(hunk, gold, output))
    parts.extend(_rest(diff))
    return f'<div class="sides">{"".join(parts)}</div>'


def _pair(row: list[Run], gold: Side, output: Side) -> str:
    left = _cell(gold, [(SAME if run.same else MISSED, run.gold) for run in row])
    right = _cell(output, [(SAME if run.same else SPURIOUS, run.output) for run in row])
    return f'<div class="pair{" alike" if all(run.same for run in row) else ""}">{left}{right}</div>'


def _fold(words: int) -> str:
    return f'<div class="fold">… {count(words, "word")} …</div>'


def _rest(diff: Difference) -> Iterator[str]:
    if diff.missed or diff.spurious:
        yield (
            f'<div class="fold">Not shown: the rest of the page, with {count(diff.missed, "more missed word")} and '
            f"{count(diff.spurious, 'more spurious word')}.</div>"
        )
    elif diff.skipped:
        yield _fold(diff.skipped)


def _cell(side: Side, runs: list[tuple[str, range]]) -> str:
    paragraphs = _Paragraphs()
    for tag, words in runs:
        if tag == SAME or len(words) <= LONGEST_DIFFERENCE:
            _write(paragraphs, side, tag, words)
        else:
            _write(paragraphs, side, tag, words[:HEAD])
            paragraphs.note(
                f"… {whole(len(words) - HEAD - TAIL)} more {'missed' if tag == MISSED else 'spurious'} words …"
            )
            _write(paragraphs, side, tag, words[-TAIL:])
    return f"<div>{paragraphs.html()}</div>"


def _write(paragraphs: _Paragraphs, side: Side, tag: str, words: range) -> None:
    """Write some words of a side, with a new line at each mark."""
    line: list[str] = []
    for position in words:
        if position in side.marks:
            paragraphs.add(tag, line)
            line = []
            for mark in side.marks[position]:
                paragraphs.begin(mark)
        line.append(escape(shorten(side.words[position])))
    paragraphs.add(tag, line)


class _Paragraphs:
    """The lines of one side."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [["<p>"]]

    def begin(self, mark: str) -> None:
        self.lines.append([f'<p class="{mark}"><b>{mark}</b>'])

    def add(self, tag: str, words: list[str]) -> None:
        if words:
            text = " ".join(words)
            self.lines[-1].append(f"<{tag}>{text}</{tag}>" if tag else text)

    def note(self, text: str) -> None:
        self.lines.append([f'<p class="quiet">{text}'])
        self.lines.append(["<p>"])

    def html(self) -> str:
        return "".join(" ".join(line) + "</p>" for line in self.lines if line != ["<p>"])
