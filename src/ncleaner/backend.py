"""Which of the two twins runs: the compiled modules, or the same sources interpreted.

Python prefers an extension to the ``.py`` beside it, so nothing needs to be done for the compiled twin. For the other
one (``NCLEANER_PURE=1``) a finder at the head of ``sys.meta_path`` looks for the modules of this package among the
``.py`` files only. It must be there before any of those modules is imported; hence the package imports this one first.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

PACKAGE = __name__.partition(".")[0]
FOLDER = os.path.dirname(os.path.abspath(__file__))


class SourceFinder:
    """Finds the modules of this package among their sources and overlooks the extensions beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module's specification, or ``None`` for the modules of others."""
        if path is None or not name.startswith(PACKAGE + "."):
            return None
        from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Force the interpreted twin if the environment asks for it."""
    if os.environ.get("NCLEANER_PURE", "") not in ("", "0"):
        sys.meta_path.insert(0, SourceFinder)


def compiled_modules(folder: str = FOLDER, package: str = PACKAGE) -> Iterator[str]:
    """The names of the modules that are meant to be compiled: those with a ``.pxd`` beside the ``.py``."""
    for place, _, files in os.walk(folder):
        inside = os.path.relpath(place, folder).split(os.sep)
        for file in sorted(files):
            stem, ending = os.path.splitext(file)
            if ending == ".pxd" and stem + ".py" in files:
                yield ".".join([package, *(part for part in inside if part != os.curdir), stem])


def name() -> str:
    """``"compiled"`` if every module that is meant to be compiled is loaded as an extension, else ``"pure"``."""
    from importlib import import_module

    files = [import_module(module).__file__ or "" for module in compiled_modules()]
    return "compiled" if files and not any(file.endswith(".py") for file in files) else "pure"


choose()
