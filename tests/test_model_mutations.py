"""Damaged models: each is a `ModelError` on load, or an engine that cleans any page."""

from __future__ import annotations

import hashlib
import json
import random
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from model_mutations import ModelFile, mutants

from ncleaner import Cleaner, EngineUnavailable, ModelError, models
from ncleaner.engines.ice.expression import DEEPEST
from ncleaner.models.format import read, unpack

MUTANTS = 60  # of each installed model
PAGE = (
    "<title>Regen</title><ul><li><a href=x>Home</a></ul><p lang=de>Es regnete den ganzen Tag, sagte sie; <b>niemand</b>"
    " kam.<h2>The harbour</h2><p>It rained all day, and the harbour was empty.<div class=comment><p>Well said!</div>"
)


def data_of(name: str) -> bytes:
    return Path(models.find(name)).read_bytes()


def uses(data: bytes) -> bool:
    """Clean pages with a model and return whether it could be loaded."""
    try:
        cleaner = Cleaner(model=unpack(data, "mutant"))
    except ModelError:
        return False
    except EngineUnavailable as error:
        pytest.skip(str(error))
    for page in (PAGE, ""):
        document = cleaner.clean(page)
        json.loads(document.to("json"), parse_constant=pytest.fail)
        assert document.confidence is None or 0 <= document.confidence <= 1
    cleaner.clean("It rained all day.\n\nHome | Contact", kind="text").to("json").encode()
    return True


@pytest.mark.parametrize("name", models.installed())
def test_mutants_raise_model_errors_on_load_or_work(name: str) -> None:
    chosen = islice(mutants(data_of(name), random.Random(name)), MUTANTS)
    assert 0 < sum(map(uses, chosen)) < MUTANTS


def edited(name: str, **parameters: object) -> bytes:
    file = ModelFile(data_of(name))
    file.fields["parameters"].update(parameters)
    return file.packed()


def filled(name: str, array: str, number: bytes) -> bytes:
    """Return an installed model with the same number in all places of an array."""
    file = ModelFile(data_of(name))
    body = file.arrays[array][1]
    body[:] = number * (len(body) // len(number))
    return file.packed()


NAN, HUGE = bytes.fromhex("000000000000f87f"), bytes.fromhex("ffffffffffffef7f")

HARMFUL = {
    "tags that are lists": lambda: edited("ice-tree", tags=[[], {}]),
    "a tag twice": lambda: edited("ice-tree", tags=["p"] * 30),
    "a tree without instances": lambda: filled("ice-tree", "counts", bytes(8)),
    "a tree of countless instances": lambda: filled("ice-tree", "counts", HUGE),
    "a node with two parents": lambda: filled("ice-tree", "child", (200).to_bytes(4, "little")),
    "groups in groups": lambda: edited("ice-ga", expression="(" * (DEEPEST + 1) + r"\W" + ")" * (DEEPEST + 1)),
    "coefficients that are not numbers": lambda: filled("fiasco", "plain.coefficients", NAN),
    "features that are too large": lambda: filled("fiasco", "plain.highest", HUGE),
    "half a character": lambda: edited("forest", types=["\ud800"]),
}


@pytest.mark.parametrize("what", HARMFUL)
def test_models_that_would_do_harm_in_use_are_not_loaded(what: str) -> None:
    assert not uses(HARMFUL[what]())


@pytest.mark.parametrize("engine", ["dump", "heuristics", "ice-baseline"])
def test_a_model_for_an_engine_without_models_is_a_model_error(engine: str) -> None:
    file = ModelFile(data_of("ice-lm"))
    file.fields["engine"] = engine
    with pytest.raises(ModelError, match=f"for the engine {engine!r}, which takes no model"):
        Cleaner(model=unpack(file.packed(), "mine"))
    with pytest.raises(ModelError, match=f"the engine {engine!r} takes no model"):
        Cleaner(engine=engine, model="english")


@pytest.mark.once
@pytest.mark.parametrize("name", models.installed())
def test_reading_an_installed_model_takes_no_more_memory_than_twice_its_file(name: str) -> None:
    path = Path(models.find(name))
    read(path)
    tracemalloc.start()
    try:
        read(path)
        assert tracemalloc.get_traced_memory()[1] <= 2 * path.stat().st_size + 64 * 1024
    finally:
        tracemalloc.stop()


@pytest.mark.once
def test_installed_models_have_the_digests_in_the_package() -> None:
    folder = Path(models.FOLDER)
    listed = (folder / "SHA256SUMS").read_text().splitlines()
    files = [path for path in folder.iterdir() if path.suffix in (".model", ".weights")]
    assert sorted(listed) == sorted(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files)
