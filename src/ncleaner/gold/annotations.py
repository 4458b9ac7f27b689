"""The texts of two annotators: two folders of texts of the same pages, paired by file name.

The texts are found and read like the gold texts of sets (`ncleaner.gold.sets`): in CleanEval's format or plain, in any
encoding that has a byte-order mark, in UTF-8 or windows-1252, gzip-compressed or not. A file without words is a valid
annotation: nothing of the page is worth keeping.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ncleaner.errors import SetError
from ncleaner.gold.sets import Folder, natural_key, read_gold, sample_names, texts_of
from ncleaner.system.files import unzipped_name
from ncleaner.system.printable import printable


@dataclass(frozen=True, slots=True)
class AnnotatedPage:
    """The id of a page that both annotators have, and the paths of its two texts."""

    id: str
    paths: tuple[str, str]

    @property
    def name(self) -> str:
        """The name of the merged file: that of the first text, without ``.gz``."""
        return unzipped_name(os.path.basename(self.paths[0]))

    def texts(self) -> tuple[str, str]:
        """Read the two texts."""
        return read_gold(self.paths[0]), read_gold(self.paths[1])


@dataclass(frozen=True, slots=True)
class Annotations:
    """The names of two annotators, the pages that both have, in natural order, and the files that only one has."""

    names: tuple[str, str]
    pages: list[AnnotatedPage]
    unpaired: list[str]


def read_annotations(a: Folder, b: Folder) -> Annotations:
    """Pair the texts of two folders; raise `SetError` if they have no page in common."""
    folders = os.fspath(a), os.fspath(b)
    first, second = map(texts_of, folders)
    names = _names(folders)
    both = sorted(first.keys() & second.keys(), key=natural_key)
    if not both:
        raise SetError(
            "the two folders have no file of the same name:"
            f" {folders[0]} has {sample_names(first)}, {folders[1]} has {sample_names(second)}"
        )
    pages = [
        AnnotatedPage(id, (os.path.join(folders[0], first[id]), os.path.join(folders[1], second[id]))) for id in both
    ]
    unpaired = [
        f"{name}/{files[id]}"
        for name, files, others in ((names[0], first, second), (names[1], second, first))
        for id in sorted(files.keys() - others.keys(), key=natural_key)
    ]
    return Annotations(names, pages, unpaired)


def _names(folders: tuple[str, str]) -> tuple[str, str]:
    """Name the annotators after their folders, with as many parent folders as tell them apart."""
    parts = [os.path.abspath(folder).strip(os.sep).split(os.sep) for folder in folders]
    count = 1
    while parts[0] != parts[1] and parts[0][-count:] == parts[1][-count:]:
        count += 1
    first, second = (printable("/".join(part[-count:])) for part in parts)
    return first, second
