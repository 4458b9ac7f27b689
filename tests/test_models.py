"""Model files: round trips, errors for damaged files, and engines that use models."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import tracemalloc
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from evaluating import weather, write_set
from model_examples import ARRAYS, ENGINE, ENTRY, HEADER, Long, write_model

from ncleaner import (
    Cleaner,
    EngineUnavailable,
    ModelError,
    NCleanerError,
    UnknownNameError,
    clean,
    engines,
    extract,
    models,
)
from ncleaner.engines import ENGINES, Entry
from ncleaner.evaluate import evaluate, read_set
from ncleaner.models import format as layout
from ncleaner.models.format import LARGEST_HEADER, MOST_PARTS, SCHEMA, Model, build, pack, read, unpack, write

PAGE = "<p>Rain.<p>It rained all day, and all night too."
MUTANTS = 10_000

Entries = dict[str, Any]
Edit = Callable[[Entries], Any]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, ENGINE, ENTRY)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that replaces the one of the installed models."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.setattr(models, "FOLDER", str(folder))
    return folder


def parts(data: bytes) -> tuple[Entries, bytes]:
    """Return the entries of the header, and the bytes after it."""
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), data[end:]


def assembled(header: bytes, body: bytes) -> bytes:
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + body


def edited(edit: Edit) -> bytes:
    """Return a model file with an edited header."""
    entries, body = parts(pack(HEADER, ARRAYS))
    edit(entries)
    return assembled(json.dumps(entries).encode(), body)


def metadata(**facts: str) -> Edit:
    return lambda entries: entries["__metadata__"].update(facts)


def entry(name: str, **values: Any) -> Edit:
    return lambda entries: entries[name].update(values)


# Writing and reading


def test_a_written_model_can_be_read(tmp_path: Path) -> None:
    write(tmp_path / "my.model", HEADER, ARRAYS)
    model = read(tmp_path / "my.model")
    assert model.name == str(tmp_path / "my.model")
    assert model.header == HEADER
    assert list(model.parameters) == ["least", "q", "more"]
    assert (model.engine, model.training, model.scores) == (ENGINE, HEADER["training"], HEADER["scores"])
    assert {name: list(numbers) for name, numbers in model.arrays.items()} == {
        name: list(numbers) for name, numbers in ARRAYS.items()
    }


def test_the_order_of_arrays_does_not_change_the_bytes() -> None:
    assert pack(HEADER, dict(reversed(ARRAYS.items()))) == pack(HEADER, ARRAYS)
    again = build(HEADER, ARRAYS)
    assert pack(again.header, again.arrays) == pack(HEADER, ARRAYS)


def test_the_layout_is_that_of_safetensors() -> None:
    data = pack(HEADER, ARRAYS)
    entries, body = parts(data)
    assert (len(data) - len(body)) % 8 == 0
    assert data[8:9] == b"{"
    assert all(isinstance(value, str) for value in entries.pop("__metadata__").values())
    end = 0
    for name, entry in entries.items():
        begin, before = entry["data_offsets"][0], end
        end = entry["data_offsets"][1]
        assert begin == before
        assert begin % layout.SIZES[entry["dtype"]] == 0
        assert body[begin:end] == memoryview(ARRAYS[name]).tobytes()
    assert end == len(body)


def test_safetensors_can_read_the_file(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="safetensors gives numpy's arrays")
    safetensors = pytest.importorskip("safetensors.numpy", reason="safetensors is not installed")
    write(tmp_path / "my.model", HEADER, ARRAYS)
    arrays = safetensors.load_file(tmp_path / "my.model")
    assert {name: list(numbers) for name, numbers in arrays.items()} == {
        name: list(numbers) for name, numbers in ARRAYS.items()
    }


def test_a_model_without_arrays_or_fields() -> None:
    model = build({"engine": "x"}, {})
    assert (model.header, model.arrays) == ({"engine": "x"}, {})
    assert (model.parameters, model.training, model.scores) == ({}, [], {})


def test_arrays_are_read_only_views() -> None:
    numbers = build(HEADER, ARRAYS).arrays["floats"]
    assert numbers.readonly
    with pytest.raises(TypeError):
        numbers[0] = 1.0


def test_a_model_is_frozen() -> None:
    model: Any = build(HEADER, ARRAYS, "my")
    with pytest.raises(AttributeError):
        model.name = "yours"
    assert repr(model) == f"Model(name='my', engine={ENGINE!r})"


def test_big_endian_machines_read_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pack({"engine": "x"}, {"a": array("I", [1, 0x01020304]), "b": array("h", [1])})
    monkeypatch.setattr(layout, "SWAPPED", True)
    swapped = unpack(data).arrays
    assert list(swapped["a"]) == [0x01000000, 0x04030201]
    assert list(swapped["b"]) == [0x0100]
    assert pack({"engine": "x"}, swapped) == data


def test_writing_is_atomic(tmp_path: Path) -> None:
    path = write_model(tmp_path / "my.model")
    before = path.read_bytes()
    with pytest.raises(ModelError):
        write(path, {**HEADER, "parameters": {"q": float("nan")}}, ARRAYS)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("header", "arrays", "message"),
    [
        ({}, {}, "must name its engine"),
        ({"engine": ""}, {}, "does not name its engine"),
        ({"engine": "x", "scores": {"a": {"F": float("inf")}}}, {}, "'scores' cannot be written as JSON"),
        ({"engine": "x", "more": {1, 2}}, {}, "'more' cannot be written as JSON"),
        ({"engine": "x", "training": {"set": "a"}}, {}, "'training' must be a list"),
        ({"engine": "x", "names": ["a"] * MOST_PARTS}, {}, "parts"),
        ({"engine": "x", "long": "a" * LARGEST_HEADER}, {}, "longer than"),
        ({"engine": "x"}, {"a": array("q", [1])}, "cannot contain numbers of type 'q'"),
        ({"engine": "x"}, {"__metadata__": b""}, "cannot be named"),
    ],
)
def test_invalid_models_are_not_written(header: Entries, arrays: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        pack(header, arrays)


# Arrays and parameters for engines


def test_parameters_and_arrays() -> None:
    model = build(HEADER, ARRAYS, "my")
    assert model.parameter("least", int) == 10
    assert repr(model.parameter("least", float)) == "10.0"
    assert list(model.array("shorts", "I16")) == [-32768, 0, 32767]


def test_missing_and_mistyped_parameters_and_arrays() -> None:
    model = build(HEADER, ARRAYS, "my")
    for ask, message in (
        (lambda: model.parameter("n", int), "my: the parameter 'n' is missing"),
        (lambda: model.parameter("q", int), "my: the parameter 'q' should be of type int, not 0.5"),
        (lambda: model.parameter("q", str), "should be of type str"),
        (lambda: model.array("table", "F32"), "my: the array 'table' is missing"),
        (lambda: model.array("shorts", "F32"), "'shorts' should be of type F32, not I16"),
    ):
        with pytest.raises(ModelError, match=message):
            ask()


def test_a_model_can_embed_that_of_another_engine() -> None:
    inner: dict[str, Any] = {"toy.a": b"xy", "toy.b.c": array("h", [1]), "toys": b"z", "a": b"w"}
    model = build({"engine": "whole", "parameters": {"toy": {"least": 7}, "least": 1}}, inner, "my")
    part = model.part("toy")
    assert (part.engine, part.name, part.parameters) == ("toy", "my", {"least": 7})
    assert {name: numbers.tolist() for name, numbers in part.arrays.items()} == {"a": [120, 121], "b.c": [1]}
    assert part.training == []
    with pytest.raises(ModelError, match="my: the array 'd' is missing"):
        part.array("d", "U8")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({}, "my: the parameter 'toy' is missing"), ({"toy": 3}, "my: the parameter 'toy' should be of type dict, not 3")],
)
def test_a_missing_embedded_model(parameters: Entries, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        build({"engine": "whole", "parameters": parameters}, {"toy.a": b"x"}, "my").part("toy")


def test_booleans_are_not_integers() -> None:
    with pytest.raises(ModelError, match="should be of type int, not True"):
        build({"engine": "x", "parameters": {"n": True}}, {}).parameter("n", int)


# Damage


def deep(size: int) -> bytes:
    return b'{"a":' + b"[" * size + b"]" * size + b"}"


DAMAGED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not a model: it has only 0 bytes"),
    "short": (b"\x10\0\0", "not a model: it has only 3 bytes"),
    "a page": (b"<!DOCTYPE html><title>Rain</title>", "not a model: its header would be longer"),
    "a pickle": (b"\x80\x04\x95" + bytes(5), "not a model: its header would be longer"),
    "zeros": (bytes(100), "not JSON"),
    "no header": ((1000).to_bytes(8, "little"), "truncated: its header should have 1000 bytes, but has only 0"),
    "half a header": (pack(HEADER, ARRAYS)[:100], "truncated: its header"),
    "half of the arrays": (pack(HEADER, ARRAYS)[:-5], "truncated: its arrays should have"),
    "trailing bytes": (pack(HEADER, ARRAYS) + b"x", "1 bytes after the end"),
    "unaligned": ((3).to_bytes(8, "little") + b"{ }", "do not begin at a multiple of 8"),
    "not UTF-8": (assembled(b'{"a": "\xff"}', b""), "not UTF-8"),
    "not JSON": (assembled(b'{"a": }', b""), "not JSON"),
    "half of JSON": (assembled(b'{"a": [1', b""), "not JSON"),
    "more than JSON": (assembled(b"{} {}", b""), "text after its end"),
    "another line": (assembled(b"{}\n", b""), "text after its end"),
    "a list": (assembled(b"[]", b""), "not a JSON object"),
    "a number": (assembled(b"5", b""), "not a JSON object"),
    "a key twice": (assembled(b'{"a": 1, "a": 2}', b""), "duplicate key"),
    "not a number": (assembled(b'{"a": NaN}', b""), "not a finite number: NaN"),
    "infinity": (assembled(b'{"a": -Infinity}', b""), "not a finite number: -Infinity"),
    "too large": (assembled(b'{"a": 1e999}', b""), "too large: '1e999'"),
    "many digits": (assembled(b'{"a": ' + b"9" * 60_000 + b"}", b""), "."),
    "a control character": (assembled(b'{"a": "\0"}', b""), "not JSON"),
    "deep": (assembled(deep(MOST_PARTS // 2), b""), "."),
    "very deep": (assembled(deep(30_000), b""), "parts"),
    "many parts": (assembled(b"[" + b"{}," * 20_000 + b"{}]", b""), "parts"),
    "of another program": (assembled(b"{}", b""), "not a model of ncleaner, but a safetensors file"),
    "of another format": (edited(metadata(format="pt")), "not a model of ncleaner"),
    "metadata that are a list": (
        edited(lambda entries: entries.update(__metadata__=["ncleaner"])),
        "not a model of nc",
    ),
    "metadata that are not strings": (edited(lambda entries: entries["__metadata__"].update(x=1)), "must be strings"),
    "no schema": (
        edited(lambda entries: entries["__metadata__"].pop("schema")),
        "the schema '' is not a version number",
    ),
    "invalid schema": (edited(metadata(schema="²")), "is not a version number"),
    "schema 0": (edited(metadata(schema="0")), "is not a version number"),
    "newer": (edited(metadata(schema=str(SCHEMA + 1))), f"newer ncleaner: its schema is {SCHEMA + 1}"),
    "no engine": (edited(lambda entries: entries["__metadata__"].pop("engine")), "does not name its engine"),
    "a fact that is not JSON": (edited(metadata(parameters="{")), "field 'parameters' is not JSON"),
    "an empty fact": (edited(metadata(more="")), "field 'more' is not JSON"),
    "a deep fact": (edited(metadata(more="[" * 9 + "]" * 9)), "'more' is nested more than 8 levels deep"),
    "a very deep fact": (edited(metadata(more="[" * 2000 + "]" * 2000)), "nested|parts"),
    "invalid parameters": (edited(metadata(parameters="[1]")), "'parameters' must be a JSON object"),
    "invalid training": (edited(metadata(training='[{"pages": 1}]')), "'training' must be a list of objects"),
    "invalid scores": (edited(metadata(scores='{"a": 1}')), "'scores' must be an object of objects"),
    "invalid entry": (edited(lambda entries: entries.update(floats=5)), "a dtype, a shape and data_offsets"),
    "entry with another key": (edited(entry("floats", more=1)), "a dtype, a shape and data_offsets"),
    "unknown type": (edited(entry("floats", dtype="BF16")), "unknown type 'BF16'; known types are F64"),
    "invalid type": (edited(entry("floats", dtype=["F32"])), "unknown type"),
    "two dimensions": (edited(entry("floats", shape=[3, 1])), "it should be flat"),
    "negative shape": (edited(entry("floats", shape=[-3])), "it should be flat"),
    "a shape of booleans": (edited(entry("floats", shape=[True])), "it should be flat"),
    "a shape that is too large": (edited(entry("floats", shape=[10**100])), "it should be flat"),
    "another size": (edited(entry("floats", shape=[4])), "4 numbers of 4 bytes, but 12 bytes"),
    "a huge size": (
        edited(entry("floats", shape=[1 << 60], data_offsets=[0, 1 << 62])),
        "they should be two numbers",
    ),
    "invalid offsets": (edited(entry("floats", data_offsets="12")), "they should be two numbers"),
    "backward offsets": (edited(entry("floats", data_offsets=[12, 0])), "but -12 bytes"),
    "overlap": (edited(entry("floats", data_offsets=[0, 12])), "should begin at byte"),
    "beyond the end": (edited(entry("floats", data_offsets=[4000, 4012])), "should begin at byte"),
    "unaligned array": (edited(entry("floats", data_offsets=[33, 45])), "which is not a multiple of 4"),
    "a hole": (edited(lambda entries: entries.pop("floats")), "should begin at byte"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_files_are_rejected_with_a_reason(what: str, tmp_path: Path) -> None:
    data, message = DAMAGED[what]
    path = tmp_path / "damaged.model"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=message) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert len(str(caught.value)) < 300 + len(str(path))
    with pytest.raises(ModelError, match=message):
        unpack(data)


@pytest.mark.parametrize("what", DAMAGED)
def test_the_pure_python_json_decoder_rejects_the_same_files(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_json", None)
    data, message = DAMAGED[what]
    with pytest.raises(ModelError, match=message):
        unpack(data)
    assert build(HEADER, ARRAYS).header == HEADER


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a damaged file; most of the damage is in its header."""
    result = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 8])):
        end = len(result) if chance.random() < 0.2 else min(len(result), 1200)
        place = chance.randrange(end) if end else 0
        match chance.randrange(6):
            case 0:
                result[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                result[place : place + 1] = chance.choice([b"0", b"9", b"-", b'"', b"[", b"{", b"}", b",", b"e", b"\\"])
            case 2:
                del result[place : place + chance.randrange(1, 20)]
            case 3:
                result[place:place] = bytes(result[place : place + chance.randrange(1, 20)])
            case 4:
                del result[chance.randrange(len(result)) if result else 0 :]
            case _:
                result[:8] = chance.randrange(len(result) + 100).to_bytes(8, "little")
    return bytes(result)


def test_mutated_files_are_models_or_model_errors() -> None:
    chance = random.Random(1)
    data = pack(HEADER, ARRAYS)
    readable = 0
    for _ in range(MUTANTS):
        try:
            model = unpack(mutated(data, chance), "mutant")
        except ModelError:
            continue
        assert isinstance(model, Model)
        json.dumps(model.header, allow_nan=False)
        assert sum(numbers.nbytes for numbers in model.arrays.values()) < 2 * len(data)
        readable += 1
    assert 0 < readable < MUTANTS


def test_engines_with_mutated_models_raise_only_model_errors() -> None:
    chance = random.Random(2)
    data = pack(HEADER, ARRAYS)
    made = 0
    for _ in range(MUTANTS // 10):
        try:
            model = unpack(mutated(data, chance), "mutant")
            made += isinstance(engines.load(ENGINE, model), Long)
        except ModelError:
            continue
    assert made


ESCAPED = b"\\u007b}\\u002c"  # an empty object and a comma, in a string
HEADER_ALLOWANCE = 512 * 1024  # for the objects of the largest header


@pytest.mark.parametrize(
    "header",
    [
        b"[" + b"{}," * (MOST_PARTS // 2 - 2) + b"{}]",
        b"[" + b'{"":1},' * (MOST_PARTS // 3 - 2) + b"{}]",
        b"[" + b"0.1," * (MOST_PARTS - 2) + b"1]",
        b'{"__metadata__":{"format":"ncleaner","schema":"1","engine":"x","a":"[' + ESCAPED * 2000 + b'1]"}}',
        b'{"a":"' + "\U0001f327".encode() * 16_000 + b'"}',
        b"{}",
    ],
    ids=["objects", "keys", "numbers", "escaped objects", "wide characters", "nothing"],
)
def test_reading_takes_no_more_memory_than_twice_the_file(header: bytes, tmp_path: Path) -> None:
    path = tmp_path / "large.model"
    path.write_bytes(assembled(header, bytes(1 << 20)))
    assert _peak(path) <= 2 * path.stat().st_size
    path.write_bytes(assembled(header, b""))
    assert _peak(path) <= 2 * path.stat().st_size + HEADER_ALLOWANCE


def test_a_false_size_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "liar.model"
    entry = {"dtype": "U8", "shape": [1 << 40], "data_offsets": [0, 1 << 40]}
    facts = {"format": "ncleaner", "schema": "1", "engine": "x"}
    path.write_bytes(assembled(json.dumps({"__metadata__": facts, "a": entry}).encode(), bytes(100)))
    assert _peak(path) <= HEADER_ALLOWANCE


def test_a_large_model_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "large.model"
    write(path, {"engine": "x"}, {"a": bytes(4 << 20), "b": array("f", bytes(4 << 20))})
    assert _peak(path) < 1.05 * path.stat().st_size


def _peak(path: Path) -> int:
    """Return the peak memory of reading a file."""
    read(write_model(path.with_name("before.model")))  # imports and caches
    tracemalloc.start()
    try:
        with suppress(ModelError):
            read(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing\.model: No such file"):
        read(tmp_path / "nothing.model")
    with pytest.raises(ModelError, match=r"directory|denied"):
        read(tmp_path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_rejected() -> None:
    with pytest.raises(ModelError):
        read("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_model_can_be_read_from_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = pack(HEADER, ARRAYS)

    def feed() -> None:
        with open(pipe, "wb", buffering=0) as file:
            for start in range(0, len(data), 50):
                file.write(data[start : start + 50])

    feeder = threading.Thread(target=feed)
    feeder.start()
    assert read(pipe).header == HEADER
    feeder.join()


# Names


def test_models_by_name_and_by_path(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(folder / "toy.model")
    write_model(folder / "other.model")
    (folder / "notes.txt").touch()
    mine = write_model(tmp_path / "toy")
    assert models.installed() == ["other", "toy"]
    assert models.find("toy") == str(folder / "toy.model")
    assert models.find(mine) == str(mine)
    monkeypatch.chdir(tmp_path)
    assert models.find("toy") == str(folder / "toy.model")
    assert models.find("./toy") == "./toy"
    assert (models.load("toy").name, models.load("./toy").name) == ("toy", "./toy")


def test_an_unknown_name_is_rejected_with_the_known_names(folder: Path, tmp_path: Path) -> None:
    write_model(folder / "toy.model")
    with pytest.raises(UnknownNameError, match=r"no model 'englisch'; there are: toy"):
        models.load("englisch")
    for path in (tmp_path / "englisch", "englisch.model"):
        with pytest.raises(ModelError, match=r"no model file '.*englisch"):
            models.load(path)


def test_without_installed_models_a_name_is_a_missing_file(folder: Path) -> None:
    assert models.installed() == []
    with pytest.raises(ModelError, match="no model file 'english'"):
        models.load("english")


def test_every_installed_model_is_small_and_has_an_engine() -> None:
    for name in models.installed():
        model = models.load(name)
        assert engines.load(model.engine, name).name == model.engine
        assert Path(models.find(name)).stat().st_size < 2_000_000


def test_loading_a_model_imports_few_modules(tmp_path: Path) -> None:
    path = write_model(tmp_path / "my.model")
    code = (
        "import sys, ncleaner; before = set(sys.modules); from ncleaner import models; models.load(sys.argv[1]);"
        " print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"ncleaner.models", "ncleaner.models.format", "_json"}


# Engines and their models


def test_a_model_determines_its_engine(tmp_path: Path) -> None:
    path = write_model(tmp_path / "my.model", least=10)
    for model in (path, str(path), read(path)):
        document = clean(PAGE, model=model)
        assert document.engine == ENGINE
        assert document.text == "It rained all day, and all night too.\n"
    assert clean(PAGE, engine=ENGINE, model=path).text == clean(PAGE, model=path).text
    assert extract(PAGE, model=write_model(path, least=5)) == "Rain.\nIt rained all day, and all night too."


def test_the_default_model_is_used_if_no_other_is_given(folder: Path) -> None:
    write_model(folder / "toy.model", least=10)
    write_model(folder / "all.model", least=0)
    assert clean(PAGE, engine=ENGINE).text == "It rained all day, and all night too.\n"
    assert clean(PAGE, engine=ENGINE, model="all").text.startswith("Rain.\n")


def test_an_engine_is_unavailable_without_its_model(folder: Path) -> None:
    with pytest.raises(EngineUnavailable, match=r"'toy:long' needs a model, and its default model is not installed"):
        Cleaner(engine=ENGINE)


def test_a_damaged_default_model_is_reported(folder: Path) -> None:
    (folder / "toy.model").write_bytes(b"x")
    with pytest.raises(ModelError, match=r"toy\.model: this is not a model"):
        Cleaner(engine=ENGINE)


def test_an_engine_without_models_rejects_them_before_looking_for_the_file(tmp_path: Path) -> None:
    for model in ("english", write_model(tmp_path / "my.model")):
        with pytest.raises(NCleanerError, match=r"the engine 'heuristics' takes no model"):
            Cleaner(engine="heuristics", model=model)
    with pytest.raises(NCleanerError, match=r"is loaded already"):
        Cleaner(engine=engines.load("dump"), model=tmp_path / "my.model")


def test_a_model_for_another_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toy:other", ENTRY)
    path = write_model(tmp_path / "my.model", engine="toy:other")
    with pytest.raises(ModelError, match=r"my\.model: the model is for the engine 'toy:other', not for 'toy:long'"):
        Cleaner(engine=ENGINE, model=path)


@pytest.mark.parametrize("engine", ["nothing", "dump"])
def test_a_model_for_an_engine_that_is_unknown_or_takes_none(tmp_path: Path, engine: str) -> None:
    path = write_model(tmp_path / "my.model", engine=engine)
    with pytest.raises(NCleanerError, match=f"'{engine}'"):
        Cleaner(model=path)


def test_an_unknown_engine_with_a_model(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="no engine 'firefox'"):
        Cleaner(engine="firefox", model=write_model(tmp_path / "my.model"))


# Evaluation


def test_models_take_part_in_evaluations(tmp_path: Path) -> None:
    days = read_set(write_set(tmp_path / "weather", weather(6)))
    some, all = (str(write_model(tmp_path / f"{least}.model", least)) for least in (10, 0))
    words = {
        workers: {
            engine.name: [page.output for page in engine.pages]
            for engine in evaluate(days, ["dump"], models=[some, all], workers=workers).engines
        }
        for workers in (1, 2)
    }
    assert words[1] == words[2]
    assert list(words[1]) == ["toy:long:10", "toy:long:0", "dump"]
    assert words[1]["toy:long:0"] == words[1]["dump"] != words[1]["toy:long:10"]


def test_a_single_model_is_named_after_its_engine(tmp_path: Path) -> None:
    days = read_set(write_set(tmp_path / "weather", weather(2)))
    model = str(write_model(tmp_path / "my.model"))
    for engine_names in ([], [ENGINE]):
        assert [engine.name for engine in evaluate(days, engine_names, models=[model, model]).engines] == [ENGINE]
    assert [engine.name for engine in evaluate(days, ["dump", ENGINE], models=[model]).engines] == ["dump", ENGINE]


def test_models_of_the_same_name_are_named_by_path(tmp_path: Path) -> None:
    days = read_set(write_set(tmp_path / "weather", weather(2)))
    paths = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        paths.append(str(write_model(tmp_path / folder / "my.model")))
    assert [engine.name for engine in evaluate(days, [], models=paths).engines] == [
        f"{ENGINE}:{path}" for path in paths
    ]


def test_an_unreadable_model_stops_the_evaluation_before_it_begins(tmp_path: Path) -> None:
    days = read_set(write_set(tmp_path / "weather", weather(2)))
    with pytest.raises(ModelError):
        evaluate(days, ["dump"], models=[str(tmp_path / "nothing.model")])


def test_cross_validation_rejects_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(ENTRY.place, ENTRY.summary, trainer="evaluating:LEARNER")
    monkeypatch.setitem(ENGINES, ENGINE, entry)
    days = read_set(write_set(tmp_path / "weather", weather(4)))
    with pytest.raises(NCleanerError, match="trains its own models"):
        evaluate(days, [], models=[str(write_model(tmp_path / "my.model"))], cross_validate=2)
