"""Training of the weights of evidence from sites, and the figures of their worth, on pages made up here."""

from __future__ import annotations

from pathlib import Path

import pytest
from evaluating import write_set
from forest_examples import model as forest_model
from site_examples import PROMOTION, page, paragraph

from ncleaner.engines.forest.site_evidence import FILE, TERMS, weights_of
from ncleaner.errors import ModelError, NCleanerError
from ncleaner.models import FOLDER, load
from ncleaner.models.format import pack, read, unpack
from ncleaner.train import sites
from ncleaner.train.examples import Example

for package in ("numpy", "scipy"):
    pytest.importorskip(package)

pytestmark = pytest.mark.once


def gold(number: int) -> str:
    """Return the text of a page without the promotion."""
    return "\n".join(paragraph(f"story {number} {part}") for part in ("one", "two"))


def examples(count: int = 12) -> list[Example]:
    """Return pages of two sites with several pages, one page of a third, and one of an unknown site."""
    hosts = ["one.example", "two.example"]
    pages = [Example(f"walks/{n}", page(n), gold(n), site=hosts[n % 2], scope="article") for n in range(count)]
    pages.append(Example("walks/alone", page(97), gold(97), site="alone.example"))
    return [*pages, Example("walks/unknown", page(98), gold(98))]


def test_sites_with_several_pages_are_told_from_others() -> None:
    alone, together = sites.divided(examples())
    assert [example.id for example in alone] == ["walks/alone", "walks/unknown"]
    assert len(together) == 12


def test_repetition_comes_out_as_evidence_against_a_block() -> None:
    _, together = sites.divided(examples())
    model = sites.weights(sites.seen(together, forest_model()))
    weights = dict(zip((term.name for term in TERMS), weights_of(model).weights, strict=True))
    assert sum(weights[name] for name in weights if name.startswith("here")) < -1024
    assert model.training == [{"set": "walks", "pages": 12}]
    assert pack(model.header, model.arrays) == pack(
        model.header, sites.weights(sites.seen(together, forest_model())).arrays
    )


def test_pages_of_different_sites_teach_nothing() -> None:
    alone, _ = sites.divided(examples())
    with pytest.raises(NCleanerError, match="sites with several pages"):
        sites.weights(sites.seen(alone, forest_model()))


def test_the_shipped_weights_are_of_these_terms() -> None:
    model = read(Path(FOLDER) / FILE)
    assert len(weights_of(model).weights) == len(TERMS)
    assert {"wcxb-dev", "magic-a"} <= {one["set"] for one in model.training}


def test_other_weights_are_refused() -> None:
    model = read(Path(FOLDER) / FILE)
    with pytest.raises(ModelError, match="no weights of evidence"):
        weights_of(load("universal"))
    with pytest.raises(ModelError, match="another version"):
        weights_of(unpack(pack(model.header | {"terms": 1}, model.arrays), "old"))
    flipped = {"weights": memoryview(b"\x01\0\0\0" * len(TERMS)).cast("i")}
    with pytest.raises(ModelError, match="wrong sign"):
        weights_of(unpack(pack(model.header, flipped), "flipped"))


def test_the_benchmark_measures_sites(tmp_path: Path) -> None:
    from benchmarks.sites import tables
    from benchmarks.sites.found import found
    from benchmarks.sites.measured import measured
    from ncleaner.engines.forest.engine import Forest

    write_set(tmp_path / "walks", {str(n): (page(n).decode(), gold(n)) for n in range(7)})
    lines = [f"{n}\thttp://{'one' if n < 6 else 'two'}.example/{n}" for n in range(7)]
    (tmp_path / "walks" / "urls.tsv").write_text("\n".join(lines))
    sites_found = found(tmp_path, "walks")
    assert (sites_found.total, sites_found.pages, list(sites_found.sites)) == (7, 7, ["one.example"])
    pages = measured(sites_found, lambda _: Forest(load("forest")), lambda *_: None)
    assert all(set(one.by_step) == {1, 2, 3, 5} for one in pages)
    promoted = len(PROMOTION.split())
    assert all(one.alone.output - one.together.output >= promoted for one in pages)
    assert all(one.together.matched == one.alone.matched for one in pages)
    assert "| walks | 6 |" in tables.gain_rows({"walks": pages})
    assert "| walks | 5 | 6 |" in tables.curve_rows({"walks": pages})
    assert "| walks | 7 | 7 | 1 | 6 |" in tables.found_rows([sites_found])
