"""Regular expressions as ``ice-ga`` evolves them, and what they capture of a page (section 3.5).

They are made of literals, which are the ones in `LITERALS`, and of capturing groups, other groups and alternatives.
Nothing else is accepted, so that a model can bring no other expression. An expression is matched against the source
of a page again and again; what its groups capture is kept. Elements are kept as a whole or not at all: those of which
at least half stands in captured source are.

Such expressions may backtrack. They run under a limit of processor time, which the package ``regex`` looks after.
"""

from __future__ import annotations

from ncleaner.errors import ExpressionTooLong, NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

LITERALS = (
    r"\w*?",
    r"<.*?>",
    r"\w++",
    r"\s*+",
    r"\W",
    r"[^<]*+",
    r"[^<]++",
    r"[^<>]{20,}+",
    r"[.,;:!?]",
    r"<[^>]*+>",
    r"</[^>]*+>",
    r"<p[^>]*+>",
    r"<div[^>]*+>",
    r"<td[^>]*+>",
    r"<li[^>]*+>",
    r"<h[1-6][^>]*+>",
    r"<br[^>]*+>",
    r"<a [^>]*+>",
    r"</a>",
    r"</p>",
)
"""The first two are those that the paper names. The others give nothing back that they have matched, so that most
expressions take no longer than it takes to read the page, and hardly any stands near the limit."""

CAPTURING, GROUP, OR, END = "(", "(?:", "|", ")"
LONGEST = 4000  # characters of an expression
MOST_MATCHES = 100_000  # on one page; expressions that match more often match nearly nothing at a time

_TOKENS = sorted((*LITERALS, CAPTURING, GROUP, OR, END), key=len, reverse=True)


def compiled(expression: str) -> Any:
    """The expression, ready to be matched."""
    import regex

    if not is_known(expression):
        raise NCleanerError("the expression is not made of the parts that there are")
    return regex.compile(expression, regex.IGNORECASE)


def is_known(expression: str) -> bool:
    """Whether an expression is made of the known parts, and its groups are closed."""
    if len(expression) > LONGEST:
        return False
    at = depth = 0
    while at < len(expression):
        token = next((token for token in _TOKENS if expression.startswith(token, at)), "")
        depth += (token in (CAPTURING, GROUP)) - (token == END)
        if not token or depth < 0:
            return False
        at += len(token)
    return not depth


def captured(expression: Any, source: str, seconds: float) -> list[tuple[int, int]]:
    """Where in a source the groups of an expression capture something, in as many seconds of processor time."""
    found: list[tuple[int, int]] = []
    groups = range(1, expression.groups + 1)
    try:
        for number, match in enumerate(expression.finditer(source, timeout=seconds)):
            if number == MOST_MATCHES:
                raise ExpressionTooLong(f"the expression matches more than {MOST_MATCHES} times")
            found += [span for span in map(match.span, groups) if span[0] < span[1]]
    except TimeoutError:
        raise ExpressionTooLong(f"the expression did not come to an end within {seconds:g} seconds") from None
    return found


def shares(spans: Sequence[tuple[int, int]], captures: Iterable[tuple[int, int]]) -> list[float]:
    """Of each span of a source, all in order, the share that was captured. What was captured twice counts once."""
    pieces = _merged(captures)
    found = []
    first = 0
    for start, end in spans:
        while first < len(pieces) and pieces[first][1] <= start:
            first += 1
        inside = 0
        at = first
        while at < len(pieces) and pieces[at][0] < end:
            inside += min(end, pieces[at][1]) - max(start, pieces[at][0])
            at += 1
        found.append(inside / (end - start) if end > start else 0.0)
    return found


def _merged(captures: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places without overlaps."""
    pieces: list[tuple[int, int]] = []
    for start, end in sorted(captures):
        if pieces and start <= pieces[-1][1]:
            pieces[-1] = pieces[-1][0], max(end, pieces[-1][1])
        else:
            pieces.append((start, end))
    return pieces
