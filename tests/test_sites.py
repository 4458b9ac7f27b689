"""Sites: what is learnt from their pages, what it changes on a page, and what it does not."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path

import pytest
from site_examples import PROMOTION, other_design, page

import ncleaner
from ncleaner import Cleaner, ModelError, NCleanerError, Site
from ncleaner.decode import decode
from ncleaner.engines import ENGINES
from ncleaner.engines.forest.site_evidence import SiteEvidence, shipped_weights, values
from ncleaner.errors import UsageError
from ncleaner.page.site_facts import ANYWHERE, FIXED, HERE, PLACE, SiteFact, SiteFacts
from ncleaner.read import read_page
from ncleaner.sites.fingerprints import Fingerprints
from ncleaner.sites.site import PAGES, Learner
from ncleaner.sites.sketch import BLOCKS
from ncleaner.sites.template import template

PAGE = page(0)
OTHERS = [page(number) for number in range(1, 7)]


def facts_about(site: Site, source: bytes, text: str) -> SiteFact | None:
    """Return what a site says about the block of a page that begins with a text."""
    blocks = read_page(decode(source))
    facts = site.facts(blocks)
    index = next(index for index in range(len(blocks)) if blocks.text(index).startswith(text))
    return None if facts is None else facts.of(index)


def merged(sites: Iterable[Site]) -> Site:
    return Site().merge(*sites)


class TestLearning:
    def test_a_block_is_counted_on_the_other_pages(self) -> None:
        fact = facts_about(Site.learn(OTHERS), PAGE, PROMOTION)
        assert fact is not None
        assert (fact.others, fact.here, fact.anywhere, fact.place) == (6, 6, 6, 6)

    def test_a_text_of_the_page_alone_stands_nowhere_else(self) -> None:
        blocks = read_page(decode(PAGE))
        facts = Site.learn(OTHERS).facts(blocks)
        assert facts is not None
        own = [facts.of(index) for index in range(len(blocks)) if blocks.text(index).startswith("The ")]
        assert {(fact.here, fact.anywhere, fact.place, fact.is_fixed) for fact in own} == {(0, 0, 6, False)}

    def test_a_part_that_hardly_varies_is_known_as_such(self) -> None:
        lists = [
            page(number, promotion="".join(f"<li>Topic {(number + k) % 7 * 'x'}</li>" for k in range(6)))
            for number in range(7)
        ]
        fact = facts_about(Site.learn(lists[1:]), lists[0].replace(b"Topic xxx", b"Something new"), "Something new")
        assert fact is not None
        assert (fact.here, fact.anywhere, fact.is_fixed) == (0, 0, True)

    def test_dates_and_numbers_do_not_make_a_text_new(self) -> None:
        fact = facts_about(Site.learn(OTHERS), PAGE, "Published on")
        assert fact is not None
        assert fact.here == 6

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("12 comments", "3 Comments", True),
            ("Tuesday, 19 November 2024, 10:45", "Friday, 3 May 2011, 9:05", True),
            ("19 ноября 2024", "3 мая 2011", True),
            ("Chapter 3: The storm", "Chapter 4: The calm", False),
            ("May I come in?", "Will I come in?", False),
        ],
    )
    def test_masking(self, one: str, other: str, same: bool) -> None:
        first, second = (Fingerprints(read_page(decode(f"<p>{text}"))) for text in (one, other))
        assert (first.texts == second.texts) == same
        assert first.paths == second.paths

    def test_documents_are_learnt_as_pages_are(self) -> None:
        assert Site.learn([ncleaner.clean(other) for other in OTHERS]) == Site.learn(OTHERS)

    def test_size_is_bounded(self) -> None:
        long = b"<ul>" + b"".join(b"<li>Item %s</li>" % (b"x" * number) for number in range(BLOCKS + 50)) + b"</ul>"
        site = Site.learn([page(number) for number in range(3 * PAGES)] + [long])
        assert len(site) == PAGES
        assert max(map(len, Site.learn([long]).sketches)) == BLOCKS

    def test_deep_pages_can_be_learnt(self) -> None:
        deep = b"<div>" * 20_000 + b"<p>Rain" * 20_000
        site = Site.learn([deep, deep + b"<p>more"])
        assert len(Cleaner(site=site).clean(deep).segments) == 20_000

    def test_any_bytes_can_be_learnt(self) -> None:
        site = Site.learn([b"", b"\xff\xfe\x00", "text only", b"<x-card class=a>one</x-card>" * 3])
        assert len(site) == 4


class TestMerging:
    def test_order_and_grouping_do_not_matter(self) -> None:
        pages = [page(number) for number in range(PAGES + 9)]
        expected = Site.learn(pages)
        random.Random(1).shuffle(pages)
        assert Site.learn(pages) == expected
        a, b, c = Site.learn(pages[:9]), Site.learn(pages[9:30]), Site.learn(pages[25:])
        assert a.merge(b).merge(c) == c.merge(a.merge(b)) == b.merge(a, c) == expected

    def test_a_learner_can_be_asked_in_between(self) -> None:
        learner = Learner()
        for number, source in enumerate(OTHERS, 1):
            learner.add(source)
            assert learner.site() == Site.learn(OTHERS[:number])

    def test_the_same_page_twice_is_one_page(self) -> None:
        assert Site.learn([PAGE, PAGE]) == Site.learn([PAGE])


class TestCleaning:
    def test_what_stands_on_all_other_pages_is_dropped_with_that_reason(self) -> None:
        alone = Cleaner().clean(PAGE)
        assert PROMOTION in alone.text
        document = Cleaner(site=Site.learn(OTHERS)).clean(PAGE)
        assert PROMOTION not in document.text
        dropped = next(segment for segment in document.segments if segment.text == PROMOTION)
        assert dropped.reason.startswith("stands on 6 of 6 other pages of this site; ")
        assert len(dropped.reason) < 200
        evidence = dict(document.decisions.grounds.evidence(document.segments.index(dropped)))
        assert evidence["stands on 6 of 6 other pages of this site"] < -1
        assert [line for line in alone.text.splitlines() if line != PROMOTION] == document.text.splitlines()

    @pytest.mark.parametrize("pages", [[], [PAGE], [PAGE, PAGE]])
    def test_a_page_is_no_evidence_about_itself(self, pages: list[bytes]) -> None:
        assert Site.learn(pages).facts(read_page(decode(PAGE))) is None
        alone, together = Cleaner().clean(PAGE), Cleaner(site=Site.learn(pages)).clean(PAGE)
        assert together.to("json") == alone.to("json")

    def test_it_does_not_matter_whether_the_page_was_learnt(self) -> None:
        without, with_it = Site.learn(OTHERS), Site.learn([*OTHERS, PAGE])
        assert Cleaner(site=without).clean(PAGE).to("json") == Cleaner(site=with_it).clean(PAGE).to("json")

    def test_a_copy_of_the_page_is_no_evidence(self) -> None:
        copy = PAGE.replace(b"Copyright 2024", b"Printed in 2025. Copyright 2024")
        assert Site.learn([copy]).facts(read_page(decode(PAGE))) is None
        assert len(Site.learn([copy, *OTHERS])) == 7
        fact = facts_about(Site.learn([copy, *OTHERS]), PAGE, PROMOTION)
        assert fact is not None
        assert fact.others == 6

    def test_two_designs_do_not_spoil_each_other(self) -> None:
        designs = [OTHERS, [other_design(number) for number in range(9)]]
        mixed = Site.learn([source for pages in designs for source in pages])
        for pages in designs:
            for source in pages:
                alone = Cleaner(site=Site.learn(pages)).clean(source)
                assert Cleaner(site=mixed).clean(source).to("json") == alone.to("json")

    def test_plain_text_is_cleaned_as_before(self) -> None:
        text = f"{PROMOTION}\n\nHome | News\n"
        site = Site.learn(OTHERS)
        expected = Cleaner().clean(text, kind="text").to("json")
        assert Cleaner(site=site).clean(text, kind="text").to("json") == expected

    def test_a_function_call_takes_a_site_too(self) -> None:
        assert PROMOTION not in ncleaner.clean(PAGE, site=Site.learn(OTHERS)).text

    def test_a_pickled_engine_keeps_its_site(self) -> None:
        engine = Cleaner(site=Site.learn(OTHERS), bias=0.25).engine
        twin = pickle.loads(pickle.dumps(engine))
        blocks = read_page(decode(PAGE))
        assert twin.decide(blocks).keep == engine.decide(blocks).keep
        assert list(twin.decide(blocks).scores) == list(engine.decide(blocks).scores)

    @pytest.mark.parametrize("name", ["ngram", "dump", "heuristics"])
    def test_other_engines_refuse_a_site(self, name: str) -> None:
        assert name in ENGINES
        with pytest.raises(UsageError, match=f"the engine '{name}' cannot use what is known of a site"):
            Cleaner(engine=name, site=Site.learn(OTHERS))

    def test_something_else_is_refused(self) -> None:
        with pytest.raises(UsageError, match=r"a site must be an ncleaner.Site, not list"):
            Cleaner(site=[PAGE])  # type: ignore[arg-type]


class TestEvidence:
    def test_more_pages_never_weaken_repetition(self) -> None:
        units = []
        for others in range(1, PAGES):
            facts = SiteFacts(others, array("i", [others << HERE | others << ANYWHERE | others << PLACE]))
            units.append(SiteEvidence(facts, shipped_weights(), True).units(0))
        assert units == sorted(units, reverse=True)
        assert units[-1] < units[0] < 0

    def test_where_the_whole_page_is_asked_for_repetition_counts_half(self) -> None:
        facts = SiteFacts(9, array("i", [9 << HERE | 9 << ANYWHERE | 9 << PLACE]))
        article, page = (SiteEvidence(facts, shipped_weights(), is_article) for is_article in (True, False))
        assert page.units(0) == article.units(0) // 2
        assert [(text, 2 * bits) for text, bits in page.topics(0)] == article.topics(0)

    def test_no_weight_speaks_for_a_block(self) -> None:
        assert max(shipped_weights().weights) <= 0

    def test_of_a_page_that_is_no_article_less_counts(self) -> None:
        fact = SiteFact(9, 9 << PLACE | 1 << FIXED)
        assert sum(values(fact, True)) > sum(values(fact, False)) == 0

    def test_the_words_that_it_drops_are_counted(self) -> None:
        cleaner = Cleaner(site=Site.learn(OTHERS))
        document = cleaner.clean(PAGE)
        count = cleaner.engine.words_dropped_by_site(document.blocks, document.decisions)
        assert count == len(PROMOTION.split())


class TestFiles:
    def test_what_was_saved_is_loaded(self, tmp_path: Path) -> None:
        site = Site.learn([*OTHERS, *(ncleaner.clean(source) for source in OTHERS[:2])])
        site.save(tmp_path / "harbour.site")
        assert Site.load(tmp_path / "harbour.site") == site
        Site().save(tmp_path / "empty.site")
        assert Site.load(tmp_path / "empty.site") == Site()

    def test_models_and_missing_files_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ModelError, match="not a site"):
            Site.load(ncleaner.models.find("forest"))
        with pytest.raises(ModelError, match="nowhere"):
            Site.load(tmp_path / "nowhere.site")
        Site.learn(OTHERS).save(tmp_path / "harbour.site")
        with pytest.raises(NCleanerError, match="site"):
            Cleaner(model=tmp_path / "harbour.site")

    def test_damaged_files_are_refused_or_work(self, tmp_path: Path) -> None:
        path = tmp_path / "harbour.site"
        Site.learn(OTHERS[:3]).save(path)
        data = path.read_bytes()
        numbers = random.Random(7)
        refused = 0
        for _ in range(300):
            damaged = bytearray(data)
            for _ in range(numbers.randint(1, 4)):
                damaged[numbers.randrange(len(data))] = numbers.randrange(256)
            path.write_bytes(damaged[: numbers.choice([len(data), numbers.randrange(len(data))])])
            try:
                site = Site.load(path)
            except ModelError:
                refused += 1
            else:
                Cleaner(site=site).clean(PAGE)
        assert refused


class TestTemplate:
    def test_it_has_the_common_blocks_with_their_counts(self) -> None:
        pages = [read_page(decode(source)) for source in OTHERS]
        found = {block.text: block.pages for block in template(Site.learn(OTHERS), pages)}
        assert found[PROMOTION] == 6
        assert not any(text.startswith("The ") for text in found)


def test_paths_have_no_numbers_and_few_classes() -> None:
    one = Fingerprints(read_page(decode(b"<div class='post-1 a b tag-x' id=p7><p>Text</div>")))
    two = Fingerprints(read_page(decode(b"<div class='post-2 a b tag-y' id=p8><p>Other</div>")))
    three = Fingerprints(read_page(decode(b"<div class='post-2 a c' id=p8><p>Other</div>")))
    assert one.paths == two.paths != three.paths
    assert list(one.texts) != list(two.texts)


def test_fingerprints_are_the_same_on_every_machine() -> None:
    found = Fingerprints(read_page(decode("<x-y class='A9 b' id=c-12:30><p>Rain, 3 März 2024<p>Größe: 1,5".encode())))
    assert list(found.texts) == [14626980049539705096, 14989005752001134594]
    assert list(found.paths) == [10829412703134461796] * 2


@pytest.mark.once
def test_cleaning_a_page_imports_nothing_about_sites() -> None:
    script = (
        "import sys, ncleaner; ncleaner.clean(b'<p>Rain'); print([m for m in sys.modules if 'site' in m and 'nc' in m])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
