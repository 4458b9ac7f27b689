"""Sets: pages, and the text that people kept of each of them.

A set is a folder with a folder of pages and a folder of gold texts in it, or these two folders. If it has no folder of
pages, these may lie in the folder of the set itself. A page and its gold text have the same id, which is the name of
their files without the endings (``12.html.gz`` and ``12-cleaned.txt``, for instance, both are 12). In the folder of the
set may lie ``page_types.tsv`` and ``urls.tsv``: an id, a tab, and the type or the address of the page on each line.

Only names are read here. The files are read when somebody asks for the page or the gold text of a `Pair`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ncleaner.errors import InputError, SetError
from ncleaner.gold.conflicts import first_unresolved
from ncleaner.system.files import GZIP_ENDING, read_input, unzipped_name

Folder = str | os.PathLike[str]

# The first names are ours, then those of CleanEval's final set as it was distributed and as it is today, then those of
# its development set, then those of collections that have it among others.
PAGE_FOLDERS = ("html", "finalrun-input", "input", "en_original", "original", "orig")
GOLD_FOLDERS = ("gold", "GoldStandard", "en_cleaned", "cleaned", "clean")

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".txt")
GOLD_ENDINGS = (".txt",)
CLEANED = "-cleaned"

TYPES = "page_types.tsv"
ADDRESSES = "urls.tsv"

BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))

SECOND_LEVELS = frozenset(["ac", "co", "com", "edu", "gov", "net", "org"])  # below which countries have domains

EXAMPLES = 3  # names to show of a folder that does not fit


@dataclass(frozen=True, slots=True)
class Pair:
    """A page and its gold text. ``type`` is empty where the set has no types."""

    id: str
    page_path: str
    gold_path: str
    type: str = ""
    url: str | None = None

    @property
    def site(self) -> str:
        """The site that the page is from, by the domain of its address; where that is not known, the page's id."""
        from urllib.parse import urlsplit

        try:
            host = urlsplit(self.url or "").hostname
        except ValueError:
            host = None
        if not host:
            return self.id
        labels = host.rstrip(".").split(".")
        is_second_level = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVELS
        return ".".join(labels[-3 if is_second_level else -2 :])

    @property
    def kind(self) -> str:
        """``"text"`` for a page that is plain text, else ``"html"``."""
        return "text" if _ending(self.page_path, PAGE_ENDINGS) == ".txt" else "html"

    def page(self) -> bytes:
        """The page, as it came from the web."""
        return read_file(self.page_path)

    def gold(self) -> str:
        """The text to be kept of the page."""
        return read_gold(self.gold_path)


@dataclass(frozen=True, slots=True)
class Set:
    """Pages with their gold texts, in the natural order of their ids, and the files that have no partner."""

    name: str
    pages: list[Pair]
    unpaired: list[str]

    def limited(self, count: int) -> Set:
        """That many of the pages, or all if there are fewer: those whose ids have the smallest digests."""
        from ncleaner.gold.folds import shuffled

        if count < 1:
            raise SetError(f"a set cannot be limited to {count} pages")
        chosen = frozenset(shuffled(pair.id for pair in self.pages)[:count])
        return replace(self, pages=[pair for pair in self.pages if pair.id in chosen])


def read_set(path: Folder | None = None, *, pages: Folder | None = None, gold: Folder | None = None) -> Set:
    """The set in a folder, or the set made of two folders.

    ``pages`` and ``gold`` may be given together with ``path``: then they are looked for in that folder first. That is
    for sets with several folders of gold texts.
    """
    root = None if path is None else os.fspath(path)
    if root is not None:
        _names(root)
    elif pages is None or gold is None:
        raise SetError("a set is one folder, or a folder of pages and a folder of gold texts")
    page_folder = _page_folder(root, pages)
    gold_folder = _folder(root, gold, GOLD_FOLDERS, "gold texts")
    page_files = _files(page_folder, PAGE_ENDINGS, "pages")
    gold_files = texts_of(gold_folder)
    common = sorted(page_files.keys() & gold_files.keys(), key=natural)
    if not common:
        raise SetError(
            f"no page has a gold text of the same name: {page_folder} has {some(page_files)},"
            f" {gold_folder} has {some(gold_files)}"
        )
    home = os.path.dirname(os.path.abspath(page_folder)) if root is None else os.path.abspath(root)
    types, urls = _table(os.path.join(home, TYPES)), _table(os.path.join(home, ADDRESSES))
    found = [
        Pair(
            id,
            os.path.join(page_folder, page_files[id]),
            os.path.join(gold_folder, gold_files[id]),
            types.get(id, ""),
            urls.get(id),
        )
        for id in common
    ]
    unpaired = _alone(page_folder, page_files, gold_files) + _alone(gold_folder, gold_files, page_files)
    return Set(_name(home, gold_folder), found, unpaired)


def texts_of(folder: str) -> dict[str, str]:
    """The gold texts of a folder: the names of their files by their ids."""
    return _files(folder, GOLD_ENDINGS, "gold texts")


def natural(id: str) -> tuple[list[str | int], str]:
    """A key to sort by, which puts page 2 before page 10."""
    parts = re.split("([0-9]+)", id)
    return [int(part) if odd % 2 else part for odd, part in enumerate(parts)], id


def _name(home: str, gold_folder: str) -> str:
    """What to call a set; gold texts that are not the usual ones are named, too."""
    name, gold = os.path.basename(home) or home, os.path.basename(os.path.abspath(gold_folder))
    return name if gold in GOLD_FOLDERS else f"{name}, {gold}"


def _page_folder(root: str | None, given: Folder | None) -> str:
    """Where the pages are; if there is no folder for them, they may lie in that of the set itself."""
    if given is None and root is not None:
        has_folder = any(os.path.isdir(os.path.join(root, name)) for name in PAGE_FOLDERS)
        if not has_folder and any(_ending(name, PAGE_ENDINGS) for name in _names(root)):
            return root
    return _folder(root, given, PAGE_FOLDERS, "pages")


def _folder(root: str | None, given: Folder | None, usual: Iterable[str], what: str) -> str:
    """Where the pages or the gold texts are."""
    if given is not None:
        return _given(root, os.fspath(given))
    for name in usual:
        inside = os.path.join(root or "", name)
        if os.path.isdir(inside):
            return inside
    raise SetError(f"no folder of {what} in {root}: looked for {', '.join(usual)}")


def _given(root: str | None, folder: str) -> str:
    """Where a folder is that was given by its name in the set, or by its path."""
    if root is None:
        return folder
    inside = os.path.join(root, folder)
    if os.path.isdir(inside):
        return inside
    if not os.path.exists(folder):
        raise SetError(f"there is no folder {folder}, neither in {root} nor anywhere else")
    return folder


def _names(folder: str) -> list[str]:
    """The files in a folder, but for hidden ones; links to nowhere are among them, so that they are missed."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if not entry.name.startswith(".") and not entry.is_dir())
    except FileNotFoundError:
        raise SetError(f"there is no folder {folder}") from None
    except NotADirectoryError:
        raise SetError(f"{folder} is a file, not a folder") from None
    except OSError as error:
        raise SetError(f"the folder {folder} cannot be read: {error.strerror}") from None


def _files(folder: str, endings: tuple[str, ...], what: str) -> dict[str, str]:
    """The files of a folder with these endings, by their ids."""
    found: dict[str, str] = {}
    for name in _names(folder):
        if not _ending(name, endings):
            continue
        id = _id(name)
        if id in found:
            raise SetError(f"two files in {folder} have the id {id}: {found[id]} and {name}")
        found[id] = name
    if not found:
        raise SetError(f"no {what} in {folder}: looked for *{', *'.join(endings)}, with or without {GZIP_ENDING}")
    return found


def _ending(name: str, endings: tuple[str, ...]) -> str:
    """Which of the endings a file has, in whatever case, or the empty string."""
    name = unzipped_name(name)
    return next((ending for ending in endings if name[-len(ending) :].lower() == ending), "")


def _id(name: str) -> str:
    """A name without its endings, of which there may be several, as in ``12.html.txt``."""
    name = unzipped_name(name)
    while ending := _ending(name, PAGE_ENDINGS):
        name = name[: -len(ending)]
    return name.removesuffix(CLEANED)


def some(files: dict[str, str]) -> str:
    """Some names to see how a folder's files are called."""
    names = sorted(files.values(), key=natural)
    return ", ".join(names[:EXAMPLES] + ["…"] * (len(names) > EXAMPLES))


def _alone(folder: str, files: dict[str, str], partners: dict[str, str]) -> list[str]:
    """The files of a folder that have no partner, with the name of the folder, in order."""
    place = os.path.basename(os.path.abspath(folder))
    return [f"{place}/{files[id]}" for id in sorted(files.keys() - partners.keys(), key=natural)]


def _table(path: str) -> dict[str, str]:
    """What a table says about ids; nothing if there is no such table."""
    if not os.path.exists(path):
        return {}
    found = {}
    for number, line in enumerate(decoded(read_file(path)).split("\n"), 1):
        if line.strip():
            id, tab, value = line.partition("\t")
            if not tab:
                raise SetError(f"line {number} of {path} has no tab between an id and what is said about it")
            found[_id(id.strip())] = value.strip()
    return found


def read_file(path: str) -> bytes:
    """The bytes of a file of a set, unzipped if they are gzip's."""
    try:
        return read_input(path)
    except InputError as error:
        raise SetError(f"{path} cannot be read: {error}") from None
    except OSError as error:
        raise SetError(f"{path} cannot be read: {error.strerror}") from None


def read_gold(path: str) -> str:
    """The text of a gold file; one in which two versions are still to be reconciled is an error."""
    text = decoded(read_file(path))
    line = first_unresolved(text)
    if line:
        raise SetError(
            f"{path} has unresolved conflicts, the first in line {line}: resolve them in an editor"
            " (ncleaner merge --check lists them)"
        )
    return text


def decoded(data: bytes) -> str:
    """The text of a file: as its byte-order mark says, else UTF-8, else windows-1252."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")
