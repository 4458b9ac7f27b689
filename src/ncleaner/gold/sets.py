"""Sets: pages, and the text that people kept of each of them.

A set is a folder that contains a folder of pages and a folder of gold texts, or simply these two folders. The pages may
also be in the folder of the set itself. A page and its gold text have the same id, which is their file name without
endings (``12.html.gz`` and ``12-cleaned.txt`` both have the id 12). The folder of the set may have three tables,
``page_types.tsv``, ``languages.tsv`` and ``urls.tsv``: each line is an id, a tab, and the type, the language or the
address of the page. ``scope.txt`` says what the gold texts are about (`ncleaner.gold.scopes`). A set without a folder
of gold texts may have ``snippets.json`` instead (`ncleaner.gold.snippets`).

Reading a set reads only names and these tables. A `Pair` reads its files when asked for the page or the gold text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace

from ncleaner.errors import InputError, SetError
from ncleaner.gold.conflicts import first_unresolved
from ncleaner.gold.scopes import FILE, PAGE, scope_of
from ncleaner.gold.snippets import SNIPPETS, Snippets, parsed
from ncleaner.system.files import GZIP_ENDING, read_input, unzipped_name

Folder = str | os.PathLike[str]

# The first names are ours; then those of CleanEval's final set as first distributed and as it is today, of its
# development set, and of collections that include it.
PAGE_FOLDERS = ("html", "finalrun-input", "input", "en_original", "original", "orig")
GOLD_FOLDERS = ("gold", "GoldStandard", "en_cleaned", "cleaned", "clean")

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".txt")
GOLD_ENDINGS = (".txt",)
CLEANED = "-cleaned"

TYPES = "page_types.tsv"
LANGUAGES = "languages.tsv"
ADDRESSES = "urls.tsv"

BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))

SECOND_LEVELS = frozenset(["ac", "co", "com", "edu", "gov", "net", "org"])  # as in co.uk

SAMPLES = 3  # file names to quote in an error message


@dataclass(frozen=True, slots=True)
class Pair:
    """A page and its gold text, or its ``snippets``. ``type`` and ``language`` are empty if the set has none.

    ``scope`` is that of the set (`ncleaner.gold.scopes`).
    """

    id: str
    page_path: str
    gold_path: str
    type: str = ""
    url: str | None = None
    language: str = ""
    snippets: Snippets | None = None
    scope: str = PAGE

    @property
    def site(self) -> str:
        """The site of the page: the domain of its address or, if that is unknown, the id of the page."""
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
        """``"text"`` for a plain-text page, else ``"html"``."""
        return "text" if _ending(self.page_path, PAGE_ENDINGS) == ".txt" else "html"

    def page(self) -> bytes:
        """Read the page, as it came from the web."""
        return read_file(self.page_path)

    def gold(self) -> str:
        """Read the gold text of the page."""
        if self.snippets is not None:
            raise SetError(f"{self.gold_path} has snippets, but no gold text of {self.id}")
        return read_gold(self.gold_path)


@dataclass(frozen=True, slots=True)
class Set:
    """Pages with their gold texts, in the natural order of their ids, and the files without a partner."""

    name: str
    pages: list[Pair]
    unpaired: list[str]

    @property
    def has_snippets(self) -> bool:
        """Whether the pages have snippets instead of gold texts."""
        return any(pair.snippets for pair in self.pages)

    def limited(self, count: int) -> Set:
        """Return the set with at most ``count`` pages: those whose ids have the smallest digests."""
        from ncleaner.gold.folds import shuffled

        if count < 1:
            raise SetError(f"cannot limit a set to {count} pages: the limit must be 1 or more")
        chosen = frozenset(shuffled(pair.id for pair in self.pages)[:count])
        return replace(self, pages=[pair for pair in self.pages if pair.id in chosen])


def read_set(path: Folder | None = None, *, pages: Folder | None = None, gold: Folder | None = None) -> Set:
    """Read the names of the set in a folder, or of the set made of two folders.

    ``pages`` and ``gold`` may be combined with ``path``, for sets with several folders of gold texts: they are then
    looked up in that folder first.
    """
    folders = _locate(path, pages, gold)
    page_files = _files(folders.pages, PAGE_ENDINGS, "pages")
    if os.path.basename(folders.gold) == SNIPPETS:
        return _set_with_snippets(folders, page_files)
    gold_files = texts_of(folders.gold)
    unpaired = _unpaired(folders.pages, page_files, gold_files) + _unpaired(folders.gold, gold_files, page_files)
    return Set(folders.name, _pair(folders, page_files, gold_files), unpaired)


@dataclass(frozen=True, slots=True)
class _Folders:
    """The folders of a set: of pages, of gold texts, and of its tables, which also gives the set its name.

    In place of the folder of gold texts there may be the file of snippets.
    """

    home: str
    pages: str
    gold: str

    @property
    def name(self) -> str:
        """The name of the set; a folder of gold texts other than the usual ones is part of it."""
        name, gold = os.path.basename(self.home) or self.home, os.path.basename(os.path.abspath(self.gold))
        return name if gold in (*GOLD_FOLDERS, SNIPPETS) else f"{name}, {gold}"


def _locate(path: Folder | None, pages: Folder | None, gold: Folder | None) -> _Folders:
    """Find the folders of a set."""
    if path is None:
        if pages is None or gold is None:
            raise SetError("a set needs its folder, or a folder of pages and a folder of gold texts")
        page_folder = os.fspath(pages)
        return _Folders(os.path.dirname(os.path.abspath(page_folder)), page_folder, os.fspath(gold))
    root = os.fspath(path)
    files = _names(root)
    page_folder = _page_folder(root, files) if pages is None else _named_folder(root, os.fspath(pages))
    gold_folder = _gold_folder(root, files) if gold is None else _named_folder(root, os.fspath(gold))
    return _Folders(os.path.abspath(root), page_folder, gold_folder)


def _pair(folders: _Folders, page_files: dict[str, str], gold_files: dict[str, str]) -> list[Pair]:
    """Pair the pages and gold texts of the same id, in natural order."""
    ids = sorted(page_files.keys() & gold_files.keys(), key=natural_key)
    if not ids:
        raise SetError(
            f"no page has a gold text of the same name: {folders.pages} has {sample_names(page_files)},"
            f" {folders.gold} has {sample_names(gold_files)}"
        )
    tables = _Tables(folders)
    return [
        tables.pair(id, os.path.join(folders.pages, page_files[id]), os.path.join(folders.gold, gold_files[id]))
        for id in ids
    ]


def _set_with_snippets(folders: _Folders, page_files: dict[str, str]) -> Set:
    """Return the set of the pages that have snippets."""
    snippets: dict[str, Snippets] = {}
    for name, some in parsed(decoded(read_file(folders.gold)), folders.gold).items():
        if page_id(name) in snippets:
            raise SetError(f"{folders.gold} has snippets of {page_id(name)} twice")
        snippets[page_id(name)] = some
    ids = sorted(page_files.keys() & snippets.keys(), key=natural_key)
    if not ids:
        raise SetError(f"no page in {folders.pages} has snippets in {folders.gold}")
    tables = _Tables(folders)
    pages = [
        replace(tables.pair(id, os.path.join(folders.pages, page_files[id]), folders.gold), snippets=snippets[id])
        for id in ids
    ]
    missing = [f"{SNIPPETS}: {id}" for id in sorted(snippets.keys() - page_files.keys(), key=natural_key)]
    return Set(folders.name, pages, _unpaired(folders.pages, page_files, snippets) + missing)


class _Tables:
    """The tables and the scope of a set."""

    def __init__(self, folders: _Folders) -> None:
        self._types, self._urls, self._languages = (
            read_table(os.path.join(folders.home, name)) for name in (TYPES, ADDRESSES, LANGUAGES)
        )
        path = os.path.join(folders.home, FILE)
        stated = decoded(read_file(path)) if os.path.exists(path) else None
        self._scope = scope_of(folders.name, stated, path)

    def pair(self, id: str, page_path: str, gold_path: str) -> Pair:
        """Return a page with its type, its address and its language."""
        type, language = self._types.get(id, ""), self._languages.get(id, "")
        return Pair(id, page_path, gold_path, type, self._urls.get(id), language, scope=self._scope)


def texts_of(folder: str) -> dict[str, str]:
    """Return the file names of the gold texts in a folder, by id."""
    return _files(folder, GOLD_ENDINGS, "gold texts")


def natural_key(id: str) -> tuple[list[str | int], str]:
    """Return a sort key that puts page 2 before page 10."""
    parts = re.split("([0-9]+)", id)
    return [int(part) if odd % 2 else part for odd, part in enumerate(parts)], id


def _page_folder(root: str, files: Iterable[str]) -> str:
    """Return the folder of pages in a set: the set's own folder if it has pages but no folder for them."""
    has_folder = any(os.path.isdir(os.path.join(root, name)) for name in PAGE_FOLDERS)
    if not has_folder and any(_ending(name, PAGE_ENDINGS) for name in files):
        return root
    return _usual_folder(root, PAGE_FOLDERS, "pages")


def _gold_folder(root: str, files: Iterable[str]) -> str:
    """Return the folder of gold texts in a set, or its file of snippets if it has only that."""
    has_folder = any(os.path.isdir(os.path.join(root, name)) for name in GOLD_FOLDERS)
    if not has_folder and SNIPPETS in files:
        return os.path.join(root, SNIPPETS)
    return _usual_folder(root, GOLD_FOLDERS, "gold texts")


def _usual_folder(root: str, names: Iterable[str], what: str) -> str:
    """Return the first of the folders of these names in a set."""
    for name in names:
        inside = os.path.join(root, name)
        if os.path.isdir(inside):
            return inside
    raise SetError(f"no folder of {what} in {root}: looked for {', '.join(names)}")


def _named_folder(root: str, folder: str) -> str:
    """Return a folder that was given by its name in the set, or by its path."""
    inside = os.path.join(root, folder)
    if os.path.isdir(inside):
        return inside
    if not os.path.exists(folder):
        raise SetError(f"folder {folder} not found (looked in {root} and the current directory)")
    return folder


def _names(folder: str) -> list[str]:
    """Return the names of the files in a folder except hidden ones; broken links are included, so they get reported."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if not entry.name.startswith(".") and not entry.is_dir())
    except FileNotFoundError:
        raise SetError(f"there is no folder {folder}") from None
    except NotADirectoryError:
        raise SetError(f"{folder} is a file, not a folder: name the folder that it is in") from None
    except OSError as error:
        raise SetError(f"the folder {folder} cannot be read: {error.strerror}") from None


def _files(folder: str, endings: tuple[str, ...], what: str) -> dict[str, str]:
    """Return the names of the files with these endings in a folder, by id."""
    files: dict[str, str] = {}
    for name in _names(folder):
        if not _ending(name, endings):
            continue
        id = page_id(name)
        if id in files:
            raise SetError(
                f"two files in {folder} have the id {id}: {files[id]} and {name}; rename or remove one of them"
            )
        files[id] = name
    if not files:
        raise SetError(f"no {what} in {folder}: looked for *{', *'.join(endings)}, with or without {GZIP_ENDING}")
    return files


def _ending(name: str, endings: tuple[str, ...]) -> str:
    """Return the ending of a file name among the given ones, ignoring case, or the empty string."""
    name = unzipped_name(name)
    return next((ending for ending in endings if name[-len(ending) :].lower() == ending), "")


def page_id(name: str) -> str:
    """Return the id of a page: its file name without endings. There may be several, as in ``12.html.txt``."""
    name = unzipped_name(name)
    while ending := _ending(name, PAGE_ENDINGS):
        name = name[: -len(ending)]
    return name.removesuffix(CLEANED)


def sample_names(files: dict[str, str]) -> str:
    """Return the first names of the files in a folder, for an error message."""
    names = sorted(files.values(), key=natural_key)
    return ", ".join(names[:SAMPLES] + ["…"] * (len(names) > SAMPLES))


def _unpaired(folder: str, files: dict[str, str], partners: Container[str]) -> list[str]:
    """Return the files without a partner, with the name of their folder, in natural order."""
    place = os.path.basename(os.path.abspath(folder))
    return [f"{place}/{files[id]}" for id in sorted(files, key=natural_key) if id not in partners]


def read_table(path: str) -> dict[str, str]:
    """Read a table of a set, such as ``urls.tsv``: values by the ids of pages. An absent table is empty."""
    if not os.path.exists(path):
        return {}
    values = {}
    for number, line in enumerate(decoded(read_file(path)).split("\n"), 1):
        if line.strip():
            id, tab, value = line.partition("\t")
            if not tab:
                raise SetError(f"line {number} of {path} has no tab between id and value")
            values[page_id(id.strip())] = value.strip()
    return values


def read_file(path: str) -> bytes:
    """Return the bytes of a file of a set, decompressed if it is a gzip file."""
    try:
        return read_input(path)
    except InputError as error:
        raise SetError(f"{path} cannot be read: {error}") from None
    except OSError as error:
        raise SetError(f"{path} cannot be read: {error.strerror}") from None


def read_gold(path: str) -> str:
    """Return the text of a gold file; raise `SetError` if it has unresolved conflicts."""
    text = decoded(read_file(path))
    line = first_unresolved(text)
    if line:
        raise SetError(
            f"{path} has unresolved conflicts, the first in line {line}: resolve them in an editor"
            " (ncleaner merge --check lists them)"
        )
    return text


def decoded(data: bytes) -> str:
    """Decode the bytes of a file: by its byte-order mark, else as UTF-8, else as windows-1252."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")
