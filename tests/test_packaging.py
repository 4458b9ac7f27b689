"""The package around the code: its front door, its dependencies, its build and its switches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from conftest import ROOT

import ncleaner
from ncleaner import backend

FRONT_DOOR = [
    "Cleaner",
    "Document",
    "EngineUnavailable",
    "Metadata",
    "ModelError",
    "NCleanerError",
    "Page",
    "Segment",
    "Site",
    "UnknownNameError",
    "__version__",
    "bare_extraction",
    "clean",
    "extract",
    "extract_metadata",
    "fetch_url",
]
DETECTOR = {"cchardet"}
NEW_MODULES = """
import sys
before = set(sys.modules)
import ncleaner
ncleaner.clean(b'<p>Gr\\xfc\\xdfe aus K\\xf6ln, sagte sie, und sch\\xf6ne Gr\\xfc\\xdfe an die Eltern.')
new = set(sys.modules) - before
# Only what comes from a file: extensions made by Cython register shared types under names of their own.
print(*{name.partition('.')[0] for name in new if getattr(sys.modules[name], '__file__', None)})
"""


def run(*command: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_the_front_door_has_the_names_it_promises() -> None:
    assert sorted(ncleaner.__all__) == FRONT_DOOR
    assert all(hasattr(ncleaner, name) for name in FRONT_DOOR)


def test_the_command_prints_version_and_backend() -> None:
    done = run(sys.executable, "-c", "import sys; from ncleaner.cli import main; sys.exit(main())", "--version")
    assert done.returncode == 0
    assert ncleaner.__version__ in done.stdout
    assert backend.name() in done.stdout


def test_cleaning_a_page_needs_no_third_party_module_but_the_encoding_detector() -> None:
    done = run(sys.executable, "-c", NEW_MODULES)
    assert done.stderr == ""
    foreign = {name for name in done.stdout.split() if name.lstrip("_") not in DETECTOR} - sys.stdlib_module_names
    assert foreign == {"ncleaner"}


def test_the_package_says_that_it_is_typed() -> None:
    assert Path(ncleaner.__file__).with_name("py.typed").is_file()


@pytest.mark.parametrize(
    ("name", "encoding", "words"),
    [("german.html", "windows-1252", "Öffnungszeiten"), ("japanese.html", "shift_jis", "灯台")],
)
def test_the_examples_in_old_encodings_come_out_right(name: str, encoding: str, words: str) -> None:
    path = ROOT / "examples" / name
    if not path.is_file():
        pytest.skip("the examples are not beside the tests")
    document = ncleaner.clean(path.read_bytes(), engine="dump")
    assert document.page.encoding == encoding
    assert words in document.text


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project that is built by our setup.py, with one module to compile."""
    pytest.importorskip("setuptools", reason="building needs setuptools")
    pytest.importorskip("Cython", reason="building needs Cython")
    package = tmp_path / "src" / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "count.py").write_text("def count(data):\n    return len(data)\n")
    (package / "count.pxd").write_text("cpdef Py_ssize_t count(bytes data)\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "toy"\nversion = "0"\n')
    shutil.copy(ROOT / "setup.py", tmp_path)
    return tmp_path


def build(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NCLEANER_")}
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    return run(*command, cwd=project, env=inherited | environment)


def extensions(project: Path) -> list[Path]:
    return sorted(project.glob(f"src/toy/*{EXTENSION_SUFFIXES[0]}"))


no_compiler = pytest.mark.skipif(os.name == "nt", reason="Microsoft's compiler is not found through CC")
compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")


@pytest.mark.once
@compiler
def test_a_build_with_a_compiler_leaves_the_extension_beside_the_source(project: Path) -> None:
    done = build(project, NCLEANER_REQUIRE_COMPILED="1")
    assert done.returncode == 0, done.stderr
    assert len(extensions(project)) == 1
    assert [path.parts[0] for path in (p.relative_to(project) for p in project.rglob("*.c"))] == ["build"]


@pytest.mark.once
@no_compiler
def test_a_build_without_a_compiler_succeeds_and_leaves_no_old_extension(project: Path) -> None:
    (project / "src" / "toy" / f"count{EXTENSION_SUFFIXES[0]}").write_bytes(b"of an earlier build")
    done = build(project, CC="false")
    assert done.returncode == 0, done.stderr
    assert "building without compiled modules" in done.stderr
    assert extensions(project) == []


@pytest.mark.once
@no_compiler
def test_a_build_that_requires_a_compiler_fails_without_one(project: Path) -> None:
    assert build(project, CC="false", NCLEANER_REQUIRE_COMPILED="1").returncode != 0


@pytest.mark.once
def test_a_build_that_requires_compiled_modules_fails_when_one_does_not_compile(project: Path) -> None:
    (project / "src" / "toy" / "count.pxd").write_text("cpdef Nothing count(\n")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode != 0


@pytest.mark.once
def test_a_build_can_leave_the_compiler_out(project: Path) -> None:
    done = build(project, NCLEANER_SKIP_COMPILE="1")
    assert done.returncode == 0, done.stderr
    assert extensions(project) == []


@pytest.mark.once
def test_a_build_that_is_told_both_says_so(project: Path) -> None:
    done = build(project, NCLEANER_SKIP_COMPILE="1", NCLEANER_REQUIRE_COMPILED="1")
    assert done.returncode != 0
    assert "unset one of them" in done.stderr
