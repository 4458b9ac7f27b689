"""A copy of the package below ``build/``, compiled by clang with sanitizers and the counters of libFuzzer."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from attacks import sources
from attacks.fuzz.places import ROOT

FOLDER = ROOT / "build" / "sanitized"
COPIED = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
FLAGS = "-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=function,alignment"
STAMP = "built"


class CannotBuild(Exception):
    """Something that the build needs is missing; the message says what to install."""


def runtime() -> Path:
    """Return Atheris's library with libFuzzer and the run time of AddressSanitizer, which must be loaded first."""
    spec = importlib.util.find_spec("atheris")
    if spec is None or spec.origin is None:
        raise CannotBuild("the fuzzer Atheris is not installed: pip install atheris (it needs Linux or macOS)")
    library = Path(spec.origin).parent.parent / "asan_with_fuzzer.so"
    if not library.is_file():
        raise CannotBuild(f"Atheris came without {library.name}; install a wheel of it: pip install --force atheris")
    return library


def environment() -> dict[str, str]:
    """Return the environment in which Python can load the copy."""
    return {
        "LD_PRELOAD": str(runtime()),
        "PYTHONPATH": f"{FOLDER / 'src'}{os.pathsep}{ROOT}",
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=64:handle_abort=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "NCLEANER_PURE": "",
    }


def build() -> None:
    """Make the copy, unless it is there and nothing has changed."""
    runtime()
    if shutil.which("clang") is None:
        raise CannotBuild("clang is not installed; on Debian and Ubuntu: apt install clang libclang-rt-dev")
    digest = fingerprint()
    stamp = FOLDER / STAMP
    if stamp.is_file() and stamp.read_text() == digest:
        return
    stamp.unlink(missing_ok=True)
    _copy()
    print("Compiling with sanitizers, which takes some minutes", flush=True)
    log = FOLDER / "log"
    with log.open("wb") as output:
        status = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace", "--force"],
            cwd=FOLDER,
            env={
                **os.environ,
                "CC": "clang",
                "CFLAGS": FLAGS,
                "CCC_OVERRIDE_OPTIONS": "# O1",  # clang replaces -O3 by -O1, which compiles faster and reports better
                "LDSHARED": "clang -shared",
                "NCLEANER_REQUIRE_COMPILED": "1",
            },
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    if status:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-5:])
        raise CannotBuild(f"the copy with sanitizers does not compile; {log} says why, and ends with:\n{tail}")
    stamp.write_text(digest)


def fingerprint() -> str:
    """Return a digest of all sources of the copy and of how it is compiled."""
    return hashlib.sha256(f"{FLAGS} {sys.version} {sources.digest()}".encode()).hexdigest()


def _copy() -> None:
    """Bring the copy up to date; unchanged files keep their times, so Cython translates only what changed."""
    wanted = {Path(name) for name in COPIED if (ROOT / name).is_file()}
    for path in (ROOT / "src").rglob("*"):
        if path.is_file() and path.suffix in (*sources.SUFFIXES, ".typed"):
            wanted.add(path.relative_to(ROOT))
    for name in wanted:
        target = FOLDER / name
        if not target.is_file() or target.read_bytes() != (ROOT / name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    for path in (FOLDER / "src").rglob("*"):
        if path.suffix in (".py", ".pxd") and path.relative_to(FOLDER) not in wanted:
            path.unlink()
