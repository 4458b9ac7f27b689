"""What the learning pass of a job has left in the output folder: the sites of shards, then those of the whole job.

A shard is learnt when its line is in the manifest, the job when the line with the counts of its sites is there. From
then on the sites of single shards are not needed and removed. At the end of the job all sites are removed, and only the
counts stay in the manifest: if a shard must be done again, the sites are learnt again, and are the same.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ncleaner.corpus.run.part import SITES, STORE, shard_name
from ncleaner.corpus.run.task import Result
from ncleaner.corpus.tally import Tally

if TYPE_CHECKING:
    from ncleaner.corpus.folder import Folder

SHARD = "learnt"  # the key of the number in the line of a shard that is learnt
COUNTS = "sites"  # the key of the number of sites in the line of the job
FILES = "files"


class Learnt:
    """The learning pass of a job. ``shards`` maps the numbers of the shards that are learnt to their lines."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self.shards: dict[int, dict[str, Any]] = {}
        self._counts: dict[str, Any] | None = None

    def resume(self, lines: list[dict[str, Any]]) -> None:
        """Take the lines of the manifest, those of other kinds, too."""
        self._counts = next((line for line in reversed(lines) if COUNTS in line), None)
        self.shards = {
            line[SHARD]: line for line in lines if SHARD in line and (self.is_merged or self._folder.has_files(line))
        }

    @property
    def is_merged(self) -> bool:
        """Whether the sites of the whole job are there."""
        return self._counts is not None and FILES in self._counts and self._folder.has_files(self._counts)

    @property
    def store(self) -> str:
        """The path of the sites of the whole job."""
        return self._folder.at(STORE)

    @property
    def counts(self) -> dict[str, Any] | None:
        """How many sites the job has, and of how many pages, once that is known."""
        if self._counts is None:
            return None
        return {name: value for name, value in self._counts.items() if name != FILES}

    def stores(self) -> list[str]:
        """Return the paths of the sites of all shards, in their order."""
        return [self._folder.at(_site_file(number)) for number in sorted(self.shards)]

    def total(self) -> Tally:
        """Return how much was read to learn these shards."""
        lines = self.shards.values()
        return Tally(pages=sum(line["pages"] for line in lines), bytes=sum(line["bytes"] for line in lines))

    def written_at(self, number: int) -> int:
        """Return the time when a shard was learnt, in nanoseconds."""
        written: int = self.shards[number]["time"]
        return written

    def commit(self, result: Result) -> None:
        """Move the sites of a shard to their place, and record in the manifest that they are learnt."""
        files = self._folder.publish([(result.folder, name) for name in result.outputs])
        line = {
            SHARD: result.number,
            "input": result.input,
            "time": os.stat(self._folder.at(_site_file(result.number))).st_mtime_ns,
            "pages": result.tally.pages,
            "bytes": result.tally.bytes,
            FILES: files,
        }
        self._folder.append(line)
        self.shards[result.number] = line

    def commit_job(self, folder: str, counts: dict[str, Any]) -> None:
        """Move the sites of the whole job from a folder to their place, record that, and remove those of shards."""
        line = {**counts, FILES: self._folder.publish([(folder, STORE)])}
        self._folder.append(line)
        self._counts = line
        for path in self.stores():
            with suppress(FileNotFoundError):
                os.unlink(path)

    def remove(self) -> None:
        """Remove all sites; the counts stay."""
        shutil.rmtree(self._folder.at(SITES), ignore_errors=True)
        self.shards = {}
        if self._counts is not None:
            self._counts = self.counts


def _site_file(number: int) -> str:
    return os.path.join(SITES, shard_name(number))
