"""Training without pages: from a folder of clean texts and a folder of dirty ones.

Each file is read as the text reader reads a page, or cut at its marks if it is in CleanEval's format, and becomes a
page that was kept as a whole, or not at all. So the bias is chosen on held-out files. Runs cannot be learnt from that,
as such pages have only one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from ncleaner.decode import decode
from ncleaner.errors import SetError
from ncleaner.gold.sets import read_file
from ncleaner.models.format import Model
from ncleaner.train.examples import Example, Lesson, Progress, gold_segments, lesson
from ncleaner.train.ngram import train_on
from ncleaner.train.recipe import Recipe

ENDINGS = (".txt", ".txt.gz")


def train_on_texts(
    clean: str | os.PathLike[str],
    dirty: str | os.PathLike[str],
    recipe: Recipe | None = None,
    *,
    progress: Progress | None = None,
) -> Model:
    """A model that has learnt from two folders of texts, ``*.txt`` or ``*.txt.gz``."""
    recipe = replace(recipe or Recipe(), dirty="aligned", decode="independent")
    pages = [*_lessons(os.fspath(clean), True), *_lessons(os.fspath(dirty), False)]
    return train_on(pages, recipe, progress=progress)


def _lessons(folder: str, is_clean: bool) -> Iterator[Lesson]:
    """The files of a folder as pages of which everything was kept, or nothing."""
    name = os.path.basename(os.path.abspath(folder))
    side = "clean" if is_clean else "dirty"
    for file in _files(folder):
        text = decode(read_file(os.path.join(folder, file)), kind="text").text
        page = "\n\n".join(gold_segments(text)) if _is_marked(text) else text
        found = lesson(Example(f"{name}/{side} {file}", page.encode(), "", "text"))
        if is_clean:
            segments = tuple(found.buffer[start:end] for start, end in zip(found.starts, found.ends, strict=True))
            found = replace(found, matched=found.words, gold_words=sum(found.words), gold=page, segments=segments)
        yield found


def _is_marked(text: str) -> bool:
    from ncleaner.gold.reading import read

    return bool(read(text).marks)


def _files(folder: str) -> list[str]:
    try:
        found = sorted(name for name in os.listdir(folder) if name.lower().endswith(ENDINGS) and name[0] != ".")
    except OSError as error:
        raise SetError(f"the folder {folder} cannot be read: {error.strerror}") from None
    if not found:
        raise SetError(f"no texts in {folder}: looked for *{', *'.join(ENDINGS)}")
    return found
