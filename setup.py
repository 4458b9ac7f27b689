"""The compiled modules; everything else about the package is in pyproject.toml.

Strategy: a compiled module is a plain ``.py`` with a ``.pxd`` of the same name beside it. Cython translates the two to
C below ``build/``, and the C compiler makes an extension that Python then prefers to the ``.py``. If anything is
missing or fails, no extension is built and the ``.py`` files run as they are: all or none, because compiled modules use
each other's C types and cannot be mixed with interpreted ones.

``NCLEANER_SKIP_COMPILE=1`` skips the compiler; ``NCLEANER_REQUIRE_COMPILED=1`` makes every failure an error.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SOURCES = Path("src")
TRANSLATED = Path("build", "cython")

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # annotations are for readers and mypy; C types are in the .pxd
    "boundscheck": True,  # indices depend on the input
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}
# No fused multiply-add: scores must be the same on every machine.
UNIX_FLAGS = ["-O3", "-g0", "-ffp-contract=off"]


def switch(name: str) -> bool:
    return os.environ.get(name, "") not in {"", "0"}


REQUIRED = switch("NCLEANER_REQUIRE_COMPILED")
SKIPPED = switch("NCLEANER_SKIP_COMPILE")


def modules() -> list[Path]:
    """Return the sources to compile: every ``.py`` with a ``.pxd`` beside it."""
    declared = sorted((ROOT / SOURCES).rglob("*.pxd"))
    return [path.with_suffix(".py").relative_to(ROOT) for path in declared if path.with_suffix(".py").is_file()]


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to(SOURCES).with_suffix("").parts)
    return Extension(name, [source.as_posix()])


def extensions() -> list[Extension]:
    if SKIPPED and REQUIRED:
        sys.exit("NCLEANER_SKIP_COMPILE and NCLEANER_REQUIRE_COMPILED are both set; unset one of them")
    if SKIPPED:
        return []
    try:
        import Cython.Build  # noqa: F401
    except ImportError:
        if REQUIRED:
            sys.exit("NCLEANER_REQUIRE_COMPILED is set, but Cython is not installed: pip install 'Cython>=3.1'")
        return []
    return [extension(source) for source in modules()]


class BuildAllOrNone(build_ext):
    """Builds all extensions or none; also removes those of earlier builds."""

    def run(self) -> None:
        inplace = self.inplace
        self.remove_products()
        try:
            super().run()
        except Exception as error:  # a missing compiler, header and linker raise different exceptions
            if REQUIRED:
                raise
            self.inplace = inplace
            self.remove_products()
            self.extensions = []
            print(f"ncleaner: building without compiled modules ({error})", file=sys.stderr)

    def build_extensions(self) -> None:
        """Translate to C only now, because commands that only need names (sdist, metadata) should not."""
        for ext in self.extensions:
            ext.sources = self.translated(ext)
            if self.compiler.compiler_type != "msvc":
                ext.extra_compile_args = UNIX_FLAGS
        self.parallel = self.parallel or True
        super().build_extensions()

    def translated(self, ext: Extension) -> list[str]:
        from Cython.Build import cythonize

        source = Path(ext.sources[0])
        c_file = (TRANSLATED / source).with_suffix(".c")
        # Cython checks whether .py and .pxd files changed; the directives are in this file.
        stale = c_file.is_file() and c_file.stat().st_mtime < Path(__file__).stat().st_mtime
        (result,) = cythonize(
            [Extension(ext.name, ext.sources)],
            build_dir=str(TRANSLATED),
            compiler_directives=DIRECTIVES,
            force=stale,
            include_path=[str(SOURCES)],
            quiet=True,
        )
        return list(result.sources)

    def remove_products(self) -> None:
        folders = [Path(self.build_lib), SOURCES] if self.inplace else [Path(self.build_lib)]
        for folder in folders:
            for product in folder.rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
                product.unlink()


os.chdir(ROOT)
setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone})
