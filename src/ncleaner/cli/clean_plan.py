"""The plan of ``ncleaner clean``: which files to read and which pages to fetch, and where to write the results.

Planning reads and writes nothing. No two pages get the same target, and no target is an input.
"""

from __future__ import annotations

import os

from ncleaner.cli.address_names import is_address, long_name, short_name
from ncleaner.errors import UsageError
from ncleaner.system.files import STDIN, unzipped_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = (".html", ".htm", ".xhtml", ".txt")


class PageJob:
    """A page to clean: its path or address, and the path of the result or ``None`` for standard output."""

    __slots__ = ("source", "target")

    def __init__(self, source: str, target: str | None) -> None:
        self.source = source
        self.target = target

    @property
    def name(self) -> str:
        """The name of the page in messages."""
        return page_name(self.source)

    @property
    def is_address(self) -> bool:
        """Whether the page is to be fetched."""
        return is_address(self.source)

    @property
    def is_text(self) -> bool:
        """Whether the page is plain text by its name."""
        return is_text(self.source)


def page_name(path: str) -> str:
    """Return the name of a page in messages."""
    return "standard input" if path == STDIN else path


def is_text(path: str) -> bool:
    """Tell whether a file is plain text by its name. Of a page that is fetched, the server tells."""
    return not is_address(path) and unzipped_name(path).lower().endswith(".txt")


class Plan:
    """The jobs, and the problems: pairs of the name of an input that cannot be cleaned and the reason."""

    def __init__(self, inputs: list[str], output: str | None, extension: str) -> None:
        self.jobs: list[PageJob] = []
        self.problems: list[tuple[str, str]] = []
        self._output = None if output == STDIN else output
        self._extension = extension
        self._several = len(inputs) > 1
        for path in inputs:
            if path != STDIN and not is_address(path) and os.path.isdir(path):
                self._add_folder(path)
            else:
                self.jobs.append(PageJob(path, self._target(path)))
        if self._output is not None:
            self._resolve_collisions()

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
        name = short_name(source) if is_address(source) else unzipped_name(os.path.basename(source))
        stem, ending = os.path.splitext(name)
        return (stem if ending.lower() in PAGES else name) + self._extension

    def _add_folder(self, folder: str) -> None:
        """Add the pages of a folder; each of several folders gets its own folder in the output."""
        if self._output is None:
            raise UsageError(f"{folder} is a directory: name a directory for the results with -o DIR")
        if os.path.isfile(self._output):
            raise UsageError(f"{folder} is a directory, but {self._output} is a file: name a directory with -o DIR")
        base = os.path.join(self._output, os.path.basename(os.path.abspath(folder))) if self._several else self._output
        count = len(self.jobs) + len(self.problems)
        for source in self._pages(folder):
            inside = os.path.dirname(os.path.relpath(source, folder))
            self.jobs.append(PageJob(source, os.path.join(base, inside, self._result_name(source))))
        if count == len(self.jobs) + len(self.problems):
            self.problems.append((folder, f"no pages in this directory: looked for *{', *'.join(PAGES)}"))

    def _pages(self, folder: str) -> Iterator[str]:
        """Yield the pages in a folder and its subfolders in order, without those in the output folder."""

        def note(error: OSError) -> None:
            self.problems.append((str(error.filename), error.strerror or "cannot be read"))

        output = os.path.realpath(self._output or os.devnull)
        for place, folders, files in os.walk(folder, onerror=note):
            folders[:] = sorted(name for name in folders if os.path.realpath(os.path.join(place, name)) != output)
            for name in sorted(files):
                if unzipped_name(name).lower().endswith(PAGES):
                    yield os.path.join(place, name)

    def _resolve_collisions(self) -> None:
        """Give pages with the same target longer names, and refuse those where that does not help."""
        count: dict[str | None, int] = {}
        for job in self.jobs:
            count[job.target] = count.get(job.target, 0) + 1
        for job in self.jobs:
            if job.target is not None and count[job.target] > 1 and job.source != STDIN:
                name = long_name(job.source) if job.is_address else os.path.basename(job.source)
                job.target = os.path.join(os.path.dirname(job.target), name + self._extension)
        inputs = {os.path.realpath(job.source) for job in self.jobs if job.source != STDIN and not job.is_address}
        taken: dict[str, str] = {}
        accepted = []
        for job in self.jobs:
            place = os.path.realpath(job.target or "")
            if place in inputs:
                self.problems.append(
                    (job.name, f"its result would overwrite the input {job.target}: choose another -o")
                )
            elif place in taken:
                self.problems.append(
                    (
                        job.name,
                        f"{job.target} is the result of {taken[place]} already: choose another -o for one of them",
                    )
                )
            else:
                taken[place] = job.name
                accepted.append(job)
        self.jobs = accepted
