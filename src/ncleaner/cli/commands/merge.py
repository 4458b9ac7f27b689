"""``ncleaner merge A B -o MERGED``: one text of two annotations, with the conflicts marked in it.

``ncleaner merge --check MERGED`` says which conflicts are left.

All pages are merged before the first file is written. A file that is there already, and is not what would be written,
is somebody's work and left as it is.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.evaluate.printout import unpaired_note
from ncleaner.system.files import write_bytes
from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from ncleaner.gold.annotations import Annotations
    from ncleaner.gold.conflicts import Conflict

DESCRIPTION = """\
Merge what two people made of the same pages, so that a third person can decide
where they differ. What both agree on is written as A has it. Differences are
marked in the file, in the manner of version control:

  <<<<<<< A
  what A has, which may be nothing
  =======
  what B has, which may be nothing
  >>>>>>> B

Leave what is right and delete these lines, in any editor. As long as there are
any, the file is refused as a gold text.

A and B are folders of texts in CleanEval's format, or plain ones; those whose
files have the same name are of the same page.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if something could not be written, or with
--check if there are conflicts left, 2 if the command was misused
"""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

    folders: Sequence[str] = ()
    output: str | None = None
    check: str | None = None
    force: bool = False


def run(argv: list[str]) -> int:
    """Merge two folders of annotations, or look for conflicts; return the exit status."""
    options = Options()
    _parser().parse_intermixed_args(argv, options)
    try:
        if options.check is None:
            return _merge(options)
        if options.folders or options.output is not None or options.force:
            raise UsageError("--check looks at one folder and writes nothing: ncleaner merge --check MERGED")
        return _check(options.check)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        complain("interrupted", FAILED)
        raise


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner merge",
        usage="ncleaner merge A B -o MERGED [--force]\n       ncleaner merge --check MERGED",
        description=DESCRIPTION,
        epilog=EPILOG,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("folders", nargs="*", metavar="A B", help=argparse.SUPPRESS)
    parser.add_argument("-o", "--output", metavar="MERGED", help="folder to write to")
    parser.add_argument("--force", action="store_true", help="overwrite files that are there already")
    parser.add_argument("--check", metavar="MERGED", help="list the conflicts that are left in the files of a folder")
    parser.add_argument("-h", "--help", action="help", help="print this")
    return parser


# Merging


def _merge(options: Options) -> int:
    """Merge all pages, write them, and say where there are conflicts."""
    from ncleaner.gold.annotations import read_annotations
    from ncleaner.gold.merge import merged_file
    from ncleaner.system.progress import progress

    if len(options.folders) != 2 or options.output is None:
        raise UsageError("say what to merge and where to write it: ncleaner merge A B -o MERGED")
    annotations = read_annotations(*options.folders)
    targets = _targets(annotations, options.output, options.folders)
    results = []
    with progress() as advance:
        for path, page in zip(targets, annotations.pages, strict=True):
            results.append((path, *merged_file(page, annotations.names)))
            advance("pages merged", len(results), len(targets))
    return _written(results, options.force, annotations.unpaired)


def _targets(annotations: Annotations, output: str, folders: Sequence[str]) -> list[str]:
    """Where the merged texts go, which is never where the annotations are."""
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError(f"-o {output}: this is a file, name a folder")
    if os.path.realpath(output) in map(os.path.realpath, folders):
        raise UsageError(f"-o {output}: the annotations are there, name another folder")
    inputs = {os.path.realpath(path) for page in annotations.pages for path in page.paths}
    found = [os.path.join(output, page.name) for page in annotations.pages]
    for path in found:
        if os.path.realpath(path) in inputs:
            raise UsageError(f"{path} is a link to an annotation, and would overwrite it")
    return found


def _written(results: Sequence[tuple[str, bytes, int]], force: bool, unpaired: Sequence[str]) -> int:
    """Write files, and say what is in them."""
    status, lines, counts, kept = OK, [], [], 0
    for path, data, conflicts in results:
        try:
            if not force and _is_taken(path, data):
                kept += 1
                complain(f"{path}: left as it is: somebody has changed it, or an annotation; --force overwrites it", OK)
                continue
            write_bytes(path, data)
        except OSError as error:
            status = complain(f"{path}: {error.strerror or error}", FAILED)
            continue
        counts.append(conflicts)
        if conflicts:
            lines.append(f"{printable(path)}: {_number(conflicts, 'conflict')}")
    if unpaired:
        complain(unpaired_note(unpaired), OK)
    return max(status, printed("\n".join([*lines, _sum(counts, kept)])))


def _is_taken(path: str, data: bytes) -> bool:
    """Whether there is a file that is not what would be written."""
    try:
        with open(path, "rb") as file:
            return file.read() != data
    except FileNotFoundError:
        return os.path.lexists(path)  # a link to nowhere


def _sum(counts: Sequence[int], kept: int) -> str:
    """What was done, in a line."""
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


# Looking for conflicts


def _check(folder: str) -> int:
    """List the conflicts that are left in a folder, as compilers list errors, so that editors can go there."""
    from ncleaner.gold.conflicts import conflicts
    from ncleaner.gold.sets import decoded, natural_key, read_file, texts_of

    names = sorted(texts_of(folder).values(), key=natural_key)
    places = [
        (os.path.join(folder, name), one)
        for name in names
        for one in conflicts(decoded(read_file(os.path.join(folder, name))))
    ]
    if not places:
        return printed(f"no conflicts left in {_number(len(names), 'file')}")
    lines = [f"{printable(path)}:{one.line}: {_what(one)}" for path, one in places]
    if any(one.stray for _, one in places):
        lines.append("(If a line is part of the text and only looks like one of a conflict, put a space before it.)")
    files = len({path for path, _ in places})
    lines.append(f"{_number(len(places), 'conflict')} left in {files} of {_number(len(names), 'file')}")
    return max(FAILED, printed("\n".join(lines)))


def _what(conflict: Conflict) -> str:
    """What there is to be done."""
    if conflict.stray:
        return f"a line {conflict.stray} is left over"
    return f"{printable(conflict.names[0])} or {printable(conflict.names[1])}"
