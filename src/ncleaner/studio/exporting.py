"""Exporting what an annotator has done: texts, spans, or a set for ``ncleaner evaluate``.

Only pages that are done are exported. The other pages that the annotator has finished with are listed with a reason,
in a table ``unusable.tsv`` of the zip file or in lines of their own: pages that are marked as unusable, and those whose
files have changed or are gone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ncleaner.errors import InputError, OutputError, UnknownNameError, UsageError
from ncleaner.gold.scopes import FILE as SCOPE
from ncleaner.gold.scopes import PAGE
from ncleaner.gold.sets import ADDRESSES, GOLD_FOLDERS, PAGE_FOLDERS, page_id
from ncleaner.page.document import Document
from ncleaner.studio.annotated import annotated_document
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.progress import DONE, UNUSABLE, Status
from ncleaner.studio.project import Project
from ncleaner.studio.units import decision
from ncleaner.system.files import unzipped_name
from ncleaner.tree.links import source_url

REASONS = "unusable.tsv"
_CLEANEVAL, _JSON_LINES, _SET = "cleaneval", "jsonl", "set"


@dataclass(frozen=True, slots=True)
class Exported:
    """A page that is done: its id in the export, which no other page has, and the page with the decisions."""

    id: str
    page: OpenPage
    document: Document
    record: dict[str, Any]

    @property
    def text(self) -> bytes:
        """The kept text in CleanEval's format."""
        return self.document.to("cleaneval").encode("utf-8", "replace")


class Download(NamedTuple):
    """A file to send: its content, which is deleted when it is closed, its type, and the ending of its name."""

    content: IO[bytes]
    type: str
    ending: str


def export(project: Project, annotator: str, format: str) -> Download:
    """Write what an annotator has done into a temporary file; raise `UsageError` if no page is done."""
    if format not in _WRITERS:
        raise UnknownNameError("export format", format, _WRITERS)
    if not any(project.pages_in(annotator, DONE)):
        raise UsageError(f"there is nothing to export: {annotator} has done no page")
    write, type, ending = _WRITERS[format]
    reasons: dict[str, str] = {}
    file = TemporaryFile()  # noqa: SIM115 (who sends it closes it)
    try:
        write(file, _pages(project, annotator, reasons), reasons)
        file.seek(0)
    except OSError as error:
        file.close()
        raise OutputError(f"the export cannot be written to {gettempdir()}: {error.strerror}") from None
    except BaseException:
        file.close()
        raise
    return Download(file, type, ending)


def _pages(project: Project, annotator: str, reasons: dict[str, str]) -> Iterator[Exported]:
    """Yield the pages that are done; note of the others why they are not exported."""
    ids: set[str] = set()
    statuses = project.store.statuses(annotator)
    for page in project.pages.of_files.values():
        status = statuses.pop(page.name, None)
        if status is not None and status.state == UNUSABLE:
            reasons[page.name] = status.reason or "no reason was given"
        elif status is not None and status.state == DONE:
            try:
                yield _exported(project, annotator, page, status, ids)
            except InputError as error:
                reasons[page.name] = str(error)
    for name, status in statuses.items():
        if status.state in (DONE, UNUSABLE):
            reasons[name] = "the file is not in the folder any more"


def _exported(project: Project, annotator: str, page: OpenPage, status: Status, ids: set[str]) -> Exported:
    cleaned, annotation = project.annotation(page, annotator)
    document = annotated_document(cleaned.document, annotation)
    id = page_id(page.name)
    if id in ids:  # the same name with another ending
        id = unzipped_name(page.name).replace(".", "-")
    ids.add(id)
    record = {
        "id": id,
        "name": page.name,
        "sha256": cleaned.digest,
        "encoding": document.page.encoding,
        "url": source_url(document),
        "text": document.text,
        "units": [{"start": unit.start, "end": unit.end, **decision(unit)} for unit in annotation.units],
        "annotator": annotator,
        "state": status.state,
        "suggestion": {"engine": status.engine, "model": status.model},
    }
    return Exported(id, page, document, record)


def _write_texts(file: IO[bytes], pages: Iterator[Exported], reasons: dict[str, str]) -> None:
    """Write a zip file with a text in CleanEval's format for each page."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for page in pages:
            _add(archive, f"{page.id}.txt", page.text)
        _add_table(archive, REASONS, reasons)


def _write_lines(file: IO[bytes], pages: Iterator[Exported], reasons: dict[str, str]) -> None:
    """Write a line of JSON for each page, then one for each page that is not exported, with the reason."""
    for page in pages:
        file.write(_line(page.record))
    for name, reason in reasons.items():
        file.write(
            _line({"id": page_id(name), "name": name, "text": "", "units": [], "state": UNUSABLE, "reason": reason})
        )


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _write_set(file: IO[bytes], pages: Iterator[Exported], reasons: dict[str, str]) -> None:
    """Write a zip file with pages and gold texts, as `ncleaner.gold.sets` reads them."""
    addresses = {}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for page in pages:
            ending = unzipped_name(page.page.name).rpartition(".")[2]
            _add(archive, f"{PAGE_FOLDERS[0]}/{page.id}.{ending}", page.page.read())
            _add(archive, f"{GOLD_FOLDERS[0]}/{page.id}.txt", page.text)
            if page.page.url:
                addresses[page.id] = page.page.url
        _add(archive, SCOPE, f"{PAGE}\n".encode())
        _add_table(archive, ADDRESSES, addresses)
        _add_table(archive, REASONS, reasons)


_WRITERS: dict[str, tuple[Callable[[IO[bytes], Iterator[Exported], dict[str, str]], None], str, str]] = {
    _CLEANEVAL: (_write_texts, "application/zip", "-texts.zip"),
    _JSON_LINES: (_write_lines, "application/jsonl", ".jsonl"),
    _SET: (_write_set, "application/zip", "-set.zip"),
}


def _add(archive: ZipFile, name: str, data: bytes) -> None:
    """Add a file without its time, so that the same annotations give the same archive."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    archive.writestr(info, data)


def _add_table(archive: ZipFile, name: str, values: dict[str, str]) -> None:
    """Add a table of values, unless it is empty."""
    if values:
        lines = (f"{' '.join(key.split())}\t{' '.join(value.split())}\n" for key, value in values.items())
        _add(archive, name, "".join(lines).encode("utf-8", "replace"))
