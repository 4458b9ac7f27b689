"""The regular expressions that ``ice-ga`` evolves, and the text that they capture (section 3.5).

An expression consists of `LITERALS`, capturing groups, other groups and alternatives. Nothing else is accepted, so a
model file cannot contain an arbitrary expression. The expression is matched against the source of a page repeatedly.
Elements are kept if at least half of their source is captured by groups.

Such expressions may backtrack, so they run with a limit of processor time, which the package ``regex`` enforces.
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
"""The first two are in the paper. The others never backtrack, so most expressions take linear time and
few come near the time limit."""

CAPTURING, GROUP, OR, END = "(", "(?:", "|", ")"
LONGEST = 4000  # characters of an expression
DEEPEST = 100  # groups inside groups; the package ``regex`` compiles them by recursion
MOST_MATCHES = 100_000  # on a page; expressions with more matches match almost nothing at a time
MOST_CAPTURES = 1_000_000  # of all groups on a page; bounds the memory for expressions of many groups

_TOKENS = sorted((*LITERALS, CAPTURING, GROUP, OR, END), key=len, reverse=True)


def compiled(expression: str) -> Any:
    """Compile an expression; raise an error if it has other parts than the allowed ones."""
    import regex

    if not is_valid(expression):
        raise NCleanerError("the expression contains parts that are not allowed")
    return regex.compile(expression, regex.IGNORECASE)


def is_valid(expression: str) -> bool:
    """Return whether an expression has only allowed parts, and its groups are closed and not nested too deeply."""
    if len(expression) > LONGEST:
        return False
    at = depth = 0
    while at < len(expression):
        token = next((token for token in _TOKENS if expression.startswith(token, at)), "")
        depth += (token in (CAPTURING, GROUP)) - (token == END)
        if not token or not 0 <= depth <= DEEPEST:
            return False
        at += len(token)
    return not depth


def captured(expression: Any, source: str, seconds: float) -> list[tuple[int, int]]:
    """Return the spans of a source that the groups of an expression capture.

    Raise `ExpressionTooLong` if that takes more than ``seconds`` of processor time.
    """
    spans: list[tuple[int, int]] = []
    groups = range(1, expression.groups + 1)
    try:
        for number, match in enumerate(expression.finditer(source, timeout=seconds)):
            if number == MOST_MATCHES:
                raise ExpressionTooLong(f"the expression matches more than {MOST_MATCHES} times")
            spans += [span for span in map(match.span, groups) if span[0] < span[1]]
            if len(spans) > MOST_CAPTURES:
                raise ExpressionTooLong(f"the expression captures more than {MOST_CAPTURES} texts")
    except TimeoutError:
        raise ExpressionTooLong(f"the expression did not finish within {seconds:g} seconds") from None
    return spans


def shares(spans: Sequence[tuple[int, int]], captures: Iterable[tuple[int, int]]) -> list[float]:
    """Return the captured share of each span of a source. The spans are in order; overlapping captures count once."""
    merged = _merged(captures)
    captured_shares = []
    first = 0
    for start, end in spans:
        while first < len(merged) and merged[first][1] <= start:
            first += 1
        inside = 0
        at = first
        while at < len(merged) and merged[at][0] < end:
            inside += min(end, merged[at][1]) - max(start, merged[at][0])
            at += 1
        captured_shares.append(inside / (end - start) if end > start else 0.0)
    return captured_shares


def _merged(captures: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the union of the spans as spans without overlaps."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(captures):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
