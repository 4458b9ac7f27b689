"""From a folder of pages to a model of one's own, in a real browser, and what must hold on the way."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from studio_browser import opened, picture, started_browser
from studio_pages import pages, write_pages

pytest.importorskip("axe_playwright_python", reason="accessibility is checked by axe")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from attacks import studio as hostile
from attacks.chromium import SIGNAL
from attacks.server import counting_server
from attacks.window import NARROW, WIDE, Record, window

pytestmark = pytest.mark.once

ANNOTATED = 10
SIZES = (WIDE, NARROW)
SCHEMES = ("light", "dark")
TRAINING = 240_000.0  # milliseconds


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


def go(page: Page, address: str) -> None:
    page.evaluate("(address) => { location.hash = address }", address)


def wait_for_frame(page: Page, id: str) -> None:
    page.wait_for_function(hostile.IS_SHOWN, arg=id)


def rows(page: Page) -> list[tuple[str, bool]]:
    """Return the text of each unit, and whether it is kept."""
    shown = page.locator(".units .row")
    expect(shown.first).to_be_visible()
    found: list[list[str]] = shown.evaluate_all(
        "rows => rows.map(row => [row.querySelector('.row-text').textContent, row.className])"
    )
    return [(text, "kept" in classes.split()) for text, classes in found]


def annotate(page: Page, id: str, segments: list[str]) -> None:
    """Correct the suggestion by keyboard until it is what people keep, and go to the next page."""
    wait_for_frame(page, id)
    wanted = {segment.partition(" ")[2]: segment[1] for segment in segments}
    page.keyboard.press("Home")
    for text, _ in rows(page):
        page.keyboard.press(wanted.get(" ".join(text.split()), "d"))
        page.keyboard.press("ArrowDown")
    kept = [" ".join(text.split()) for text, keep in rows(page) if keep]
    assert kept == list(wanted)
    expect(page.locator(".saved")).to_have_attribute("data-state", "saved")


def test_from_a_folder_of_pages_to_a_model_of_ones_own(chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "seiten"
    write_pages(folder)
    with hostile.studio(folder) as (address, process), opened(chromium, address) as page:
        see(page)
        annotate_some(page)
        disagree(page)
        agree_and_resolve(page)
        train(page)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    with hostile.studio(folder) as (address, process), opened(chromium, address) as page:
        what_was_done_is_there_again(page)


def see(page: Page) -> None:
    wait_for_frame(page, "page-1")
    page.locator(".rows .row", has_text="Meistgelesen").click()
    expect(page.locator("#details .reason")).to_be_visible()
    expect(page.locator("#details .features li").first).to_be_visible()
    picture(page, "see")
    page.locator(".engine-form select").first.select_option("ngram")
    expect(page).to_have_url(re.compile("engine=ngram"))
    wait_for_frame(page, "page-1")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".engine-form")).to_have_count(2)
    picture(page, "compare")


def annotate_some(page: Page) -> None:
    hostile.introduce(page, "Anna")
    go(page, "#/annotate/page-1")
    for number, (_, segments) in enumerate(pages(ANNOTATED).values(), 1):
        annotate(page, f"page-{number}", segments)
        if number == 2:
            picture(page, "annotate")
        page.keyboard.press("Enter")
    expect(page.locator(".progress-button")).to_contain_text(f"{ANNOTATED} of {len(pages())}")


def disagree(page: Page) -> None:
    """Another person takes over the gold texts, and then drops a paragraph."""
    hostile.introduce(page, "Bruno")
    go(page, "#/agreement")
    page.get_by_role("button", name="Import gold texts").click()
    expect(page.locator(".imported").first).to_be_visible()
    assert page.locator(".imported-some").count() == 0
    go(page, "#/annotate/page-2")
    wait_for_frame(page, "page-2")
    last = max(number for number, (_, keep) in enumerate(rows(page)) if keep)
    page.locator(".units .row").nth(last).click()
    page.keyboard.press("d")
    assert [keep for _, keep in rows(page)][last] is False
    expect(page.locator(".saved")).to_have_attribute("data-state", "saved")


def agree_and_resolve(page: Page) -> None:
    hostile.introduce(page, "Carla")
    go(page, "#/agreement?a=Anna&b=Bruno")
    expect(page.locator(".tile-value").first).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("seite-02")
    picture(page, "agreement")
    page.locator("tbody tr a").first.click()
    wait_for_frame(page, "page-2")
    expect(page.locator(".difference")).to_have_count(1)
    picture(page, "resolve")
    page.keyboard.press("a")
    expect(page.locator(".merge-progress")).to_contain_text("1 of 1")
    page.keyboard.press("Enter")
    expect(page.locator(".tile-value").first).to_be_visible()


def train(page: Page) -> None:
    hostile.introduce(page, "Anna")
    go(page, "#/learn")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".model-name")).to_have_text("own-1", timeout=TRAINING)
    expect(page.locator(".model-difference")).to_be_visible()
    picture(page, "learn")
    page.get_by_role("button", name="Use this model").click()
    expect(page.locator(".suggesting")).to_contain_text("own-1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().read_bytes()[8:9] == b"{"
    go(page, f"#/annotate/page-{len(pages())}")
    wait_for_frame(page, f"page-{len(pages())}")
    assert any(keep for _, keep in rows(page))


def what_was_done_is_there_again(page: Page) -> None:
    hostile.introduce(page, "Anna")
    go(page, "#/annotate/page-1")
    wait_for_frame(page, "page-1")
    expect(page.locator(".state")).to_have_text("done")
    expect(page.locator(".progress-button")).to_contain_text(f"{ANNOTATED} of {len(pages())}")
    go(page, "#/learn")
    expect(page.locator(".suggesting")).to_contain_text("own-1")
    hostile.introduce(page, "Carla")
    go(page, "#/annotate/page-2")
    wait_for_frame(page, "page-2")
    expect(page.locator(".state")).to_have_text("done")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("editing")
    write_pages(folder, 3)
    with hostile.studio(folder) as (address, _):
        yield address


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """A window with the first page, as Anna annotates it."""
    with opened(chromium, address) as page:
        hostile.introduce(page, "Anna")
        go(page, "#/annotate/page-1")
        wait_for_frame(page, "page-1")
        yield page


class TestEditing:
    """One page in one window, or in two; the tests leave the page to each other."""

    def test_a_unit_is_split_at_the_caret_joined_and_both_are_undone(self, page: Page) -> None:
        before = rows(page)
        page.locator(".units .row", has_text="Der Fluss stieg").click()
        for key in ("s", "Home", "Control+ArrowRight", "Control+ArrowRight", "Enter"):
            page.keyboard.press(key)
        page.locator(".units .row").nth(len(before)).wait_for()
        texts = [text for text, _ in rows(page)]
        assert "Der Fluss" in texts
        page.keyboard.press("z")
        expect(page.locator(".units .row")).to_have_count(len(before))
        assert rows(page) == before
        page.keyboard.press("y")
        expect(page.locator(".units .row")).to_have_count(len(before) + 1)
        page.locator(".units .row", has_text="Der Fluss").first.click()
        page.keyboard.press("j")
        expect(page.locator(".units .row")).to_have_count(len(before))

    def test_two_windows_do_not_lose_each_others_strokes(self, chromium: Browser, address: str, page: Page) -> None:
        with opened(chromium, address) as other:
            hostile.introduce(other, "Anna")
            go(other, "#/annotate/page-1")
            wait_for_frame(other, "page-1")
            for window, text in ((page, "Startseite"), (other, "Impressum")):
                window.locator(".units .row", has_text=text).click()
                window.keyboard.press("h")
                expect(window.locator(".saved")).to_have_attribute("data-state", "saved")
            page.reload()
            wait_for_frame(page, "page-1")
            kept = " ".join(text for text, keep in rows(page) if keep)
            assert "Startseite" in kept
            assert "Impressum" in kept

    def test_a_range_is_selected_by_dragging(self, page: Page) -> None:
        first = page.locator(".units .row", has_text="Zehn Tipps").bounding_box()
        last = page.locator(".units .row", has_text="Rätsel").bounding_box()
        assert first is not None
        assert last is not None
        page.mouse.move(first["x"] + 60, first["y"] + 5)
        page.mouse.down()
        page.mouse.move(last["x"] + 60, last["y"] + 5, steps=5)
        page.mouse.up()
        page.keyboard.press("l")
        kept = [text for text, keep in rows(page) if keep]
        assert {"Zehn Tipps für den Garten", "So wird das Wetter", "Rätsel der Woche"} <= set(kept)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES, ids=["wide", "narrow"])
def test_every_screen_is_accessible(chromium: Browser, tmp_path: Path, size: tuple[int, int], scheme: str) -> None:
    write_pages(tmp_path / "seiten", 6)
    with hostile.studio(tmp_path / "seiten") as (address, _), opened(chromium, address, size, scheme=scheme) as page:
        hostile.introduce(page, "Bruno")
        go(page, "#/agreement")
        page.get_by_role("button", name="Import gold texts").click()
        expect(page.locator(".imported").first).to_be_visible()
        for screen in ("see/page-1", "see", "annotate/page-1", "agreement", "learn"):
            go(page, f"#/{screen}")
            page.wait_for_timeout(500)
            found = Axe().run(page, options={"resultTypes": ["violations"], "iframes": False})
            assert found.response["violations"] == [], f"{screen}: {found.generate_report()}"


def test_a_stroke_on_a_page_of_5000_units_touches_few_elements(chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "lang"
    folder.mkdir()
    text = "".join(f"<p>Absatz {number}: Der Fluss stieg in der Nacht um einen Meter.</p>" for number in range(5000))
    (folder / "lang.html").write_text(f"<title>Lang</title><article>{text}</article>", encoding="utf-8")
    with hostile.studio(folder) as (address, _), opened(chromium, address) as page:
        hostile.introduce(page, "Anna")
        go(page, "#/annotate/page-1")
        wait_for_frame(page, "page-1")
        expect(page.locator(".units .row").nth(4999)).to_be_attached()
        page.locator(".units .row").nth(2).click()
        page.evaluate("""() => {
            window.touched = new Set();
            const note = (changes) => changes.forEach((change) => window.touched.add(change.target));
            const options = { subtree: true, childList: true, attributes: true, characterData: true };
            new MutationObserver(note).observe(document.body, options);
        }""")
        page.keyboard.press("d")
        expect(page.locator(".units .row").nth(2)).to_have_class(re.compile("dropped"))
        expect(page.locator(".saved")).to_have_attribute("data-state", "saved")
        assert page.evaluate("window.touched.size") < 60


def test_hostile_pages_stay_data(chromium: Browser, tmp_path: Path) -> None:
    with counting_server() as server:
        some = hostile.pages(server.address)[::25]
        hostile.write(some, tmp_path)
        names = {f"page-{number}": page.name for number, page in enumerate(some, 1)}
        with hostile.studio(tmp_path) as (address, _), window(chromium) as page:
            visitor = hostile.Visitor(page, server, address)
            assert visitor.outcome("hostile pages", "see", names).findings == ()
            assert visitor.outcome("hostile pages", "annotate", dict(list(names.items())[::5])).findings == ()


def test_a_page_that_is_not_data_would_be_noticed(chromium: Browser, tmp_path: Path) -> None:
    with counting_server() as server, window(chromium) as page:
        record = Record(page, server.address)
        page.set_content(f"<script>{SIGNAL}(Date())</script><img src=http://127.0.0.1:9/x>")
        page.wait_for_timeout(200)
        taken = record.taken()
    assert any(event.startswith("script") for event in taken)
    assert any(event.startswith("request") for event in taken)
