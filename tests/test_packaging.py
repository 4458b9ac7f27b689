"""The package around the code: its front door, its dependencies, its build and its switches."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from itertools import pairwise
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


def needs(*packages: str) -> None:
    """Skip a test where a package is missing, without importing it: setuptools changes the process that imports it."""
    for name in packages:
        if find_spec(name) is None:
            pytest.skip(f"building needs {name}")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project that is built by our setup.py, with one module to compile."""
    needs("setuptools", "Cython")
    package = tmp_path / "src" / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "count.py").write_text("def count(data):\n    return len(data)\n")
    (package / "count.pxd").write_text("cpdef Py_ssize_t count(bytes data)\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "toy"\nversion = "0"\n')
    shutil.copy(ROOT / "setup.py", tmp_path)
    return tmp_path


def inherited() -> dict[str, str]:
    """The environment without our switches, and without the folders where pip would find this checkout installed."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("NCLEANER_", "PYTHONPATH"))}


def build(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    return run(*command, cwd=project, env=inherited() | environment)


def extensions(project: Path) -> list[Path]:
    return sorted(project.glob(f"src/toy/*{EXTENSION_SUFFIXES[0]}"))


def compiled(project: Path) -> dict[str, float]:
    """When each module was compiled."""
    products = project.glob(f"build/compiled/toy/*{EXTENSION_SUFFIXES[0]}")
    return {path.name.partition(".")[0]: path.stat().st_mtime_ns for path in products}


def add_module(project: Path, name: str) -> None:
    package = project / "src" / "toy"
    (package / f"{name}.py").write_text(
        "from toy import count\n\n\ndef twice(data):\n    return 2 * count.count(data)\n"
    )
    (package / f"{name}.pxd").write_text("from toy cimport count\n\ncpdef Py_ssize_t twice(bytes data)\n")


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
@compiler
def test_a_build_compiles_again_only_what_changed_and_what_uses_that(project: Path) -> None:
    add_module(project, "other")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode == 0
    first = compiled(project)
    assert set(first) == {"count", "other", "_shared"}

    for path in project.rglob("src/**/*.p*"):
        os.utime(path)  # a fresh checkout has new times
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode == 0
    assert compiled(project) == first

    with (project / "src" / "toy" / "other.py").open("a") as file:
        file.write("# changed\n")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode == 0
    second = compiled(project)
    assert {name for name in first if second[name] != first[name]} == {"other"}

    with (project / "src" / "toy" / "count.pxd").open("a") as file:
        file.write("# changed\n")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode == 0
    third = compiled(project)
    assert {name for name in first if third[name] != second[name]} == {"count", "other"}

    code = "import sys; from toy import other; print(other.__file__, other.twice(b'abc'), 'toy._shared' in sys.modules)"
    done = run(sys.executable, "-c", code, cwd=project / "src")
    assert done.stdout.split()[1:] == ["6", "True"], done.stderr
    assert done.stdout.split()[0].endswith(EXTENSION_SUFFIXES[0])


@pytest.mark.once
@compiler
def test_a_build_removes_the_extension_of_a_module_that_is_no_longer_compiled(project: Path) -> None:
    left = project / "src" / "toy" / f"gone{EXTENSION_SUFFIXES[0]}"
    left.write_bytes(b"of an earlier build")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode == 0
    assert left not in extensions(project)


@pytest.mark.once
@no_compiler
def test_a_build_without_a_compiler_succeeds_and_leaves_no_old_extension(project: Path) -> None:
    (project / "src" / "toy" / f"count{EXTENSION_SUFFIXES[0]}").write_bytes(b"of an earlier build")
    done = build(project, CC="false")
    assert done.returncode == 0, done.stderr
    assert "building without compiled modules" in done.stderr
    assert extensions(project) == []
    assert not [*project.rglob("*.c")], "Cython ran for nothing"


@pytest.mark.once
@no_compiler
def test_a_build_that_requires_a_compiler_fails_without_one(project: Path) -> None:
    assert build(project, CC="false", NCLEANER_REQUIRE_COMPILED="1").returncode != 0


@pytest.mark.once
def test_a_build_that_requires_compiled_modules_fails_when_one_does_not_compile(project: Path) -> None:
    (project / "src" / "toy" / "count.pxd").write_text("cpdef Nothing count(\n")
    assert build(project, NCLEANER_REQUIRE_COMPILED="1").returncode != 0
    assert extensions(project) == []


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


PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
OFFLINE = ("--no-index", "--no-deps")
PROJECT = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "src")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with what was compiled, to build in."""
    needs("pip", "setuptools", "Cython")
    if not (ROOT / "setup.py").is_file():
        pytest.skip("the sources are not beside the tests")
    copy = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd")
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, copy)
    if (ROOT / "build" / "compiled").is_dir():
        shutil.copytree(ROOT / "build" / "compiled", copy / "build" / "compiled")
    return copy


def installed_wheel(wheel: Path, venv: Path) -> Path:
    """Install a wheel into a new environment, without the network; return the environment's interpreter."""
    assert run(sys.executable, "-m", "venv", "--without-pip", str(venv)).returncode == 0
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = run(*PIP, "--python", str(python), "install", "--no-compile", *OFFLINE, str(wheel), env=inherited())
    assert done.returncode == 0, done.stderr
    return python


def cleaned(python: Path, cwd: Path) -> str:
    """Clean a page with the command of an environment; return its text and the version line."""
    page = cwd / "page.html"
    sentence = "The ferry left the harbour at nine, and nobody on the quay knew when it would be back. "
    page.write_text(f'<meta charset="utf-8"><title>Ferry</title><nav><a href="/">Home</a></nav><p>{sentence * 5}</p>')
    done = run(str(python), "-I", "-m", "ncleaner", str(page), cwd=cwd, env=inherited())
    assert done.returncode == 0, done.stderr
    assert sentence.strip() in done.stdout
    assert "Home" not in done.stdout
    return run(str(python), "-I", "-m", "ncleaner", "--version", cwd=cwd, env=inherited()).stdout


@pytest.mark.once
def test_the_wheel_works_where_nothing_else_is_installed(tree: Path, tmp_path: Path) -> None:
    # Where the modules of this checkout are not compiled, neither are those of the wheel: that would take a minute.
    compiled = backend.name() == "compiled" and (tree / "build" / "compiled").is_dir()
    switch = {"NCLEANER_REQUIRE_COMPILED": "1"} if compiled else {"NCLEANER_SKIP_COMPILE": "1"}
    command = (*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(tmp_path), str(tree))
    done = run(*command, env=inherited() | switch)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    version = cleaned(installed_wheel(wheel, tmp_path / "venv"), tmp_path)
    assert ("compiled" if compiled else "pure") in version


@pytest.mark.once
@no_compiler
@pytest.mark.parametrize("environment", [{"CC": "false"}, {"NCLEANER_SKIP_COMPILE": "1"}], ids=["no cc", "skipped"])
def test_the_source_distribution_is_built_and_installed_without_a_compiler(
    tree: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    code = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    done = run(sys.executable, "-c", code, str(tmp_path), cwd=tree, env=inherited() | environment)
    assert done.returncode == 0, done.stderr
    (source,) = tmp_path.glob("*.tar.gz")
    command = (*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(tmp_path), str(source))
    done = run(*command, env=inherited() | environment)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert "pure" in cleaned(installed_wheel(wheel, tmp_path / "venv"), tmp_path)


@pytest.mark.once
def test_the_requirements_of_a_build_are_those_of_the_project() -> None:
    script = ROOT / ".ci" / "requires.py"
    if not script.is_file():
        pytest.skip("the scripts of the build are not beside the tests")
    listed = run(sys.executable, str(script)).stdout.splitlines()
    assert [re.split("[<>=]", line)[0] for line in listed] == ["setuptools", "Cython"]


def text_of(name: str) -> str:
    if not (ROOT / name).is_file():
        pytest.skip(f"{name} is not beside the tests")
    return (ROOT / name).read_text(encoding="utf-8")


def extras() -> dict[str, str]:
    """The name of each extra in pyproject.toml, and the line above it."""
    section = text_of("pyproject.toml").partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    lines = ["", *section.splitlines()]
    found = {}
    for above, line in pairwise(lines):
        if name := re.match(r"([a-z-]+) = \[", line):
            found[name[1]] = above
    return found


@pytest.mark.once
def test_each_extra_says_in_one_sentence_what_it_is_for() -> None:
    assert {"all", "corpus", "dev", "docs"} <= set(extras())
    for name, comment in extras().items():
        assert re.fullmatch(r"# For [^.]+(\.[^ .]+)*\.", comment), name


@pytest.mark.once
def test_extras_name_extras_that_exist() -> None:
    named = re.findall(r"ncleaner\[([\w,-]+)\]", text_of("pyproject.toml"))
    assert {extra for names in named for extra in names.split(",")} <= set(extras())


@pytest.mark.once
def test_the_citation_has_the_version_of_the_package() -> None:
    citation = text_of("CITATION.cff")
    assert f"\nversion: {ncleaner.__version__}\n" in citation
    assert citation.count("type: conference-paper") == 4


@pytest.mark.once
def test_the_conda_recipe_asks_for_what_the_package_asks_for() -> None:
    recipe = text_of("packaging/conda/recipe.yaml")
    project = text_of("pyproject.toml")
    assert f'version: "{ncleaner.__version__}"' in recipe

    def required(section: str) -> set[str]:
        found = re.search(rf"^  {section}:\n((?:    - .+\n)+)", recipe, re.MULTILINE)
        assert found
        return {line.strip(" -").replace(" ", "").lower() for line in found[1].splitlines()}

    def declared(name: str) -> set[str]:
        found = re.search(rf"^{name} = \[(.*?)\]", project, re.MULTILINE | re.DOTALL)
        assert found
        return {requirement.lower() for requirement in re.findall(r'"(.+?)"', found[1])}

    python = re.search(r'requires-python = "(.+)"', project)
    assert python
    assert required("run") == declared("dependencies") | {"python" + python[1]}
    assert required("host") == declared("requires") | {"python" + python[1], "pip"}
    assert "ncleaner = ncleaner.cli:main" in recipe


@pytest.mark.once
def test_the_docker_image_copies_files_that_exist_and_does_not_run_as_root() -> None:
    lines = [line.split() for line in text_of("Dockerfile").splitlines()]
    copied = [name for line in lines if line[:1] == ["COPY"] and "--from=build" not in line for name in line[1:-1]]
    assert {"setup.py", "src"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    kept = {line[1:] for line in text_of(".dockerignore").splitlines() if line.startswith("!")}
    assert set(copied) == kept
    users = [line[1] for line in lines if line[:1] == ["USER"]]
    assert users
    assert users[-1] not in {"root", "0"}
