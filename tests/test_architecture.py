"""The layers of the package, checked against every import in ``src/``: at the top, inside functions and for typing.

A module may import modules of its own room and of the rooms below it, never of a room above.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parent.parent / "src"
PACKAGE = "ncleaner"

LAYERS = (
    ("errors", "backend"),
    ("system", "octets"),
    ("page",),
    ("decode", "models", "tokenize", "fetch"),
    ("read",),
    ("metadata",),
    ("tree",),
    ("engines", "render"),
    ("cleaner",),
    ("gold", "charts", "sites"),
    ("metrics",),
    ("train",),
    ("evaluate", "corpus"),
    ("integrations", "studio", "dropin"),
    ("cli",),
)
"""The rooms from the bottom to the top; rooms of one layer do not know each other."""

FRONT_DOOR = ("", "__main__", "__version__")
"""The package itself re-exports; ``__main__`` calls the command line; every room may ask for the version."""

HEIGHT = {room: height for height, layer in enumerate(LAYERS) for room in layer}

Import = tuple[str, int, str]  # the importing module, the line, the imported name


def imports(source: str, module: str) -> Iterator[Import]:
    """Yield the imports of the package's own modules, wherever they stand."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == PACKAGE:
                yield module, node.lineno, name


def cimports(source: str, module: str) -> Iterator[Import]:
    """Yield those of a ``.pxd``, which are lines."""
    for number, line in enumerate(source.splitlines(), 1):
        words = line.split()
        if words[:1] == ["from"] and words[2:3] == ["cimport"] and words[1].split(".")[0] == PACKAGE:
            yield module, number, f"{words[1]}.{words[3]}"


def room(name: str) -> str:
    """Return the room of a module: the second part of its dotted name."""
    return name.split(".")[1] if "." in name else ""


def wrong(found: Import) -> str | None:
    """Return what is wrong with an import, if anything is."""
    module, line, name = found
    here, there = room(module), room(name)
    if here in FRONT_DOOR or there in FRONT_DOOR or here == there:
        return None
    for known in (here, there):
        if known not in HEIGHT:
            return f"{module}:{line}: the room {known!r} is in none of LAYERS"
    if HEIGHT[there] < HEIGHT[here]:
        return None
    return f"{module}:{line}: {here!r} must not import {name}, because {there!r} is not below it"


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted((SOURCE / PACKAGE).rglob("*.p*")):
        if path.suffix in (".py", ".pxd"):
            parts = path.relative_to(SOURCE).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_no_module_imports_a_room_that_is_not_below_its_own() -> None:
    problems: list[str] = []
    for module, path in modules():
        read = imports if path.suffix == ".py" else cimports
        problems += filter(None, map(wrong, read(path.read_text("utf-8"), module)))
    assert not problems, "\n".join(problems)


def test_every_room_is_in_the_table_once() -> None:
    rooms = {room(module) for module, _ in modules()} - set(FRONT_DOOR)
    assert rooms == set(HEIGHT)
    assert len(HEIGHT) == sum(map(len, LAYERS))


def test_the_package_itself_only_opens_the_front_door() -> None:
    for module in ("", "__main__"):
        path = SOURCE / PACKAGE / (f"{module}.py" if module else "__init__.py")
        rooms = {room(name) for _, _, name in imports(path.read_text("utf-8"), PACKAGE)}
        assert rooms <= {"backend", "cleaner", "errors", "page", "cli", "sites", "dropin", "fetch"}


@pytest.mark.parametrize(
    "source",
    [
        "from ncleaner.train import Example",
        "def trained() -> None:\n    from ncleaner.train.ngram import train",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from ncleaner.evaluate.results import Evaluation",
        "import ncleaner.cli.clean_options",
        "from ncleaner import render",
        "from ncleaner.nowhere import anything",
    ],
    ids=["top", "lazy", "typing", "plain", "package", "unknown room"],
)
def test_a_wrong_import_is_found_wherever_it_stands(source: str) -> None:
    assert [found for found in imports(source, "ncleaner.engines.toy") if wrong(found)]


def test_a_wrong_cimport_is_found() -> None:
    assert [wrong(found) for found in cimports("from ncleaner.read.segment cimport segment\n", "ncleaner.page.toy")]


def test_a_right_import_is_none_of_that() -> None:
    source = "from ncleaner.page.blocks import Block\nfrom ncleaner import __version__\nimport os"
    assert not [found for found in imports(source, "ncleaner.engines.toy") if wrong(found)]
