"""Where to read and where to write: the inputs and the ``-o`` option become a list of jobs.

Nothing is read or written here. Two pages never get the same place, and no page the place of an input.
"""

from __future__ import annotations

import os

from ncleaner.errors import UsageError
from ncleaner.system.files import STDIN, unzipped_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = (".html", ".htm", ".xhtml", ".txt")


class Job:
    """One page: the path it comes from, the path its result goes to, ``None`` for standard output."""

    __slots__ = ("source", "target")

    def __init__(self, source: str, target: str | None) -> None:
        self.source = source
        self.target = target

    @property
    def name(self) -> str:
        """What to call the page in messages."""
        return "standard input" if self.source == STDIN else self.source

    @property
    def is_text(self) -> bool:
        """Whether the name says that this is plain text."""
        return is_text(self.source)


def is_text(path: str) -> bool:
    """Whether the name of a file says that it is plain text."""
    return unzipped_name(path).lower().endswith(".txt")


class Plan:
    """All jobs, and what could not become one: pairs of a name and a reason."""

    def __init__(self, inputs: list[str], output: str | None, extension: str) -> None:
        self.jobs: list[Job] = []
        self.problems: list[tuple[str, str]] = []
        self._output = None if output == STDIN else output
        self._extension = extension
        self._several = len(inputs) > 1
        for path in inputs:
            if path != STDIN and os.path.isdir(path):
                self._add_folder(path)
            else:
                self.jobs.append(Job(path, self._target(path)))
        if self._output is not None:
            self._settle()

    def _target(self, source: str) -> str | None:
        output = self._output
        if output is None:
            return None
        if self._several or output.endswith(("/", os.sep)) or os.path.isdir(output):
            return os.path.join(output, self._result_name(source))
        return output

    def _result_name(self, source: str) -> str:
        if source == STDIN:
            return "stdin" + self._extension
        name = unzipped_name(os.path.basename(source))
        stem, ending = os.path.splitext(name)
        return (stem if ending.lower() in PAGES else name) + self._extension

    def _add_folder(self, folder: str) -> None:
        """Add the pages of a folder; several folders get a folder each in the output."""
        if self._output is None:
            raise UsageError(f"{folder} is a directory: say with -o DIR where its pages shall go")
        if os.path.isfile(self._output):
            raise UsageError(f"{folder} is a directory, but {self._output} is a file")
        base = os.path.join(self._output, os.path.basename(os.path.abspath(folder))) if self._several else self._output
        count = len(self.jobs) + len(self.problems)
        for source in self._pages(folder):
            inside = os.path.dirname(os.path.relpath(source, folder))
            self.jobs.append(Job(source, os.path.join(base, inside, self._result_name(source))))
        if count == len(self.jobs) + len(self.problems):
            self.problems.append((folder, f"no pages ({', '.join(PAGES)}) in this directory"))

    def _pages(self, folder: str) -> Iterator[str]:
        """The pages in a folder and the folders in it, in order; not those of the output."""

        def note(error: OSError) -> None:
            self.problems.append((str(error.filename), error.strerror or "cannot be read"))

        output = os.path.realpath(self._output or os.devnull)
        for place, folders, files in os.walk(folder, onerror=note):
            folders[:] = sorted(name for name in folders if os.path.realpath(os.path.join(place, name)) != output)
            for name in sorted(files):
                if unzipped_name(name).lower().endswith(PAGES):
                    yield os.path.join(place, name)

    def _settle(self) -> None:
        """Give pages whose results would have the same name different ones; refuse those where that is impossible."""
        count: dict[str | None, int] = {}
        for job in self.jobs:
            count[job.target] = count.get(job.target, 0) + 1
        for job in self.jobs:
            if job.target is not None and count[job.target] > 1 and job.source != STDIN:
                job.target = os.path.join(os.path.dirname(job.target), os.path.basename(job.source) + self._extension)
        inputs = {os.path.realpath(job.source) for job in self.jobs if job.source != STDIN}
        taken: dict[str, str] = {}
        settled = []
        for job in self.jobs:
            place = os.path.realpath(job.target or "")
            if place in inputs:
                self.problems.append((job.name, f"its result would overwrite the input {job.target}"))
            elif place in taken:
                self.problems.append((job.name, f"{job.target} is the result of {taken[place]} already"))
            else:
                taken[place] = job.name
                settled.append(job)
        self.jobs = settled
