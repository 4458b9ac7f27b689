"""What two people made of the same pages: two folders of texts, paired by the names of their files.

The texts are gold texts and are found and read as those of sets are (`ncleaner.gold.sets`): in CleanEval's format
or plain, in any encoding that has a byte-order mark, in UTF-8 or windows-1252, gzip-compressed or not. A file without
words is an annotation, too: nothing of the page is worth keeping.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ncleaner.errors import SetError
from ncleaner.gold.sets import Folder, natural, read_gold, some, texts_of
from ncleaner.system.files import unzipped_name
from ncleaner.system.printable import printable


@dataclass(frozen=True, slots=True)
class Annotated:
    """A page that both have annotated, by its id; the two paths are those of its texts."""

    id: str
    paths: tuple[str, str]

    @property
    def name(self) -> str:
        """What to call a file that is made of the two: as that of the first is called, but not compressed."""
        return unzipped_name(os.path.basename(self.paths[0]))

    def texts(self) -> tuple[str, str]:
        """The two texts."""
        return read_gold(self.paths[0]), read_gold(self.paths[1])


@dataclass(frozen=True, slots=True)
class Annotations:
    """Two annotators by name, the pages that both have, in natural order, and the files that only one of them has."""

    names: tuple[str, str]
    pages: list[Annotated]
    unpaired: list[str]


def read_annotations(a: Folder, b: Folder) -> Annotations:
    """What is in two folders."""
    folders = os.fspath(a), os.fspath(b)
    first, second = map(texts_of, folders)
    names = _names(folders)
    both = sorted(first.keys() & second.keys(), key=natural)
    if not both:
        raise SetError(
            "the two folders have no file of the same name:"
            f" {folders[0]} has {some(first)}, {folders[1]} has {some(second)}"
        )
    pages = [Annotated(id, (os.path.join(folders[0], first[id]), os.path.join(folders[1], second[id]))) for id in both]
    unpaired = [
        f"{name}/{files[id]}"
        for name, files, others in ((names[0], first, second), (names[1], second, first))
        for id in sorted(files.keys() - others.keys(), key=natural)
    ]
    return Annotations(names, pages, unpaired)


def _names(folders: tuple[str, str]) -> tuple[str, str]:
    """What to call the annotators: as their folders, with those above as far as it takes to tell them apart."""
    parts = [os.path.abspath(folder).strip(os.sep).split(os.sep) for folder in folders]
    count = 1
    while parts[0] != parts[1] and parts[0][-count:] == parts[1][-count:]:
        count += 1
    first, second = (printable("/".join(part[-count:])) for part in parts)
    return first, second
