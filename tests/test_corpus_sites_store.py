"""Learnt sites in files: merged in the order of the input, with bounded memory, and read without trust."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
import site_examples

from ncleaner.corpus.sites import merge, store
from ncleaner.corpus.sites.entry import LARGEST, LEARNT, Entry, packed, unpacked
from ncleaner.corpus.sites.learner import SiteLearner, sketched
from ncleaner.corpus.sites.merge import merged, write_store
from ncleaner.corpus.sites.options import DOMAIN, PATH_PREFIX
from ncleaner.corpus.sites.store import Store, StoreWriter
from ncleaner.decode import decode
from ncleaner.errors import SitesError
from ncleaner.read import read_page
from ncleaner.sites import sketch as sites
from ncleaner.sites.site import Site
from ncleaner.sites.sketch import Sketch

pytestmark = pytest.mark.once

Learnt = list[tuple[int, int, list[bytes]]]


def sketch(number: int) -> Sketch:
    return sketch_of(site_examples.page(number))


def sketch_of(page: bytes) -> Sketch:
    return sites.sketch_of(read_page(decode(page)))


SKETCHES = [sketch(number) for number in range(20)]
SITES = 40


def visits(count: int = 600) -> list[tuple[int, Sketch]]:
    """Return sites and pages in an order that mixes them; some sites are seen once, and pages come again."""
    chance = random.Random(5)
    return [(int(SITES * chance.random() ** 3) * 7919 + 1, chance.choice(SKETCHES)) for _ in range(count)]


def learn(visited: Iterable[tuple[int, Sketch]], folder: Path, **options: int) -> SiteLearner:
    learner = SiteLearner(DOMAIN, str(folder), **options)
    for key, page in visited:
        if learner.count(key):
            learner.add(key, page)
    return learner


def values(entries: Iterable[Entry]) -> Learnt:
    return [(entry.key, entry.count, list(entry.pages.values())) for entry in entries]


def stored(path: Path, entries: Iterable[Entry], keys: str = DOMAIN) -> str:
    write_store(str(path), keys, entries)
    return str(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Learnt:
    return values(learn(visits(), tmp_path_factory.mktemp("whole")).entries())


@pytest.fixture
def path(tmp_path: Path) -> str:
    return stored(tmp_path / "sites", learn(visits(), tmp_path).entries())


def test_the_first_different_pages_of_each_site_are_learnt_and_all_are_counted(whole: Learnt) -> None:
    for key, count, pages in whole:
        seen = [packed(page) for site, page in visits() if site == key]
        assert pages == list(dict.fromkeys(seen))[:LEARNT]
        assert count == len(seen)
    assert [key for key, _, _ in whole] == sorted({key for key, _ in visits()})


@pytest.mark.parametrize("memory", [0, 5_000, 20_000])
def test_little_memory_gives_the_same(whole: Learnt, tmp_path: Path, memory: int) -> None:
    learner = learn(visits(), tmp_path / "runs", memory=memory)
    assert len(list((tmp_path / "runs").iterdir())) > 2
    assert values(learner.entries()) == whole


@pytest.mark.parametrize("parts", [2, 7, 300])
def test_parts_of_the_input_merge_to_the_whole(whole: Learnt, tmp_path: Path, parts: int) -> None:
    all = visits()
    step = -(-len(all) // parts)
    paths = [
        stored(tmp_path / f"part{start}", learn(all[start : start + step], tmp_path).entries())
        for start in range(0, len(all), step)
    ]
    assert values(merged(paths, DOMAIN, str(tmp_path))) == whole


def test_many_stores_are_merged_in_groups_and_leave_no_files(
    whole: Learnt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge, "FAN_IN", 2)
    test_parts_of_the_input_merge_to_the_whole(whole, tmp_path, 9)
    assert len([path for path in tmp_path.iterdir() if path.name.startswith("merged")]) <= 2


def test_a_store_is_looked_up_in(whole: Learnt, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path, DOMAIN) as found:
        for key, count, pages in whole:
            assert values(filter(None, [found.find(key)])) == [(key, count, pages)]
            assert found.find(key + 1) is None
        assert found.find(0) is None
        assert found.find((1 << 64) - 1) is None
        assert values(found.entries()) == whole


@pytest.mark.parametrize(("step", "places"), [(1, 1000), (1, 3), (1 << 15, 1), (5000, 8)])
def test_the_index_is_bounded_and_finds_all(
    whole: Learnt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, places: int
) -> None:
    monkeypatch.setattr(store, "STEP", step)
    monkeypatch.setattr(store, "PLACES", places)
    path = stored(tmp_path / "sites", learn(visits(), tmp_path).entries())
    monkeypatch.setattr(store, "STEP", 100)  # read in small pieces, too
    with Store(path, DOMAIN) as found:
        assert [found.find(key) is not None for key, _, _ in whole] == [True] * len(whole)
        assert found.find(2) is None


def test_a_site_comes_back_as_it_was(path: str) -> None:
    assert [unpacked(packed(page)) for page in SKETCHES] == SKETCHES
    with Store(path, DOMAIN) as found:
        entry = next(entry for entry in found.entries() if entry.is_full)
    assert entry.site() == Site(map(unpacked, entry.pages.values()))
    assert len(entry.site()) == LEARNT
    assert entry.blocks == sum(map(len, entry.site().sketches))


def test_pages_without_blocks_teach_nothing_and_those_that_cannot_be_read_do_not_raise(tmp_path: Path) -> None:
    learner = learn([(1, sketch_of(b"<html><title>empty</title>"))], tmp_path)
    assert values(learner.entries()) == [(1, 1, [])]
    assert sketched(None, None, None) is None  # type: ignore[arg-type]


def test_an_empty_store_is_a_store(tmp_path: Path) -> None:
    with Store(stored(tmp_path / "sites", []), DOMAIN) as found:
        assert (values(found.entries()), found.find(1)) == ([], None)


def test_stores_have_the_same_digest_if_they_have_the_same_sites(path: str, tmp_path: Path) -> None:
    twin = stored(tmp_path / "twin", learn(visits(), tmp_path / "runs", memory=20_000).entries())
    other = stored(tmp_path / "other", learn(visits(599), tmp_path).entries())
    digests = []
    for each in (path, twin, other):
        with Store(each, DOMAIN) as found:
            digests.append(found.digest)
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"ncleaner sites 999 domain\n" * 9, bytes(200)])
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sites").write_bytes(content)
    with pytest.raises(SitesError, match="sites has no sites, or those of another version"):
        Store(str(tmp_path / "sites"), DOMAIN)


def test_sites_by_other_keys_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SitesError, match="has sites by path-prefix, not by domain: give --site-key path-prefix"):
        Store(stored(tmp_path / "sites", [], PATH_PREFIX), DOMAIN)


def read_all(path: Path) -> None:
    with Store(str(path), DOMAIN) as found:
        for entry in found.entries():
            entry.site()


def look_up(path: Path) -> None:
    with Store(str(path), DOMAIN) as found:
        for key in {key for key, _ in visits(60)}:
            entry = found.find(key)
            if entry is not None:
                entry.site()


def test_any_changed_byte_is_noticed_by_those_who_read_all(path: str, tmp_path: Path) -> None:
    content = Path(path).read_bytes()
    damaged = tmp_path / "damaged"
    chance = random.Random(6)
    with Store(path, DOMAIN) as found:
        end = found.end
    places = [*range(100), *range(len(content) - 48, len(content)), *(chance.randrange(end) for _ in range(300))]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        damaged.write_bytes(changed)
        with pytest.raises(SitesError):
            read_all(damaged)
        with suppress(SitesError):  # anything else fails the test
            look_up(damaged)


def test_a_cut_or_extended_store_is_refused(path: str, tmp_path: Path) -> None:
    content = Path(path).read_bytes()
    damaged = tmp_path / "damaged"
    for changed in [content[:size] for size in (31, 32, 40, 79, 80, len(content) // 2, len(content) - 1)] + [
        content + b"\0",
        content + content,
    ]:
        damaged.write_bytes(changed)
        with pytest.raises(SitesError):
            Store(str(damaged), DOMAIN)


def test_an_index_that_points_astray_does_no_harm(path: str, tmp_path: Path) -> None:
    content = Path(path).read_bytes()
    with Store(path, DOMAIN) as found:
        end = found.end
    damaged = tmp_path / "damaged"
    chance = random.Random(7)
    for _ in range(200):
        changed = bytearray(content)
        for place in range(end, len(content) - 48):
            if chance.random() < 0.2:
                changed[place] = chance.randrange(256)
        damaged.write_bytes(changed)
        with suppress(SitesError):  # anything else fails the test
            look_up(damaged)


def test_an_entry_is_no_larger_than_a_reader_accepts() -> None:
    file = io.BytesIO()
    pages = [packed(_wide(number)) for number in range(2 * LEARNT)]
    StoreWriter(file, DOMAIN).add(Entry(1, len(pages), pages))
    assert len(file.getvalue()) == 32 + 24 + LARGEST


def _wide(number: int) -> Sketch:
    page = sketch_of(b"".join(b"<p>%s %s" % (letters(number), letters(n)) for n in range(600)))
    assert len(page) == 512
    return page


def letters(number: int) -> bytes:
    """Return a word of its own for each number, since digits are masked."""
    return bytes(97 + int(digit) for digit in str(number))
