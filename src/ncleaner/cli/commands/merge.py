"""``ncleaner merge A B -o MERGED``: merge two annotations of each page and mark conflicts.

``ncleaner merge --check MERGED`` lists the conflicts that are left.

All pages are merged before the first file is written. An existing file with other content is left alone, because
somebody may have resolved conflicts in it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ncleaner.cli.output import print_error, print_result, reason
from ncleaner.cli.parser import Parser, add_help
from ncleaner.cli.status import FAILED, OK
from ncleaner.errors import UsageError
from ncleaner.evaluate.printout import unpaired_note
from ncleaner.system.files import write_bytes
from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from ncleaner.gold.annotations import Annotations
    from ncleaner.gold.conflicts import Conflict

SUMMARY = "Merge the gold texts that two people made of the same pages, and mark the conflicts."

EXAMPLES = (
    ("ncleaner merge anna/ ben/ -o gold/", "merge two folders into a third"),
    ("ncleaner merge --check gold/", "list the conflicts that are left"),
)

DETAILS = """\
A third person resolves the differences. Text that is equal is written as in A.
Conflicts are marked in the file, as in version control:

  <<<<<<< A
  the text of A, which may be empty
  =======
  the text of B, which may be empty
  >>>>>>> B

Keep the right text and delete these lines, in any editor. A file with such
lines is refused as a gold text.

A and B are folders of texts, plain or in CleanEval's format; files of the same
name belong to the same page.
"""

EPILOG = """\
exit status: 0 on success; 1 if a file cannot be written, or with --check if
conflicts are left; 2 for invalid arguments
"""


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    folders: Sequence[str] = ()
    output: str | None = None
    check: str | None = None
    force: bool = False


def run(argv: list[str]) -> int:
    """Merge two folders of annotations, or list conflicts; return the exit status."""
    options = parser().parse_intermixed_args(argv, Options())
    if options.check is None:
        return _merge(options)
    if options.folders or options.output is not None or options.force:
        raise UsageError("--check reads one folder and writes nothing: ncleaner merge --check MERGED")
    return _check(options.check)


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser(
        "merge",
        "A B -o MERGED [--force]",
        "--check MERGED",
        summary=SUMMARY,
        examples=EXAMPLES,
        details=DETAILS,
        epilog=EPILOG,
    )
    parser.positional("folders", "A B", nargs="*")
    add = parser.group("options")
    add("-o", "--output", metavar="MERGED", help="write to this folder")
    add("--force", action="store_true", help="overwrite existing files")
    add("--check", metavar="MERGED", help="list the conflicts that are left in this folder")
    add_help(add)
    return parser


# Merging


def _merge(options: Options) -> int:
    """Merge all pages, write them, and list the files with conflicts."""
    from ncleaner.gold.annotations import read_annotations
    from ncleaner.gold.merge import merged_file
    from ncleaner.system.progress import progress

    if len(options.folders) != 2 or options.output is None:
        raise UsageError("name two folders to merge and one to write to: ncleaner merge A B -o MERGED")
    annotations = read_annotations(*options.folders)
    targets = _targets(annotations, options.output, options.folders)
    results = []
    with progress() as advance:
        for path, page in zip(targets, annotations.pages, strict=True):
            results.append((path, *merged_file(page, annotations.names)))
            advance("pages merged", len(results), len(targets))
    return _write(results, options.force, annotations.unpaired)


def _targets(annotations: Annotations, output: str, folders: Sequence[str]) -> list[str]:
    """Return the paths of the merged texts; refuse those of annotations."""
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError(f"-o {output}: this is a file, name a folder")
    if os.path.realpath(output) in map(os.path.realpath, folders):
        raise UsageError(f"-o {output}: the annotations are there, name another folder")
    inputs = {os.path.realpath(path) for page in annotations.pages for path in page.paths}
    targets = [os.path.join(output, page.name) for page in annotations.pages]
    for path in targets:
        if os.path.realpath(path) in inputs:
            raise UsageError(f"{path} is a link to an annotation, and would overwrite it")
    return targets


def _write(results: Sequence[tuple[str, bytes, int]], force: bool, unpaired: Sequence[str]) -> int:
    """Write files, and print the conflicts in them."""
    status, lines, counts, kept = OK, [], [], 0
    for path, data, conflicts in results:
        try:
            if not force and _is_taken(path, data):
                kept += 1
                print_error(f"{path}: left as it is: it or an annotation was changed; --force overwrites it")
                continue
            write_bytes(path, data)
        except OSError as error:
            print_error(f"{path}: {reason(error)}")
            status = FAILED
            continue
        counts.append(conflicts)
        if conflicts:
            lines.append(f"{printable(path)}: {_number(conflicts, 'conflict')}")
    if unpaired:
        print_error(unpaired_note(unpaired))
    return max(status, print_result("\n".join([*lines, _summary(counts, kept)])))


def _is_taken(path: str, data: bytes) -> bool:
    """Tell whether a file with other content exists."""
    try:
        with open(path, "rb") as file:
            return file.read() != data
    except FileNotFoundError:
        return os.path.lexists(path)  # a dangling link


def _summary(counts: Sequence[int], kept: int) -> str:
    """Return a line about all files."""
    parts = [f"{_number(len(counts), 'page')} merged"]
    if any(counts):
        clean = counts.count(0)
        parts.append(f"{clean} without conflicts, {len(counts) - clean} with {_number(sum(counts), 'conflict')}")
    elif counts:
        parts.append("no conflicts")
    if kept:
        parts.append(f"{kept} left as {'it was' if kept == 1 else 'they were'}")
    return "; ".join(parts)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


# Listing conflicts


def _check(folder: str) -> int:
    """List the conflicts that are left in a folder, in the format of compiler errors, which editors can jump to."""
    from ncleaner.gold.conflicts import conflicts
    from ncleaner.gold.sets import decoded, natural_key, read_file, texts_of

    names = sorted(texts_of(folder).values(), key=natural_key)
    places = [
        (os.path.join(folder, name), conflict)
        for name in names
        for conflict in conflicts(decoded(read_file(os.path.join(folder, name))))
    ]
    if not places:
        return print_result(f"no conflicts left in {_number(len(names), 'file')}")
    lines = [f"{printable(path)}:{conflict.line}: {_describe(conflict)}" for path, conflict in places]
    if any(conflict.stray for _, conflict in places):
        lines.append("(If such a line is part of the text, put a space before it.)")
    files = len({path for path, _ in places})
    lines.append(f"{_number(len(places), 'conflict')} left in {files} of {_number(len(names), 'file')}")
    return max(FAILED, print_result("\n".join(lines)))


def _describe(conflict: Conflict) -> str:
    """Return the names of the annotations to choose from, or the line that is left over."""
    if conflict.stray:
        return f"a line {conflict.stray} is left over"
    return f"{printable(conflict.names[0])} or {printable(conflict.names[1])}"
