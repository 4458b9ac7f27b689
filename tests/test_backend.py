"""The two backends: the expected one is the one that runs."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, SourceFileLoader
from pathlib import Path

import pytest

from ncleaner import backend

MODULES = list(backend.compiled_modules())
REPORT = "from ncleaner import backend; print(backend.name())"
LOADERS = """
import importlib
from ncleaner import backend
for name in backend.compiled_modules():
    print(type(importlib.import_module(name).__loader__).__name__)
"""


def python(code: str, **environment: str) -> list[str]:
    """Return the words that a fresh interpreter prints, with ``NCLEANER_PURE`` set only if passed."""
    inherited = {name: value for name, value in os.environ.items() if name != "NCLEANER_PURE"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=inherited | environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def has_extension(module: str) -> bool:
    stem = Path(backend.FOLDER).joinpath(*module.split(".")[1:])
    return any(Path(f"{stem}{suffix}").is_file() for suffix in EXTENSION_SUFFIXES)


def expected() -> str:
    """Return the backend that ``NCLEANER_EXPECT_BACKEND`` names, else the one for this environment and build."""
    required = os.environ.get("NCLEANER_EXPECT_BACKEND")
    if required:
        return required
    if os.environ.get("NCLEANER_PURE", "") not in {"", "0"}:
        return "pure"
    return "compiled" if MODULES and all(map(has_extension, MODULES)) else "pure"


def test_the_expected_backend_runs() -> None:
    assert backend.name() == expected()


@pytest.mark.parametrize("module", MODULES)
def test_every_compiled_module_is_loaded_by_the_loader_of_its_backend(module: str) -> None:
    loader = ExtensionFileLoader if expected() == "compiled" else SourceFileLoader
    assert isinstance(importlib.import_module(module).__loader__, loader)


def test_the_scanner_is_among_the_compiled_modules() -> None:
    assert {"ncleaner.read.html.scan", "ncleaner.read.html.tokenizer"} <= set(MODULES)


def test_the_switch_forces_the_interpreted_modules() -> None:
    assert python(REPORT, NCLEANER_PURE="1") == ["pure"]
    assert set(python(LOADERS, NCLEANER_PURE="1")) <= {"SourceFileLoader"}


@pytest.mark.parametrize("off", ["", "0"])
def test_a_switch_that_is_off_has_no_effect(off: str) -> None:
    assert python(REPORT, NCLEANER_PURE=off) == python(REPORT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a package: a source with an extension that would not load beside it, and a sub-package."""
    (tmp_path / "toy.py").write_text("answer = 42\n")
    (tmp_path / f"toy{EXTENSION_SUFFIXES[0]}").write_bytes(b"no machine code")
    (tmp_path / "toy.pxd").touch()
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.py").touch()
    (tmp_path / "inner" / "part.py").touch()
    (tmp_path / "inner" / "part.pxd").touch()
    (tmp_path / "inner" / "orphan.pxd").touch()
    return tmp_path


def test_the_finder_prefers_the_source_to_the_extension_beside_it(folder: Path) -> None:
    spec = backend.SourceFinder.find_spec("ncleaner.toy", [str(folder)])
    assert spec is not None
    assert spec.origin == str(folder / "toy.py")


def test_the_finder_finds_packages(folder: Path) -> None:
    spec = backend.SourceFinder.find_spec("ncleaner.inner", [str(folder)])
    assert spec is not None
    assert spec.submodule_search_locations == [str(folder / "inner")]


@pytest.mark.parametrize("name", ["other.toy", "ncleaner_toy", "ncleaner.nothing"])
def test_the_finder_leaves_the_modules_of_others_alone(folder: Path, name: str) -> None:
    assert backend.SourceFinder.find_spec(name, [str(folder)]) is None
    assert backend.SourceFinder.find_spec(name) is None


def test_compiled_modules_are_those_with_declarations_beside_the_source(folder: Path) -> None:
    assert sorted(backend.compiled_modules(str(folder), "toys")) == ["toys.inner.part", "toys.toy"]


def test_one_interpreted_module_makes_the_backend_pure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "compiled_modules", lambda: iter([*MODULES, "ncleaner.errors"]))
    assert backend.name() == "pure"


def test_without_declarations_the_backend_is_pure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "compiled_modules", lambda: iter([]))
    assert backend.name() == "pure"
