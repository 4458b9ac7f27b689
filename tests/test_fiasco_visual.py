"""FIASCO's visual features: measures of pictures, and browsers and pages that misbehave."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from ncleaner.errors import BrowserError

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'ncleaner[fiasco]'")
pytest.importorskip("selectolax", reason="selectolax is not installed: pip install 'ncleaner[fiasco]'")

import cv2
import numpy as np

from ncleaner import EngineUnavailable
from ncleaner.cli import main
from ncleaner.decode import decode
from ncleaner.engines.fiasco.dom import tree_of
from ncleaner.engines.fiasco.targets import marked_html, targets_of
from ncleaner.engines.fiasco.visual import NAMES, Measures, browser, find_browser, measure
from ncleaner.engines.fiasco.visual.blobs import line_unit, regions
from ncleaner.engines.fiasco.visual.browser import WIDTH, Box, Browser, Rendering
from ncleaner.engines.fiasco.visual.cache import Cache
from ncleaner.engines.fiasco.visual.measures import measures
from ncleaner.read.html.reader import read

pytestmark = pytest.mark.once

needs_browser = pytest.mark.skipif(find_browser() is None, reason="no Chromium or browser of its family is installed")

LINE = 20  # pixels
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def picture(*targets: list[int], left: int = 40, heading: bool = False) -> Rendering:
    """Draw targets below each other as black lines of given widths; the last one may be a heading."""
    canvas = np.full((800, 1000, 3), 255, np.uint8)
    boxes = []
    top = 40
    for number, widths in enumerate(targets):
        for width in widths:
            canvas[top + 2 : top + LINE - 2, left : left + width : 2] = 0
            in_heading = heading and number == len(targets) - 1
            boxes.append(Box(number, in_heading, left, top, width, LINE))
            top += LINE
        top += 2 * LINE
    return Rendering(canvas, boxes)


def measured(rendering: Rendering) -> list[dict[str, float]]:
    found = measures(regions(rendering), line_unit(rendering.boxes))
    return [dict(zip(NAMES, found[number], strict=True)) for number in sorted(found)]


class TestMeasures:
    def test_running_text_is_solid_and_a_list_is_not(self) -> None:
        text, ragged = measured(picture([600] * 8, [600, 250, 480, 120, 400, 300, 550, 90]))
        assert text["solidity 1"] > 0.95
        assert text["solidity 3"] > 0.95
        assert ragged["solidity 1"] < 0.8
        assert ragged["solidity 3"] < 0.9
        assert ragged["solidity 2"] > 2 * text["solidity 2"]

    def test_the_widest_region_is_the_measure_of_width(self) -> None:
        wide, narrow = measured(picture([600, 600], [150, 150]))
        assert wide["relative width"] == 1
        assert narrow["relative width"] == pytest.approx(0.25, abs=0.03)

    def test_a_region_as_high_as_headlines_may_be_one(self) -> None:
        text, line, headline = measured(picture([600] * 8, [300], [400], heading=True))
        assert headline["headline"] == pytest.approx(1)
        assert line["headline"] == pytest.approx(1)
        assert text["headline"] == 0

    def test_pages_without_headlines_take_a_line_for_one(self) -> None:
        text, line = measured(picture([600] * 8, [300]))
        assert line["headline"] > 0.8
        assert text["headline"] == 0

    def test_the_size_of_letters_makes_no_difference(self) -> None:
        small = picture([500] * 6, [300, 100, 200])
        boxes = [
            Box(box.target, box.heading, *(2 * side for side in (box.x, box.y, box.width, box.height)))
            for box in small.boxes
        ]
        large = Rendering(np.asarray(cv2.resize(small.picture, None, fx=2, fy=2), np.uint8), boxes)
        for one, other in zip(measured(small), measured(large), strict=True):
            assert list(one.values()) == pytest.approx(list(other.values()), abs=0.1)

    def test_invisible_text_has_no_region(self) -> None:
        rendering = picture([600], [300])
        rendering.picture[:80] = 255
        assert list(regions(rendering)) == [1]
        outside = [Box(0, False, -500, 10, 100, LINE), Box(1, False, 10, 5000, 100, LINE), Box(2, False, 10, 10, 0, 0)]
        assert regions(Rendering(rendering.picture, outside)) == {}
        assert measures({}, line_unit([])) == {}

    def test_letters_of_any_size_are_measured_in_time(self) -> None:
        huge = Rendering(np.full((4000, 2000, 3), 255, np.uint8), [Box(0, False, 0, 0, 90_000, 9000)])
        huge.picture[100:3000, 100:1500] = 0
        started = time.process_time()
        assert len(measured(huge)) == 1
        assert time.process_time() - started < 5


class TestCache:
    FOUND: dict[int, Measures] = {0: (1.0, 0.5, 0.25, 1.0, 0.0), 7: (0.1, 2.0, 0.3, 0.4, 0.5)}  # noqa: RUF012

    def test_entries_can_be_read_back(self, tmp_path: Path) -> None:
        cache = Cache(str(tmp_path / "new"))
        assert cache.get(b"page") is None
        cache.put(b"page", self.FOUND)
        assert cache.get(b"page") == self.FOUND
        assert cache.get(b"other") is None

    @pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"0": [1]}', b'{"x": [1,1,1,1,1]}', b'{"0": 5}', b"\xff"])
    def test_a_damaged_entry_is_ignored(self, tmp_path: Path, damage: bytes) -> None:
        cache = Cache(str(tmp_path))
        cache.put(b"page", self.FOUND)
        (entry,) = tmp_path.rglob("*.json")
        entry.write_bytes(damage)
        assert cache.get(b"page") is None

    def test_a_folder_that_cannot_be_written_is_no_error(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        cache = Cache(str(tmp_path / "file"))
        cache.put(b"page", self.FOUND)
        assert cache.get(b"page") is None

    def test_cached_pages_need_no_browser(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NCLEANER_BROWSER", "/nowhere")
        Cache(str(tmp_path)).put(b"page", self.FOUND)
        assert list(measure(["page", b"page"], cache=str(tmp_path))) == [self.FOUND, self.FOUND]


def program(folder: Path, script: str) -> str:
    path = folder / "browser"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="browsers are run by a shell")
class TestBadBrowsers:
    def test_no_browser(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NCLEANER_BROWSER", "/nowhere")
        with pytest.raises(EngineUnavailable, match="install Chromium"):
            list(measure(["<p>"]))

    @pytest.mark.parametrize("script", ["exit 1", "echo nonsense >&4; sleep 60", "sleep 60", "kill -9 $$"])
    def test_a_browser_that_does_not_start(self, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NCLEANER_BROWSER", program(tmp_path, script))
        monkeypatch.setattr(browser, "START", 0.2)
        with pytest.raises(EngineUnavailable, match="did not start"):
            list(measure(["<p>"] * 3, workers=2))

    def test_the_command_reports_a_missing_browser(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("NCLEANER_BROWSER", "/nowhere")
        assert main(["regions", str(EXAMPLES[0]), "-o", str(tmp_path / "x.png")]) == 2
        assert "install Chromium" in capsys.readouterr().err
        assert main(["regions", str(tmp_path / "missing.html")]) == 1
        assert list(tmp_path.iterdir()) == []


def marked(path: Path) -> str:
    tree = tree_of(read(decode(path.read_bytes()).source))
    return marked_html(tree, targets_of(tree))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests: starting one takes longer than most of them."""
    with Browser() as started:
        yield started


def seen(chromium: Browser, page: str) -> dict[int, Measures]:
    rendering = chromium.render(page.encode(), 60)
    return measures(regions(rendering), line_unit(rendering.boxes))


@needs_browser
class TestPages:
    @pytest.mark.parametrize(
        "page",
        [
            "<meta http-equiv=refresh content='0;url=http://example.org/'>{}",
            "<meta http-equiv=refresh content='0;url=mailto:somebody'>{}",
            "<script>while (true) alert('stop')</script>{}<img src=x onerror='while (true);'>",
            "{}<iframe srcdoc='<p data-ncleaner=1>frame'></iframe><iframe src='file:///'></iframe><embed src=x>",
            "<form action='/'><input autofocus>{}</form><dialog open>Stay?</dialog>",
            "<b><i>" * 500 + "{}",
            "<p data-ncleaner='" + "9" * 5000 + "'>Not ours</p>{}",
            "<p data-ncleaner=3 style='display:none'>Hidden</p><p data-ncleaner=4 style='opacity:0'>Hidden</p>{}",
        ],
    )
    def test_only_visible_targets_are_measured(self, chromium: Browser, page: str) -> None:
        found = seen(chromium, page.format("<p data-ncleaner=0>It rained all day."))
        assert list(found) == [0]

    @pytest.mark.parametrize(
        "page", ["", "<p data-ncleaner=0>", "<style>*{display:none}</style><p data-ncleaner=0>Rain"]
    )
    def test_pages_that_show_nothing(self, chromium: Browser, page: str) -> None:
        assert seen(chromium, page) == {}

    def test_the_picture_has_limits(self, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(browser, "WIDEST", 1500)
        monkeypatch.setattr(browser, "HEIGHT", 9000)
        page = "<p data-ncleaner=0>Top<div style='height:99999999px;width:9999999px'></div><p data-ncleaner=1>Far below"
        rendering = chromium.render(page.encode(), 60)
        assert rendering.picture.shape == (9000, 1500, 3)
        assert list(regions(rendering)) == [0]

    def test_text_far_below_is_laid_out(self, chromium: Browser) -> None:
        style = "content-visibility:auto;margin-top:9000px"
        assert list(seen(chromium, f"<div style='{style}'><p data-ncleaner=0>It rained all day.</div>")) == [0]

    def test_text_is_found_where_it_stands(self, chromium: Browser) -> None:
        style = "position:absolute;margin:0;font:20px/20px monospace;left:300px;top:9000px"
        rendering = chromium.render(f"<!DOCTYPE html><h2 data-ncleaner=5 style='{style}'>mmmmmmmmmm</h2>".encode(), 60)
        (region,) = regions(rendering).values()
        left, top = region.polygon.min(axis=0)
        right, bottom = region.polygon.max(axis=0)
        assert 280 < left < 300 < right < 300 + 200
        assert 8980 < top < 9010 < bottom < 9040
        assert region.heading

    def test_no_page_reaches_the_network(self, chromium: Browser) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.setblocking(False)
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            page = (
                f"<base href='{url}/'><link rel=stylesheet href=a><link rel=icon href=b><link rel=preconnect href=/>"
                f"<style>@import '{url}/c'; @font-face {{font-family:x; src:url({url}/d)}} p {{font-family:x;"
                f"background:url({url}/e)}}</style><meta http-equiv=refresh content='0;url={url}/f'>"
                "<script src=g></script>"
                "<p data-ncleaner=0>Rain<img src=h srcset='i 2x'><iframe src=j></iframe><object data=k></object>"
                "<video autoplay src=l poster=m></video><audio autoplay src=n></audio><embed src=o>"
            )
            assert list(seen(chromium, page)) == [0]
            with pytest.raises(BlockingIOError):
                server.accept()

    def test_a_page_that_takes_too_long_does_not_affect_the_next(self, chromium: Browser) -> None:
        with pytest.raises(BrowserError, match="too long"):
            chromium.render(b"<p data-ncleaner=0>Rain", 0)
        assert list(seen(chromium, "<p data-ncleaner=0>Rain")) == [0]

    def test_a_killed_browser_is_replaced(self, chromium: Browser) -> None:
        seen(chromium, "<p>")
        assert chromium._pipe is not None
        os.kill(chromium._pipe.process.pid, signal.SIGKILL)
        with pytest.raises(BrowserError, match="has ended"):
            seen(chromium, "<p data-ncleaner=0>Rain")
        assert list(seen(chromium, "<p data-ncleaner=0>Rain")) == [0]


@needs_browser
class TestManyPages:
    def test_results_are_the_same_every_time_in_order_and_cached(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
        (tmp_path / "temporary").mkdir()
        pages = [marked(path) for path in EXAMPLES[:4]]
        by_two = list(measure(pages, workers=2, cache=str(tmp_path / "cache")))
        assert by_two == list(measure(pages))
        for page, found in zip(pages, by_two, strict=True):
            assert found is not None
            assert len(found) >= 0.9 * page.count(" data-ncleaner=")
        monkeypatch.setenv("NCLEANER_BROWSER", "/nowhere")
        assert by_two == list(measure(pages, cache=str(tmp_path / "cache")))
        assert list((tmp_path / "temporary").iterdir()) == []

    def test_a_page_that_cannot_be_rendered_has_no_measures_and_a_warning(self) -> None:
        with pytest.warns(RuntimeWarning, match="no visual features: the browser took too long"):
            assert list(measure(["<p data-ncleaner=0>Rain"], seconds=0)) == [None]

    def test_closing_the_results_leaves_no_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        results = measure(["<p data-ncleaner=0>Rain"] * 50, workers=2)
        assert next(results)
        results.close()  # type: ignore[attr-defined]
        assert list(tmp_path.iterdir()) == []


@needs_browser
class TestCommand:
    def test_picture_and_table(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["regions", str(ROOT / "examples" / "news.html"), "-o", str(tmp_path / "news.png")]) == 0
        shown = cv2.imread(str(tmp_path / "news.png"))
        assert shown is not None
        assert shown.shape[1] == WIDTH
        blue = (shown[:, :, 0] > 150) & (shown[:, :, 1] < 100) & (shown[:, :, 2] < 50)
        assert blue.sum() > 10_000
        heading, *rows = capsys.readouterr().out.splitlines()
        assert heading.split("  ") == ["region", *NAMES, "text"]
        assert any(row.endswith("  After 41 years, the night ferry to Sund…") for row in rows)

    def test_ctrl_c_leaves_nothing_behind(self, tmp_path: Path) -> None:
        page = tmp_path / "page.html"
        page.write_text("<div>" * 400 + "<p>Rain</p>" * 100_000)  # takes a while
        (tmp_path / "temporary").mkdir()
        environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
        command = [sys.executable, "-m", "ncleaner", "regions", str(page), "-o", str(tmp_path / "page.png")]
        with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True) as process:
            while not any((tmp_path / "temporary").iterdir()):
                assert process.poll() is None
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        assert list((tmp_path / "temporary").iterdir()) == []
        assert not (tmp_path / "page.png").exists()
