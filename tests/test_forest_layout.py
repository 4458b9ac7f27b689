"""The layout of tables: each column is where its name says, wherever others are inserted."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import forest_layout
import pytest

from ncleaner.engines.forest import columns, kind_columns

FOLDER = Path(columns.__file__).parent


def answer(*arguments: str, **environment: str) -> dict[str, Any]:
    command = [sys.executable, forest_layout.__file__, *arguments]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, **environment})
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.once
@pytest.mark.parametrize("pure", ["", "1"], ids=["as it is", "interpreted"])
def test_columns_can_be_inserted_anywhere(pure: str) -> None:
    plain = answer(NCLEANER_PURE=pure)
    changed = answer("changed", NCLEANER_PURE=pure)
    assert changed["counts"] == [14, 4, 2], "every group of columns got one more"
    for table in ("features", "kinds"):
        new = {name: values for name, values in changed[table].items() if name.startswith("new")}
        assert len(new) >= 2
        assert not any(any(values) for values in new.values())
        assert {name: values for name, values in changed[table].items() if name not in new} == plain[table]


def test_the_page_has_something_in_every_column() -> None:
    rows = answer()
    empty = [name for table in ("features", "kinds") for name, values in rows[table].items() if not any(values)]
    assert not empty


@pytest.mark.parametrize(("module", "names"), [(columns, columns.COLUMNS), (kind_columns, kind_columns.KIND_COLUMNS)])
def test_constants_are_the_numbers_of_columns_of_their_names(module: Any, names: tuple[str, ...]) -> None:
    numbers = {name: number for name, number in vars(module).items() if name.startswith("COL_")}
    for name in ("COL_LEVELS", "COL_INNERMOST"):  # the first columns of groups
        numbers.pop(name, None)
    assert len(numbers) > 10
    assert {name: names[number] for name, number in numbers.items()} == {
        name: name.removeprefix("COL_").lower().replace("_", " ") for name in numbers
    }


def test_constants_of_profiles_are_the_offsets_of_their_names() -> None:
    numbers = {name: number for name, number in vars(columns).items() if name.startswith("PROFILE_")}
    del numbers["PROFILE_WIDTH"]
    assert sorted(numbers.values()) == list(range(columns.PROFILE_WIDTH))
    for name, offset in numbers.items():
        assert columns.PROFILE[offset].removesuffix(" of") == name.removeprefix("PROFILE_").lower().replace("_", " ")


@pytest.mark.parametrize("name", ["containers", "context", "features", "kinds", "profiles"])
def test_compiled_modules_have_the_constants_as_c_variables(name: str) -> None:
    imported = {
        alias.name
        for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(("columns", "layout"))
        for alias in node.names
        if alias.name not in {"COLUMNS", "KIND_COLUMNS", "COPIED"}
    }
    lines = (FOLDER / f"{name}.pxd").read_text("utf-8").splitlines()
    declared = {
        word
        for line in lines
        if line.startswith(("cdef size_t", "cdef int"))
        for word in line.replace(",", " ").split()[2:]
    }
    assert imported <= declared
    assert {word for word in declared if word.startswith(("COL_", "SUM_", "FACT_", "PROFILE_"))} <= imported
