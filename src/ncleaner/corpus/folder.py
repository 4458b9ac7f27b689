"""The output folder of a job, which also records its state.

::

    pages/000000.parquet …   the shards (other sinks have other folders)
    registry/                what programs must know of vertical text; written at the end
    manifest.jsonl           a line for the job, one for its sites, if they are learnt, and one for each finished shard
    errors.jsonl             the records that could not be read or cleaned; written at the end
    summary.json             the counts of the whole job; written at the end
    .ncleaner/               the lock, files in progress, archives of what was fetched, and the sites, errors and hashes
                             of each shard

A shard is finished when its line is in the manifest, which is written when all files of the shard are in their places
and on disk. So after a crash at any moment, shards without a line are done again, and give the same files. At the end
the lines are sorted: nothing in the folder depends on the number of workers, or on interruptions, but the speed in
``summary.json``.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from ncleaner.corpus.learnt import Learnt
from ncleaner.corpus.run.part import ERRORS, FETCHED, HASHES, PARTS, SITES, STATE, close_safely, shard_name
from ncleaner.corpus.run.task import Result
from ncleaner.corpus.speed import Speed
from ncleaner.corpus.tally import Tally, total
from ncleaner.errors import FolderError
from ncleaner.render.json import json_text
from ncleaner.system.locks import lock

MANIFEST = "manifest.jsonl"
ERROR_LOG = "errors.jsonl"
SUMMARY = "summary.json"
LOCK = os.path.join(STATE, "lock")

OUTPUTS = ("pages", "documents", "attributes", "registry", ERROR_LOG, SUMMARY, MANIFEST)
"""Everything that a job may have written, in the order of removal: only the manifest says that the folder is ours."""


class Folder:
    """The output folder of a job. ``finished`` maps the numbers of finished shards to their lines in the manifest.

    ``learnt`` are the sites of a job that learns them first.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.finished: dict[int, dict[str, Any]] = {}
        self.learnt = Learnt(self)
        self._job: dict[str, Any] = {}

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against other runs; the system releases the lock of a process that dies."""
        if os.path.exists(self.path) and not os.path.isdir(self.path):
            raise FolderError(f"{self.path} is not a directory: choose a folder")
        if not self._is_ours() and os.path.isdir(self.path) and set(os.listdir(self.path)) - {STATE}:
            raise FolderError(f"{self.path} is not empty and has no {MANIFEST}: choose a new folder")
        os.makedirs(self.at(STATE), exist_ok=True)
        with self._open_lock() as file:
            if not lock(file):
                raise FolderError(
                    f"another run is writing to {self.path}: wait until it has ended, or choose another folder"
                )
            yield

    def _open_lock(self) -> BinaryIO:
        """Open the lock file; raise `FolderError` if it is something else, such as a FIFO, which would block."""
        path = self.at(LOCK)
        if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
            raise FolderError(f"{path} is not a regular file: remove it, or choose a new folder")
        return open(path, "ab")

    def begin(self, job: dict[str, Any], *, restart: bool = False) -> None:
        """Start a job, or resume it and set ``finished``. The folder must be locked. ``restart`` removes old output."""
        self.remove_parts()
        if restart:
            self._clear()
        if self._is_ours():
            self._resume(job)
        else:
            self._write(MANIFEST, json_text(job))
        self._job = job

    def has_job(self) -> bool:
        """Whether the folder has a job, finished or not, or pages that were fetched for one."""
        return self._is_ours() or os.path.isdir(self.at(FETCHED))

    def remove_fetched(self) -> None:
        """Remove the archives of what was fetched. The folder must be locked."""
        shutil.rmtree(self.at(FETCHED), ignore_errors=True)

    def _is_ours(self) -> bool:
        return os.path.isfile(self.at(MANIFEST))

    def _clear(self) -> None:
        if not self._is_ours():
            return
        for name in (ERRORS, HASHES, SITES, *OUTPUTS):
            path = self.at(name)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.unlink(path)

    def _resume(self, job: dict[str, Any]) -> None:
        with open(self.at(MANIFEST), "rb") as file:
            lines = file.read().split(b"\n")
        if lines.pop():  # the last line is incomplete
            self._write(MANIFEST, b"".join(line + b"\n" for line in lines).decode("utf-8"))
        try:
            then, *rest = map(json.loads, lines)
        except ValueError:
            raise FolderError(f"{self.at(MANIFEST)} is damaged: start over with --restart") from None
        self._compare(then, json.loads(json_text(job)))
        self.finished = {line["shard"]: line for line in rest if "shard" in line and self.has_files(line)}
        self.learnt.resume(rest)

    def _compare(self, then: dict[str, Any], now: dict[str, Any]) -> None:
        """Raise `FolderError` if the folder has another job, and say in what it differs."""
        if then.get("format") != now["format"]:
            raise FolderError(
                f"the job in {self.path} was started by another version of ncleaner and cannot be resumed by this one:"
                " choose a new folder, or start over with --restart"
            )
        names = [name for name in now if then.get(name) != now[name]]
        if not names:
            return
        differences = ", ".join(_difference(name, then.get(name), now[name]) for name in names)
        raise FolderError(
            f"{self.path} has another job, which differs in: {differences};"
            " choose a new folder, or start over with --restart"
        )

    def has_files(self, line: dict[str, Any]) -> bool:
        """Whether all files in a line of the manifest still exist with their sizes."""
        return all(_size(self.at(name)) == size for name, size in line["files"].items())

    def at(self, name: str) -> str:
        """Return the path of something in the folder."""
        return os.path.join(self.path, name)

    def commit(self, result: Result, hashes_folder: str | None = None) -> None:
        """Move the files of a shard to their places, and record in the manifest that it is finished.

        ``hashes_folder`` is the temporary folder with its hashes, if it has any.
        """
        moved = [(result.folder, name) for name in result.outputs]
        if hashes_folder is not None:
            moved.append((hashes_folder, os.path.join(HASHES, shard_name(result.number))))
        files = self.publish(moved)
        line = {"shard": result.number, "input": result.input, "files": files, **result.tally.values()}
        self.append(line)
        self.finished[result.number] = line

    def publish(self, parts: list[tuple[str, str]]) -> dict[str, int]:
        """Move files, each given as temporary folder and name in it, to their places; return their names and sizes.

        The temporary folders are removed.
        """
        for folder, name in parts:
            self._move(os.path.join(folder, name), self.at(name))
        for folder in {folder for folder, _ in parts}:
            shutil.rmtree(folder, ignore_errors=True)
        return {name.replace(os.sep, "/"): _size(self.at(name)) for _, name in parts}

    def _move(self, source: str, target: str) -> None:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(target):  # from a run that was killed before it wrote the line
            shutil.rmtree(target)
        os.replace(source, target)
        _flush_folder(os.path.dirname(target))

    def append(self, line: dict[str, Any]) -> None:
        """Write a line to the manifest, and flush it to disk."""
        with open(self.at(MANIFEST), "ab") as file:
            end = file.tell()
            try:
                file.write(json_text(line).encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.close()
                os.truncate(self.at(MANIFEST), end)
                raise

    def written_at(self, number: int) -> int:
        """Return the time when the files of a finished shard were written, in nanoseconds."""
        return max((_written_at(self.at(name)) for name in self.finished[number]["files"]), default=0)

    def hashes(self, number: int) -> str:
        """Return the path of the hashes of a finished shard."""
        return self.at(os.path.join(HASHES, shard_name(number)))

    def total(self) -> Tally:
        """Return the sum of the counts of all finished shards."""
        return total(Tally.of(_counts(line)) for line in self.finished.values())

    def finish(self, speed: Speed | None, corpus_files: Mapping[str, str]) -> None:
        """Write the error log, the summary and the sorted manifest, remove the sites. All shards must be finished.

        ``speed`` is that of this run; without it, the summary keeps the speed of the run before. ``corpus_files`` are
        the names and texts of the files that describe the whole corpus.
        """
        shards = [self.finished[number] for number in sorted(self.finished)]
        with self._new(ERROR_LOG) as file:
            for shard in shards:
                path = self.at(os.path.join(ERRORS, shard_name(shard["shard"])))
                if os.path.isfile(path):
                    with open(path, "rb") as errors:
                        shutil.copyfileobj(errors, file)
        for name, text in corpus_files.items():
            self._write(name, text)
        whole = self.total()
        sites = self.learnt.counts
        values = {**whole.values(), "boilerplate": round(whole.boilerplate, 4)}
        if sites is not None:
            values["sites"] = sites
        self._write(SUMMARY, json_text({**values, **(speed.values() if speed else self._speed())}, 2))
        lines = [self._job, *shards] if sites is None else [self._job, sites, *shards]
        self._write(MANIFEST, "".join(map(json_text, lines)))
        self.learnt.remove()

    def _speed(self) -> dict[str, float | None]:
        """Return the speed in the summary of an earlier run."""
        values: dict[str, float] = {}
        with suppress(OSError, ValueError), open(self.at(SUMMARY), "rb") as file:
            values = json.load(file)
        return {name: values.get(name) for name in Speed(0.0, 0.0).values()}

    def remove_parts(self) -> None:
        """Remove the temporary folders of all tasks."""
        shutil.rmtree(self.at(PARTS), ignore_errors=True)

    def _write(self, name: str, text: str) -> None:
        with self._new(name) as file:
            file.write(text.encode("utf-8"))

    @contextmanager
    def _new(self, name: str) -> Iterator[BinaryIO]:
        """Open a new file that gets its final name, and replaces an old one, when it is complete."""
        os.makedirs(self.at(PARTS), exist_ok=True)
        part = self.at(os.path.join(PARTS, os.path.basename(name)))
        with open(part, "wb") as file:
            yield file
            close_safely(file)
        os.makedirs(os.path.dirname(self.at(name)), exist_ok=True)
        os.replace(part, self.at(name))
        _flush_folder(os.path.dirname(self.at(name)))


def _counts(line: dict[str, Any]) -> dict[str, Any]:
    """Return the counts in a shard's line of the manifest."""
    return {name: value for name, value in line.items() if name not in ("shard", "input", "files")}


def _difference(name: str, then: Any, now: Any) -> str:
    """Return the difference of a setting in two jobs as text; of a setting with parts, only the parts that differ."""
    if isinstance(then, dict) and isinstance(now, dict):
        parts = [part for part in now if part != "sha256" and then.get(part) != now[part]]
        changes = [f"{part} {then.get(part)!r}, now {now[part]!r}" for part in parts]
        return f"{name} ({', '.join(changes)})" if changes else name
    return f"{name} ({then!r}, now {now!r})"


def _size(path: str) -> int:
    """Return the size of a file, or of all files in a folder, in bytes; -1 if it does not exist."""
    try:
        if os.path.isdir(path):
            with os.scandir(path) as entries:
                return sum(entry.stat().st_size for entry in entries)
        return os.stat(path).st_size
    except OSError:
        return -1


def _written_at(path: str) -> int:
    """Return the modification time of a file, or the last one of all files in a folder, in nanoseconds."""
    if os.path.isdir(path):
        with os.scandir(path) as entries:
            return max((entry.stat().st_mtime_ns for entry in entries), default=0)
    return os.stat(path).st_mtime_ns


def _flush_folder(path: str) -> None:
    """Flush the names in a folder to disk, on systems where a folder can be opened."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
