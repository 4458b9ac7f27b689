"""Annotations to compare and merge, and a function that resolves all conflicts in the same way."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from ncleaner.gold.conflicts import first_unresolved
from ncleaner.gold.segments import tokens_of

FEW_WORDS = ["rain", "snow", "the", "a", "=======", "<<<<<<<", ">>>>>>>", "URL:", "<b>", "\u96e8"]
LONG_RUNS = [" ".join(f"word{number}" for number in range(start, start + 14)) for start in (0, 14, 7)]
MARKS = ["<p>", "<h>", "<l>", "<P>"]
SPACES = [" ", "\n", "\n\n", "  ", "\r\n", "\t", "\n   ", "\u00a0"]
HEADS = ["", "URL: http://example.org/\n", "URL:\n http://example.org/\n", "\n"]

_TOKENS = st.sampled_from(FEW_WORDS) | st.sampled_from(MARKS) | st.sampled_from(LONG_RUNS)


@st.composite
def _texts(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(_TOKENS, st.sampled_from(["", *SPACES])), max_size=12))
    return draw(st.sampled_from(HEADS)) + "".join(token + space for token, space in parts)


def texts() -> st.SearchStrategy[str]:
    """Generate annotations, well-formed or not, but without conflicts."""
    return _texts().filter(lambda text: not first_unresolved(text))


def taking(text: str, side: int) -> str:
    """Resolve all conflicts of a file with the first (0) or the second (1) version."""
    kept: list[str] = []
    now: int | None = None
    for line in text.split("\n"):
        bare = line.removesuffix("\r")
        if bare.startswith("<<<<<<< ") and now is None:
            now = 0
        elif bare == "=======" and now == 0:
            now = 1
        elif bare.startswith(">>>>>>> ") and now == 1:
            now = None
        elif now in (None, side):
            kept.append(line)
    assert now is None
    return "\n".join(kept)


def same(text: str, other: str) -> bool:
    """Return whether two texts differ in white space only."""
    return tokens_of(text) == tokens_of(other)


def write_folder(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write a folder of annotations."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
