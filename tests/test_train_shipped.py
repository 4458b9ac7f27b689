"""The models that come with ncleaner: how they are made, and that they are what their recipes say."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from evaluating import write_set
from training import page

from ncleaner.engines.forest.site_evidence import FILE
from ncleaner.errors import NCleanerError, SetError
from ncleaner.models import find, installed, load
from ncleaner.models.format import read
from ncleaner.train import shipped

pytest.importorskip("deap")
pytest.importorskip("stopwordsiso")

pytestmark = pytest.mark.once

for package in ("cv2", "numpy", "selectolax", "sklearn", "wordfreq"):
    pytest.importorskip(package)

NGRAM = [name for name, model in shipped.MODELS.items() if model.engine == "ngram"]

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for number, name in enumerate(shipped.SETS):
        write_set(tmp_path / "data" / name, {str(one): page(one) for one in range(4 * number, 4 * number + 4)})
    urls = [f"{4 + one}\thttps://{'many' if one < 3 else 'one'}.example/{one}" for one in range(4)]
    (tmp_path / "data" / "wcxb-dev" / "urls.tsv").write_text("\n".join(urls))
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is rendered."""
    fiasco = replace(shipped.MODELS["fiasco"], options={"visual": "no"})
    monkeypatch.setitem(shipped.MODELS, "fiasco", fiasco)


def test_all_are_made(data: Path, tmp_path: Path, capsys: Captured) -> None:
    assert shipped.main(os.fspath(data), os.fspath(tmp_path)) == 0
    out = capsys.readouterr().out
    digests = (tmp_path / shipped.DIGESTS).read_text().splitlines()
    files = [FILE, *(f"{name}.model" for name in shipped.MODELS)]
    assert [line.split("  ")[1] for line in digests] == sorted(files)
    for name in NGRAM:
        model = load(tmp_path / f"{name}.model")
        assert {one["set"]: one["weight"] for one in model.training} == shipped.MODELS[name].weights
        assert f"{name}.model: " in out
    for name in ("ice-tree", "ice-tree-plus", "ice-lm", "ice-ga"):
        assert load(tmp_path / f"{name}.model").training == [{"set": "cleaneval-dev", "pages": 4, "weight": 1}]
        assert f"{name}.model: " in out
    forest = load(tmp_path / "forest.model")
    assert {one["set"]: one["weight"] for one in forest.training} == shipped.SETS
    assert read(tmp_path / FILE).training == [{"set": "wcxb-dev", "pages": 3}]
    fiasco = load(tmp_path / "fiasco.model")
    assert {one["set"]: one["pages"] for one in fiasco.training} == dict.fromkeys(shipped.PAGES, 4)


def test_a_model_that_is_too_large_is_refused(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "LARGEST", 1000)
    with pytest.raises(NCleanerError, match="larger than 1000 bytes"):
        shipped.main(os.fspath(data), os.fspath(tmp_path))


def test_a_missing_set_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SetError, match="cleaneval-dev"):
        shipped.main(os.fspath(tmp_path))


@pytest.mark.parametrize("name", NGRAM)
def test_installed_models_follow_their_recipes(name: str) -> None:
    assert name in installed()
    model, options = load(name), shipped.MODELS[name].options
    expected = {option: options[option] for option in ("n", "q", "mode", "dirty")}
    assert model.parameters.items() >= expected.items()
    assert {one["set"]: one["weight"] for one in model.training} == shipped.MODELS[name].weights
    assert Path(find(name)).stat().st_size <= shipped.LARGEST
