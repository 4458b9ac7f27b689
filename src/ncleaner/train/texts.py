"""Training without pages: on a folder of clean texts and a folder of dirty texts.

Each file is read like a plain-text page, or split at its marks if it is in CleanEval's format, and becomes a page that
is clean or dirty as a whole. The bias is chosen on held-out files. Blocks are decided one by one, because such pages
have only one run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from ncleaner.decode import decode
from ncleaner.errors import SetError
from ncleaner.gold.sets import read_file
from ncleaner.models.format import Model
from ncleaner.train.examples import Example, Progress, TrainingPage, gold_segments, read_training_page
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
    """Return a model trained on two folders of texts, ``*.txt`` or ``*.txt.gz``."""
    recipe = replace(recipe or Recipe(), dirty="aligned", decode="independent")
    pages = [*_read_folder(os.fspath(clean), True), *_read_folder(os.fspath(dirty), False)]
    return train_on(pages, recipe, progress=progress)


def _read_folder(folder: str, is_clean: bool) -> Iterator[TrainingPage]:
    """Yield the files of a folder as pages that are clean or dirty as a whole."""
    name = os.path.basename(os.path.abspath(folder))
    side = "clean" if is_clean else "dirty"
    for file in _files(folder):
        text = decode(read_file(os.path.join(folder, file)), kind="text").text
        text = "\n\n".join(gold_segments(text)) if _is_marked(text) else text
        page = read_training_page(Example(f"{name}/{side} {file}", text.encode(), "", "text"))
        if is_clean:
            segments = tuple(page.buffer[start:end] for start, end in zip(page.starts, page.ends, strict=True))
            page = replace(page, matched=page.words, gold_words=sum(page.words), gold=text, segments=segments)
        yield page


def _is_marked(text: str) -> bool:
    from ncleaner.gold.reading import read

    return bool(read(text).marks)


def _files(folder: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(folder) if name.lower().endswith(ENDINGS) and name[0] != ".")
    except OSError as error:
        raise SetError(f"cannot read the folder {folder}: {error.strerror}") from None
    if not names:
        raise SetError(f"no texts in {folder}: looked for *{', *'.join(ENDINGS)}")
    return names
