"""Annotations to compare and to merge, and somebody who resolves conflicts in a hurry."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from ncleaner.gold.segments import tokens_of

FEW_WORDS = ["rain", "snow", "the", "a", "=======", "<<<<<<<", ">>>>>>>", "URL:", "<b>", "\u96e8"]
SPACES = [" ", "\n", "\n\n", "  ", "\r\n", "\t", "\n   ", "\u00a0"]
MARKS = ["<p>", "<h>", "<l>", "<P>"]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Annotations, sane and insane."""
    tokens = draw(st.lists(st.sampled_from(FEW_WORDS + MARKS) | st.sampled_from(LONG_RUNS), max_size=12))
    spaces = draw(st.lists(st.sampled_from(SPACES), min_size=len(tokens) + 1, max_size=len(tokens) + 1))
    head = draw(st.sampled_from(["", "URL: http://example.org/\n", "URL:\n http://example.org/\n", "\n"]))
    body = "".join(token + space for token, space in zip(tokens, spaces, strict=False))
    return head + body + draw(st.sampled_from(["", *SPACES]))


LONG_RUNS = [" ".join(f"word{number}" for number in range(start, start + 14)) for start in (0, 14, 7)]


def taking(text: str, side: int) -> str:
    """What is left of a file if everybody's first (0) or second (1) version is right everywhere."""
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
    """Whether two texts are the same but for white space."""
    return tokens_of(text) == tokens_of(other)


def write_folder(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A folder of annotations."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
