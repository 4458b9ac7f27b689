"""The folder that a job writes to, and what it remembers.

::

    pages/000000.parquet …   the shards (other sinks have other folders)
    manifest.jsonl           first the job, then a line for each shard that is finished
    errors.jsonl             what could not be read or cleaned, when all is done
    summary.json             the numbers of the whole, when all is done
    .ncleaner/               the lock, parts that are being written, and what is kept for each shard

A shard is finished when its line is in the manifest, which is written when all of its files are in their places and on
the disk. So after a crash at any moment, whatever has no line is done again, and gives the same files. At the end
the lines are sorted: nothing in the folder tells how many workers there were, or how often they were interrupted.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from ncleaner.corpus.run.part import PARTS, STATE, close_safely, shard_name
from ncleaner.corpus.run.work import ERRORS, HASHES, Result
from ncleaner.corpus.tally import Tally, total
from ncleaner.errors import FolderError
from ncleaner.render.json import json_text

MANIFEST = "manifest.jsonl"
LEDGER = "errors.jsonl"
SUMMARY = "summary.json"
LOCK = os.path.join(STATE, "lock")

OUTPUTS = ("pages", "documents", "attributes", LEDGER, SUMMARY, MANIFEST)
"""What a job may have written; the manifest goes last, because without it nothing here is ours."""


class Folder:
    """The output of a job. ``finished`` has what the manifest says of each shard that is done."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.finished: dict[int, dict[str, Any]] = {}
        self._job: dict[str, Any] = {}

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep others out; whoever dies leaves no lock behind."""
        if os.path.exists(self.path) and not os.path.isdir(self.path):
            raise FolderError(f"{self.path} is not a directory")
        if not self._is_ours() and os.path.isdir(self.path) and set(os.listdir(self.path)) - {STATE}:
            raise FolderError(f"{self.path} is not empty, and has no {MANIFEST}: give a new folder")
        os.makedirs(self._at(STATE), exist_ok=True)
        with open(self._at(LOCK), "ab") as file:
            if not _lock(file):
                raise FolderError(f"another run is writing to {self.path}")
            yield

    def begin(self, job: dict[str, Any], *, restart: bool = False) -> None:
        """Remove what is left over, and find out what is finished. The folder must be locked."""
        self.tidy()
        if restart:
            self._clear()
        if self._is_ours():
            self._resume(job)
        else:
            self._write(MANIFEST, json_text(job))
        self._job = job

    def has_job(self) -> bool:
        """Whether there is one to go on with."""
        return self._is_ours()

    def _is_ours(self) -> bool:
        return os.path.isfile(self._at(MANIFEST))

    def _clear(self) -> None:
        if not self._is_ours():
            return
        for place in (ERRORS, HASHES, *OUTPUTS):
            path = self._at(place)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.unlink(path)

    def _resume(self, job: dict[str, Any]) -> None:
        with open(self._at(MANIFEST), "rb") as file:
            lines = file.read().split(b"\n")
        if lines.pop():  # the last line was not written to its end
            self._write(MANIFEST, b"".join(line + b"\n" for line in lines).decode("utf-8"))
        try:
            then, *shards = map(json.loads, lines)
        except ValueError:
            raise FolderError(f"{self._at(MANIFEST)} is damaged: begin anew with --restart") from None
        self._compare(then, json.loads(json_text(job)))
        self.finished = {shard["shard"]: shard for shard in shards if self._is_there(shard)}

    def _compare(self, then: dict[str, Any], now: dict[str, Any]) -> None:
        """Refuse to go on with another job."""
        differ = [name for name in now if then.get(name) != now[name]]
        if not differ:
            return
        told = ", ".join(_difference(name, then.get(name), now[name]) for name in differ)
        raise FolderError(
            f"{self.path} was begun by another job, which differs in: {told};"
            " give a new folder, or begin anew with --restart"
        )

    def _is_there(self, shard: dict[str, Any]) -> bool:
        """Whether all files of a finished shard are there; somebody may have removed some."""
        return all(_size(self._at(name)) == size for name, size in shard["files"].items())

    def _at(self, name: str) -> str:
        return os.path.join(self.path, name)

    def commit(self, result: Result, survey: str | None = None) -> None:
        """Move the files of a shard to their places, and note that it is finished.

        ``survey`` is the folder of the part with its hashes, if it has any.
        """
        moved = [(result.folder, name) for name in result.outputs]
        if survey is not None:
            moved.append((survey, os.path.join(HASHES, shard_name(result.number))))
        for folder, name in moved:
            self._move(os.path.join(folder, name), self._at(name))
        files = {name.replace(os.sep, "/"): _size(self._at(name)) for _, name in moved}
        for folder in {folder for folder, _ in moved}:
            shutil.rmtree(folder, ignore_errors=True)
        line = {"shard": result.number, "files": files, **result.tally.values()}
        self._append(line)
        self.finished[result.number] = line

    def _move(self, source: str, target: str) -> None:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(target):  # of a run that was killed before it was noted
            shutil.rmtree(target)
        os.replace(source, target)
        _flush_folder(os.path.dirname(target))

    def _append(self, line: dict[str, Any]) -> None:
        with open(self._at(MANIFEST), "ab") as file:
            end = file.tell()
            try:
                file.write(json_text(line).encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.close()
                os.truncate(self._at(MANIFEST), end)
                raise

    def hashes(self, number: int) -> str:
        """The file with the hashes of a finished shard."""
        return self._at(os.path.join(HASHES, shard_name(number)))

    def total(self) -> Tally:
        """The numbers of all shards that are finished."""
        return total(Tally.of({**shard}) for shard in map(_numbers, self.finished.values()))

    def finish(self) -> None:
        """When all shards are there: join what is kept for each, in their order."""
        shards = [self.finished[number] for number in sorted(self.finished)]
        with self._new(LEDGER) as file:
            for shard in shards:
                path = self._at(os.path.join(ERRORS, shard_name(shard["shard"])))
                if os.path.isfile(path):
                    with open(path, "rb") as errors:
                        shutil.copyfileobj(errors, file)
        whole = self.total()
        self._write(SUMMARY, json_text({**whole.values(), "boilerplate": round(whole.boilerplate, 4)}, 2))
        self._write(MANIFEST, "".join(map(json_text, [self._job, *shards])))

    def tidy(self) -> None:
        """Remove what was never finished."""
        shutil.rmtree(self._at(PARTS), ignore_errors=True)

    def _write(self, name: str, text: str) -> None:
        with self._new(name) as file:
            file.write(text.encode("utf-8"))

    @contextmanager
    def _new(self, name: str) -> Iterator[BinaryIO]:
        """A file that takes the place of another when it is complete."""
        os.makedirs(self._at(PARTS), exist_ok=True)
        part = self._at(os.path.join(PARTS, name))
        with open(part, "wb") as file:
            yield file
            close_safely(file)
        os.replace(part, self._at(name))
        _flush_folder(self.path)


def _numbers(shard: dict[str, Any]) -> dict[str, Any]:
    """Of what the manifest says of a shard, the numbers."""
    return {name: value for name, value in shard.items() if name not in ("shard", "files")}


def _difference(name: str, then: Any, now: Any) -> str:
    """What is different in two jobs; of what has parts, only those."""
    if isinstance(then, dict) and isinstance(now, dict):
        parts = [part for part in now if part != "sha256" and then.get(part) != now[part]]
        told = [f"{part} {then.get(part)!r}, now {now[part]!r}" for part in parts]
        return f"{name} ({', '.join(told)})" if told else name
    return f"{name} ({then!r}, now {now!r})"


def _size(path: str) -> int:
    """The bytes of a file, or of all files in a folder; -1 if it is not there."""
    try:
        if os.path.isdir(path):
            with os.scandir(path) as entries:
                return sum(entry.stat().st_size for entry in entries)
        return os.stat(path).st_size
    except OSError:
        return -1


def _flush_folder(path: str) -> None:
    """Have the names in a folder on the disk, where a folder can be opened."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _lock(file: BinaryIO) -> bool:
    """Whether nobody else has the lock; if so, we have it until the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
