"""The compiled modules; everything else about the package is in pyproject.toml.

Strategy: a compiled module is a plain ``.py`` with a ``.pxd`` of the same name beside it. Cython translates the two to
C below ``build/cython``, and the C compiler makes an extension below ``build/compiled``, which is then copied to where
the build wants it: into a wheel, or beside the ``.py``, to which Python prefers it. If anything is missing or fails, no
extension is built and the ``.py`` files run as they are: all or none, because compiled modules use each other's C types
and cannot be mixed with interpreted ones.

What Cython puts into each module alike is compiled once, as the module ``_shared`` of the package.

Nothing is translated or compiled again that did not change, whoever asks for it: an editable install, a wheel, another
environment. Beside each product stands the digest of everything that it depends on: its sources, the ``.pxd`` files
that they use, this file, the versions of Cython and Python, the compiler and its flags. Times of files decide nothing.

``NCLEANER_SKIP_COMPILE=1`` skips the compiler; ``NCLEANER_REQUIRE_COMPILED=1`` makes every failure an error.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SOURCES = Path("src")
TRANSLATED = Path("build", "cython")
PRODUCTS = Path("build", "compiled")
SHARED = "_shared"

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # annotations are for readers and mypy; C types are in the .pxd
    "boundscheck": True,  # indices depend on the input
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
    "emit_code_comments": False,
    "show_performance_hints": False,
}
# GCC compiles with -O1 in half the time of -O3. What has loops over bytes, features and trees is slower then: a page
# would take half as long again. For the other modules it makes no difference.
HOT = ("ncleaner.corpus.", "ncleaner.engines.", "ncleaner.read.html.", "ncleaner.sites.")
# No fused multiply-add: scores must be the same on every machine.
UNIX_FLAGS = ["-g0", "-w", "-ffp-contract=off"]
# What the compiler reads from the environment besides what sysconfig puts into its command.
VARIABLES = ("ARCHFLAGS", "CL", "LINK", "MACOSX_DEPLOYMENT_TARGET", "VSCMD_ARG_TGT_ARCH", "_PYTHON_HOST_PLATFORM")

FROM_CIMPORT = re.compile(r"^\s*from\s+([\w.]+)\s+cimport\b", re.MULTILINE)
CIMPORT = re.compile(r"^\s*cimport\s+([^#\n]+)", re.MULTILINE)


def switch(name: str) -> bool:
    return os.environ.get(name, "") not in {"", "0"}


REQUIRED = switch("NCLEANER_REQUIRE_COMPILED")
SKIPPED = switch("NCLEANER_SKIP_COMPILE")


def extensions() -> list[Extension]:
    """Return an extension for every ``.py`` with a ``.pxd`` beside it, and the one that they share."""
    if SKIPPED and REQUIRED:
        sys.exit("NCLEANER_SKIP_COMPILE and NCLEANER_REQUIRE_COMPILED are both set; unset one of them")
    if SKIPPED:
        return []
    if importlib.util.find_spec("Cython") is None:
        if REQUIRED:
            sys.exit("NCLEANER_REQUIRE_COMPILED is set, but Cython is not installed: pip install 'Cython>=3.3'")
        return []
    sources = [path.with_suffix(".py") for path in declarations() if path.with_suffix(".py").is_file()]
    found = [Extension(module_name(source), [source.as_posix()]) for source in sources]
    if len(found) > 1:  # alone, a module has nobody to share with
        package = found[0].name.partition(".")[0]
        found.append(Extension(f"{package}.{SHARED}", []))
    return found


@cache
def declarations() -> list[Path]:
    """Return all ``.pxd`` files."""
    return sorted(SOURCES.rglob("*.pxd"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts)


@cache
def cimported(path: Path) -> frozenset[Path]:
    """Return the ``.pxd`` files that a file uses directly, and perhaps some that it does not."""
    text = path.read_text(encoding="utf-8")
    names = FROM_CIMPORT.findall(text)
    for line in CIMPORT.findall(text):
        names += [part.split()[0] for part in line.split(",")]
    if "cython.cimports" in text or any(name.startswith(".") for name in names):
        return frozenset(declarations())
    found = set()
    for name in names:
        place = SOURCES.joinpath(*name.split("."))
        found |= {place.with_suffix(".pxd")} if place.with_suffix(".pxd").is_file() else set(place.glob("*.pxd"))
    return frozenset(found)


def inputs(ext: Extension) -> list[Path]:
    """Return the files that the C of an extension depends on."""
    found: set[Path] = set()
    waiting = [Path(source) for source in ext.sources]
    waiting += [path.with_suffix(".pxd") for path in waiting]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += cimported(path)
    return sorted(found)


def digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


@cache
def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stamp(path: Path) -> Path:
    """Return the file beside a product that has the digest of what it depends on."""
    return path.with_name(path.name + ".digest")


def is_current(path: Path, wanted: str) -> bool:
    return path.is_file() and stamp(path).is_file() and stamp(path).read_text() == wanted


def forget(path: Path) -> None:
    """Remove a product, and first of all what says that it is current."""
    stamp(path).unlink(missing_ok=True)
    path.unlink(missing_ok=True)


class BuildAllOrNone(build_ext):
    """Builds all extensions or none; also removes those of earlier builds."""

    def run(self) -> None:
        inplace = self.inplace
        try:
            super().run()
        except Exception as error:  # a missing compiler, header and linker raise different exceptions
            self.inplace = inplace
            self.extensions = []
            self.place(Path(self.build_lib))
            if inplace:
                self.place(SOURCES)
            if REQUIRED:
                raise
            print(f"ncleaner: building without compiled modules ({error})", file=sys.stderr)

    def build_extensions(self) -> None:
        """Compile what changed; only now, because commands that only need names (sdist, metadata) should not."""
        c_digests = {ext.name: self.c_digest(ext) for ext in self.extensions}
        digests = {name: self.product_digest(value) for name, value in c_digests.items()}
        stale = [e for e in self.extensions if self.force or not is_current(self.product(e), digests[e.name])]
        if stale:
            self.probe()
            translate(stale, c_digests, self.shared_name())
            self.compile_and_link(stale, digests)
        self.place(Path(self.build_lib))

    def shared_name(self) -> str | None:
        return next((ext.name for ext in self.extensions if is_shared(ext)), None)

    def c_digest(self, ext: Extension) -> str:
        import Cython

        files = [ROOT / "setup.py", *inputs(ext)]
        names = [path.name for path in files]
        return digest(ext.name, self.shared_name(), Cython.__version__, *names, *map(digest_of, files))

    def product_digest(self, c_digest: str) -> str:
        commands = [getattr(self.compiler, name, None) for name in ("compiler_so", "linker_so")]
        variables = [os.environ.get(name) for name in VARIABLES]
        return digest(
            c_digest, self.compiler.compiler_type, commands, variables, sys.version_info, *platform.libc_ver()
        )

    def product(self, ext: Extension) -> Path:
        return PRODUCTS / self.get_ext_filename(ext.name)

    def probe(self) -> None:
        """Raise an exception unless the compiler, Python's headers and the linker are there, before Cython runs."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\n")
            objects = self.compiler.compile([str(source)], output_dir=folder)
            self.compiler.link_shared_object(objects, str(Path(folder, "probe.so")))

    def compile_and_link(self, stale: list[Extension], digests: dict[str, str]) -> None:
        for ext in stale:
            forget(self.product(ext))
            ext.sources = [c_file(ext).as_posix()]
            if self.compiler.compiler_type != "msvc":
                ext.extra_compile_args = ["-O3" if ext.name.startswith(HOT) else "-O1", *UNIX_FLAGS]
        # The longest first, so that no processor waits for the last one.
        stale.sort(key=lambda ext: -c_file(ext).stat().st_size)
        everything, self.extensions = self.extensions, stale
        build_lib, self.build_lib = self.build_lib, str(PRODUCTS)
        self.parallel = self.parallel or True
        try:
            super().build_extensions()
        finally:
            self.extensions, self.build_lib = everything, build_lib
        for ext in stale:
            stamp(self.product(ext)).write_text(digests[ext.name])

    def copy_extensions_to_source(self) -> None:
        self.place(SOURCES)

    def place(self, folder: Path) -> None:
        """Copy the products to a folder and remove others from there.

        Files are replaced, never overwritten: a running process may have them loaded.
        """
        wanted = {folder / self.get_ext_filename(ext.name): self.product(ext).read_bytes() for ext in self.extensions}
        for path in folder.rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
            if path not in wanted:
                path.unlink()
        for path, content in wanted.items():
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                new = path.with_name(path.name + ".new")
                new.write_bytes(content)
                new.chmod(0o755)
                new.replace(path)


def is_shared(ext: Extension) -> bool:
    return ext.name.rpartition(".")[2] == SHARED


def c_file(ext: Extension) -> Path:
    return TRANSLATED / SOURCES.joinpath(*ext.name.split(".")).with_suffix(".c")


def translate(stale: list[Extension], digests: dict[str, str], shared: str | None) -> None:
    """Make the C files that are not there or not current."""
    wanted = [ext for ext in stale if not is_current(c_file(ext), digests[ext.name])]
    if not wanted:
        return
    from Cython.Build import cythonize

    for ext in wanted:
        forget(c_file(ext))
    options = {
        "build_dir": str(TRANSLATED),
        "compiler_directives": DIRECTIVES,
        "force": True,
        "include_path": [str(SOURCES)],
        "quiet": True,
        "shared_utility_qualified_name": shared,
    }
    modules = [Extension(ext.name, ext.sources) for ext in wanted if ext.name != shared]
    cythonize(modules, nthreads=os.cpu_count() or 1, **options)
    if len(modules) < len(wanted):
        # Cython makes this module from nothing and asks for the name of its C file. Without the name of the module,
        # the module would enter itself into sys.modules as "_shared".
        path = SOURCES.joinpath(*shared.split(".")).with_suffix(".c")
        cythonize([Extension(shared, [path.as_posix()])], module_name=shared, **options)
    for ext in wanted:
        stamp(c_file(ext)).write_text(digests[ext.name])


if __name__ == "__main__":  # Cython's worker processes may import this file
    os.chdir(ROOT)
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone})
