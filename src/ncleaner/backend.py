"""The choice between the compiled modules and the same sources interpreted.

Python prefers an extension to the ``.py`` beside it, so compiled modules need no setup. With ``NCLEANER_PURE=1``, a
finder at the head of ``sys.meta_path`` finds only the ``.py`` files of this package. It must be installed before any
other module of the package is imported, so the package imports this module first.
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
    """Finds the ``.py`` files of this package and ignores the extensions beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the specification of a module, or ``None`` if it is not in this package."""
        if path is None or not name.startswith(PACKAGE + "."):
            return None
        from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Use the interpreted modules if ``NCLEANER_PURE`` is set."""
    if os.environ.get("NCLEANER_PURE", "") not in ("", "0"):
        sys.meta_path.insert(0, SourceFinder)


def compiled_modules(folder: str = FOLDER, package: str = PACKAGE) -> Iterator[str]:
    """Yield the names of the modules to be compiled: those with a ``.pxd`` beside the ``.py``."""
    for place, _, files in os.walk(folder):
        inside = os.path.relpath(place, folder).split(os.sep)
        for file in sorted(files):
            stem, ending = os.path.splitext(file)
            if ending == ".pxd" and stem + ".py" in files:
                yield ".".join([package, *(part for part in inside if part != os.curdir), stem])


def name() -> str:
    """Return ``"compiled"`` if every module to be compiled is loaded as an extension, else ``"pure"``."""
    from importlib import import_module

    files = [import_module(module).__file__ or "" for module in compiled_modules()]
    return "compiled" if files and not any(file.endswith(".py") for file in files) else "pure"


choose()
